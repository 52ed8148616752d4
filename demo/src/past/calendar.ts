/**
 * The start of the past and its division into moments. Moments get shorter towards the end, so that a one-day chart is
 * as full as a three-month one.
 */

export const DAY_MS = 86_400_000;
export const PAST_DAYS = 90;
const MINUTE_MS = 60_000;

/** Length of a moment in minutes, by first day of the past; 24 hours are a multiple of each length. */
const PACE: readonly (readonly [fromDay: number, minutes: number])[] = [
  [0, 240],
  [75, 120],
  [87, 60],
  [89, 20],
  [90, 10],
];

/** Midnight (UTC) ninety days before the day of `nowMs`, in Unix milliseconds. */
export function beginningOf(nowMs: number): number {
  return nowMs - (nowMs % DAY_MS) - PAST_DAYS * DAY_MS;
}

/** The complete moments from the beginning to `nowMs`, in order. They are the same at any time of the same day. */
export function* momentsUntil(nowMs: number): Generator<{ readonly fromMs: number; readonly toMs: number }> {
  const beginMs = beginningOf(nowMs);
  for (const [at, [fromDay, minutes]] of PACE.entries()) {
    const endMs = beginMs + (PACE[at + 1]?.[0] ?? Number.POSITIVE_INFINITY) * DAY_MS;
    const lengthMs = minutes * MINUTE_MS;
    for (let fromMs = beginMs + fromDay * DAY_MS; fromMs < endMs; fromMs += lengthMs) {
      if (fromMs + lengthMs > nowMs) return;
      yield { fromMs, toMs: fromMs + lengthMs };
    }
  }
}

/** Midnight of a day of the past, from 0, plus hours; Unix milliseconds. */
export function atDay(beginMs: number, day: number, hours = 0): number {
  return beginMs + day * DAY_MS + hours * 3_600_000;
}

/** The Saturdays of the past, in order, as day numbers. */
export function saturdays(beginMs: number): number[] {
  const days = Array.from({ length: PAST_DAYS }, (_, day) => day);
  return days.filter((day) => new Date(beginMs + day * DAY_MS).getUTCDay() === 6);
}

/** ISO 8601 with whole seconds. */
export function iso(timeMs: number): string {
  return new Date(timeMs).toISOString().replace('.000Z', 'Z');
}
