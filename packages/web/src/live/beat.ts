/**
 * Schedules updates of live figures: batched, just before a paint, and at a rate that people can follow. The first
 * update after a pause comes with the next frame. A hidden tab has no frames and updates once a second.
 */

const HIDDEN_INTERVAL_MS = 1_000;

export class Beat {
  readonly #intervalMs: number;
  readonly #asked = new Set<() => void>();
  #lastMs = Number.NEGATIVE_INFINITY;

  /** Creates a beat with at least `intervalMs` milliseconds between two runs. */
  constructor(intervalMs: number) {
    this.#intervalMs = intervalMs;
  }

  /** Runs `work` with the next beat, once even if requested several times. */
  ask(work: () => void): void {
    const isComing = this.#asked.size > 0;
    this.#asked.add(work);
    if (isComing) return;
    if (document.visibilityState === 'hidden') {
      setTimeout(this.#run, HIDDEN_INTERVAL_MS);
      return;
    }
    const restMs = this.#lastMs + this.#intervalMs - performance.now();
    if (restMs > 0) setTimeout(() => requestAnimationFrame(this.#run), restMs);
    else requestAnimationFrame(this.#run);
  }

  readonly #run = (): void => {
    this.#lastMs = performance.now();
    const asked = [...this.#asked];
    this.#asked.clear();
    for (const work of asked) work();
  };
}
