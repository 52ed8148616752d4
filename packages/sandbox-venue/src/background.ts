/**
 * Background work in a sandbox's thread: projecting the rows of its branches and forks. One step runs in each round of
 * the event loop, so a request waits for one step at most, however many parts there are. All background work pauses
 * during an exclusive operation (`restFor`).
 */
import type { Timers } from '@bellwether/ports/runtime.ts';

export interface BackgroundTimers {
  readonly timers: Timers;
  /** Exempts the part from the queue and from pauses, because a caller waits for its end. */
  hurry(): void;
}

type Step = { readonly of: object; readonly run: () => void };

export class Background {
  readonly #machine: Timers;
  /** Queued steps, first in, first out. */
  #steps: Step[] = [];
  #isNextDue = false;
  #waiting = 0;

  constructor(machine: Timers) {
    this.#machine = machine;
  }

  share(): BackgroundTimers {
    const { after, every, soon } = this.#machine;
    const part = {};
    let isHurried = false;
    return {
      timers: {
        after,
        every,
        soon: (run) => {
          if (isHurried) return soon(run);
          this.#steps.push({ of: part, run });
          this.#goOn();
        },
      },
      hurry: () => {
        isHurried = true;
        const [own, others] = [
          this.#steps.filter(({ of }) => of === part),
          this.#steps.filter(({ of }) => of !== part),
        ];
        this.#steps = others;
        for (const { run } of own) soon(run);
      },
    };
  }

  async restFor<T>(work: () => Promise<T>): Promise<T> {
    this.#waiting++;
    try {
      return await work();
    } finally {
      this.#waiting--;
      this.#goOn();
    }
  }

  #goOn(): void {
    if (this.#isNextDue || this.#waiting > 0 || this.#steps.length === 0) return;
    this.#isNextDue = true;
    this.#machine.soon(() => {
      this.#isNextDue = false;
      if (this.#waiting > 0) return;
      const step = this.#steps.shift();
      this.#goOn();
      step?.run();
    });
  }
}
