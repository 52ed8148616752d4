/** What `verify` stops at, and how it tells two rows apart. */

/** Something that is checked does not hold; the message says what and where. */
export class VerifyFailure extends Error {
  readonly code = 'verify_failure';

  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'VerifyFailure';
  }
}

/** The first column of `expected` that differs in `actual`, in words; null when none does. Other columns do not count. */
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
