/**
 * Open GTD orders by the second in which they expire. Buckets by second and a binary heap of the used seconds, so that
 * peeking changes nothing and `decide` may do it.
 */
import type { OpenOrder } from './open-order.ts';

/** Minimum number of stale seconds before a cleanup. */
const GONE_MIN = 64;

export class ExpiryQueue {
  readonly #buckets = new Map<number, Set<OpenOrder>>();
  /**
   * Min-heap of seconds. It may contain stale seconds, up to about as many as there are buckets, but never at its top.
   */
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

  /**
   * Removes stale seconds: orders placed and cancelled behind a resting one would fill the heap. A sorted array is a
   * heap.
   */
  #forgetGone(): void {
    this.#heap = [...this.#buckets.keys()].sort((a, b) => a - b);
  }

  /** Earliest expiration in Unix seconds, or null. */
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
