/**
 * History of the books, shared by its projection and queries: every step at every price of every market, in YES terms,
 * and the terms of markets over time. All queue positions at any time follow from these rows.
 */
import type { BookSide, CancelReason } from '@bellwether/engine';
import { type Column, integer, key, type Rows, rowId } from '../table.ts';

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
  key_revoked: 9,
  key_ended: 10,
};

/** Bits of a market's flags; `ended`: its closing time has passed. */
export const MARKET_FLAGS = { active: 1, acceptingOrders: 2, closed: 4, archived: 8, ended: 16, resolved: 32 } as const;

export const QUEUE_TABLES = {
  /** One step; steps at a price are in the order of the journal. */
  book_steps: {
    market: key,
    /** 0 = bid, 1 = ask. */
    side: key as Column<BookSide>,
    /** Price in 1/10000, in YES terms. */
    price_ticks: key,
    /** Entry of the journal, and the index of the step within it, from 0. */
    sequence: key,
    step: key,
    kind: integer,
    /** Number of the order that arrived, was filled or left. At a price, lower numbers stand before higher ones. */
    order_number: integer,
    /** Shares that arrived, were filled or left. */
    size_micros: integer,
    /** Amount held for an order that arrived; else 0. */
    held_micros: integer,
    /** Orders and shares that rest at the price after the step. */
    resting_orders: integer,
    resting_micros: integer,
    /** The `sequence` of the market's frame for this entry in the feeds. */
    version: integer,
  },
  /** The `sequence` of a market's last frame; one row for each market whose book ever changed. */
  book_versions: {
    market: rowId,
    version: integer,
  },
  /** Terms and flags of a market as of an entry. */
  market_terms: {
    market: key,
    sequence: key,
    /** Time of the entry in Unix milliseconds. */
    time_ms: integer,
    tick: integer,
    minimum_size_micros: integer,
    /** In 1/10000. */
    taker_fee_rate: integer,
    flags: integer,
  },
};

export type QueueTables = Rows<typeof QUEUE_TABLES>;
export type BookStepRow = QueueTables['book_steps'];
export type MarketTermsRow = QueueTables['market_terms'];
