import { expect, test } from 'vitest';
import { compareDecimals, complement, fromMicros, shiftDecimal, toMicros } from './decimal.ts';

test.each([
  ['0', 0n],
  ['1', 1_000_000n],
  ['0.1', 100_000n],
  ['-3.25', -3_250_000n],
  ['123456789012.123456', 123_456_789_012_123_456n],
  ['0.1234567', 123_456n],
  [0.000_001, 1n],
  [1e-7, 0n],
  [54_678.25, 54_678_250_000n],
])('decimal: %s is exact in millionths', (value, micros) => expect(toMicros(value)).toBe(micros));

test.each(['', '.', '1.', '1e3', 'NaN', '1,000', ' 1', '--1'])('decimal: %j is none', (text) =>
  expect(toMicros(text)).toBeNull(),
);

test('decimal: text and millionths go both ways', () => {
  for (const text of ['0', '0.000001', '-0.5', '12', '999999999999.999999'])
    expect(fromMicros(toMicros(text) ?? 0n)).toBe(text);
  expect(fromMicros(1_500_000n)).toBe('1.5');
});

test('decimal: the other outcome costs what is left of 1', () => {
  expect(['0.63', '0.0001', '1', '0.005'].map(complement)).toEqual(['0.37', '0.9999', '0', '0.995']);
  expect(complement('?')).toBe('?');
});

test('decimal: a point moves without rounding', () =>
  expect([shiftDecimal('0.635', 2), shiftDecimal(0.07, 2), shiftDecimal('0.0025', 2)]).toEqual(['63.5', '7', '0.25']));

test('decimal: order is by value, not by text', () => {
  const pairs = { '10': '9.5', '0.5': '0.50', '-1': '0' };
  expect(Object.entries(pairs).map(([one, other]) => compareDecimals(one, other))).toEqual([1, 0, -1]);
});
