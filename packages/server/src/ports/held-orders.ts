/** Orders that a sandbox holds back, as they outlive the process: see `http/faults/held-orders.ts`. */

/** It waits; or its time has come, and the exchange took it or refused it. */
export type HoldState = 'waits' | 'taken' | 'refused';

export interface StoredHeldOrder {
  readonly id: string;
  readonly state: HoldState;
  /** All else about it. */
  readonly text: string;
}

/** What is written is durable. */
export interface StoredHeldOrders {
  /** In the order in which each was kept last. */
  all(): readonly StoredHeldOrder[];
  /** In the place of what was kept of the same order. Throws `StorageFull` and `StorageError`. */
  keep(order: StoredHeldOrder): void;
  /** Throws `StorageFull` and `StorageError`. */
  forget(id: string): void;
  close(): void;
}
