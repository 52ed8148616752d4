import { expect, test } from 'vitest';
import { countdownText, tradingEnd } from './trading-end.ts';

const NOON = Date.parse('2027-06-01T12:00:00Z');
const at = (iso: string) => tradingEnd(iso, NOON);

test('trading: nothing is claimed without a closing time', () => expect(at('')).toEqual({ hasEnded: false, text: '' }));

test('trading: ends at the instant, not a moment before', () => {
  expect(at('2027-06-01T12:00:00Z').hasEnded).toBe(true);
  expect(at('2027-06-01T12:00:00.001Z').hasEnded).toBe(false);
  expect(at('2027-06-01T12:00:00Z').text).toMatch(/^Trading ended .*2027/);
});

test('trading: is counted down within a day, and dated before', () => {
  expect(at('2027-06-02T11:59:00Z').text).toMatch(/^Trading ends .*\(in 23 h 59 min\)$/);
  expect(at('2027-06-02T12:00:00Z').text).toMatch(/^Trading ends [^(]*2027[^(]*$/);
});

test.each([
  [1, '1 s'],
  [59_001, '1 min 0 s'],
  [150_000, '2 min 30 s'],
  [3_600_000, '1 h 0 min'],
  [3_600_001, '1 h 1 min'],
])('trading: %i ms are left: %s', (leftMs, text) => expect(countdownText(leftMs)).toBe(text));
