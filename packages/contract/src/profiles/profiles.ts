/**
 * The profiles of a venue. `bellwether` is the interface itself; `polymarket` is the wire of the public clients, as it
 * was on a date. A further date is one more constant here, and a row in `DATED`.
 */

export const PROFILES = ['bellwether', 'polymarket'] as const;
export type ProfileKind = (typeof PROFILES)[number];

/** One change of the public ecosystem's interface, as a dated profile lists it. */
export interface Difference {
  readonly id: string;
  /**
   * True if the change only adds: everything from before goes on working. The profile `bellwether` has all of these;
   * a change that alters what was there belongs to dated profiles alone.
   */
  readonly adds: boolean;
  /** The change in one sentence, for the reference page. */
  readonly text: string;
}

/** The interface of the ecosystem on a date: everything of the dates before, and these differences. */
interface DatedProfile {
  /** Year and month, such as `2026-09`. */
  readonly date: string;
  readonly differences: readonly Difference[];
}

/** The interface of July 2026, from which the later dates differ. */
const JULY_2026 = { date: '2026-07', differences: [] } as const satisfies DatedProfile;

const SEPTEMBER_2026 = {
  date: '2026-09',
  differences: [
    { id: 'data-v2', adds: true, text: 'Public data is read from `/v2`, with envelopes, cursors and strict limits.' },
    {
      id: 'market-version',
      adds: true,
      text: 'Events can be opened with `version` v2. Their markets have `positionIds` and structured condition ids.',
    },
    {
      id: 'exchange-v3',
      adds: true,
      text: 'Orders of markets of version v2 are signed for a third domain. `asset_type` can be `CONDITIONAL-V2`.',
    },
    {
      id: 'session-keys',
      adds: true,
      text: 'An account authorises further keys with scopes and an end. Each key sees its own orders.',
    },
    { id: 'rate-tiers', adds: false, text: 'Each signer has a bucket of requests by its tier, shown in headers.' },
    { id: 'notification-times', adds: false, text: 'Times of notifications are in milliseconds.' },
  ],
} as const satisfies DatedProfile;

const NOVEMBER_2026 = {
  date: '2026-11',
  differences: [
    { id: 'approvals', adds: true, text: '`GET /v2/approvals` lists the approvals of a wallet.' },
    { id: 'settlement-estimates', adds: true, text: '`GET /v2/resolutions` estimates when a market is settled.' },
    { id: 'comments-keyset', adds: true, text: '`GET /comments/keyset` pages through comments by cursor.' },
    { id: 'heartbeat-error-msg', adds: true, text: 'A wrong heartbeat id is refused with `error_msg` as well.' },
  ],
} as const satisfies DatedProfile;

/** Dates of the profile `polymarket`, oldest first. */
export const DATED = [JULY_2026, SEPTEMBER_2026, NOVEMBER_2026] as const satisfies readonly DatedProfile[];

/** Changes that are announced for a later date. An operator turns each on by its id, to rehearse it. */
export const ANNOUNCED = [
  {
    id: 'orders-2026-12',
    adds: false,
    text: 'Open orders no longer list `associate_trades`, and the filter `asset_id` needs `market`.',
  },
  {
    id: 'order-version-3',
    adds: false,
    text: '`GET /version` answers 3: clients that read it sign every order for markets of version v2.',
  },
] as const satisfies readonly Difference[];

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
