/**
 * What the people of the past do, in words of the demo: whoever plays it turns each act into a command of the venue. Prices are in
 * 1/10000 of the named outcome, sizes in hundredths of a share, money in whole units.
 */
import type { EventInput } from '../catalog/shape.ts';

export type Side = 'BUY' | 'SELL';

/** Opens an account for an address that no one has a key for. */
export interface Join {
  readonly kind: 'join';
  readonly person: string;
  /** 20 bytes in hex, lower-case. */
  readonly address: string;
  readonly name: string;
  readonly bio: string;
  readonly units: number;
}

/** Adds events to the catalog, all in one step. */
export interface Publish {
  readonly kind: 'publish';
  readonly events: readonly EventInput[];
}

export interface Place {
  readonly kind: 'place';
  readonly person: string;
  /** Names the order in later acts; used once. */
  readonly order: string;
  /** Slug. */
  readonly market: string;
  readonly outcome: 0 | 1;
  readonly side: Side;
  /** `now` trades what it can at once, `rest` stays in the book. */
  readonly stays: 'now' | 'rest';
  readonly price: number;
  readonly hundredths: number;
  /** Unix seconds at which a resting order ends by itself; 0: never. */
  readonly until: number;
}

export interface CancelOrders {
  readonly kind: 'cancel';
  readonly person: string;
  readonly orders: readonly string[];
}

/** Pairs of both outcomes become collateral. */
export interface Merge {
  readonly kind: 'merge';
  readonly person: string;
  readonly market: string;
  readonly hundredths: number;
}

/** The winner of an event whose markets share one; null: it is void. */
export interface DecideEvent {
  readonly kind: 'decide event';
  readonly event: string;
  readonly winner: string | null;
}

/** A market decided by itself; `half`: each outcome pays one half. */
export interface DecideMarket {
  readonly kind: 'decide market';
  readonly market: string;
  readonly result: 'first' | 'second' | 'half';
}

export interface Say {
  readonly kind: 'say';
  readonly person: string;
  /** Names the comment in later acts; used once. */
  readonly comment: string;
  /** Slug of the event. */
  readonly event: string;
  /** The comment that it answers; null: none. */
  readonly replyTo: string | null;
  readonly body: string;
}

export interface Like {
  readonly kind: 'like';
  readonly person: string;
  readonly comment: string;
}

export type Act = Join | Publish | Place | CancelOrders | Merge | DecideEvent | DecideMarket | Say | Like;

/** Acts of one stretch of time: the venue has done all of one before the next is asked for. */
export interface Moment {
  /** Unix milliseconds between which the acts are spread, in their order. */
  readonly fromMs: number;
  readonly toMs: number;
  readonly acts: readonly Act[];
}

/** What the people look up at the venue, as it stands after the moment before. */
export interface PastView {
  /** Free shares of both outcomes, in hundredths, rounded down. */
  shares(person: string, market: string): readonly [number, number];
  /** Free collateral in whole units, rounded down. */
  collateral(person: string): number;
  /** Best prices of the first outcome in 1/10000; null where no one bids or offers. */
  best(market: string): { readonly bid: number | null; readonly ask: number | null };
  /** What rests of an order, in hundredths of a share; 0 when it is over, or was refused. */
  remaining(order: string): number;
}
