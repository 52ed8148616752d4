/** Values that exist in the venue under test, by field name. Grows while requests are sent. */

/** Maximum values of one field. The newest are kept, so that resolved or removed objects drop out. */
const VALUES_MAX = 40;

export class Pool {
  readonly #values = new Map<string, string[]>();
  readonly #patterns = new Map<string, RegExp>();

  add(name: string, ...values: readonly string[]): void {
    const list = this.#values.get(name) ?? [];
    for (const value of values) if (!list.includes(value)) list.push(value);
    this.#values.set(name, list.slice(-VALUES_MAX));
  }

  /** Replaces all known values of a field. */
  set(name: string, ...values: readonly string[]): void {
    this.#values.set(name, [...values]);
  }

  values(name: string): readonly string[] {
    return this.#values.get(name) ?? [];
  }

  /** One value of a field that fits the pattern, selected by `index`; null if there is none. */
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
