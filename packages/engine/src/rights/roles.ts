/** Roles of accounts and tokens, from the widest to the narrowest. An account without one is a trader. */
export const ROLES = ['owner', 'operator', 'editor', 'moderator', 'auditor', 'trader'] as const;
export type Role = (typeof ROLES)[number];

/** True if the role may moderate comments. */
export const moderates = (role: Role): boolean => role === 'owner' || role === 'operator' || role === 'moderator';
