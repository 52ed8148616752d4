import { expect, test } from 'vitest';
import { clockText, speedText } from './time-words.ts';

test('sandbox: its time is told to the second', () => {
  const first = clockText(Date.parse('2026-01-01T00:00:05Z'));
  expect(first).toMatch(/202[56]/);
  expect(clockText(Date.parse('2026-01-01T00:00:06Z'))).not.toBe(first);
});

test.each([
  [0, 'Time stands still'],
  [1, 'Time runs as usual'],
  [60, 'A minute a second'],
  [3_600, 'An hour a second'],
  [0.5, 'Time runs 0.5×'],
  [120, 'Time runs 120×'],
])('sandbox: a speed of %d is told as %s', (speed, words) => {
  expect(speedText(speed)).toBe(words);
});
