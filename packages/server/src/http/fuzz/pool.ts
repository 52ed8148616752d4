/** Values that exist in the venue under test, by the name of the field that carries them. Grows while requests are sent. */

/** Kept of one field: the newest ones, so that what was resolved or removed falls out. */
const VALUES_MAX = 40;

export class Pool {
  readonly #values = new Map<string, string[]>();
  readonly #patterns = new Map<string, RegExp>();

  add(name: string, ...values: readonly string[]): void {
    const list = this.#values.get(name) ?? [];
    for (const value of values) if (!list.includes(value)) list.push(value);
    this.#values.set(name, list.slice(-VALUES_MAX));
  }

  /** Takes the place of all that was known. */
  set(name: string, ...values: readonly string[]): void {
    this.#values.set(name, [...values]);
  }

  values(name: string): readonly string[] {
    return this.#values.get(name) ?? [];
  }

  /** One value of a field, chosen by `index`, that fits the pattern; null when there is none. */
  pick(name: string, index: number, pattern: string | undefined): string | null {
    const all = this.#values.get(name) ?? [];
    const fitting = pattern === undefined ? all : all.filter((value) => this.#regex(pattern).test(value));
    return fitting[index % Math.max(fitting.length, 1)] ?? null;
  }

  #regex(pattern: string): RegExp {
    const known = this.#patterns.get(pattern) ?? new RegExp(pattern);
    this.#patterns.set(pattern, known);
    return known;
  }
}
