/**
 * History of the books, shared by its projection and queries: every step at every price of every market, in YES terms,
 * and the terms of markets over time. All queue positions at any time follow from these rows.
 */
import type { BookSide, CancelReason } from '@bellwether/engine';

/** Effect of a step on the orders at its price: an order arrived, was partly filled, or was completely filled. */
export const STEP_RESTED = 0;
export const STEP_TRADED = 1;
export const STEP_FILLED = 2;
/** Kind of a cancel, by its reason. From `STEP_FILLED` on the order is gone. */
export const STEP_CANCELED: Readonly<Record<CancelReason, number>> = {
  user: 3,
  self_trade: 4,
  expired: 5,
  market_resolved: 6,
  heartbeat: 7,
  trading_ended: 8,
};

/** One step; steps at a price are in the order of the journal. */
export interface BookStepRow {
  readonly market: number;
  /** 0 = bid, 1 = ask. */
  readonly side: BookSide;
  /** Price in 1/10000, in YES terms. */
  readonly price_ticks: number;
  /** Entry of the journal, and the index of the step within it, from 0. */
  readonly sequence: number;
  readonly step: number;
  readonly kind: number;
  /** Number of the order that arrived, was filled or left. At a price, lower numbers stand before higher ones. */
  readonly order_number: number;
  /** Shares that arrived, were filled or left. */
  readonly size_micros: number;
  /** Amount held for an order that arrived; else 0. */
  readonly held_micros: number;
  /** Orders and shares that rest at the price after the step. */
  readonly resting_orders: number;
  readonly resting_micros: number;
  /** The `sequence` of the market's frame for this entry in the feeds. */
  readonly version: number;
}

/** The `sequence` of a market's last frame; one row for each market whose book ever changed. */
export interface BookVersionRow {
  readonly market: number;
  readonly version: number;
}

/** Bit flags of a market. */
export const MARKET_ACTIVE = 1;
export const MARKET_ACCEPTING = 2;
export const MARKET_CLOSED = 4;
export const MARKET_ARCHIVED = 8;
/** Set once the closing time has passed. */
export const MARKET_ENDED = 16;
export const MARKET_RESOLVED = 32;

/** Terms and flags of a market as of an entry. */
export interface MarketTermsRow {
  readonly market: number;
  readonly sequence: number;
  /** Time of the entry in Unix milliseconds. */
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
