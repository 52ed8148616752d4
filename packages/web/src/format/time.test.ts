import { expect, test } from 'vitest';
import { formatDate, formatMoment, formatRelative, parseTime } from './time.ts';

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
