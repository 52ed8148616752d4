/**
 * `… WHERE key IN (…)` for lists of any length with few distinct statements: lists are split into chunks, and each
 * chunk is padded with a key that does not exist, so that prepared statements are reused.
 */

const CHUNK_SIZES = [1, 10, 100] as const;
/** Not -1, which rows without a market use. */
const NO_KEY = -2;
const NO_TEXT = '';

/**
 * Runs `select` for each chunk of the distinct `keys` (0 or above, or texts that are not empty) and joins the rows, in no
 * particular order. A query with one row a key should have the chunk's length as its limit: it is then read at once, which
 * is twice as fast.
 */
export async function selectInChunks<Key extends number | string, Row>(
  keys: Iterable<Key>,
  select: (chunk: Key[]) => { execute(): Promise<Row[]> },
): Promise<Row[]> {
  const distinct = [...new Set(keys)];
  const filler = (typeof distinct[0] === 'string' ? NO_TEXT : NO_KEY) as Key;
  const rows: Row[] = [];
  for (let start = 0; start < distinct.length; ) {
    const left = distinct.length - start;
    const size = CHUNK_SIZES.find((candidate) => left <= candidate) ?? 100;
    const chunk = distinct.slice(start, start + size);
    while (chunk.length < size) chunk.push(filler);
    for (const row of await select(chunk).execute()) rows.push(row);
    start += size;
  }
  return rows;
}
