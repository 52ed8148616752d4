/**
 * A process of the simulated world, as the runtime of its parts: clocks that may jump and drift, timers that end with
 * the process, and its own dice. A process can be paused and can end at any moment; after that, nothing it does has an
 * effect.
 */
import type { Cancel, Clock, Randomness, Runtime, Timers } from '@bellwether/ports/runtime.ts';
import type { Dice } from '../dice/dice.ts';
import type { Owner, Scheduler } from './scheduler.ts';

/** The true time at which every run begins. */
export const START_MS = Date.UTC(2026, 0, 1);

export class SimProcess implements Owner, Runtime {
  readonly name: string;
  readonly scheduler: Scheduler;
  readonly clock: Clock;
  readonly timers: Timers;
  readonly random: Randomness;
  pausedUntilMs = 0;
  isAlive = true;
  #wallOffMs = 0;
  /** Clock seconds per true second, from `#sinceMs` on. */
  #rate = 1;
  #sinceMs: number;
  #countedMs: number;

  constructor(name: string, scheduler: Scheduler, dice: Dice) {
    this.name = name;
    this.scheduler = scheduler;
    this.#sinceMs = scheduler.nowMs;
    // The machine was up before, so monotonic times of two machines must not be subtracted.
    this.#countedMs = dice.below(1_000_000);
    const bootedMs = this.#countedMs;
    const monotonicMs = (): number => this.#countedMs + (scheduler.nowMs - this.#sinceMs) * this.#rate;
    const startMs = START_MS + scheduler.nowMs;
    this.clock = {
      monotonicMs,
      sinceBootMs: monotonicMs,
      wallMs: () => Math.floor(startMs + this.#wallOffMs + monotonicMs() - bootedMs),
    };
    this.timers = {
      after: (delayMs, callback) => this.#in(delayMs, callback),
      every: (intervalMs, callback) => this.#every(intervalMs, callback),
      soon: (callback) => void scheduler.at(scheduler.nowMs, callback, this),
    };
    this.random = randomnessOf(dice);
  }

  end(): void {
    this.isAlive = false;
  }

  pause(ms: number): void {
    this.pausedUntilMs = Math.max(this.pausedUntilMs, this.scheduler.nowMs + ms);
  }

  /** Sets the wall clock forward by `byMs`. */
  jump(byMs: number): void {
    this.#wallOffMs += byMs;
  }

  /** Makes the clocks, and the timers with them, run faster (1.001) or slower (0.999) from now on. */
  drift(rate: number): void {
    this.#countedMs = this.clock.monotonicMs();
    this.#sinceMs = this.scheduler.nowMs;
    this.#rate = rate;
  }

  /** Resolves after this much true time; never for a process that has ended. */
  passed(ms: number): Promise<void> {
    return new Promise((resolve) => this.scheduler.at(this.scheduler.nowMs + ms, resolve, this));
  }

  #in(delayMs: number, callback: () => void): Cancel {
    return this.scheduler.at(this.scheduler.nowMs + Math.max(0, delayMs) / this.#rate, callback, this);
  }

  #every(intervalMs: number, callback: () => void): Cancel {
    let cancel: Cancel = () => undefined;
    let isOver = false;
    const again = (): void => {
      cancel = this.#in(Math.max(1, intervalMs), fire);
    };
    const fire = (): void => {
      again();
      if (!isOver) callback();
    };
    again();
    return () => {
      isOver = true;
      cancel();
    };
  }
}

/** Randomness of a part, drawn from dice: nothing in a simulation is secret. */
function randomnessOf(dice: Dice): Randomness {
  return {
    bytes: (count) => dice.bytes(count),
    below: (bound) => dice.below(bound),
    uuid: () => {
      const bytes = dice.bytes(16);
      bytes[6] = ((bytes[6] as number) & 0x0f) | 0x40;
      bytes[8] = ((bytes[8] as number) & 0x3f) | 0x80;
      const hex = Buffer.from(bytes).toString('hex');
      return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
    },
  };
}
