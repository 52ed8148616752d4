/** Rows by key, for joins in memory. */

export function byKey<Row>(rows: readonly Row[], key: (row: Row) => number): Map<number, Row> {
  return new Map(rows.map((row) => [key(row), row]));
}

/** Row with this key. Rows refer only to earlier rows, so a missing one is a bug in the projections and throws. */
export function found<Row>(rows: ReadonlyMap<number, Row>, key: number, what: string): Row {
  const row = rows.get(key);
  if (row === undefined) throw new Error(`the read store has no ${what} ${key}`);
  return row;
}

/** Rows with these keys, in the same order; keys without a row are skipped. */
export function inOrderOf<Key, Row>(keys: readonly Key[], rows: readonly Row[], key: (row: Row) => Key): Row[] {
  const known = new Map(rows.map((row) => [key(row), row]));
  return keys.flatMap((one) => known.get(one) ?? []);
}
