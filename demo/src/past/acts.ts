/**
 * Acts of the people of the past, in the demo's own terms; the player turns each act into a command of the venue.
 * Prices are in 1/10000 of the named outcome, sizes in hundredths of a share, money in whole units.
 */
import type { EventInput } from '../catalog/wire.ts';

export type Side = 'BUY' | 'SELL';

/** Opens an account for an address without a known key. */
interface Join {
  readonly kind: 'join';
  readonly person: string;
  /** 20 bytes in hex, lower-case. */
  readonly address: string;
  readonly name: string;
  readonly bio: string;
  readonly units: number;
}

interface Publish {
  readonly kind: 'publish';
  readonly events: readonly EventInput[];
}

export interface Place {
  readonly kind: 'place';
  readonly person: string;
  /** Name of the order for later acts; used once. */
  readonly order: string;
  readonly market: string;
  readonly outcome: 0 | 1;
  readonly side: Side;
  /** `now` trades what it can at once, `rest` stays in the book. */
  readonly stays: 'now' | 'rest';
  readonly price: number;
  readonly hundredths: number;
  /** Unix seconds at which a resting order expires; 0: never. */
  readonly until: number;
}

export interface CancelOrders {
  readonly kind: 'cancel';
  readonly person: string;
  readonly orders: readonly string[];
}

/** Turns pairs of both outcomes into collateral. */
export interface Merge {
  readonly kind: 'merge';
  readonly person: string;
  readonly market: string;
  readonly hundredths: number;
}

/** Decides an event whose markets share one winner; null: the event is void. */
interface DecideEvent {
  readonly kind: 'decide event';
  readonly event: string;
  readonly winner: string | null;
}

/** Decides a single market; `half`: each outcome pays one half. */
interface DecideMarket {
  readonly kind: 'decide market';
  readonly market: string;
  readonly result: 'first' | 'second' | 'half';
}

export interface Say {
  readonly kind: 'say';
  readonly person: string;
  /** Name of the comment for later acts; used once. */
  readonly comment: string;
  readonly event: string;
  /** Comment that this one replies to; null if none. */
  readonly replyTo: string | null;
  readonly body: string;
}

export interface Like {
  readonly kind: 'like';
  readonly person: string;
  readonly comment: string;
}

export type Act = Join | Publish | Place | CancelOrders | Merge | DecideEvent | DecideMarket | Say | Like;

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
  /** Best prices of the first outcome in 1/10000; null for an empty side. */
  best(market: string): { readonly bid: number | null; readonly ask: number | null };
  /** Unmatched size of an order, in hundredths of a share; 0 if it is over or was refused. */
  remaining(order: string): number;
}
