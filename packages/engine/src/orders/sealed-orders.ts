/**
 * A generation of closed orders: the next so many that ended, in the order in which they did. Once it is full nothing in
 * it changes any more: the state hands it out, sealed, and the engine's caller keeps it where it can be found again.
 * Which orders are in which generation follows from the history alone.
 */
import { KEY_WORDS } from './order-key.ts';
import { createOrderRow, FIGURES, type OrderRow } from './order-rows.ts';

export class SealedOrders {
  /** Its place among all generations, from 0. */
  readonly index: number;
  /** Orders that are in it when it is sealed. */
  readonly size: number;
  readonly #keys: Int32Array;
  readonly #numbers: Uint32Array;
  readonly #figures: Float64Array;
  readonly #flags: Uint8Array;

  constructor(index: number, size: number) {
    this.index = index;
    this.size = size;
    this.#keys = new Int32Array(size * KEY_WORDS);
    this.#numbers = new Uint32Array(size);
    this.#figures = new Float64Array(size * FIGURES);
    this.#flags = new Uint8Array(size);
  }

  /** For the state, which fills it. */
  write(at: number, row: OrderRow): void {
    this.#keys.set(row.key, at * KEY_WORDS);
    this.#numbers[at] = row.number;
    this.#figures[at * FIGURES] = row.making;
    this.#figures[at * FIGURES + 1] = row.taking;
    this.#figures[at * FIGURES + 2] = row.sequence;
    this.#flags[at] = row.flags;
  }

  /** Copies the order at `at` into `into`. */
  read(at: number, into: OrderRow = createOrderRow()): OrderRow {
    for (let word = 0; word < KEY_WORDS; word++) into.key[word] = this.#keys[at * KEY_WORDS + word] as number;
    into.number = this.#numbers[at] as number;
    into.making = this.#figures[at * FIGURES] as number;
    into.taking = this.#figures[at * FIGURES + 1] as number;
    into.sequence = this.#figures[at * FIGURES + 2] as number;
    into.flags = this.#flags[at] as number;
    return into;
  }
}
