/**
 * Closed orders that the state no longer remembers: sealed generations, stored once, in runs that never change. A
 * shortcut like snapshots, which refer to them: the journal can always make them again.
 */
import type { OrderFate, OrderId, OrderNumber, OrderResult, OrderRow, SealedOrders } from '@bellwether/engine';

/** Consecutive generations in one file: from `from` up to, but without, `to`. */
export interface OrderRun {
  readonly from: number;
  readonly to: number;
}

/** What is known of an order that ended. */
export interface ArchivedOrder {
  readonly number: OrderNumber;
  readonly result: OrderResult;
  readonly fate: OrderFate;
}

/** What is stored with a snapshot of the closed orders that its state has handed out. */
export interface ClosedOrders {
  /** Where those are that were stored before. */
  readonly runs: readonly OrderRun[];
  /** Those that were sealed since, oldest first. */
  readonly pending: readonly SealedOrders[];
}

/** Runs that are open for reading. */
export interface StoredOrders {
  readonly runs: readonly OrderRun[];
  /** Generations that are in them: all before this one. */
  readonly generations: number;
  /**
   * `key` is that of the order's id; the row is the caller's only until the next call. Throws when what it reads is
   * damaged.
   */
  find(key: Int32Array): OrderRow | null;
  close(): void;
}

/** Finds orders of any age. */
export interface OrderArchive {
  /** null for an order that was never accepted, is open, or ended so lately that the state remembers it. */
  find(orderId: OrderId): ArchivedOrder | null;
}
