/** Runs the table of errors as tests, against the real stack. */
import type { ErrorCode } from '@bellwether/contract';
import { describe, expect, test } from 'vitest';
import { CASES, ROUTES_BY_NAME } from './all-cases.ts';
import { expectError } from './error-case.ts';
import { CROWDED_ORDER_CASES } from './orders.ts';
import { openErrorVenue } from './venue.ts';

/** True for an error that takes thousands of orders, which fill the venue. */
export const isCrowded = (name: string, code: ErrorCode): boolean => CROWDED_ORDER_CASES[name]?.[code] !== undefined;

/** Creates a test of every error of every route, of those that fill a venue or of the others; all share a venue. */
export async function runCases(crowded: boolean): Promise<void> {
  const venue = await openErrorVenue();
  for (const [name, rows] of CASES) {
    const wanted = [...rows].filter(([code]) => isCrowded(name, code) === crowded);
    if (wanted.length === 0) continue;
    const route = ROUTES_BY_NAME.get(name) ?? expect.unreachable(name);
    describe(`errors: ${name}`, () => {
      test.each(wanted)('%s', async (code, cases) => {
        for (const row of cases) {
          const answer = await row.provoke(venue, route);
          const figures = typeof row.details === 'function' ? row.details(venue) : row.details;
          expectError(answer, code, route.errorShape, row, figures);
        }
      });
    });
  }
}
