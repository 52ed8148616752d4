/**
 * What happened in books, as its projection writes and queries read it: every step of every price of every market, in YES
 * terms, and the terms that markets had. From it follows who stood before whom in a queue at any time.
 */
import type { BookSide, CancelReason } from '@bellwether/engine';

/** What a step did to the orders of its price: one came, was filled in part, was filled to its end, or was cancelled. */
export const STEP_RESTED = 0;
export const STEP_TRADED = 1;
export const STEP_FILLED = 2;
/** A cancel, by its reason. From `STEP_FILLED` on the order is gone. */
export const STEP_CANCELED: Readonly<Record<CancelReason, number>> = {
  user: 3,
  self_trade: 4,
  expired: 5,
  market_resolved: 6,
  heartbeat: 7,
  trading_ended: 8,
};

/** One step, in the order of the journal at each price. */
export interface BookStepRow {
  readonly market: number;
  /** 0 = bid, 1 = ask. */
  readonly side: BookSide;
  /** In YES terms, in 1/10000. */
  readonly price_ticks: number;
  /** Entry of the journal, and which of its steps, from 0. */
  readonly sequence: number;
  readonly step: number;
  readonly kind: number;
  /** Number of the order that came, was filled or left. Lower numbers at a price stand before higher ones. */
  readonly order_number: number;
  /** Shares that came, were filled or left. */
  readonly size_micros: number;
  /** Held for an order that came; else 0. */
  readonly held_micros: number;
  /** What rests at the price after the step. */
  readonly resting_orders: number;
  readonly resting_micros: number;
  /** The `sequence` that feeds give the market's frame of the entry. */
  readonly version: number;
}

/** The `sequence` of the last frame of each market whose book ever changed. */
export interface BookVersionRow {
  readonly market: number;
  readonly version: number;
}

/** Flags of a market, added up. */
export const MARKET_ACTIVE = 1;
export const MARKET_ACCEPTING = 2;
export const MARKET_CLOSED = 4;
export const MARKET_ARCHIVED = 8;
/** Its closing time has come. */
export const MARKET_ENDED = 16;
export const MARKET_RESOLVED = 32;

/** Terms and flags of a market from an entry on. */
export interface MarketTermsRow {
  readonly market: number;
  readonly sequence: number;
  /** Unix milliseconds of the entry. */
  readonly time_ms: number;
  readonly tick: number;
  readonly minimum_size_micros: number;
  /** In 1/10000. */
  readonly taker_fee_rate: number;
  readonly flags: number;
}

export interface QueueTables {
  readonly book_steps: BookStepRow;
  readonly book_versions: BookVersionRow;
  readonly market_terms: MarketTermsRow;
}
