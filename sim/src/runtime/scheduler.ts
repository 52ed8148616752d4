/**
 * Simulated time: planned callbacks wait here for their moment and run one by one. Between two of them all pending
 * promises settle, as between two turns of an event loop but without one: a turn costs well below a microsecond, and
 * nothing of the real process can interfere. The same calls give the same order on every machine.
 */

/** An owner of planned callbacks. A dead owner misses all of them; a paused one gets them later, in order. */
export interface Owner {
  readonly isAlive: boolean;
  /** Nothing runs for this owner before this moment. */
  readonly pausedUntilMs: number;
}

interface Planned {
  atMs: number;
  order: number;
  /** null once cancelled. */
  callback: (() => void) | null;
  readonly owner: Owner | null;
}

const SETTLED = Promise.resolve();
/** Maximum number of turns in one `run`. */
const TURNS_MAX = 50_000_000;

export class Scheduler {
  /** A binary heap; the first element is the next. */
  readonly #heap: Planned[] = [];
  nowMs = 0;
  steps = 0;
  #orders = 0;
  #failure: { readonly error: unknown } | null = null;
  /** Called before each step with the owner of the callback. */
  onStep: (owner: Owner | null) => void = () => undefined;
  onThrown: (error: unknown) => void = (error) => this.fail(error);

  /** Plans a callback; those at the same moment run in the order of planning. Returns a function that cancels it. */
  at(atMs: number, callback: () => void, owner: Owner | null = null): () => void {
    const planned: Planned = { atMs: Math.max(atMs, this.nowMs), order: this.#orders++, callback, owner };
    this.#push(planned);
    return () => {
      planned.callback = null;
    };
  }

  /** Ends the current run and every later one with this error. */
  fail(error: unknown): void {
    this.#failure ??= { error };
  }

  /**
   * Runs until `isDone`, checked between steps, returns true or nothing is left. Rejects with the error passed to
   * `fail`.
   */
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
      // `queueMicrotask` creates a resource for each call, which takes several times as long.
      void SETTLED.then(next);
    };
    // Pending promises settle before the next tick runs.
    const next = (): void => process.nextTick(step);
    next();
    return ended.promise;
  }

  /** Lets this much time pass and stops there. */
  async advance(ms: number): Promise<void> {
    let isOver = false;
    this.at(this.nowMs + ms, () => {
      isOver = true;
    });
    await this.run(() => isOver);
  }

  #step(): boolean {
    for (;;) {
      const next = this.#pop();
      if (next === null) return false;
      const { callback, owner } = next;
      if (callback === null || owner?.isAlive === false) continue;
      if (owner !== null && owner.pausedUntilMs > next.atMs) {
        // Repeats as often as the owner is paused; the order among callbacks of the same owner stays.
        next.atMs = owner.pausedUntilMs;
        this.#push(next);
        continue;
      }
      this.nowMs = next.atMs;
      this.steps++;
      this.onStep(owner);
      // The owner may have ended just now.
      if (isEnded(owner)) return true;
      try {
        callback();
      } catch (error) {
        this.onThrown(error);
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
