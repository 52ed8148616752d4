/** Exact amounts: parsing and formatting decimals, and the amounts that each order type signs. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  formatAmount,
  formatPrice,
  isTick,
  limitAmounts,
  marketAmounts,
  parseAmount,
  parsePrice,
  type Tick,
} from './amounts.ts';

const TICKS: readonly Tick[] = ['0.1', '0.01', '0.005', '0.0025', '0.001', '0.0001'];

test.each([
  ['0', 0n],
  ['1', 1_000_000n],
  ['0.1', 100_000n],
  ['12.345678', 12_345_678n],
  ['9007199254.740993', 9_007_199_254_740_993n],
])('amounts: %s is %s millionths, both ways', (text, micros) => {
  expect(parseAmount(text)).toBe(micros);
  expect(formatAmount(micros)).toBe(text);
});

test.each(['', '-1', '+1', '1e3', '.5', '5.', '01', '1,5', '0.1234567', ' 1', 'NaN'])(
  'amounts: "%s" is refused',
  (text) => expect(() => parseAmount(text)).toThrow(RangeError),
);

test('amounts: trailing zeros are understood and never written', () => {
  expect(formatAmount(parseAmount('10.5000000000'))).toBe('10.5');
  expect(formatPrice(parsePrice('0.5000'))).toBe('0.5');
});

test.each(['0', '1', '1.5', '0.00001'])('amounts: %s is no price', (text) =>
  expect(() => parsePrice(text)).toThrow(RangeError),
);

test('amounts: a tick is one of six texts', () => {
  expect(TICKS.every(isTick)).toBe(true);
  expect(['0.02', '0.010', '1', 'toString'].some(isTick)).toBe(false);
});

test('amounts: a buyer gives collateral, a seller shares', () => {
  expect(limitAmounts('BUY', '0.55', '100')).toEqual({ makerAmount: 55_000_000n, takerAmount: 100_000_000n });
  expect(limitAmounts('SELL', '0.55', '100')).toEqual({ makerAmount: 100_000_000n, takerAmount: 55_000_000n });
});

test('amounts: what would need rounding is refused', () => {
  expect(() => limitAmounts('BUY', '0.0025', '0.001001')).toThrow('more than 6 decimals');
  expect(() => limitAmounts('BUY', '0.5', '0')).toThrow(RangeError);
});

test('amounts: collateral over shares is the price again, for every size of two decimals', () => {
  const prices = fc.integer({ min: 1, max: 9_999 });
  fc.assert(
    fc.property(prices, fc.integer({ min: 1, max: 1_000_000_000 }), (price, hundredths) => {
      const size = formatAmount(BigInt(hundredths) * 10_000n);
      const { makerAmount, takerAmount } = limitAmounts('BUY', formatPrice(BigInt(price)), size);
      expect(makerAmount * 10_000n).toBe(takerAmount * BigInt(price));
    }),
  );
});

test.each([
  ['BUY', '0.3', '10', '0.1', { makerAmount: 10_000_000n, takerAmount: 33_333_000n }],
  ['BUY', '0.33', '10', '0.01', { makerAmount: 10_000_000n, takerAmount: 30_303_000n }],
  ['BUY', '0.333', '10', '0.001', { makerAmount: 10_000_000n, takerAmount: 30_030_030n }],
  ['BUY', '0.5', '10.019', '0.01', { makerAmount: 10_010_000n, takerAmount: 20_020_000n }],
  ['SELL', '0.55', '10.01', '0.01', { makerAmount: 10_010_000n, takerAmount: 5_505_500n }],
  // A position bought with a market BUY, sold whole.
  ['SELL', '0.55', '47.619047', '0.01', { makerAmount: 47_619_047n, takerAmount: 26_190_476n }],
  ['SELL', '0.99', '0.0101', '0.01', { makerAmount: 10_100n, takerAmount: 9_999n }],
  ['SELL', '0.0001', '10.01', '0.0001', { makerAmount: 10_010_000n, takerAmount: 1_001n }],
] as const)('amounts: %s at %s for %s on tick %s', (side, price, amount, tick, expected) =>
  expect(marketAmounts(side, price, amount, tick)).toEqual(expected),
);

test('amounts: the venue finds the limit price again in what is signed', () => {
  const ticks = fc.constantFrom(...TICKS);
  fc.assert(
    fc.property(ticks, fc.nat(), fc.integer({ min: 100, max: 100_000_000 }), (tick, choice, hundredths) => {
      const step = Number(parsePrice(tick));
      const price = step * (1 + (choice % (10_000 / step - 1)));
      const amount = formatAmount(BigInt(hundredths) * 10_000n);
      const { makerAmount, takerAmount } = marketAmounts('BUY', formatPrice(BigInt(price)), amount, tick);
      const decimals = { '0.1': 3, '0.01': 4, '0.005': 5, '0.0025': 6, '0.001': 5, '0.0001': 6 }[tick];
      const unit = 10n ** BigInt(6 - decimals);
      const off = takerAmount * BigInt(price) - makerAmount * 10_000n;
      expect([takerAmount % unit, off <= 0n && -off < unit * BigInt(price)]).toEqual([0n, true]);
    }),
  );
});

test('amounts: a position of a hundredth of a share or more is sold whole, at the limit that was meant [Z2]', () => {
  const ticks = fc.constantFrom(...TICKS);
  fc.assert(
    fc.property(ticks, fc.nat(), fc.integer({ min: 10_000, max: 2_000_000_000 }), (tick, choice, shares) => {
      const step = Number(parsePrice(tick));
      const price = BigInt(step * (1 + (choice % (10_000 / step - 1))));
      const amount = formatAmount(BigInt(shares));
      const { makerAmount, takerAmount } = marketAmounts('SELL', formatPrice(price), amount, tick);
      expect(makerAmount).toBe(BigInt(shares));
      // The price as the venue reads it: the nearest tick; of two equally near ticks the higher.
      const divisor = makerAmount * BigInt(step);
      expect(((takerAmount * 20_000n + divisor) / (2n * divisor)) * BigInt(step)).toBe(price);
    }),
  );
  expect(() => marketAmounts('SELL', '0.01', '0.00004', '0.01')).toThrow('too small to be sold');
});

test('amounts: a price off the tick and an amount of nothing are refused', () => {
  expect(() => marketAmounts('BUY', '0.55', '10', '0.1')).toThrow('no multiple of the tick');
  expect(() => marketAmounts('BUY', '0.5', '0.009', '0.1')).toThrow(RangeError);
});
