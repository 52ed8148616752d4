/** Order tables, shared by projections and queries. */
import type { CancelReason } from '@bellwether/engine';

export type OrderStatus = 'LIVE' | 'MATCHED' | 'CANCELED' | 'CANCELED_MARKET_RESOLVED' | 'EXPIRED';

/** Final status of an order that left the book unfilled, in reads and feeds. */
export const CANCELED_STATUS: Readonly<Record<CancelReason, OrderStatus>> = {
  user: 'CANCELED',
  self_trade: 'CANCELED',
  heartbeat: 'CANCELED',
  trading_ended: 'CANCELED',
  expired: 'EXPIRED',
  market_resolved: 'CANCELED_MARKET_RESOLVED',
};

/** An accepted order; rows are never deleted. */
export interface OrderRow {
  readonly number: number;
  /** The 32 bytes of the public order id. */
  readonly order_id: Uint8Array;
  /** Entry that accepted it; also the trade it took part in as a taker, if any. */
  readonly sequence: number;
  readonly account: number;
  readonly wallet: number;
  readonly market: number;
  readonly outcome: number;
  readonly side: 'BUY' | 'SELL';
  readonly type: 'GTC' | 'GTD' | 'FOK' | 'FAK';
  /** Limit price in 1/10000, in terms of its own outcome. */
  readonly price_ticks: number;
  /** Shares of the signed order. */
  readonly size_micros: number;
  readonly matched_micros: number;
  /**
   * Amount currently held from the wallet: collateral with the fee reserve for BUY, shares for SELL; 0 unless it rests.
   */
  readonly held_micros: number;
  readonly status: OrderStatus;
  /** Unix seconds; 0 unless GTD. */
  readonly expiration_s: number;
  /** Unix milliseconds. */
  readonly created_ms: number;
  readonly updated_ms: number;
  /** Last entry that changed it; for an order that has ended, the entry that ended it. */
  readonly updated_sequence: number;
  /** Non-zero builder code in hex, or ''. */
  readonly builder: string;
}

export interface OrderTables {
  readonly orders: OrderRow;
}
