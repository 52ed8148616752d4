/** The device's time at a multiple of its own speed, as time goes in a sandbox; at its own until that is known. */
export class Pace {
  readonly #local: () => number;
  #speed = 1;
  /** What it was when the speed was set, and the device's time then, both in Unix milliseconds. */
  #fromMs = 0;
  #setMs = 0;

  constructor(local: () => number = Date.now) {
    this.#local = local;
  }

  /** Whole milliseconds. It goes on from where it is when the speed changes. */
  readonly now = (): number => this.#fromMs + Math.round((this.#local() - this.#setMs) * this.#speed);

  /** From now on by so many times the device's time; 0: it stands still. */
  run(speed: number): void {
    if (speed === this.#speed) return;
    this.#fromMs = this.now();
    this.#setMs = this.#local();
    this.#speed = speed;
  }
}
