/**
 * A bounded memory of recent results, in two halves: what is used is kept in the younger one, and when that is full the older
 * one is let go of. A use costs one look-up, where exact order would move an entry each time. Both calls are O(1).
 */
export class LruCache<Key, Value> {
  readonly #halfMax: number;
  #younger = new Map<Key, Value>();
  #older = new Map<Key, Value>();

  /** At least half of `entriesMax`, and one, are remembered; never more than all of it. */
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

  /** Remembers `value`; what was not used for long makes room. */
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
