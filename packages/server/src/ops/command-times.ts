/**
 * How long commands take from the gateway to their durable outcome: the newest samples, for the operator. One command is
 * timed at a time, so that a busy venue pays nothing for it. Must never change what an outcome is or when it is heard.
 */
import type { Exchange } from '../ports/exchange.ts';
import type { LatencyFigures } from '../ports/metrics.ts';

const SAMPLES_MAX = 512;

export class CommandTimes {
  readonly #samples = new Float64Array(SAMPLES_MAX);
  #count = 0;

  /** One more sample; the oldest gives way. */
  add(durationMs: number): void {
    this.#samples[this.#count % SAMPLES_MAX] = durationMs;
    this.#count++;
  }

  /** Those that are kept, in milliseconds. */
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

/** The exchange with `times` told how long a command took, one at a time. `clock`: milliseconds. */
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
