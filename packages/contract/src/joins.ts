/** Rules of joining. */
export const JOINS = ['open', 'listed', 'invite', 'oidc', 'approval'] as const;

/** True if people join by the store of people. */
export const keepsPeople = (join: string): boolean => join !== 'open' && join !== 'listed';

/** Rules of reading: everyone may, or only people who have joined. */
export const READS = ['public', 'members'] as const;
