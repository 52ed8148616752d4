/** Periods of digests: they end at eight in the morning (UTC), the weekly ones on Mondays. */

export type DigestEvery = 'weekly' | 'daily';

export interface Period {
  /** Day or ISO week in which the digest is sent, for example `2026-11-30` and `2026-W49`. */
  readonly key: string;
  readonly startMs: number;
  readonly endMs: number;
}

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const SENT_AT_MS = 8 * HOUR_MS;

/** The last period that is over. */
export function lastPeriod(every: DigestEvery, nowMs: number): Period {
  const today = Math.floor((nowMs - SENT_AT_MS) / DAY_MS);
  // Day 0 was a Thursday.
  const day = every === 'daily' ? today : today - ((today + 3) % 7);
  const endMs = day * DAY_MS + SENT_AT_MS;
  return {
    key: every === 'daily' ? new Date(endMs).toISOString().slice(0, 10) : weekKey(day),
    startMs: endMs - (every === 'daily' ? DAY_MS : 7 * DAY_MS),
    endMs,
  };
}

/** A week belongs to the year of its Thursday (ISO 8601). */
function weekKey(monday: number): string {
  const thursday = monday + 3;
  const year = new Date(thursday * DAY_MS).getUTCFullYear();
  const week = Math.floor((thursday - Date.UTC(year, 0) / DAY_MS) / 7) + 1;
  return `${year}-W${String(week).padStart(2, '0')}`;
}
