/** Ways for a check to fail, and the comparisons that checks consist of. */

/** The venue violates the rule. */
export class Mismatch extends Error {
  readonly expected: string;
  readonly got: string;

  constructor(what: string, expected: unknown, got: unknown) {
    super(what);
    this.name = 'Mismatch';
    this.expected = show(expected);
    this.got = show(got);
  }
}

/** The venue lacks the feature that the rule covers. */
export class NotOffered extends Error {
  override readonly name = 'NotOffered';
}

const SHOWN_MAX = 300;

function show(value: unknown): string {
  const text = typeof value === 'string' ? value : value instanceof RegExp ? String(value) : JSON.stringify(value);
  return (text ?? 'nothing').slice(0, SHOWN_MAX);
}

export function isTrue(what: string, holds: boolean, expected: unknown, got: unknown): asserts holds {
  if (!holds) throw new Mismatch(what, expected, got);
}

export function equal(what: string, got: unknown, expected: unknown): void {
  isTrue(what, JSON.stringify(got) === JSON.stringify(expected), expected, got);
}

/** Checks that the figures are already in this order. */
export function sorted(what: string, got: readonly number[], order: 'rising' | 'falling'): void {
  const sign = order === 'rising' ? 1 : -1;
  const ordered = got.toSorted((one, other) => sign * (one - other));
  equal(what, got, ordered);
}

export function matches(what: string, got: unknown, pattern: RegExp): void {
  isTrue(what, typeof got === 'string' && pattern.test(got), pattern, got);
}
