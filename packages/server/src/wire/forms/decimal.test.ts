import { expect, test } from 'vitest';
import { amountText, halfPriceText, parseAmount, parseFraction, priceText } from './decimal.ts';

test.each([
  [0, '0'],
  [1, '0.000001'],
  [1_000_000, '1'],
  [1_500_000, '1.5'],
  [123_450_000, '123.45'],
  [9_000_000_000_000_000, '9000000000'],
  [8_999_999_999_999_999, '8999999999.999999'],
])('decimals: %i micros are written %s and read back', (micros, text) => {
  expect(amountText(micros)).toBe(text);
  expect(parseAmount(text)).toBe(micros);
});

test('decimals: a sum beyond the exact range of a number is exact', () =>
  expect(amountText(10_000_000_000_000_000_010_000n)).toBe('10000000000000000.01'));

for (const text of ['', '.5', '5.', '01', '1e3', '-1', '+1', '1.0000001', '9000000000.000001', ' 1', '1,5'])
  test(`decimals: ${JSON.stringify(text)} is no amount`, () => expect(parseAmount(text)).toBeNull());

test('decimals: every price is written without trailing zeros and is the number it says', () => {
  for (let price = 0; price <= 10_000; price++) {
    expect(Math.round(Number(priceText(price)) * 10_000)).toBe(price);
    expect(priceText(price)).not.toMatch(/\.$|\.[0-9]*0$/);
  }
});

test('decimals: half of a sum of prices is exact', () => {
  const halves = [4_800 + 5_200, 1 + 2, 0, 10_000 + 10_000, 9_998 + 9_999].map(halfPriceText);
  expect(halves).toEqual(['0.5', '0.00015', '0', '1', '0.99985']);
});

test('decimals: fractions are 0 to 1 with at most 4 decimals', () => {
  expect(['0', '1', '0.5', '1.0', 0.25, 1, '0.0001'].map(parseFraction)).toEqual([
    0, 10_000, 5_000, 10_000, 2_500, 10_000, 1,
  ]);
  for (const text of ['1.1', '0.00001', 1e-7, '', '.5', '2', '-0']) expect(parseFraction(text), `${text}`).toBeNull();
});
