/**
 * Pairs news of the account from elsewhere, such as a public book, with what its own feed tells, one to one by a key,
 * whichever comes first. News that the feed does not tell in time show that it cannot be trusted.
 */
interface Waiting {
  readonly isFeed: boolean;
  /** One for each, the oldest first. */
  readonly timers: ReturnType<typeof setTimeout>[];
}

export class Hearsay {
  readonly #waitMs: number;
  readonly #unheard: () => void;
  readonly #waiting = new Map<string, Waiting>();

  /** `unheard`: the feed has not told in time what came from elsewhere. */
  constructor(waitMs: number, unheard: () => void) {
    this.#waitMs = waitMs;
    this.#unheard = unheard;
  }

  awaits(key: string): boolean {
    return this.#waiting.has(key);
  }

  tell(key: string, from: 'feed' | 'elsewhere'): void {
    const isFeed = from === 'feed';
    const waiting = this.#waiting.get(key) ?? { isFeed, timers: [] };
    const next = (): void => {
      clearTimeout(waiting.timers.shift());
      if (waiting.timers.length === 0) this.#waiting.delete(key);
    };
    if (waiting.isFeed !== isFeed) return next();
    this.#waiting.set(key, waiting);
    waiting.timers.push(
      setTimeout(() => {
        next();
        if (!isFeed) this.#unheard();
      }, this.#waitMs),
    );
  }

  clear(): void {
    for (const { timers } of this.#waiting.values()) timers.forEach((timer) => clearTimeout(timer));
    this.#waiting.clear();
  }
}
