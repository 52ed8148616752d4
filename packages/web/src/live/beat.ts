/**
 * When live figures are shown: all together, before a paint, and not more often than a reader can follow. The first after
 * a pause comes with the next frame. In a hidden tab, which has no frames, once a second.
 */

const HIDDEN_INTERVAL_MS = 1_000;

export class Beat {
  readonly #intervalMs: number;
  readonly #asked = new Set<() => void>();
  #lastMs = Number.NEGATIVE_INFINITY;

  /** Two beats are at least `intervalMs` apart. */
  constructor(intervalMs: number) {
    this.#intervalMs = intervalMs;
  }

  /** Runs `work` with the next beat, once however often it is asked for until then. */
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
