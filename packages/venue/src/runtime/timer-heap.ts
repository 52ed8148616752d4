/** Timers ordered by time, then by the order of setting. Adding and taking are O(log n). */

interface Waiting {
  readonly atMs: number;
  /** Number of timers set earlier. */
  readonly place: number;
  readonly callback: () => void;
  isOver: boolean;
}

export class TimerHeap {
  readonly #heap: Waiting[] = [];
  #set = 0;

  /** Adds a timer. Returns a function that cancels it; a no-op once the timer has fired. */
  add(atMs: number, callback: () => void): () => void {
    const waiting = { atMs, place: this.#set++, callback, isOver: false };
    this.#rise(this.#heap.push(waiting) - 1);
    return () => {
      waiting.isOver = true;
    };
  }

  clear(): void {
    this.#heap.length = 0;
  }

  nextMs(): number | null {
    for (let first = this.#heap[0]; first !== undefined; first = this.#heap[0]) {
      if (!first.isOver) return first.atMs;
      this.#takeFirst();
    }
    return null;
  }

  /** Removes and returns the next callback if it is due by `untilMs`; otherwise null. */
  take(untilMs: number): (() => void) | null {
    const next = this.nextMs();
    if (next === null || next > untilMs) return null;
    const first = this.#takeFirst();
    first.isOver = true;
    return first.callback;
  }

  #takeFirst(): Waiting {
    const heap = this.#heap;
    const first = heap[0] as Waiting;
    const last = heap.pop() as Waiting;
    if (heap.length > 0) {
      heap[0] = last;
      this.#sink(0);
    }
    return first;
  }

  #rise(from: number): void {
    let at = from;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if (!this.#isBefore(at, parent)) return;
      this.#swap(at, parent);
      at = parent;
    }
  }

  #sink(from: number): void {
    let at = from;
    for (;;) {
      const left = 2 * at + 1;
      const right = left + 1;
      let first = at;
      if (left < this.#heap.length && this.#isBefore(left, first)) first = left;
      if (right < this.#heap.length && this.#isBefore(right, first)) first = right;
      if (first === at) return;
      this.#swap(at, first);
      at = first;
    }
  }

  #isBefore(one: number, other: number): boolean {
    const [first, second] = [this.#heap[one] as Waiting, this.#heap[other] as Waiting];
    return first.atMs < second.atMs || (first.atMs === second.atMs && first.place < second.place);
  }

  #swap(one: number, other: number): void {
    const kept = this.#heap[one] as Waiting;
    this.#heap[one] = this.#heap[other] as Waiting;
    this.#heap[other] = kept;
  }
}
