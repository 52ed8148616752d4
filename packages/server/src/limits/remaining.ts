/** Remaining room of clients as text for the header `RateLimit`. */
import type { Client } from './client.ts';
import type { Plan } from './rows.ts';

/** Value of `RateLimit`: the room left in the rows of a plan, for the client with the least. */
export function remainingText(clients: readonly Client[], plan: Plan, now: number): string {
  let text = '';
  for (const row of plan.rows) {
    const windows = row.spans.single.list.length;
    for (let window = 0; window < windows; window++) {
      let left = Number.POSITIVE_INFINITY;
      let moreAt = now;
      for (const client of clients) {
        const log = client.log(row, now);
        const own = (row.spans[client.scope].list[window]?.requests ?? 0) - log.used(window);
        if (own > left) continue;
        moreAt = own < left ? log.moreAt(window) : Math.max(moreAt, log.moreAt(window));
        left = own;
      }
      const seconds = Math.ceil((moreAt - now) / 1000);
      if (text !== '') text += ', ';
      text += (row.remainingPrefixes[window] ?? '') + Math.max(0, left);
      if (seconds > 0) text += `;t=${seconds}`;
    }
  }
  return text;
}
