/** Rows by their times, from files that are nearly in order, in bounded memory. */
import type { Row } from './read-row.ts';

/**
 * Sorts within `window` rows; rows of one time stay in their order. `late` hears of a row behind later ones that are
 * gone already.
 */
export async function* inOrder(
  batches: AsyncIterable<readonly Row[]>,
  window: number,
  late: (row: Row, ms: number) => void,
): AsyncGenerator<readonly Row[], undefined> {
  let held: Row[] = [];
  let goneMs = 0;
  const sorted = (): Row[] => held.sort((one, other) => one.timeMs - other.timeMs);
  for await (const rows of batches) {
    for (const row of rows) {
      if (row.timeMs < goneMs) late(row, goneMs - row.timeMs);
      else held.push(row);
    }
    if (held.length < 2 * window) continue;
    yield sorted().slice(0, -window);
    goneMs = held.at(-window - 1)?.timeMs ?? goneMs;
    held = held.slice(-window);
  }
  yield sorted();
}

/** Merges streams in order; of rows of one time, those of an earlier stream come first. */
export async function merged(
  streams: readonly AsyncGenerator<readonly Row[], undefined>[],
  take: (row: Row) => void,
): Promise<void> {
  const heads = streams.map((stream) => ({ stream, rows: [] as readonly Row[] | undefined, at: 0 }));
  for (;;) {
    let first: { rows: readonly Row[] | undefined; at: number } | null = null;
    let row: Row | undefined;
    for (const head of heads) {
      for (; head.at === head.rows?.length; head.at = 0) head.rows = (await head.stream.next()).value;
      const next = head.rows?.[head.at];
      if (next !== undefined && (row === undefined || next.timeMs < row.timeMs)) [first, row] = [head, next];
    }
    if (first === null || row === undefined) return;
    first.at++;
    take(row);
  }
}
