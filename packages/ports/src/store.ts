/** The read store as projections write it: prepared statements inside transactions of the runner. */

export type SqlValue = null | number | bigint | string | Uint8Array;

export interface PreparedStatement {
  run(...values: SqlValue[]): unknown;
  get(...values: SqlValue[]): Record<string, SqlValue> | undefined;
  all(...values: SqlValue[]): Record<string, SqlValue>[];
}

export interface StoreWriter {
  /** The store was empty and has no readers yet: indexes may wait, and after an error the whole store is discarded. */
  readonly isBuilding: boolean;
  prepare(sql: string): PreparedStatement;
  exec(sql: string): void;
  /** Does `work` completely or not at all. */
  transaction<T>(work: () => T): T;
  /** Does `work`, and overwrites in the file what it deletes. */
  overwriting?<T>(work: () => T): T;
  /** Lets the log forget what was deleted, once the transaction has ended. */
  forget?(): void;
}
