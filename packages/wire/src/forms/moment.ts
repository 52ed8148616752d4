/** Times and durations as people write them. */
import { LATEST_MS, MOMENT_PATTERN } from '@bellwether/contract';
import { normalizeIsoDate } from './iso-date.ts';

const UNITS_MS: Readonly<Record<string, number>> = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 };
const PART = /^(\d{1,12})(ms|s|m|h|d)/;
const ISO = new RegExp(MOMENT_PATTERN);

/** Milliseconds of a duration such as `1h30m`, or an error text. A number is already in milliseconds. */
export function parseDuration(value: number | string): number | string {
  if (typeof value === 'number') return value;
  let total = 0;
  for (let rest = value; rest !== ''; ) {
    const [all, count, unit] = PART.exec(rest) ?? [];
    if (all === undefined || unit === undefined)
      return 'must be a length of time, as 250ms, 90s, 15m, 24h, 7d or 1h30m';
    total += Number(count) * (UNITS_MS[unit] as number);
    rest = rest.slice(all.length);
  }
  return total;
}

/** Unix milliseconds of an ISO 8601 time, or an error text. A number is already in milliseconds. */
export function parseMoment(value: number | string): number | string {
  if (typeof value === 'number') return value;
  if (!ISO.test(value)) return 'must be a moment, as 2026-01-01T12:00:00Z, or Unix milliseconds';
  // Dates of the catalog have a smaller range, so the day is checked in a year with the same calendar.
  const year = Number(value.slice(0, 4));
  if (normalizeIsoDate(`${2_000 + (year % 400)}${value.slice(4)}`) === null)
    return `names a day or time that does not exist: ${value}`;
  const ms = Date.parse(value);
  return ms >= 0 && ms <= LATEST_MS ? ms : 'must be from 1970 to 9999';
}
