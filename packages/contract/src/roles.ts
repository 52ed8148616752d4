/** Roles of administrators, from the widest to the narrowest. An account without another role is a trader. */
export const ROLES = ['owner', 'operator', 'editor', 'moderator', 'auditor', 'trader'] as const;
export type Role = (typeof ROLES)[number];

/** Roles that an invitation may name; the account gets it when it opens. */
export const INVITED_ROLES = ['operator', 'editor', 'moderator', 'auditor'] as const;
