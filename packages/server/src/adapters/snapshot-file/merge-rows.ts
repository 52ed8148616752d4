/** Merges the rows of sorted sources into one sorted sequence, and sorts the rows of a sealed generation. */
import type { OrderRow, SealedOrders } from '@bellwether/engine';
import { createRow, KEY_WORDS } from './order-record.ts';

/** Compares two keys as unsigned bytes: negative when `a` is less. */
function compareKeys(a: Int32Array, b: Int32Array): number {
  for (let word = 0; word < KEY_WORDS; word++) {
    const difference = ((a[word] as number) >>> 0) - ((b[word] as number) >>> 0);
    if (difference !== 0) return difference;
  }
  return 0;
}

/** Orders of a generation by key. The row is valid only until the next one. */
export function* sortedRows(sealed: SealedOrders): Generator<OrderRow> {
  const rows = Array.from({ length: sealed.size }, (_, at) => sealed.read(at, createRow()));
  yield* rows.sort((a, b) => compareKeys(a.key, b.key));
}

interface Source {
  readonly rows: Iterator<OrderRow>;
  readonly next: OrderRow;
}

/** All rows of the sorted sources, in order; uses a heap of the sources by their next row. */
export function* mergedRows(sources: readonly Iterable<OrderRow>[]): Generator<OrderRow> {
  const heap: Source[] = [];
  for (const source of sources) {
    const rows = source[Symbol.iterator]();
    const next = createRow();
    if (!advance(rows, next)) continue;
    heap.push({ rows, next });
    rise(heap, heap.length - 1);
  }
  for (let first = heap[0]; first !== undefined; first = heap[0]) {
    yield first.next;
    if (!advance(first.rows, first.next)) {
      const last = heap.pop();
      if (last === undefined || last === first) continue;
      heap[0] = last;
    }
    sink(heap);
  }
}

/** Copies the next row into `into`; false if there is none. */
function advance(rows: Iterator<OrderRow>, into: OrderRow): boolean {
  const { value, done } = rows.next();
  if (done === true) return false;
  into.key.set(value.key);
  const { number, flags, making, taking, sequence } = value;
  Object.assign(into, { number, flags, making, taking, sequence });
  return true;
}

function isBefore(heap: readonly Source[], a: number, b: number): boolean {
  return compareKeys((heap[a] as Source).next.key, (heap[b] as Source).next.key) < 0;
}

function swap(heap: Source[], a: number, b: number): void {
  const held = heap[a] as Source;
  heap[a] = heap[b] as Source;
  heap[b] = held;
}

function rise(heap: Source[], from: number): void {
  for (let at = from; at > 0; ) {
    const parent = (at - 1) >> 1;
    if (!isBefore(heap, at, parent)) return;
    swap(heap, at, parent);
    at = parent;
  }
}

function sink(heap: Source[]): void {
  for (let at = 0; ; ) {
    let least = at;
    for (const child of [2 * at + 1, 2 * at + 2])
      if (child < heap.length && isBefore(heap, child, least)) least = child;
    if (least === at) return;
    swap(heap, at, least);
    at = least;
  }
}
