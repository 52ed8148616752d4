/**
 * Simulated time: everything that is to happen waits here with its moment, and happens one by one. Between two of them all
 * that awaits goes on, as between two turns of an event loop, but without one: a turn costs well below a microsecond,
 * and nothing of the real process can get in between. The same calls give the same order, everywhere.
 */

/** Someone for whom things happen; what is dead misses all of it, what is paused gets it later, in order. */
export interface Owner {
  readonly isAlive: boolean;
  /** Nothing happens for it before this moment. */
  readonly pausedUntilMs: number;
}

interface Planned {
  atMs: number;
  order: number;
  /** null when it was taken back. */
  callback: (() => void) | null;
  readonly owner: Owner | null;
}

const SETTLED = Promise.resolve();
/** Turns that one `run` may take. */
const TURNS_MAX = 50_000_000;

export class Scheduler {
  /** A binary heap: the first is the next. */
  readonly #heap: Planned[] = [];
  #nowMs = 0;
  #orders = 0;
  #steps = 0;
  #failure: { readonly error: unknown } | null = null;
  /** Called before each step, with whom it is for. */
  onStep: (owner: Owner | null) => void = () => undefined;
  /** A callback of a part threw: see `Owner`. */
  onThrown: (error: unknown, owner: Owner | null) => void = (error) => this.fail(error);

  get nowMs(): number {
    return this.#nowMs;
  }

  /** What has happened so far. */
  get steps(): number {
    return this.#steps;
  }

  /** What waits. */
  get waiting(): number {
    return this.#heap.length;
  }

  /** Plans it; of several at one moment the first planned is first. Returns how to take it back. */
  at(atMs: number, callback: () => void, owner: Owner | null = null): () => void {
    const planned: Planned = { atMs: Math.max(atMs, this.#nowMs), order: this.#orders++, callback, owner };
    this.#push(planned);
    return () => {
      planned.callback = null;
    };
  }

  /** Ends the run that is going on, and every later one, with this error. */
  fail(error: unknown): void {
    this.#failure ??= { error };
  }

  /** Until `isDone`, which is asked between two steps, or until nothing waits any more. Rejects with what `fail` was given. */
  run(isDone: () => boolean): Promise<void> {
    const ended = Promise.withResolvers<void>();
    let turns = 0;
    const step = (): void => {
      try {
        if (this.#failure !== null) return ended.reject(this.#failure.error);
        if (isDone() || !this.#step()) return ended.resolve();
        if (++turns > TURNS_MAX) return ended.reject(new Error('this run never ends'));
      } catch (error) {
        return ended.reject(error);
      }
      // `queueMicrotask` makes a resource of each, which takes several times as long.
      void SETTLED.then(next);
    };
    // What awaits is run to its end before the next tick is.
    const next = (): void => process.nextTick(step);
    next();
    return ended.promise;
  }

  /** Lets so much time pass, and stands at its end. */
  async advance(ms: number): Promise<void> {
    let isOver = false;
    this.at(this.#nowMs + ms, () => {
      isOver = true;
    });
    await this.run(() => isOver);
  }

  /** False when nothing is left. */
  #step(): boolean {
    for (;;) {
      const next = this.#pop();
      if (next === null) return false;
      const { callback, owner } = next;
      if (callback === null || owner?.isAlive === false) continue;
      if (owner !== null && owner.pausedUntilMs > next.atMs) {
        // As often as it is paused; its place among all that waits for the same owner stays.
        next.atMs = owner.pausedUntilMs;
        this.#push(next);
        continue;
      }
      this.#nowMs = next.atMs;
      this.#steps++;
      this.onStep(owner);
      // It may have ended just now.
      if (isEnded(owner)) return true;
      try {
        callback();
      } catch (error) {
        this.onThrown(error, owner);
      }
      return true;
    }
  }

  #push(planned: Planned): void {
    const heap = this.#heap;
    let at = heap.length;
    heap.push(planned);
    while (at > 0) {
      const parent = (at - 1) >> 1;
      const above = heap[parent] as Planned;
      if (isBefore(above, planned)) break;
      heap[at] = above;
      at = parent;
    }
    heap[at] = planned;
  }

  #pop(): Planned | null {
    const heap = this.#heap;
    const [first] = heap;
    const last = heap.pop();
    if (first === undefined || last === undefined) return null;
    if (heap.length === 0) return first;
    let at = 0;
    for (;;) {
      let child = at * 2 + 1;
      if (child >= heap.length) break;
      if (child + 1 < heap.length && isBefore(heap[child + 1] as Planned, heap[child] as Planned)) child++;
      const below = heap[child] as Planned;
      if (isBefore(last, below)) break;
      heap[at] = below;
      at = child;
    }
    heap[at] = last;
    return first;
  }
}

const isEnded = (owner: Owner | null): boolean => owner?.isAlive === false;

function isBefore(one: Planned, other: Planned): boolean {
  return one.atMs < other.atMs || (one.atMs === other.atMs && one.order < other.order);
}
