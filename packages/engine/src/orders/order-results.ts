/**
 * First results of every order ever accepted, so that a repeated placement answers the same and never trades twice.
 *
 * An open-addressing table over typed arrays: 41 bytes for a slot, no object per order, because it only grows. The key is
 * the order id folded to 128 bits: ids are keccak digests, so two that collide would cost 2^64 hashes to find and could
 * only confuse their own maker.
 */
import { assert } from '../units/assert.ts';
import type { OrderId } from '../units/ids.ts';
import { micros } from '../units/micros.ts';
import type { OrderResult } from './order-result.ts';

/** What became of an order: still open (or not yet known), filled or dropped, or cancelled. */
export type OrderFate = 'open' | 'matched' | 'canceled';

const KEY_WORDS = 4;
const INITIAL_SLOTS = 64;
const LIVE = 1;
const MATCHED = 2;
const FATE_MATCHED = 4;
const FATE_CANCELED = 8;

/** Plain-data form for snapshots. */
export interface OrderResultsSnapshot {
  readonly count: number;
  readonly keys: Uint8Array;
  readonly flags: Uint8Array;
  readonly figures: Uint8Array;
}

export class OrderResults {
  #mask = INITIAL_SLOTS - 1;
  #count = 0;
  #keys = new Uint32Array(INITIAL_SLOTS * KEY_WORDS);
  /** 0 = empty slot. */
  #flags = new Uint8Array(INITIAL_SLOTS);
  /** making, taking, sequence for each slot. */
  #figures = new Float64Array(INITIAL_SLOTS * 3);
  /** Key of the last look-up, to spare a second parse of the same id. */
  readonly #key = new Uint32Array(KEY_WORDS);

  get count(): number {
    return this.#count;
  }

  get(orderId: OrderId): OrderResult | null {
    const slot = this.#find(orderId);
    return this.#flags[slot] === 0 ? null : this.#result(slot);
  }

  fate(orderId: OrderId): OrderFate | null {
    const flags = this.#flags[this.#find(orderId)] as number;
    if (flags === 0) return null;
    if ((flags & FATE_MATCHED) !== 0) return 'matched';
    return (flags & FATE_CANCELED) !== 0 ? 'canceled' : 'open';
  }

  /** Records the first result of an order; asserts that it had none. */
  add(orderId: OrderId, result: OrderResult): void {
    if ((this.#count + 1) * 2 > this.#mask + 1) this.#grow();
    const slot = this.#find(orderId);
    assert(this.#flags[slot] === 0, `order ${orderId} has a result already`);
    this.#keys.set(this.#key, slot * KEY_WORDS);
    this.#flags[slot] = result.status === 'live' ? LIVE : MATCHED;
    this.#figures[slot * 3] = result.making;
    this.#figures[slot * 3 + 1] = result.taking;
    this.#figures[slot * 3 + 2] = result.sequence;
    this.#count++;
  }

  /** Notes how an order ended. */
  close(orderId: OrderId, fate: 'matched' | 'canceled'): void {
    const slot = this.#find(orderId);
    assert(this.#flags[slot] !== 0, `order ${orderId} has no result`);
    this.#flags[slot] = ((this.#flags[slot] as number) & (LIVE | MATCHED)) | (fate === 'matched' ? FATE_MATCHED : FATE_CANCELED);
  }

  /** Calls `visit` with the four words of the key, the flags and the three figures of every order, in no set order. */
  forEach(visit: (words: readonly [number, number, number, number], flags: number, result: OrderResult) => void): void {
    for (let slot = 0; slot <= this.#mask; slot++) {
      const flags = this.#flags[slot] as number;
      if (flags === 0) continue;
      const at = slot * KEY_WORDS;
      const keys = this.#keys;
      visit(
        [keys[at] as number, keys[at + 1] as number, keys[at + 2] as number, keys[at + 3] as number],
        flags,
        this.#result(slot),
      );
    }
  }

  snapshot(): OrderResultsSnapshot {
    return {
      count: this.#count,
      keys: new Uint8Array(this.#keys.slice().buffer),
      flags: this.#flags.slice(),
      figures: new Uint8Array(this.#figures.slice().buffer),
    };
  }

  static restore(snapshot: OrderResultsSnapshot): OrderResults {
    const results = new OrderResults();
    results.#count = snapshot.count;
    results.#flags = snapshot.flags.slice();
    results.#mask = snapshot.flags.length - 1;
    results.#keys = new Uint32Array(snapshot.keys.slice().buffer);
    results.#figures = new Float64Array(snapshot.figures.slice().buffer);
    return results;
  }

  #result(slot: number): OrderResult {
    const flags = this.#flags[slot] as number;
    return {
      status: (flags & LIVE) !== 0 ? 'live' : 'matched',
      making: micros(this.#figures[slot * 3] as number),
      taking: micros(this.#figures[slot * 3 + 1] as number),
      sequence: this.#figures[slot * 3 + 2] as number,
    };
  }

  /** The slot of an order, or the empty slot where it belongs. Leaves its key in `#key`. */
  #find(orderId: OrderId): number {
    const key = this.#key;
    for (let word = 0; word < KEY_WORDS; word++) {
      const high = Number.parseInt(orderId.slice(2 + word * 8, 10 + word * 8), 16);
      key[word] = high ^ Number.parseInt(orderId.slice(34 + word * 8, 42 + word * 8), 16);
    }
    return this.#probe();
  }

  #probe(): number {
    const key = this.#key;
    const keys = this.#keys;
    const start = (key[0] as number) + (key[1] as number) + (key[2] as number) + (key[3] as number);
    for (let slot = start & this.#mask; ; slot = (slot + 1) & this.#mask) {
      if (this.#flags[slot] === 0) return slot;
      const at = slot * KEY_WORDS;
      if (keys[at] === key[0] && keys[at + 1] === key[1] && keys[at + 2] === key[2] && keys[at + 3] === key[3]) return slot;
    }
  }

  #grow(): void {
    const [keys, flags, figures] = [this.#keys, this.#flags, this.#figures];
    const slots = (this.#mask + 1) * 2;
    this.#mask = slots - 1;
    this.#keys = new Uint32Array(slots * KEY_WORDS);
    this.#flags = new Uint8Array(slots);
    this.#figures = new Float64Array(slots * 3);
    for (let from = 0; from < flags.length; from++) {
      if (flags[from] === 0) continue;
      this.#key.set(keys.subarray(from * KEY_WORDS, (from + 1) * KEY_WORDS));
      const to = this.#probe();
      this.#keys.set(this.#key, to * KEY_WORDS);
      this.#flags[to] = flags[from] as number;
      this.#figures.set(figures.subarray(from * 3, (from + 1) * 3), to * 3);
    }
  }
}
