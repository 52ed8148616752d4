/** What goes on in the background of a sandbox's thread, and rests while someone waits for more than that. */
import type { Timers } from '../../ports/runtime.ts';

export class Background {
  readonly timers: Timers;
  #held: (() => void)[] = [];
  #waiting = 0;

  constructor({ after, every, soon }: Timers) {
    this.timers = {
      after,
      every,
      soon: (callback) => {
        if (this.#waiting === 0) soon(callback);
        else this.#held.push(callback);
      },
    };
  }

  /** Whatever takes turns by `timers` takes none until `work` is done. */
  async restFor<T>(work: () => Promise<T>): Promise<T> {
    this.#waiting++;
    try {
      return await work();
    } finally {
      this.#waiting--;
      if (this.#waiting === 0) for (const callback of this.#held.splice(0)) this.timers.soon(callback);
    }
  }
}
