/** Order tables, shared by projections and queries. */
import type { CancelReason } from '@bellwether/engine';
import { bytes, type Column, integer, type Rows, rowId, text } from '../table.ts';

export type OrderStatus = 'LIVE' | 'MATCHED' | 'CANCELED' | 'CANCELED_MARKET_RESOLVED' | 'EXPIRED';

/** Final status of an order that left the book unfilled, in reads and feeds. */
export const CANCELED_STATUS: Readonly<Record<CancelReason, OrderStatus>> = {
  user: 'CANCELED',
  self_trade: 'CANCELED',
  heartbeat: 'CANCELED',
  trading_ended: 'CANCELED',
  key_revoked: 'CANCELED',
  key_ended: 'CANCELED',
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
    /** Non-zero builder code in hex, or ''. */
    builder: text,
  },
};

export type OrderTables = Rows<typeof ORDER_TABLES>;
export type OrderRow = OrderTables['orders'];
