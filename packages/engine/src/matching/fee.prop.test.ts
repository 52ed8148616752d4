import fc from 'fast-check';
import { expect, test } from 'vitest';
import { forAll } from '../testing/runs.ts';
import { addFeeBase, feeOf, largestFee, type Micros, micros, PRICE_ONE, type Price, price } from '../units/units.ts';

type Leg = { readonly size: Micros; readonly price: Price };

/** The sum of the legs times the rate, rounded half up to 10 micros. */
function expected(legs: readonly Leg[], rate: number): number {
  const base = legs.reduce((sum, { size, price: p }) => sum + BigInt(size) * BigInt(p * (PRICE_ONE - p)), 0n);
  return Number((base * BigInt(rate) + 5_000_000_000_000n) / 10_000_000_000_000n) * 10;
}

function feeOfLegs(legs: readonly Leg[], rate: number): number {
  const sum = { high: 0, low: 0 };
  for (const { size, price: p } of legs) addFeeBase(sum, size, p);
  return feeOf(sum, rate);
}

/** Sizes up to a billion units, many of them close to a rounding boundary. */
const size = fc
  .oneof(
    fc.integer({ min: 0, max: 10 ** 15 }),
    fc.integer({ min: 0, max: 10 ** 7 }).map((halves) => halves * 10 ** 8),
  )
  .chain((base) => fc.integer({ min: -2, max: 2 }).map((step) => micros(Math.min(Math.max(base + step, 0), 10 ** 15))));
const leg = fc.record({ size, price: fc.integer({ min: 1, max: PRICE_ONE - 1 }).map(price) });
const rate = fc.integer({ min: 1, max: PRICE_ONE });

test('fee: of one leg and of many is the formula rounded once, exactly [E30]', () =>
  forAll(3_000, [fc.array(leg, { minLength: 1, maxLength: 9 }), rate], (legs, r) => {
    expect(feeOfLegs(legs, r)).toBe(expected(legs, r));
  }));

test('fee: the largest at any price up to a limit', () =>
  forAll(100, [leg, rate], ({ size: amount, price: limit }, r) => {
    expect(largestFee(amount, limit, r)).toBe(expected([{ size: amount, price: price(Math.min(limit, 5_000)) }], r));
  }));

test('fee: as much as a venue can hold is exact [E30]', () => {
  const all = [{ size: micros(9_000_000_000_000_000), price: price(5_000) }];
  expect(feeOfLegs(all, PRICE_ONE)).toBe(expected(all, PRICE_ONE));
});
