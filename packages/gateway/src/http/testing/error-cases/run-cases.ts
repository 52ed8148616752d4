/** Runs rows of the table of errors as tests, each against the real stack. */
import { type ErrorCode, MARKET_BY_ID_FORM, MARKETS_CURSOR_FORM, ROUTES, type Route } from '@bellwether/contract';
import { describe, test } from 'vitest';
import { BY_ID_FORM, CURSOR_FORM, type ErrorCase, type ErrorCases, expectError } from './error-case.ts';
import { openErrorVenue } from './venue.ts';

export const ROUTES_BY_NAME: ReadonlyMap<string, Route> = new Map([
  ...ROUTES.map((route): [string, Route] => [`${route.method} ${route.path}`, route]),
  [CURSOR_FORM, MARKETS_CURSOR_FORM],
  [BY_ID_FORM, MARKET_BY_ID_FORM],
]);

/** Creates a test of every row; all rows of one call share a venue. */
export async function runCases(area: string, cases: ErrorCases): Promise<void> {
  const venue = await openErrorVenue();

  describe.each(Object.entries(cases))(`errors of ${area}: %s`, (name, rows) => {
    const route = ROUTES_BY_NAME.get(name);
    const provoke = async (code: string, row: ErrorCase): Promise<void> => {
      if (route === undefined) throw new Error(`the contract has no route ${name}`);
      const answer = await row.provoke(venue, route);
      const figures = typeof row.details === 'function' ? row.details(venue) : row.details;
      expectError(answer, code as ErrorCode, route.errorShape, row, figures);
    };
    test.each(Object.entries(rows))('%s', provoke);
  });
}
