/** Roles of administrators, from the widest to the narrowest. An account without another role is a trader. */
export const ROLES = ['owner', 'operator', 'editor', 'moderator', 'auditor', 'trader'] as const;
export type Role = (typeof ROLES)[number];
