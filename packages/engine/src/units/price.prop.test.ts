import fc from 'fast-check';
import { expect, test } from 'vitest';
import { forAll } from '../testing/runs.ts';
import {
  costRoundedDown,
  costRoundedUp,
  excessOverCost,
  MICROS_MAX,
  type Micros,
  micros,
  PRICE_ONE,
  type Price,
  price,
} from './units.ts';

/** Sizes of every order of magnitude, and sizes next to a multiple of the divisor. */
const size = fc
  .oneof(
    fc.integer({ min: 0, max: MICROS_MAX }),
    fc.integer({ min: 0, max: 2 ** 32 }),
    fc
      .tuple(fc.integer({ min: 0, max: MICROS_MAX / PRICE_ONE }), fc.constantFrom(-1, 0, 1, PRICE_ONE - 1))
      .map(([units, beside]) => Math.min(Math.max(units * PRICE_ONE + beside, 0), MICROS_MAX)),
  )
  .map(micros);
const prices = fc.integer({ min: 1, max: PRICE_ONE - 1 }).map(price);

function expectExact(p: Price, of: Micros): void {
  const product = BigInt(p) * BigInt(of);
  const one = BigInt(PRICE_ONE);
  const down = product / one;
  const up = (product + one - 1n) / one;
  expect([costRoundedDown(p, of), costRoundedUp(p, of)]).toEqual([Number(down), Number(up)]);
  for (const paid of [down, up]) expect(excessOverCost(p, of, micros(Number(paid)))).toBe(Number(paid * one - product));
}

test('price: the cost of every size is exact, as in wide integers', () =>
  forAll(2_000, [prices, size], (p, of) => void expectExact(p, of)));

test('price: the cost of every remainder is exact, near nothing and near the largest amount', () => {
  const largest = Math.floor(MICROS_MAX / PRICE_ONE) * PRICE_ONE - PRICE_ONE;
  for (let rest = 0; rest < PRICE_ONE; rest += 7)
    for (const base of [0, PRICE_ONE, largest]) expectExact(price(9_999), micros(base + rest));
});
