import { expect, expectTypeOf, test } from 'vitest';
import { ApiError, detailsOf, NetworkError } from './errors.ts';

const GRID = { rule: 'price_off_grid', price: '0.505', tick: '0.01', minimum: '0.01', maximum: '0.99' };

test('errors: the figures behind a refusal, by rule', () => {
  const error = new ApiError(400, 'as the venue says', { code: 'price_off_grid', body: { error: 'x', details: GRID } });
  const grid = detailsOf(error, 'price_off_grid');
  expect(grid).toEqual(GRID);
  expectTypeOf(grid?.tick).toEqualTypeOf<string | undefined>();
  expect(detailsOf(error, 'insufficient_balance')).toBeNull();
  // `rule` discriminates the union for the compiler.
  if (error.details?.rule === 'insufficient_balance')
    expectTypeOf(error.details.reservedBy.count).toEqualTypeOf<number>();
});

test.each([undefined, null, 'text', 7, [], {}, { rule: 7 }])('errors: %j is no details', (details) => {
  const error = new ApiError(400, 'as an older venue says', { body: { details } });
  expect([error.details, detailsOf(error, 'price_off_grid')]).toEqual([null, null]);
});

test('errors: what is no refusal has no figures', () => {
  expect(detailsOf(new NetworkError('gone'), 'price_off_grid')).toBeNull();
  expect(detailsOf('text', 'price_off_grid')).toBeNull();
});
