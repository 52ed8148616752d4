/**
 * Merges streams of ids, each read lazily newest first, into one page. The rows read from a stream are bounded by the
 * page's need, not by the stream's length.
 */

/**
 * Returns ids of a stream below `below`, descending: at least `count` of them if there are that many, otherwise all
 * that are left. Called with decreasing `below`.
 */
export type Stream = (below: number, count: number) => Promise<number[]>;

/** Smallest and largest batch requested from a stream: large pages are read in short steps. */
const BATCH_MIN = 32;
const BATCH_MAX = 500;

interface Cursor {
  readonly stream: Stream;
  /** Newest id not yet taken. */
  head: number;
  ids: readonly number[];
  position: number;
  isExhausted: boolean;
}

/** Ids at `offset` .. `offset + limit` of the union of disjoint streams in descending order. */
export async function mergeDescending(streams: readonly Stream[], limit: number, offset: number): Promise<number[]> {
  const wanted = offset + limit;
  // Most pages take about the same from each stream: twice the even share makes a second batch rare.
  const share = Math.ceil((2 * wanted) / Math.max(streams.length, 1));
  const batch = Math.min(wanted, BATCH_MAX, Math.max(BATCH_MIN, share));
  /** Cursors with ids left, the newest head last. */
  const cursors: Cursor[] = [];
  for (const stream of streams) {
    const cursor: Cursor = { stream, head: Number.MAX_SAFE_INTEGER, ids: [], position: 0, isExhausted: false };
    if (await advance(cursor, batch)) cursors.push(cursor);
  }
  cursors.sort((a, b) => a.head - b.head);
  const page: number[] = [];
  for (let taken = 0; taken < wanted; taken += 1) {
    const newest = cursors.pop();
    if (newest === undefined) break;
    if (taken >= offset) page.push(newest.head);
    const left = wanted - taken - 1;
    if (left > 0 && (await advance(newest, Math.min(batch, left)))) insertByHead(cursors, newest);
  }
  return page;
}

/** Moves to the next id; false if there is none. */
async function advance(cursor: Cursor, count: number): Promise<boolean> {
  if (cursor.position === cursor.ids.length) {
    if (cursor.isExhausted) return false;
    cursor.ids = await cursor.stream(cursor.head, count);
    cursor.position = 0;
    cursor.isExhausted = cursor.ids.length < count;
  }
  const head = cursor.ids[cursor.position];
  if (head === undefined) return false;
  cursor.head = head;
  cursor.position += 1;
  return true;
}

function insertByHead(cursors: Cursor[], cursor: Cursor): void {
  let low = 0;
  let high = cursors.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((cursors[middle]?.head ?? 0) < cursor.head) low = middle + 1;
    else high = middle;
  }
  cursors.splice(low, 0, cursor);
}
