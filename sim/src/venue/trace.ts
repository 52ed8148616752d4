/** The trace of a run, line by line: passed on if requested, and hashed many lines at a time. */
import { hash } from 'node:crypto';

const HASHED_LINES = 256;

export class Trace {
  readonly #to: ((line: string) => void) | null;
  #lines: string[] = [];
  #hash = '';
  /** Moment of the last line and its text; many lines share a moment. */
  #stampedMs = Number.NaN;
  #stamp = '';

  /** `to` receives every line. */
  constructor(to: ((line: string) => void) | null) {
    this.#to = to;
  }

  get isTold(): boolean {
    return this.#to !== null;
  }

  add(step: number, nowMs: number, line: string): void {
    if (nowMs !== this.#stampedMs) {
      this.#stampedMs = nowMs;
      this.#stamp = nowMs.toFixed(3);
    }
    const stamped = `${step} ${this.#stamp} ${line}`;
    this.#to?.(stamped);
    this.#lines.push(stamped);
    if (this.#lines.length >= HASHED_LINES) this.#hashLines();
  }

  /** Hash over every line so far. */
  get hash(): string {
    this.#hashLines();
    return this.#hash;
  }

  #hashLines(): void {
    if (this.#lines.length === 0) return;
    this.#hash = hash('sha256', `${this.#hash}\n${this.#lines.join('\n')}`, 'hex');
    this.#lines = [];
  }
}
