/**
 * Closed orders that the state no longer remembers: sealed generations, stored once, in runs that never change. Like
 * the snapshots that refer to them, they are a shortcut: the journal can always rebuild them.
 */
import type { OrderFate, OrderId, OrderNumber, OrderResult, OrderRow, SealedOrders } from '@bellwether/engine';

/** Consecutive generations in one file: from `from` up to, but without, `to`. */
export interface OrderRun {
  readonly from: number;
  readonly to: number;
}

/** Data about an order that ended. */
export type ArchivedOrder = { readonly number: OrderNumber; readonly result: OrderResult; readonly fate: OrderFate };

/** Closed orders that the state has handed out, stored with its snapshot. */
export interface ClosedOrders {
  /** Runs that hold the orders stored earlier. */
  readonly runs: readonly OrderRun[];
  /** Generations sealed since then, oldest first. */
  readonly pending: readonly SealedOrders[];
}

/** Runs that are open for reading. */
export interface StoredOrders {
  readonly runs: readonly OrderRun[];
  /** Number of generations in the runs: all before this one. */
  readonly generations: number;
  /**
   * Finds an order by the key of its id; the returned row is valid only until the next call. Throws when the data that
   * it reads is damaged.
   */
  find(key: Int32Array): OrderRow | null;
  close(): void;
}

/** Finds orders of any age. */
export interface OrderArchive {
  /** Null for an order that was never accepted, is open, or ended so recently that the state remembers it. */
  find(orderId: OrderId): ArchivedOrder | null;
}
