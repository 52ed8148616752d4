/**
 * Time as the exchange of a sandbox sees it. During a move of time it steps by itself, within a batch, from one due
 * moment to the next. Several due changes are then decided and journaled together, each at its own moment.
 */
import { nextTimerMs, type State } from '@bellwether/engine';
import type { Clock } from '@bellwether/ports/runtime.ts';
import type { VirtualTime } from '@bellwether/venue/runtime/virtual-time.ts';

export class ExchangeTime {
  readonly #time: VirtualTime;
  readonly #startMs: number;
  /** Limit for stepping by itself, Unix milliseconds; null: no stepping. */
  #untilMs: number | null = null;
  #reachedMs: number;
  #state: Readonly<State> | null = null;
  readonly clock: Clock;

  constructor(time: VirtualTime) {
    this.#time = time;
    this.#startMs = time.nowMs;
    this.#reachedMs = time.nowMs;
    const since = (): number => this.#now() - this.#startMs;
    this.clock = { wallMs: () => this.#now(), monotonicMs: since, sinceBootMs: since };
  }

  /** Has `runDue` called whenever something in `state` is due. Returns a function that stops this. */
  follow(state: Readonly<State>, runDue: () => Promise<void>): () => void {
    this.#state = state;
    return this.#time.follow({
      nextMs: () => nextTimerMs(state),
      run: async (untilMs) => {
        this.#untilMs = untilMs;
        await runDue().finally(() => {
          this.#untilMs = null;
        });
      },
    });
  }

  /** Current venue time; never goes back. */
  #now(): number {
    const { nowMs } = this.#time;
    const next = this.#untilMs === null || this.#state === null ? null : nextTimerMs(this.#state);
    const stepped = next !== null && next <= (this.#untilMs ?? 0) ? Math.max(nowMs, next) : nowMs;
    this.#reachedMs = Math.max(this.#reachedMs, stepped);
    return this.#reachedMs;
  }
}
