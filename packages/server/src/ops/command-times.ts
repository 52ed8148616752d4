/**
 * Latency of commands from the gateway to their durable outcome: the newest samples, for the operator. Only one command
 * is timed at a time, so that a busy venue pays nothing. Timing must never change an outcome or delay it.
 */
import type { Exchange } from '../ports/exchange.ts';
import type { LatencyFigures } from '../ports/metrics.ts';

const SAMPLES_MAX = 512;

export class CommandTimes {
  readonly #samples = new Float64Array(SAMPLES_MAX);
  #count = 0;

  /** Adds a sample, replacing the oldest. */
  add(durationMs: number): void {
    this.#samples[this.#count % SAMPLES_MAX] = durationMs;
    this.#count++;
  }

  /** Kept samples in milliseconds. */
  get samples(): Float64Array {
    return this.#samples.slice(0, Math.min(this.#count, SAMPLES_MAX));
  }
}

/** Percentiles by nearest rank. */
export function latencyFigures(latencies: Iterable<number>): LatencyFigures {
  const sorted = Float64Array.from(latencies).sort();
  const samples = sorted.length;
  const rank = (part: number): number | null =>
    samples === 0 ? null : (sorted[Math.max(0, Math.ceil(part * samples) - 1)] ?? null);
  return { samples, p50Ms: rank(0.5), p99Ms: rank(0.99), maxMs: rank(1) };
}

/** Wraps the exchange so that `times` receives the duration of commands, one at a time. `clock`: milliseconds. */
export function timedExchange(exchange: Exchange, times: CommandTimes, clock: () => number): Exchange {
  let isTiming = false;
  return {
    submit(command) {
      const outcome = exchange.submit(command);
      if (isTiming) return outcome;
      isTiming = true;
      const beganMs = clock();
      outcome.then(
        () => {
          times.add(clock() - beganMs);
          isTiming = false;
        },
        () => {
          isTiming = false;
        },
      );
      return outcome;
    },
  };
}
