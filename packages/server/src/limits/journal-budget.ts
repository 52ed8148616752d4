/** Journal usage of clients against their budget. */
import { JOURNAL_KEPT_MS } from './byte-log.ts';
import type { Client, Refusal } from './client.ts';

/** Refusal with the time until the journal budget has room again; null if there is room now. */
export function refusedByJournal(clients: readonly Client[], now: number): Refusal | null {
  let at = Number.NEGATIVE_INFINITY;
  for (const client of clients) at = Math.max(at, client.journalRoomAt(now));
  if (at === Number.NEGATIVE_INFINITY) return null;
  return { kind: 'refused', retryAfterSeconds: Math.max(1, Math.ceil((at - now) / 1000)) };
}

export function addJournaled(clients: readonly Client[], bytes: number, now: number): void {
  for (const client of clients) {
    client.journaled.add(bytes, now);
    client.keepUntil = Math.max(client.keepUntil, now + JOURNAL_KEPT_MS);
  }
}
