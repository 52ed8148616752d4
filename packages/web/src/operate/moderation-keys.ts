/** Query keys of the moderation pages. */
export const MODERATED_COMMENTS = ['operate', 'comments'] as const;
export const MODERATORS = ['operate', 'moderators'] as const;
