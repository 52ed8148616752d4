/**
 * Sealed generations of closed orders on disk: a few runs, each larger than the next, so that a search through all of
 * them stays quick and an order is rewritten only when their number doubles. Runs are stored beside the snapshots,
 * which name the runs that they need.
 */

import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { OrderRow, SealedOrders } from '@bellwether/engine';
import { SNAPSHOTS_FOLDER } from '@bellwether/ports/data-folder.ts';
import type { ClosedOrders, OrderRun, StoredOrders } from '@bellwether/ports/order-archive.ts';
import { closing } from '../../files/closing.ts';
import { FINGERPRINTS_MAX, MERGED_SIZE_RATIO } from './limits.ts';
import { createRow, KEY_WORDS } from './order-record.ts';
import { RunFile, writeRun } from './run-file.ts';

/** Opens runs for reading. Throws `DamagedRun`, and the system's error for a missing file. */
export function openOrderRuns(folder: string, runs: readonly OrderRun[]): StoredOrders {
  const files = openFiles(folder, runs);
  // The latest run is the smallest, and the most likely to hold a repeated order.
  const latestFirst = files.toReversed();
  let inMemory = 0;
  for (const file of latestFirst) {
    inMemory += file.orders;
    if (inMemory > FINGERPRINTS_MAX) file.dropFingerprints();
  }
  return {
    runs,
    generations: runs.at(-1)?.to ?? 0,
    find(key): OrderRow | null {
      for (const file of latestFirst) {
        const found = file.find(key);
        if (found !== null) return found;
      }
      return null;
    },
    close: () => closeFiles(files),
  };
}

/** All orders of a run, checked as they are read, without changing the file. Throws as `RunFile` does. */
export function* readOrderRun(folder: string, run: OrderRun): Generator<OrderRow> {
  using file = closing(new RunFile(folder, run, true));
  yield* file.rows();
}

/**
 * Stores generations that follow those in `runs` and returns the runs that hold them all; durable on return. Merged
 * runs stay on disk for the snapshots that name them. Throws `StorageError`.
 */
export function storeOrders(dataDir: string, { runs, pending }: ClosedOrders): readonly OrderRun[] {
  const stored = runs.at(-1)?.to ?? 0;
  const added = pending.filter(({ index }) => index >= stored);
  if (added.length === 0) return runs;
  const gap = added.findIndex(({ index }, place) => index !== stored + place);
  if (gap >= 0) throw new Error(`generation ${stored + gap} is not there to be stored`);
  const folder = join(dataDir, SNAPSHOTS_FOLDER);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const kept = runs.slice(0, mergedFrom(runs, added.length));
  const merged = openFiles(folder, runs.slice(kept.length));
  try {
    const run = { from: kept.at(-1)?.to ?? 0, to: stored + added.length };
    const orders = merged.reduce((sum, file) => sum + file.orders, added.length * (added[0]?.size ?? 0));
    const sources = [...merged.map((file) => file.rows()), ...added.map((generation) => sortedRows(generation))];
    writeRun(folder, run, orders, mergedRows(sources));
    return [...kept, run];
  } finally {
    closeFiles(merged);
  }
}

/** Index of the first run that is merged with `added` generations: all later runs are merged too. */
function mergedFrom(runs: readonly OrderRun[], added: number): number {
  let size = added;
  let place = runs.length;
  for (; place > 0; place--) {
    const run = runs[place - 1] as OrderRun;
    const older = run.to - run.from;
    if (older > size * MERGED_SIZE_RATIO) break;
    size += older;
  }
  return place;
}

function openFiles(folder: string, runs: readonly OrderRun[]): RunFile[] {
  const files: RunFile[] = [];
  try {
    for (const run of runs) files.push(new RunFile(folder, run));
    return files;
  } catch (error) {
    closeFiles(files);
    throw error;
  }
}

function closeFiles(files: readonly RunFile[]): void {
  for (const file of files) file.close();
}

/** Compares two keys as unsigned bytes: negative when `a` is less. */
function compareKeys(a: Int32Array, b: Int32Array): number {
  for (let word = 0; word < KEY_WORDS; word++) {
    const difference = ((a[word] as number) >>> 0) - ((b[word] as number) >>> 0);
    if (difference !== 0) return difference;
  }
  return 0;
}

/** Orders of a generation by key. The row is valid only until the next one. */
function* sortedRows(sealed: SealedOrders): Generator<OrderRow> {
  const rows = Array.from({ length: sealed.size }, (_, at) => sealed.read(at, createRow()));
  yield* rows.sort((a, b) => compareKeys(a.key, b.key));
}

type Source = { readonly rows: Iterator<OrderRow>; readonly next: OrderRow };

/** All rows of the sorted sources, in order; uses a heap of the sources by their next row. */
function* mergedRows(sources: readonly Iterable<OrderRow>[]): Generator<OrderRow> {
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
