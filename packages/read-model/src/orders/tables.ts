/** Order tables, shared by projections and queries. */
import type { CancelReason } from '@bellwether/engine';
import { bytes, type Column, integer, key, type Rows, rowId, text } from '../table.ts';

export type OrderStatus = 'LIVE' | 'MATCHED' | 'CANCELED' | 'CANCELED_MARKET_RESOLVED' | 'EXPIRED';

/** Final status of an order that left the book unfilled, in reads and feeds. */
export const CANCELED_STATUS: Readonly<Record<CancelReason, OrderStatus>> = {
  user: 'CANCELED',
  self_trade: 'CANCELED',
  heartbeat: 'CANCELED',
  trading_ended: 'CANCELED',
  key_revoked: 'CANCELED',
  key_ended: 'CANCELED',
  result_reversed: 'CANCELED',
  suspended: 'CANCELED',
  expired: 'EXPIRED',
  market_resolved: 'CANCELED_MARKET_RESOLVED',
};

export const ORDER_TABLES = {
  /** An accepted order; rows are never deleted. */
  orders: {
    number: rowId,
    /** The 32 bytes of the public order id. */
    order_id: bytes,
    /** Entry that accepted it; also the trade it took part in as a taker, if any. */
    sequence: integer,
    account: integer,
    wallet: integer,
    market: integer,
    outcome: integer,
    side: text as Column<'BUY' | 'SELL'>,
    type: text as Column<'GTC' | 'GTD' | 'FOK' | 'FAK'>,
    /** Limit price in 1/10000, in terms of its own outcome. */
    price_ticks: integer,
    /** Shares of the signed order. */
    size_micros: integer,
    matched_micros: integer,
    /** Shares ahead of it at its price, of both outcomes, when it came to rest; 0 if it never did. */
    ahead_micros: integer,
    /**
     * Amount currently held from the wallet: collateral with the fee reserve for BUY, shares for SELL; 0 unless it rests.
     */
    held_micros: integer,
    status: text as Column<OrderStatus>,
    /** Unix seconds; 0 unless GTD. */
    expiration_s: integer,
    /** Unix milliseconds. */
    created_ms: integer,
    updated_ms: integer,
    /** Last entry that changed it; for an order that has ended, the entry that ended it. */
    updated_sequence: integer,
    /** '' unless it was cancelled. */
    cancel_reason: text as Column<CancelReason | ''>,
    /** Non-zero builder code in hex, or ''. */
    builder: text,
  },
};

/** Bits of a market's flags. `ended`: its closing time has passed; `proposed`: its result is proposed. */
export const MARKET_FLAGS = {
  ...({ active: 1, acceptingOrders: 2, closed: 4, archived: 8, ended: 16, resolved: 32, proposed: 64 } as const),
} as const;

export const TERMS_TABLES = {
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

export type OrderTables = Rows<typeof ORDER_TABLES & typeof TERMS_TABLES>;
export type OrderRow = OrderTables['orders'];
export type MarketTermsRow = OrderTables['market_terms'];
