/** Under which keys the page keeps what the operator moderates. */
export const MODERATED_COMMENTS = ['operate', 'comments'] as const;
export const MODERATORS = ['operate', 'moderators'] as const;
