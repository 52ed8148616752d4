/** Links between the parts of a process: the delay of each message, and now and then a long one. */
import type { Dice } from '../dice/dice.ts';
import type { Faults } from '../faults/faults.ts';
import type { Link } from '../runtime/sim-channel.ts';

const HELD_UP_MS = 2_000;

export class Links {
  readonly #dice: Dice;
  readonly #faults: Faults;
  readonly #nowMs: () => number;
  #slowUntilMs = 0;

  constructor(dice: Dice, faults: Faults, nowMs: () => number) {
    this.#dice = dice;
    this.#faults = faults;
    this.#nowMs = nowMs;
  }

  /** Arrival of the last delayed message; messages sent behind it on its link wait until then. */
  get slowUntilMs(): number {
    return this.#slowUntilMs;
  }

  link(name: string): Link {
    const dice = this.#dice.fork(name);
    return {
      delayMs: () => {
        if (!this.#faults.happens('link_delay', name)) return 0.02 + dice.fraction() * 0.1;
        const heldUpMs = dice.fraction() * HELD_UP_MS;
        this.#slowUntilMs = Math.max(this.#slowUntilMs, this.#nowMs() + heldUpMs);
        return heldUpMs;
      },
    };
  }
}
