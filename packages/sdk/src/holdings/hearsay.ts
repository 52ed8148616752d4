/**
 * News about the account from elsewhere, such as an answer or a public feed, that its own feed should tell, too. If it
 * does not within some time, the feed is not to be trusted. News and messages are paired one to one by a key,
 * whichever comes first.
 */
interface Entry {
  readonly isFeed: boolean;
  readonly timer: ReturnType<typeof setTimeout>;
}

export class Hearsay {
  readonly #waitMs: number;
  readonly #unheard: () => void;
  readonly #entries = new Map<string, Entry[]>();

  /** `unheard`: the feed has not told in time what came from elsewhere. */
  constructor(waitMs: number, unheard: () => void) {
    this.#waitMs = waitMs;
    this.#unheard = unheard;
  }

  /** True while something from elsewhere waits for the feed. */
  get isOpen(): boolean {
    return [...this.#entries.values()].some((entries) => entries.some(({ isFeed }) => !isFeed));
  }

  /** True if something with this key waits to be paired. */
  awaits(key: string): boolean {
    return this.#entries.has(key);
  }

  /** The account's feed has told something. */
  heard(key: string): void {
    this.#pair(key, true);
  }

  /** It was learned from elsewhere. */
  learned(key: string): void {
    this.#pair(key, false);
  }

  clear(): void {
    for (const entries of this.#entries.values()) for (const { timer } of entries) clearTimeout(timer);
    this.#entries.clear();
  }

  #pair(key: string, isFeed: boolean): void {
    const other = this.#entries.get(key)?.find((entry) => entry.isFeed !== isFeed);
    if (other !== undefined) return this.#drop(key, other);
    const timer = setTimeout(() => {
      this.#drop(key, entry);
      if (!isFeed) this.#unheard();
    }, this.#waitMs);
    const entry: Entry = { isFeed, timer };
    this.#entries.set(key, [...(this.#entries.get(key) ?? []), entry]);
  }

  #drop(key: string, entry: Entry): void {
    clearTimeout(entry.timer);
    const left = this.#entries.get(key)?.filter((other) => other !== entry) ?? [];
    if (left.length === 0) this.#entries.delete(key);
    else this.#entries.set(key, left);
  }
}
