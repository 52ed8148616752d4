/**
 * Acts of the people of the past, in the demo's own terms; the player turns each act into a command of the venue.
 * Prices are in 1/10000 of the named outcome, sizes in hundredths of a share, money in whole units.
 */
import type { EventInput } from '../catalog/wire.ts';
import type { BestPrices } from '../traders/market.ts';

export type Side = 'BUY' | 'SELL';

/** Fields of each kind of act. Markets and events are named by their slugs. */
interface Acts {
  /** Opens an account for an address without a known key: 20 bytes in hex, lower-case. */
  join: { person: string; address: string; name: string; bio: string; units: number };
  publish: { events: readonly EventInput[] };
  place: {
    person: string;
    /** Name of the order; used once. */
    order: string;
    market: string;
    outcome: 0 | 1;
    side: Side;
    /** `now` trades what it can at once, `rest` stays in the book. */
    stays: 'now' | 'rest';
    price: number;
    hundredths: number;
    /** Unix seconds at which a resting order expires; 0: never. */
    until: number;
  };
  /** Decides an event whose markets share one winner; null: the event is void. */
  'decide event': { event: string; winner: string | null };
  /** Decides a single market; `half`: each outcome pays one half. */
  'decide market': { market: string; result: 'first' | 'second' | 'half' };
  /** `comment`: its name for later acts, used once; `replyTo`: name of the comment above it, null if none. */
  say: { person: string; comment: string; event: string; replyTo: string | null; body: string };
  like: { person: string; comment: string };
}

type ActOf<Kind extends keyof Acts> = { readonly kind: Kind } & Readonly<Acts[Kind]>;

export type Place = ActOf<'place'>;
export type Act = { [Kind in keyof Acts]: ActOf<Kind> }[keyof Acts];

/** Acts of one period: the venue completes all acts of one moment before the next is requested. */
export interface Moment {
  /** Unix milliseconds of the period over which the acts are spread, in order. */
  readonly fromMs: number;
  readonly toMs: number;
  readonly acts: readonly Act[];
}

/** The venue's state as people see it, after the previous moment. */
export interface PastView {
  /** Free shares of both outcomes, in hundredths, rounded down. */
  shares(person: string, market: string): readonly [number, number];
  /** Free collateral in whole units, rounded down. */
  collateral(person: string): number;
  best(market: string): BestPrices;
}
