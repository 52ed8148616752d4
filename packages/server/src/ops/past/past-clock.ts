/** The venue's time while a past is played: each reading moves it on by a step, and never beyond the end of the moment that is played. */

export class PastClock {
  #timeMs: number;
  #endMs: number;
  #stepMs = 0;

  constructor(timeMs: number) {
    this.#timeMs = timeMs;
    this.#endMs = timeMs;
  }

  /** From now on a moment is played in which so many readings are expected. Its beginning may have been reached already. */
  begin({ fromMs, toMs }: { readonly fromMs: number; readonly toMs: number }, readings: number): void {
    this.#timeMs = Math.max(this.#timeMs, fromMs);
    this.#endMs = Math.max(this.#timeMs, toMs - 1);
    this.#stepMs = Math.trunc((this.#endMs - this.#timeMs) / Math.max(1, readings));
  }

  /** Unix milliseconds. */
  readonly read = (): number => {
    this.#timeMs = Math.min(this.#endMs, this.#timeMs + this.#stepMs);
    return this.#timeMs;
  };
}
