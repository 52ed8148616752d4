/**
 * `… WHERE key IN (…)` for lists of any length with few distinct statements: lists are split into chunks, and each
 * chunk is padded with a key that does not exist, so that prepared statements are reused.
 */

const CHUNK_SIZES = [1, 10, 100] as const;
/** Not -1, which rows without a market use. */
const NO_KEY = -2;
const NO_TEXT = '';

/**
 * Runs `select` for each chunk of `keys` (0 or above, distinct) and joins the rows, in no particular order. A query with
 * one row a key should have the chunk's length as its limit: it is then read at once, which is twice as fast.
 */
export function selectInChunks<Row>(
  keys: readonly number[],
  select: (chunk: number[]) => Promise<Row[]>,
): Promise<Row[]> {
  return inChunks(keys, NO_KEY, select);
}

/** The same for text keys (not empty, distinct). */
export function selectTextsInChunks<Row>(
  keys: readonly string[],
  select: (chunk: string[]) => Promise<Row[]>,
): Promise<Row[]> {
  return inChunks(keys, NO_TEXT, select);
}

async function inChunks<Key, Row>(
  keys: readonly Key[],
  filler: Key,
  select: (chunk: Key[]) => Promise<Row[]>,
): Promise<Row[]> {
  const rows: Row[] = [];
  let start = 0;
  while (start < keys.length) {
    const left = keys.length - start;
    const size = CHUNK_SIZES.find((candidate) => left <= candidate) ?? 100;
    const chunk = keys.slice(start, start + size);
    while (chunk.length < size) chunk.push(filler);
    for (const row of await select(chunk)) rows.push(row);
    start += size;
  }
  return rows;
}
