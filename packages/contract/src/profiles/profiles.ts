/**
 * The profiles of a venue. `bellwether` is the interface itself; `polymarket` is the wire of the public clients, as it
 * was on a date. A further date is one more file, and a row in `DATED`.
 */
import { JULY_2026 } from './2026-07.ts';
import { SEPTEMBER_2026 } from './2026-09.ts';
import { NOVEMBER_2026 } from './2026-11.ts';
import { ANNOUNCED } from './announced.ts';
import type { DatedProfile, Difference } from './difference.ts';

export const PROFILES = ['bellwether', 'polymarket'] as const;
export type ProfileKind = (typeof PROFILES)[number];

/** Dates of the profile `polymarket`, oldest first. */
export const DATED = [JULY_2026, SEPTEMBER_2026, NOVEMBER_2026] as const satisfies readonly DatedProfile[];

export const ANNOUNCED_IDS: readonly string[] = ANNOUNCED.map(({ id }) => id);

export type DifferenceId = (typeof DATED)[number]['differences'][number]['id'] | (typeof ANNOUNCED)[number]['id'];

export interface VenueProfile {
  readonly profile: ProfileKind;
  /** `bellwether`, or `polymarket@` and the date. */
  readonly profileName: string;
  /** Differences from the interface of July 2026 that the venue has. */
  readonly differences: ReadonlySet<DifferenceId>;
}

/** Names that a venue's profile is chosen by; `polymarket` without a date is the newest. */
export const PROFILE_NAMES: readonly string[] = [...PROFILES, ...DATED.map(({ date }) => `polymarket@${date}`)];

/** `name`: one of `PROFILE_NAMES`. `announced`: ids of announced changes to have already. */
export function venueProfile(name: string, announced: readonly string[] = []): VenueProfile {
  const [profile, date = DATED.at(-1)?.date ?? ''] = name.split('@') as [ProfileKind, string?];
  const isDated = profile === 'polymarket';
  const dated = DATED.filter((each) => !isDated || each.date <= date).flatMap<Difference>((each) => each.differences);
  const held = [
    ...dated.filter(({ adds }) => isDated || adds),
    ...ANNOUNCED.filter(({ id }) => announced.includes(id)),
  ];
  return {
    profile,
    profileName: isDated ? `polymarket@${date}` : profile,
    differences: new Set(held.map(({ id }) => id as DifferenceId)),
  };
}
