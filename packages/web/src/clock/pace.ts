/** The device's time at a multiple of its speed, as in a sandbox. The speed is 1 until it is known. */
export class Pace {
  readonly #local: () => number;
  #speed = 1;
  /** The clock's value when the speed was last set, and the device's time then, both in Unix milliseconds. */
  #fromMs = 0;
  #setMs = 0;

  constructor(local: () => number = Date.now) {
    this.#local = local;
  }

  /** Current time in whole milliseconds. Continuous when the speed changes. */
  readonly now = (): number => this.#fromMs + Math.round((this.#local() - this.#setMs) * this.#speed);

  /** Sets the speed as a multiple of the device's; 0 stops the clock. */
  run(speed: number): void {
    if (speed === this.#speed) return;
    this.#fromMs = this.now();
    this.#setMs = this.#local();
    this.#speed = speed;
  }
}
