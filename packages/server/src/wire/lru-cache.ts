/** A bounded memory of recent results: a `Map` in order of last use. Both calls are O(1). */
export class LruCache<Key, Value> {
  readonly #entriesMax: number;
  readonly #entries = new Map<Key, Value>();

  /** `entriesMax` is at least 1. */
  constructor(entriesMax: number) {
    this.#entriesMax = entriesMax;
  }

  get(key: Key): Value | undefined {
    const value = this.#entries.get(key);
    if (value === undefined) return undefined;
    this.#entries.delete(key);
    this.#entries.set(key, value);
    return value;
  }

  /** Remembers `value`; the entry that was used longest ago makes room. */
  set(key: Key, value: Value): void {
    this.#entries.delete(key);
    if (this.#entries.size >= this.#entriesMax) {
      const oldest = this.#entries.keys().next();
      if (!oldest.done) this.#entries.delete(oldest.value);
    }
    this.#entries.set(key, value);
  }

  get size(): number {
    return this.#entries.size;
  }
}
