/** Dates and durations in the user's locale and time zone. Pure: callers pass the current time. */
import { NO_END_DATE } from '@bellwether/contract';
import { isolated } from './isolate.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

const DATE = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' });
const DAY = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeZone: 'UTC' });
const DATE_TIME = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });
const MOMENT = new Intl.DateTimeFormat(undefined, {
  year: 'numeric',
  month: 'short',
  day: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
  timeZoneName: 'short',
});
const RELATIVE = new Intl.RelativeTimeFormat(undefined, { numeric: 'auto', style: 'narrow' });

/** Parses ISO text to Unix milliseconds; null if it is empty or not a time. */
export function parseTime(iso: string): number | null {
  const time = Date.parse(iso);
  return Number.isNaN(time) ? null : time;
}

/** Returns the end date; empty if it is the venue's placeholder for no end date. */
export const endOf = (iso: string): string => (iso === NO_END_DATE ? '' : iso);

/** Formats as `30 Dec 2027`; empty for an unknown time. */
export function formatDate(iso: string): string {
  const time = parseTime(iso);
  return time === null ? '' : isolated(DATE.format(time));
}

/** Formats a day in UTC as `30 Dec 2027`, whatever the user's zone: for days that mean the same to everyone. */
export const formatDay = (timeMs: number): string => isolated(DAY.format(timeMs));

/** Formats as `30 Dec 2027, 12:00`; empty for an unknown time. */
export function formatDateTime(iso: string): string {
  const time = parseTime(iso);
  return time === null ? '' : isolated(DATE_TIME.format(time));
}

/** Formats as `30 Dec 2027, 12:00 CET`, with the user's zone, for when the hour matters; empty for an unknown time. */
export function formatMoment(iso: string): string {
  const time = parseTime(iso);
  return time === null ? '' : isolated(MOMENT.format(time));
}

/** Formats Unix seconds likewise. */
export const formatMomentOf = (seconds: number): string => formatMoment(new Date(seconds * 1_000).toISOString());

/** Formats as `5m ago` or `in 3d`, in the largest unit that fits. */
export function formatRelative(timeMs: number, nowMs: number): string {
  const difference = timeMs - nowMs;
  const size = Math.abs(difference);
  if (size < MINUTE_MS) return RELATIVE.format(Math.trunc(difference / 1_000), 'second');
  if (size < HOUR_MS) return RELATIVE.format(Math.trunc(difference / MINUTE_MS), 'minute');
  if (size < DAY_MS) return RELATIVE.format(Math.trunc(difference / HOUR_MS), 'hour');
  if (size < 30 * DAY_MS) return RELATIVE.format(Math.trunc(difference / DAY_MS), 'day');
  if (size < 365 * DAY_MS) return RELATIVE.format(Math.trunc(difference / (30 * DAY_MS)), 'month');
  return RELATIVE.format(Math.trunc(difference / (365 * DAY_MS)), 'year');
}
