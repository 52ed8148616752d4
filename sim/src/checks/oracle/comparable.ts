/**
 * Reduces decisions to what the documents promise: texts of refusals are for people, and holders are paid in any order.
 */
import { isDeepStrictEqual } from 'node:util';
import type { Decision, Event } from '@bellwether/engine';

export function comparable(decision: Decision): unknown {
  switch (decision.kind) {
    case 'reject':
      return decision.code;
    case 'accepted':
      return { events: comparableEvents(decision.events), notCanceled: { ...decision.notCanceled } };
    case 'unchanged':
      return { unchanged: { ...decision.notCanceled } };
    case 'duplicate':
      return { duplicate: decision.result };
    case 'repeated':
      return { repeated: decision.sequence };
  }
}

/** The events with payouts sorted by wallet, in the positions where payouts were. */
export function comparableEvents(events: readonly Event[]): readonly Event[] {
  const payouts = events.filter((event) => event.kind === 'PayoutMade');
  if (payouts.length < 2) return events;
  payouts.sort((a, b) => a.wallet - b.wallet);
  let next = 0;
  return events.map((event) => (event.kind === 'PayoutMade' ? (payouts[next++] ?? event) : event));
}

const FORGOTTEN = '"Order not found or already canceled"';
const MATCHED = '"Order already matched"';

/**
 * True if both agree. The venue may have forgotten how a long-closed order ended (docs/reference/trading-rules.md); the oracle
 * forgets nothing. So if the oracle says that an order was matched, the venue may say that it was not found.
 */
export function agree(found: unknown, expected: unknown): boolean {
  if (isSame(found, expected)) return true;
  // The journal keeps text, so a missing field and an undefined one are the same.
  const [mine, theirs] = [JSON.stringify(found), JSON.stringify(expected)];
  if (mine === theirs || isDeepStrictEqual(JSON.parse(mine), JSON.parse(theirs))) return true;
  if (!theirs.includes(MATCHED) || !mine.includes(FORGOTTEN)) return false;
  return isDeepStrictEqual(forgetting(JSON.parse(mine), JSON.parse(theirs)), JSON.parse(mine));
}

/** True if two plain values are equal, field by field; takes a fraction of the time of `isDeepStrictEqual`. */
export function isSame(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return false;
  if (Array.isArray(one) || Array.isArray(other)) {
    if (!Array.isArray(one) || !Array.isArray(other) || one.length !== other.length) return false;
    for (let at = 0; at < one.length; at++) if (!isSame(one[at], other[at])) return false;
    return true;
  }
  if (!isPlain(one) || !isPlain(other)) return false;
  const names = Object.keys(one);
  if (names.length !== Object.keys(other).length) return false;
  for (const name of names) if (!Object.hasOwn(other, name) || !isSame(one[name], other[name])) return false;
  return true;
}

const isPlain = (value: object): value is Readonly<Record<string, unknown>> =>
  Object.getPrototypeOf(value) === Object.prototype;

/** The expected value, with every text that may have been forgotten replaced by the one found. */
function forgetting(found: unknown, expected: unknown): unknown {
  if (typeof expected === 'string')
    return JSON.stringify(expected) === MATCHED && JSON.stringify(found) === FORGOTTEN ? found : expected;
  if (typeof expected !== 'object' || expected === null || typeof found !== 'object' || found === null) return expected;
  const entries = Object.entries(expected).map(([key, value]) => [key, forgetting(Reflect.get(found, key), value)]);
  return Array.isArray(expected) ? entries.map(([, value]) => value) : Object.fromEntries(entries);
}
