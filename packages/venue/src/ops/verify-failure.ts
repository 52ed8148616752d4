/** Failures of `verify`, and the comparison of rows. */

/** A check failed; the message says which and where. */
export class VerifyFailure extends Error {
  override readonly name = 'VerifyFailure';
}

/** Text about the first column of `expected` that differs in `actual`, or null. Other columns are ignored. */
export function difference(
  expected: Readonly<Record<string, unknown>>,
  actual: Readonly<Record<string, unknown>>,
): string | null {
  for (const column of Object.keys(expected)) {
    const value = expected[column];
    if (actual[column] !== value) {
      return `${column} is ${JSON.stringify(actual[column])}, must be ${JSON.stringify(value)}`;
    }
  }
  return null;
}
