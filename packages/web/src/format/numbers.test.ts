import { expect, test, vi } from 'vitest';
import { speak } from './english.testing.ts';

speak('en-US');
const numbers = await import('./numbers.ts');

test('numbers: money is exact to the cent, and never rounded up', () => {
  expect(numbers.formatMoney('1234.5')).toBe('$1,234.50');
  expect(numbers.formatMoney('0.999999')).toBe('$0.99');
  // A float would give 900,719,925,474,099.38.
  expect(numbers.formatMoney('900719925474.993333')).toBe('$900,719,925,474.99');
  expect(numbers.formatMoney('nothing')).toBe(numbers.NO_FIGURE);
});

test('numbers: a value and what it lost of ten dollars are ten dollars together', () =>
  expect([numbers.formatMoney('9.074'), numbers.formatSignedMoney('-0.926')]).toEqual(['$9.07', '-$0.93']));

test('numbers: a tick of an axis is not rounded down', () =>
  expect(numbers.formatTickMoney(-3 * 0.1, 0.1, true)).toBe('-$0.30'));

test('numbers: exact money is as fine as it is, and no less than cents', () =>
  expect(['0.00125', '0.000001', '0.5'].map(numbers.formatExactMoney)).toEqual(['$0.00125', '$0.000001', '$0.50']));

test('numbers: profit and loss have their sign, nothing has none', () => {
  expect(['3.2', '-3.2', '0.009'].map(numbers.formatSignedMoney)).toEqual(['+$3.20', '-$3.20', '$0.00']);
  expect([12.54, -0.5, 0].map(numbers.formatSignedPercent)).toEqual(['+12.5%', '-0.5%', '0%']);
});

test('numbers: one share is no plural, also where its rest is not shown', () => {
  const texts = ['0', '1', '1.001', '1.5', '2'].map((value) => numbers.formatShares(value, 2, 'share'));
  expect(texts).toEqual(['0 shares', '1 share', '1 share', '1.5 shares', '2 shares']);
  expect(numbers.formatShares('1.001', 6, 'pair')).toBe('1.001 pairs');
});

test('numbers: compact money', () => {
  expect(['0', '999.6', '1000', '1264567'].map(numbers.formatCompactMoney)).toEqual(['$0', '$999', '$1K', '$1.2M']);
  expect(['10', '1726.4'].map(numbers.formatCompactShares)).toEqual(['10', '1.7K']);
});

test('numbers: compact figures of a locale without a short form for thousands have no fractions', async () => {
  speak('de-DE');
  vi.resetModules();
  expect((await import('./numbers.ts')).formatCompactMoney('1726.4')).toMatch(/^1\.?726\s\$$/);
  speak('en-US');
});

test('numbers: the venue’s sign stands where the locale has its own, and a word follows the figure', () => {
  const money = { style: 'currency', currency: 'USD', currencyDisplay: 'narrowSymbol' } as const;
  const shown = (currency: string, value: number) =>
    numbers.figureText({ ...money, signDisplay: 'exceptZero' }, value, currency);
  expect(['$', '€', '🪙', 'p'].map((sign) => shown(sign, -1234.5))).toEqual([
    '-$1,234.50',
    '-€1,234.50',
    '-🪙1,234.50',
    '-p1,234.50',
  ]);
  expect(shown('acorns', 3.2)).toBe('+3.20\u00a0acorns');
  expect(shown('acorns', -3.2)).toBe('-3.20\u00a0acorns');
  const one = (currency: string, value = 1) =>
    numbers.figureText({ ...money, maximumFractionDigits: 0 }, value, currency).replace('\u00a0', ' ');
  expect(['acorns', 'apples', 'liras', 'gold', 'cookies', 'wishes', 'glass'].map((word) => one(word))).toEqual([
    ...['1 acorn', '1 apple', '1 lira', '1 gold', '1 cookies', '1 wishes', '1 glass'],
  ]);
  expect([one('acorns', -1), one('acorns', 11), one('acorns', 0), shown('acorns', 1)]).toEqual([
    ...['-1 acorn', '11 acorns', '0 acorns', '+1.00\u00a0acorns'],
  ]);
  expect(numbers.figureText(money, 5, 'acorns', false)).toBe('5.00');
  expect(numbers.figureText({}, 1250.5, 'acorns')).toBe('1,250.5');
});

test('numbers: a price in cents is as fine as its tick, or as the room allows', () => {
  const prices = ['0.63', '0.635', '0.0025', '1'].map((price) => numbers.formatCents(price));
  expect(prices).toEqual(['63¢', '63.5¢', '0.25¢', '100¢']);
  expect(numbers.formatCents('0.3775', 1)).toBe('37.8¢');
});

test('numbers: a chance is never shown as certain while it is not', () => {
  const chances = ['0', '0.004', '0.01', '0.635', '0.99', '0.994', '1'].map(numbers.formatPercent);
  expect(chances).toEqual(['0%', '<1%', '1%', '64%', '99%', '>99%', '100%']);
});

test('numbers: shares are cut, never rounded up to more than there are', () =>
  expect([numbers.formatShares('1250.999999'), numbers.formatShares('0.019')]).toEqual(['1,250.99', '0.01']));

test('numbers: a change is told in points', () =>
  expect([0.0351, -0.2, 0].map(numbers.formatPoints)).toEqual(['+3.5', '-20', '0']));

test('numbers: one point is a point', () => {
  const words = [0.01, -0.01, 0.010_04, 0.011, 0, null].map(numbers.pointsWord);
  expect(words).toEqual(['point', 'point', 'point', 'points', 'points', 'points']);
});
