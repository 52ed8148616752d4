/** Rules of joining. All but the first two need the store of people. */
export const JOINS = ['open', 'listed', 'invite', 'oidc', 'approval'] as const;

/** Rules of reading: everyone may, or only people who have joined. */
export const READS = ['public', 'members'] as const;
