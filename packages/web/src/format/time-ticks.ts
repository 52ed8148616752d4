/** Positions and labels of time axis ticks: round local times, no finer than minutes. Pure. */

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Seconds between two ticks. */
const STEPS: readonly number[] = [
  ...[1, 2, 5, 10, 15, 30].map((minutes) => minutes * MINUTE),
  ...[1, 2, 3, 6, 12].map((hours) => hours * HOUR),
  ...[1, 2, 4, 7, 14, 30, 90, 365].map((days) => days * DAY),
];

const CLOCK = new Intl.DateTimeFormat(undefined, { hour: 'numeric', minute: '2-digit' });
const DATE = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short' });
const MONTH = new Intl.DateTimeFormat(undefined, { month: 'short', year: 'numeric' });

/**
 * Returns at most `countMax` ticks between `from` and `to`, all in Unix seconds. Ticks are round times in a zone
 * `offsetSeconds` ahead of UTC, by default the user's. Empty if the span contains none.
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

const zoneOffset = (t: number): number => -new Date(t * 1_000).getTimezoneOffset() * MINUTE;

/** Formats a tick in Unix seconds, as coarsely as the span of the axis allows. */
export function formatTimeTick(t: number, spanSeconds: number): string {
  const format = spanSeconds <= 2 * DAY ? CLOCK : spanSeconds <= 365 * DAY ? DATE : MONTH;
  return format.format(t * 1_000);
}
