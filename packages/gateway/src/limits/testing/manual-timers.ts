/** A manual clock for tests, with timers that fire as it advances. */

export type ManualTime = { nowMs: number };

type Timer = { readonly at: number; readonly callback: () => void };

export class ManualTimers {
  readonly #time: ManualTime;
  #timers: Timer[] = [];

  constructor(time: ManualTime) {
    this.#time = time;
  }

  get pending(): number {
    return this.#timers.length;
  }

  readonly clock = (): number => this.#time.nowMs;

  readonly schedule = (delayMs: number, callback: () => void): (() => void) => {
    const timer = { at: this.#time.nowMs + delayMs, callback };
    this.#timers.push(timer);
    return () => {
      this.#timers = this.#timers.filter((other) => other !== timer);
    };
  };

  /** Advances by `ms`; every timer fires at its own time. */
  advance(ms: number): void {
    const end = this.#time.nowMs + ms;
    for (;;) {
      const [next] = this.#timers.filter(({ at }) => at <= end).sort((one, other) => one.at - other.at);
      if (next === undefined) break;
      this.#timers = this.#timers.filter((other) => other !== next);
      this.#time.nowMs = Math.max(this.#time.nowMs, next.at);
      next.callback();
    }
    this.#time.nowMs = end;
  }
}
