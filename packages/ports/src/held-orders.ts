/** Durable copies of orders that are held back. */

/** The order waits; or its time has come, and the exchange accepted or refused it. */
export type HoldState = 'waits' | 'taken' | 'refused';

export interface StoredHeldOrder {
  readonly id: string;
  readonly state: HoldState;
  /** Everything else about the order. */
  readonly text: string;
}

/** Every write is durable. */
export interface StoredHeldOrders {
  /** In the order in which each was last kept. */
  all(): readonly StoredHeldOrder[];
  /** Replaces the stored copy of the same order. Throws `StorageFull` and `StorageError`. */
  keep(order: StoredHeldOrder): void;
  /** Throws `StorageFull` and `StorageError`. */
  forget(id: string): void;
  close(): void;
}
