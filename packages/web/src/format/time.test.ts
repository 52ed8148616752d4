import { expect, test } from 'vitest';
import { formatDate, formatMoment, formatRelative, parseTime } from './time.ts';
import { timeTicks } from './time-ticks.ts';

const NOW = Date.UTC(2027, 0, 1);

test('time: what is no time is nothing', () => {
  expect([parseTime(''), parseTime('soon'), formatDate('')]).toEqual([null, null, '']);
  expect(parseTime('2027-01-01T00:00:00Z')).toBe(NOW);
});

test('time: a moment names the zone of its hour', () => {
  const zoneOf = new Intl.DateTimeFormat(undefined, { timeZoneName: 'short' });
  const zone = zoneOf.formatToParts(NOW).find(({ type }) => type === 'timeZoneName')?.value;
  expect(formatMoment('2027-01-01T00:00:00Z')).toContain(zone);
  expect(formatMoment('soon')).toBe('');
});

test.each([
  [-30_000, -30, 'second'],
  [-90_000, -1, 'minute'],
  [-3 * 3_600_000, -3, 'hour'],
  [5 * 86_400_000, 5, 'day'],
  [-70 * 86_400_000, -2, 'month'],
  [800 * 86_400_000, 2, 'year'],
] as const)('time: %i ms away is %i %s', (differenceMs, count, unit) => {
  const words = new Intl.RelativeTimeFormat(undefined, { numeric: 'auto', style: 'narrow' });
  expect(formatRelative(NOW + differenceMs, NOW)).toBe(words.format(count, unit));
});

const HOUR = 3_600;
const DAY = 24 * HOUR;

test('time axis: labels stand at whole times and are never more than asked for', () => {
  expect(timeTicks(1_000, 1_600, 4, 0)).toEqual([1_200, 1_500]);
  expect(timeTicks(0, HOUR, 4, 0)).toEqual([0, 900, 1_800, 2_700]);
  for (const span of [30, 600, 5 * HOUR, 3 * DAY, 40 * DAY, 9_000 * DAY])
    expect(timeTicks(12_345, 12_345 + span, 4, 0).length, `${span}`).toBeLessThanOrEqual(4);
});

test('time axis: days begin at midnight of the reader', () => {
  const ahead = 2 * HOUR;
  expect(timeTicks(DAY / 2, 3 * DAY, 4, ahead).map((t) => (t + ahead) % DAY)).toEqual([0, 0, 0]);
});

test('time axis: a span with no whole time in it has no labels', () =>
  expect(timeTicks(1_201, 1_230, 4, 0)).toEqual([]));
