/**
 * A bounded cache in two halves: used entries are in the younger one, and when that is full the older one is dropped. A
 * use costs one lookup, where exact LRU order would move an entry each time. Both calls are O(1).
 */
export class LruCache<Key, Value> {
  readonly #halfMax: number;
  #younger = new Map<Key, Value>();
  #older = new Map<Key, Value>();

  /** Holds at least half of `entriesMax` entries, at least one, and never more than `entriesMax`. */
  constructor(entriesMax: number) {
    this.#halfMax = Math.max(1, Math.floor(entriesMax / 2));
  }

  get(key: Key): Value | undefined {
    const value = this.#younger.get(key);
    if (value !== undefined) return value;
    const before = this.#older.get(key);
    if (before !== undefined) this.set(key, before);
    return before;
  }

  /** Stores `value`, evicting entries that were not used for long. */
  set(key: Key, value: Value): void {
    this.#older.delete(key);
    if (this.#younger.size >= this.#halfMax && !this.#younger.has(key)) {
      this.#older = this.#younger;
      this.#younger = new Map();
    }
    this.#younger.set(key, value);
  }

  get size(): number {
    return this.#younger.size + this.#older.size;
  }
}
