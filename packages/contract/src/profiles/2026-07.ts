import type { DatedProfile } from './difference.ts';

/** The interface of July 2026, from which the later dates differ. */
export const JULY_2026 = { date: '2026-07', differences: [] } as const satisfies DatedProfile;
