/**
 * Time as the exchange of a sandbox has it. While time is moved it steps from one moment at which something is due to the next
 * by itself, within a batch: what is due is decided and journaled some together, each with its own moment.
 */
import { nextTimerMs, type State } from '@bellwether/engine';
import type { Clock } from '../../ports/runtime.ts';
import type { VirtualTime } from '../../runtime/virtual-time.ts';

export class ExchangeTime {
  readonly #time: VirtualTime;
  readonly #startMs: number;
  /** How far it may step by itself; null: not at all. */
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

  /** From now on what is due in `state` is done by `runDue` when its time has come. Returns what ends that. */
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

  /** Never goes back. */
  #now(): number {
    const { nowMs } = this.#time;
    const next = this.#untilMs === null || this.#state === null ? null : nextTimerMs(this.#state);
    const stepped = next !== null && next <= (this.#untilMs ?? 0) ? Math.max(nowMs, next) : nowMs;
    this.#reachedMs = Math.max(this.#reachedMs, stepped);
    return this.#reachedMs;
  }
}
