/**
 * First results of every order ever accepted, so that a repeated placement answers the same and never trades twice; and
 * how each of them ended. It only grows, so it is kept small and out of the garbage collector's way: 25 bytes an order,
 * by number, in blocks that never move. `OrderIndex` knows which number an order id has.
 */
import { assert, violated } from '../units/assert.ts';
import { type OrderId, type OrderNumber, orderNumber } from '../units/ids.ts';
import { micros } from '../units/micros.ts';
import { OrderIndex } from './order-index.ts';
import type { OrderResult } from './order-result.ts';

/** What became of an order: still open, filled or dropped, or cancelled. */
export type OrderFate = 'open' | 'matched' | 'canceled';

/** Results are kept in blocks of this many orders: growing copies nothing. */
const BLOCK_BITS = 14;
const BLOCK = 1 << BLOCK_BITS;
const FIGURES = 3;

const LIVE = 1;
const MATCHED = 2;
const FATE_MATCHED = 4;
const FATE_CANCELED = 8;

interface Block {
  /** making, taking, sequence for each order. */
  readonly figures: Float64Array;
  readonly flags: Uint8Array;
}

/** Plain-data form for snapshots, in the byte order of the machine. */
export interface OrderResultsSnapshot {
  readonly count: number;
  readonly keys: readonly Uint8Array[];
  readonly blocks: readonly { readonly figures: Uint8Array; readonly flags: Uint8Array }[];
}

export class OrderResults {
  readonly #index: OrderIndex;
  readonly #blocks: Block[] = [];

  constructor(index = new OrderIndex()) {
    this.#index = index;
  }

  get count(): number {
    return this.#index.count;
  }

  get(orderId: OrderId): OrderResult | null {
    const number = this.#index.numberOf(orderId);
    return number < 0 ? null : this.#result(number);
  }

  /** The number of an order that was accepted, whether it is still open or not. */
  numberOf(orderId: OrderId): OrderNumber | null {
    const number = this.#index.numberOf(orderId);
    return number < 0 ? null : orderNumber(number);
  }

  fate(orderId: OrderId): OrderFate | null {
    const number = this.#index.numberOf(orderId);
    if (number < 0) return null;
    const flags = this.#flags(number);
    if ((flags & FATE_MATCHED) !== 0) return 'matched';
    return (flags & FATE_CANCELED) !== 0 ? 'canceled' : 'open';
  }

  /** Records the first result of an order. Numbers come in order, from 0. */
  add(orderId: OrderId, number: OrderNumber, result: OrderResult): void {
    const expected = this.#index.add(orderId);
    if (number !== expected) violated(`order number ${number} is not ${expected}`);
    const place = number & (BLOCK - 1);
    if (place === 0) this.#blocks.push({ figures: new Float64Array(BLOCK * FIGURES), flags: new Uint8Array(BLOCK) });
    const { figures, flags } = this.#block(number);
    flags[place] = result.status === 'live' ? LIVE : MATCHED;
    figures[place * FIGURES] = result.making;
    figures[place * FIGURES + 1] = result.taking;
    figures[place * FIGURES + 2] = result.sequence;
  }

  /** Notes how an order ended. */
  close(number: OrderNumber, fate: 'matched' | 'canceled'): void {
    const { flags } = this.#block(number);
    const place = number & (BLOCK - 1);
    const first = (flags[place] as number) & (LIVE | MATCHED);
    flags[place] = first | (fate === 'matched' ? FATE_MATCHED : FATE_CANCELED);
  }

  /** Calls `visit` with the key, the number, the flags and the result of every order, oldest first. */
  forEach(visit: (key: readonly number[], number: number, flags: number, result: OrderResult) => void): void {
    for (let number = 0; number < this.count; number++) {
      visit(this.#index.keyOf(number), number, this.#flags(number), this.#result(number));
    }
  }

  snapshot(): OrderResultsSnapshot {
    return {
      count: this.count,
      keys: this.#index.snapshot(),
      blocks: this.#blocks.map(({ figures, flags }) => ({
        figures: new Uint8Array(figures.slice().buffer),
        flags: flags.slice(),
      })),
    };
  }

  static restore(snapshot: OrderResultsSnapshot): OrderResults {
    const results = new OrderResults(OrderIndex.restore(snapshot.keys, snapshot.count));
    for (const { figures, flags } of snapshot.blocks) {
      results.#blocks.push({ figures: new Float64Array(figures.slice().buffer), flags: flags.slice() });
    }
    return results;
  }

  #block(number: number): Block {
    const block = this.#blocks[number >>> BLOCK_BITS];
    assert(block !== undefined, 'an order has a block of results');
    return block;
  }

  #flags(number: number): number {
    return this.#block(number).flags[number & (BLOCK - 1)] as number;
  }

  #result(number: number): OrderResult {
    const { figures, flags } = this.#block(number);
    const place = number & (BLOCK - 1);
    return {
      status: ((flags[place] as number) & LIVE) !== 0 ? 'live' : 'matched',
      making: micros(figures[place * FIGURES] as number),
      taking: micros(figures[place * FIGURES + 1] as number),
      sequence: figures[place * FIGURES + 2] as number,
    };
  }
}
