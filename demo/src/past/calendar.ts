/** When the past begins, and the moments that it is cut into: the nearer to the end the shorter, so that a day's chart is as full as a season's. */

export const DAY_MS = 86_400_000;
export const PAST_DAYS = 90;
const MINUTE_MS = 60_000;

/** Minutes that a moment takes, from a day of the past on; 24 hours are a multiple of each. */
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

/** The whole moments from the beginning to `nowMs`, in order. Those of one day are the same at any time of that day. */
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

/** The Saturdays of the past in order, as days of it. */
export function saturdays(beginMs: number): number[] {
  const days = Array.from({ length: PAST_DAYS }, (_, day) => day);
  return days.filter((day) => new Date(beginMs + day * DAY_MS).getUTCDay() === 6);
}

/** ISO 8601 with whole seconds. */
export function iso(timeMs: number): string {
  return new Date(timeMs).toISOString().replace('.000Z', 'Z');
}
