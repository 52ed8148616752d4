/**
 * Clock of the venue while a past is played: each reading advances it by a step, but never beyond the end of the
 * current moment.
 */

export class PastClock {
  #timeMs: number;
  #endMs: number;
  #stepMs = 0;

  constructor(timeMs: number) {
    this.#timeMs = timeMs;
    this.#endMs = timeMs;
  }

  /** Starts a moment with the expected number of readings. The clock may already have passed its beginning. */
  begin({ fromMs, toMs }: { readonly fromMs: number; readonly toMs: number }, readings: number): void {
    this.#timeMs = Math.max(this.#timeMs, fromMs);
    this.#endMs = Math.max(this.#timeMs, toMs - 1);
    this.#stepMs = Math.trunc((this.#endMs - this.#timeMs) / Math.max(1, readings));
  }

  /** Current time in Unix milliseconds. */
  readonly read = (): number => {
    this.#timeMs = Math.min(this.#endMs, this.#timeMs + this.#stepMs);
    return this.#timeMs;
  };
}
