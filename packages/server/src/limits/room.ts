/**
 * Room for a request in the logs of the clients it counts for: whether and when there is room, and counting the
 * request.
 */
import { type Client, type Waiter, weightIn } from './client.ts';
import { LANES, type Plan, type Row, URGENT } from './rows.ts';

function bitsOf(plan: Plan): number {
  let bits = 0;
  for (const { number } of plan.rows) bits |= 1 << number;
  return bits;
}

/**
 * True if a client has room for a request that overtakes no earlier one. For a `waiter`, only requests ahead in line
 * count.
 */
export function isOpen(client: Client, plan: Plan, weight: number, now: number, waiter: Waiter | null): boolean {
  if (lacking(client, plan, weight, now) !== 0) return false;
  if (!client.isWaiting) return true;
  const bits = bitsOf(plan);
  for (const lane of LANES) {
    if (lane > plan.lane) break;
    for (const before of client.lines[lane]) {
      if (before === waiter) return true;
      if ((lacking(client, before.plan, before.weight, now) & bits) !== 0) return false;
    }
  }
  return true;
}

/** Rows without room for a request now, as bits. */
function lacking(client: Client, plan: Plan, weight: number, now: number): number {
  let bits = 0;
  for (const row of plan.rows) if (!client.log(row, now).fits(weightIn(row, plan, weight))) bits |= 1 << row.number;
  return bits;
}

/** Counts a request for all its clients, in all its rows. */
export function count(clients: readonly Client[], plan: Plan, weight: number, now: number): void {
  for (const client of clients) {
    for (const row of plan.rows) client.log(row, now).add(weightIn(row, plan, weight), now);
    client.keepUntil = Math.max(client.keepUntil, now + plan.longestMs);
  }
}

/** Counts work that is already done in the row in which the plan counts by weight, even beyond the cap. */
export function charge(clients: readonly Client[], plan: Plan, weight: number, now: number): void {
  for (const row of plan.rows) {
    if (row.number !== plan.weighted) continue;
    for (const client of clients) {
      client.log(row, now).add(weight, now);
      client.keepUntil = Math.max(client.keepUntil, now + plan.longestMs);
    }
  }
}

/** Time at which there is room for a request and those before it, and the row that gets room last. */
export function roomFor(clients: readonly Client[], plan: Plan, weight: number, now: number): { at: number; row: Row } {
  let [row] = plan.rows as [Row];
  let at = Number.NEGATIVE_INFINITY;
  for (const client of clients) {
    for (const each of plan.rows) {
      const before = client.waitingIn(each, plan.lane === URGENT ? 1 : LANES.length);
      const room = client.log(each, now).roomAt(before + weightIn(each, plan, weight));
      if (room <= at) continue;
      at = room;
      row = each;
    }
  }
  return { at, row };
}

/** Time at which there is room for a request alone; -Infinity if there is room now. */
export function ownRoomAt(clients: readonly Client[], plan: Plan, weight: number, now: number): number {
  let at = Number.NEGATIVE_INFINITY;
  for (const client of clients) {
    for (const row of plan.rows) at = Math.max(at, client.log(row, now).roomAt(weightIn(row, plan, weight)));
  }
  return at;
}

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
