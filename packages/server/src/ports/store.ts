/** The read store as projections write it: prepared statements inside a transaction that the runner owns. */

export type SqlValue = null | number | bigint | string | Uint8Array;

export interface PreparedStatement {
  run(...values: SqlValue[]): unknown;
  get(...values: SqlValue[]): Record<string, SqlValue> | undefined;
  all(...values: SqlValue[]): Record<string, SqlValue>[];
}

export interface StoreWriter {
  prepare(sql: string): PreparedStatement;
  exec(sql: string): void;
}
