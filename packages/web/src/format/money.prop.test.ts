/** Money on the page: one rounding for all figures, and one module that formats them. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fromMicros } from './decimal.ts';
import { speak } from './english.testing.ts';

speak('en-US');
const numbers = await import('./numbers.ts');

const CENT = 10_000n;
const MOST = 10n ** 16n;
const amounts = fc.bigInt({ min: 0n, max: MOST });
const signed = fc.bigInt({ min: -MOST, max: MOST });
/** Cents of a figure such as `-$1,234.56`. */
const centsOf = (figure: string): bigint => BigInt(figure.replace(/[^-0-9]/g, ''));
const floored = (micros: bigint): bigint => (micros - (((micros % CENT) + CENT) % CENT)) / CENT;

test('money: every figure is rounded down to the cent, with and without its sign', () => {
  fc.assert(
    fc.property(signed, (micros) => {
      expect(centsOf(numbers.formatMoney(fromMicros(micros)))).toBe(floored(micros));
      expect(centsOf(numbers.formatSignedMoney(fromMicros(micros)))).toBe(floored(micros));
      expect(numbers.shownMicros(micros) / CENT).toBe(floored(micros));
    }),
  );
});

test('money: value less cost is the profit, as the three are shown', () => {
  fc.assert(
    fc.property(amounts, amounts, (value, cost) => {
      const shown = (micros: bigint): bigint => centsOf(numbers.formatMoney(fromMicros(micros)));
      const profit = numbers.shownProfit(fromMicros(value), fromMicros(value - cost));
      expect(shown(value) - shown(cost)).toBe(centsOf(numbers.formatSignedMoney(profit)));
    }),
  );
});

test('money: exact figures are what they say', () => {
  fc.assert(
    fc.property(signed, (micros) => {
      const plain = (figure: string): number => Number(figure.replace(/[$,+]/g, ''));
      const value = fromMicros(micros);
      expect(plain(numbers.formatExactMoney(value))).toBe(Number(value));
      expect(plain(numbers.formatExactSignedMoney(value))).toBe(Number(value));
    }),
  );
});

/** What only the folder `format` does: numbers of the locale, figures before their sign, and shares before their word. */
const OWN_FORMATS = [
  /Intl\.NumberFormat/,
  /toLocaleString/,
  /\}¢/,
  /[$]\$\{/,
  /\btoFixed\(2\)[^;]*\$/,
  /\)\} (shares|pairs)\b/,
];

test('money: no component formats a figure by itself', () => {
  const source = join(import.meta.dirname, '..');
  const files = globSync('**/*.{ts,tsx}', { cwd: source }).filter(
    (path) => !path.startsWith('format') && !/\.test(ing)?\.ts/.test(path),
  );
  const found = files.flatMap((path) =>
    readFileSync(join(source, path), 'utf8')
      .split('\n')
      .filter((line) => OWN_FORMATS.some((format) => format.test(line)))
      .map((line) => `${path}: ${line.trim()}`),
  );
  expect(files.length).toBeGreaterThan(100);
  expect(found).toEqual([]);
});
