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

  /** Percentiles by nearest rank over the samples kept. */
  figures(): LatencyFigures {
    const samples = Math.min(this.#count, SAMPLES_MAX);
    const sorted = this.#samples.slice(0, samples).sort();
    const rank = (part: number): number | null =>
      samples === 0 ? null : (sorted[Math.max(0, Math.ceil(part * samples) - 1)] ?? null);
    return { samples, p50Ms: rank(0.5), p99Ms: rank(0.99), maxMs: rank(1) };
  }
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
