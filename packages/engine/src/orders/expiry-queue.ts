/**
 * Open GTD orders by the second in which they expire. Buckets by second and a binary heap of the seconds in use, so that
 * looking at what is due changes nothing: `decide` may peek.
 */
import type { OpenOrder } from './open-order.ts';

/** Seconds without orders that are worth the sorting. */
const GONE_MIN = 64;

export class ExpiryQueue {
  readonly #buckets = new Map<number, Set<OpenOrder>>();
  /** Min-heap of seconds; may still name as many buckets that are gone as there are others, but never at its top. */
  #heap: number[] = [];

  add(order: OpenOrder): void {
    const bucket = this.#buckets.get(order.expiration);
    if (bucket !== undefined) {
      bucket.add(order);
      return;
    }
    this.#buckets.set(order.expiration, new Set([order]));
    this.#push(order.expiration);
  }

  remove(order: OpenOrder): void {
    const bucket = this.#buckets.get(order.expiration);
    if (bucket === undefined) return;
    bucket.delete(order);
    if (bucket.size > 0) return;
    this.#buckets.delete(order.expiration);
    while (this.#heap.length > 0 && !this.#buckets.has(this.#heap[0] as number)) this.#pop();
    if (this.#heap.length > 2 * this.#buckets.size + GONE_MIN) this.#forgetGone();
  }

  /** Orders that are placed and cancelled behind one that rests would fill the heap; sorted, seconds are a heap. */
  #forgetGone(): void {
    this.#heap = [...this.#buckets.keys()].sort((a, b) => a - b);
  }

  /** The earliest expiration in Unix seconds, or null. */
  next(): number | null {
    return this.#heap[0] ?? null;
  }

  /** Up to `limit` orders of the earliest second, if that is at or before `nowSeconds`; oldest first. */
  due(nowSeconds: number, limit: number): OpenOrder[] {
    const second = this.#heap[0];
    if (second === undefined || second > nowSeconds) return [];
    const orders: OpenOrder[] = [];
    for (const order of this.#buckets.get(second) ?? []) {
      if (orders.length >= limit) break;
      orders.push(order);
    }
    return orders;
  }

  #push(second: number): void {
    const heap = this.#heap;
    let at = heap.push(second) - 1;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if ((heap[parent] as number) <= second) break;
      heap[at] = heap[parent] as number;
      at = parent;
    }
    heap[at] = second;
  }

  #pop(): void {
    const heap = this.#heap;
    const last = heap.pop() as number;
    if (heap.length === 0) return;
    let at = 0;
    for (;;) {
      let child = at * 2 + 1;
      if (child >= heap.length) break;
      if (child + 1 < heap.length && (heap[child + 1] as number) < (heap[child] as number)) child++;
      if ((heap[child] as number) >= last) break;
      heap[at] = heap[child] as number;
      at = child;
    }
    heap[at] = last;
  }
}
