import { expect, test } from 'vitest';
import {
  averagePrice,
  feeOf,
  feeReserve,
  type Level,
  largestFitting,
  levelsFor,
  limitCost,
  takeForSum,
  takeShares,
} from './estimate.ts';

const m = (value: number): bigint => BigInt(Math.round(value * 1_000_000));
const level = (price: number, size: number): Level => ({ price: m(price), size: m(size) });
const OFFERS = [level(0.5, 10), level(0.6, 20)];
const BIDS = [level(0.4, 10), level(0.3, 20)];

const told = (price: string, size: string) => ({ price, size });
const book = { bids: [told('0.3', '20'), told('0.4', '10')], asks: [told('0.6', '20'), told('0.5', '10')] };

test('levels: a taker meets the best price of the other side first', () => {
  expect([levelsFor(book, 'BUY'), levelsFor(book, 'SELL')]).toEqual([OFFERS, BIDS]);
});

test('levels: own orders in the way are left out, own orders beside are not', () => {
  const own = [
    { side: 'SELL', price: m(0.5), size: m(4) },
    { side: 'SELL', price: m(0.6), size: m(20) },
    { side: 'BUY', price: m(0.5), size: m(10) },
  ] as const;
  expect(levelsFor(book, 'BUY', own)).toEqual([level(0.5, 6)]);
});

/** What two levels give that cost 2.9999979 up to the last of the first. */
const EXACT = [level(0.3, 9.999993), level(0.4, 5)];

test.each<[string, readonly Level[], number, number | null, Partial<ReturnType<typeof takeForSum>>]>([
  ['one that ends with a level reaches no further', OFFERS, 5, null, { shares: m(10), worst: m(0.5), isEnough: true }],
  ['a book that ends first is not enough', OFFERS, 100, null, { shares: m(30), collateral: m(17), isEnough: false }],
  ['a limit ends the walk', OFFERS, 8, 0.5, { shares: m(10), worst: m(0.5), isEnough: false }],
  ['an empty book gives nothing', [], 8, null, { shares: 0n, best: null, worst: null, isEnough: false }],
  ['the rest buys nothing', EXACT, 2.999998, null, { shares: m(9.999993), worst: m(0.3), isEnough: true }],
  ['the rest buys a little of the next', EXACT, 2.999999, null, { shares: m(9.999995), worst: m(0.4), isEnough: true }],
  ['the rest is beyond the limit', EXACT, 2.999999, 0.3, { worst: m(0.3), isEnough: false }],
])('buying for a sum, held against exact costs as at the venue: %s', (_what, offers, sum, limit, expected) =>
  expect(takeForSum(offers, m(sum), limit === null ? null : m(limit), 0)).toMatchObject(expected),
);

test('buying for a sum: takes whole levels, then the part that the rest pays for', () => {
  const take = takeForSum(OFFERS, m(8), null, 0);
  expect(take).toMatchObject({ shares: m(15), collateral: m(8), best: m(0.5), worst: m(0.6), isEnough: true });
  expect(averagePrice(take)).toBe(533_333n);
});

test('selling shares: rounds what is received down', () => {
  expect(takeShares('SELL', [{ price: 333_300n, size: m(1) }], 1n, null, 0)).toMatchObject({ collateral: 0n });
  expect(takeShares('SELL', BIDS, m(15), null, 0)).toMatchObject({ collateral: m(5.5), worst: m(0.3), isEnough: true });
});

test('fees: are size × rate × p × (1 - p), over all legs', () => {
  // 100 × 0.02 × 0.25 + 50 × 0.02 × 0.24
  expect(feeOf([level(0.5, 100), level(0.6, 50)], 200)).toBe(m(0.74));
});

test('fees: are rounded half up to 0.00001, once for the trade', () => {
  // Each leg alone is 0.000005 and would round to 0.00001.
  expect(feeOf([level(0.5, 0.001), level(0.5, 0.001)], 200)).toBe(10n);
  expect([feeOf([level(0.5, 0.001)], 200), feeOf([level(0.5, 0.000_9)], 200)]).toEqual([10n, 0n]);
});

test('fees: a resting buy holds back the largest fee at any price up to its own', () => {
  expect(feeReserve(m(0.8), m(100), 200)).toBe(m(0.5));
  expect(feeReserve(m(0.2), m(100), 200)).toBe(m(0.32));
  expect(limitCost(m(0.8), m(100), 200)).toBe(m(80.5));
});

test('the largest that fits: found on the grid, zero when nothing fits', () => {
  expect(largestFitting(m(10), 10_000n, (value) => value <= 4_567_890n)).toBe(4_560_000n);
  expect(largestFitting(m(10), 10_000n, () => true)).toBe(m(10));
  expect(largestFitting(m(10), 10_000n, (value) => value === 0n)).toBe(0n);
});
