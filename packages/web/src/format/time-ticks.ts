/** Where the labels of a time axis stand, and what they say: whole local times, no finer than minutes. Pure. */

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Seconds between two labels. */
const STEPS: readonly number[] = [
  ...[1, 2, 5, 10, 15, 30].map((minutes) => minutes * MINUTE),
  ...[1, 2, 3, 6, 12].map((hours) => hours * HOUR),
  ...[1, 2, 4, 7, 14, 30, 90, 365].map((days) => days * DAY),
];

const CLOCK = new Intl.DateTimeFormat(undefined, { hour: 'numeric', minute: '2-digit' });
const DATE = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short' });
const MONTH = new Intl.DateTimeFormat(undefined, { month: 'short', year: 'numeric' });

/**
 * At most `countMax` times from `from` to `to`, all in Unix seconds, that are whole in a zone `offsetSeconds` ahead of
 * UTC (where none is given, in the reader's). Empty for a span without one.
 */
export function timeTicks(
  from: number,
  to: number,
  countMax: number,
  offsetSeconds = zoneOffset(to),
): readonly number[] {
  const step =
    STEPS.find((seconds) => (to - from) / seconds <= countMax) ?? Math.ceil((to - from) / countMax / DAY) * DAY;
  const first = Math.ceil((from + offsetSeconds) / step) * step - offsetSeconds;
  const count = Math.max(0, Math.floor((to - first) / step) + 1);
  return Array.from({ length: Math.min(count, countMax) }, (_, index) => first + index * step);
}

function zoneOffset(t: number): number {
  return -new Date(t * 1_000).getTimezoneOffset() * MINUTE;
}

/** As coarse as the span of the axis allows, in seconds. */
export function formatTimeTick(t: number, spanSeconds: number): string {
  const format = spanSeconds <= 2 * DAY ? CLOCK : spanSeconds <= 365 * DAY ? DATE : MONTH;
  return format.format(t * 1_000);
}
