/**
 * `… WHERE key IN (…)` for lists of any length with few distinct statements: lists are cut into chunks, and each chunk
 * is filled up with a key that nothing has, so that prepared statements are found again.
 */

const CHUNK_SIZES = [1, 10, 100] as const;
const NO_KEY = -1;

/** Runs `select` for each chunk of `keys` (0 or above, distinct) and joins the rows, in no order. */
export async function selectInChunks<Row>(
  keys: readonly number[],
  select: (chunk: number[]) => Promise<Row[]>,
): Promise<Row[]> {
  const rows: Row[] = [];
  let start = 0;
  while (start < keys.length) {
    const left = keys.length - start;
    const size = CHUNK_SIZES.find((candidate) => left <= candidate) ?? 100;
    const chunk = keys.slice(start, start + size);
    while (chunk.length < size) chunk.push(NO_KEY);
    for (const row of await select(chunk)) rows.push(row);
    start += size;
  }
  return rows;
}
