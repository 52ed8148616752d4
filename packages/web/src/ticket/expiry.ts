/** Expiry of a limit order. Pure. */
import type { Expiry, TicketForm } from './ticket-form.ts';

const MINUTE = 60;
/** The venue requires one minute; the extra time covers signing and sending. */
const AHEAD_SECONDS_MIN = 2 * MINUTE;
const SECONDS: Readonly<Record<Exclude<Expiry, 'never' | 'custom'>, number>> = {
  hour: 60 * MINUTE,
  day: 24 * 60 * MINUTE,
  week: 7 * 24 * 60 * MINUTE,
};

/** Returns the expiration in Unix seconds; null if the order never expires; a text if the chosen time is invalid. */
export function expirationOf({ expiry, expiresAt }: TicketForm, nowMs: number): number | string | null {
  if (expiry === 'never') return null;
  const now = Math.floor(nowMs / 1_000);
  if (expiry !== 'custom') return now + SECONDS[expiry];
  const time = Date.parse(expiresAt);
  if (Number.isNaN(time)) return 'Choose when the order ends.';
  const seconds = Math.floor(time / 1_000);
  return seconds < now + AHEAD_SECONDS_MIN ? 'At least two minutes from now.' : seconds;
}
