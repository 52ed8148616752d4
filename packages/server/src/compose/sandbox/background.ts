/**
 * What goes on in the background of a sandbox's thread: rows of its branches and forks. One of them works at a time, a turn
 * for each round of the event loop, so that whoever asks for something waits for one turn however many there are; and all rest
 * while someone waits for more than that.
 */
import type { Timers } from '../../ports/runtime.ts';

/** Of one part that works in the background. */
export interface BackgroundTimers {
  readonly timers: Timers;
  /** It rests no more, and waits for no one: someone waits for its end. */
  hurry(): void;
}

/** The next step of a part. */
interface Step {
  readonly of: object;
  readonly run: () => void;
}

export class Background {
  readonly #machine: Timers;
  /** First come first. */
  #steps: Step[] = [];
  #isNextDue = false;
  #waiting = 0;

  constructor(machine: Timers) {
    this.#machine = machine;
  }

  /** For one part. */
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
