/** What goes on in the background of a sandbox's thread, and rests while someone waits for more than that. */
import type { Timers } from '../../ports/runtime.ts';

/** Of one part that works in the background. */
export interface BackgroundTimers {
  readonly timers: Timers;
  /** It rests no more: someone waits for its end. */
  hurry(): void;
}

export class Background {
  readonly #machine: Timers;
  readonly #resting = new Set<() => void>();
  #waiting = 0;

  constructor(machine: Timers) {
    this.#machine = machine;
  }

  /** Whoever takes turns by them takes none while there is something to wait for. */
  share(): BackgroundTimers {
    const { after, every, soon } = this.#machine;
    let held: (() => void)[] = [];
    let isHurried = false;
    const goOn = (): void => {
      const turns = held;
      held = [];
      for (const turn of turns) soon(turn);
    };
    return {
      timers: {
        after,
        every,
        soon: (callback) => {
          if (isHurried || this.#waiting === 0) return soon(callback);
          held.push(callback);
          this.#resting.add(goOn);
        },
      },
      hurry: () => {
        isHurried = true;
        goOn();
      },
    };
  }

  async restFor<T>(work: () => Promise<T>): Promise<T> {
    this.#waiting++;
    try {
      return await work();
    } finally {
      this.#waiting--;
      if (this.#waiting === 0) {
        for (const goOn of this.#resting) goOn();
        this.#resting.clear();
      }
    }
  }
}
