/** Paths that are blocked at the moment, by name, and until when. */
export class Cuts {
  readonly #nowMs: () => number;
  readonly #untilMs = new Map<string, number>();

  constructor(nowMs: () => number) {
    this.#nowMs = nowMs;
  }

  add(path: string, ms: number): void {
    this.#untilMs.set(path, this.#nowMs() + ms);
  }

  /** End of the cut; in the past if the path is open. */
  untilMs(path: string): number {
    return this.#untilMs.get(path) ?? Number.NEGATIVE_INFINITY;
  }

  has(path: string): boolean {
    return this.untilMs(path) > this.#nowMs();
  }

  get endsMs(): number {
    return Math.max(Number.NEGATIVE_INFINITY, ...this.#untilMs.values());
  }
}
