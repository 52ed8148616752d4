/** Converts rows of orders to plain bytes and back, in the byte order of the machine. */
import { assert } from '../units/assert.ts';
import { KEY_WORDS } from './order-key.ts';
import { createOrderRow, type OrderRow } from './order-rows.ts';

/** making, taking, sequence. */
const FIGURES = 3;

export interface OrderRowsSnapshot {
  readonly count: number;
  readonly keys: Uint8Array;
  readonly numbers: Uint8Array;
  readonly figures: Uint8Array;
  readonly flags: Uint8Array;
}

/** `read` copies the row at an index from 0 into the row that it is given. */
export function snapshotRows(count: number, read: (at: number, into: OrderRow) => OrderRow): OrderRowsSnapshot {
  const keys = new Int32Array(count * KEY_WORDS);
  const numbers = new Uint32Array(count);
  const figures = new Float64Array(count * FIGURES);
  const flags = new Uint8Array(count);
  const row = createOrderRow();
  for (let at = 0; at < count; at++) {
    read(at, row);
    keys.set(row.key, at * KEY_WORDS);
    numbers[at] = row.number;
    figures[at * FIGURES] = row.making;
    figures[at * FIGURES + 1] = row.taking;
    figures[at * FIGURES + 2] = row.sequence;
    flags[at] = row.flags;
  }
  const bytes = ({ buffer }: Int32Array | Uint32Array | Float64Array): Uint8Array => new Uint8Array(buffer);
  return { count, keys: bytes(keys), numbers: bytes(numbers), figures: bytes(figures), flags };
}

/** Calls `add` with each row, in order. The row is reused after each call. */
export function restoreRows(snapshot: OrderRowsSnapshot, add: (row: OrderRow) => void): void {
  const { count, flags } = snapshot;
  // Copies, because bytes read from a file may be unaligned.
  const keys = new Int32Array(snapshot.keys.slice().buffer);
  const numbers = new Uint32Array(snapshot.numbers.slice().buffer);
  const figures = new Float64Array(snapshot.figures.slice().buffer);
  assert(keys.length === count * KEY_WORDS && numbers.length === count && flags.length === count, 'rows are whole');
  const row = createOrderRow();
  for (let at = 0; at < count; at++) {
    for (let word = 0; word < KEY_WORDS; word++) row.key[word] = keys[at * KEY_WORDS + word] as number;
    row.number = numbers[at] as number;
    row.making = figures[at * FIGURES] as number;
    row.taking = figures[at * FIGURES + 1] as number;
    row.sequence = figures[at * FIGURES + 2] as number;
    row.flags = flags[at] as number;
    add(row);
  }
}
