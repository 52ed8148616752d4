/**
 * Reduces decisions to what the documents promise: texts of refusals are for people, and holders are paid in any order.
 */
import { isDeepStrictEqual } from 'node:util';
import { ASK, BID, type Decision, type Event, type State } from '@bellwether/engine';
import type { NaiveExchange } from '@bellwether/engine/testing';

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

type NaiveState = NaiveExchange['state'];

/** Facts by name. Amounts are in micros; a level has its size and its orders in time priority. */
export type Ledger = ReadonlyMap<string, string>;

export function ledgerOf(state: Readonly<State>): Ledger {
  const ledger = new Map<string, string>();
  for (const { id, address, free, held, positions } of state.wallets) {
    ledger.set(`wallet ${id}`, `${address} ${free} ${held}`);
    for (const [market, { free: shares, held: offered }] of positions) {
      for (const outcome of [0, 1] as const) {
        if (shares[outcome] + offered[outcome] > 0)
          ledger.set(`wallet ${id} market ${market}/${outcome}`, `${shares[outcome]} ${offered[outcome]}`);
      }
    }
  }
  for (const { id, locked, vault, status, book } of state.markets) {
    ledger.set(`market ${id}`, `${status} ${locked} ${vault} ${book?.count ?? 0}`);
    for (const [name, side] of [
      ['bid', BID],
      ['ask', ASK],
    ] as const) {
      for (const { price, size } of book?.levels(side) ?? []) ledger.set(`market ${id} ${name} ${price}`, `${size} of`);
      let [level, price] = ['', 0];
      for (let order = book?.first(side) ?? null; order !== null; order = book?.after(order) ?? null) {
        if (order.bookPrice !== price) [level, price] = [`market ${id} ${name} ${order.bookPrice}`, order.bookPrice];
        ledger.set(level, `${ledger.get(level)} ${order.number}`);
      }
    }
  }
  for (const { id, advanced } of state.catalogEvents.values()) ledger.set(`event ${id}`, `${advanced}`);
  for (const { wallet, key, label, scopes, expiration, ended } of state.keys.values())
    ledger.set(`key ${key} of wallet ${wallet}`, `${label} ${scopes} ${expiration} ${ended}`);
  ledger.set('fees', `${state.totals.fees}`);
  ledger.set('mode', state.mode);
  ledger.set('next order', `${state.nextOrderNumber}`);
  return ledger;
}

export function naiveLedgerOf(state: NaiveState): Ledger {
  const held = new Map<string, bigint>();
  const levels = new Map<string, bigint>();
  const queues = new Map<string, string>();
  const counts = new Map<number, number>();
  const add = (sums: Map<string, bigint>, name: string, amount: bigint): void =>
    void sums.set(name, (sums.get(name) ?? 0n) + amount);
  for (const { number, wallet, market, outcome, side, price, remaining, reserve } of state.orders) {
    const cost = (price * remaining + 9_999n) / 10_000n;
    if (side === 'BUY') add(held, `wallet ${wallet}`, cost + reserve);
    else add(held, `wallet ${wallet} market ${market}/${outcome}`, remaining);
    const name = (side === 'BUY') === (outcome === 0) ? 'bid' : 'ask';
    const level = `market ${market} ${name} ${outcome === 0 ? price : 10_000n - price}`;
    add(levels, level, remaining);
    queues.set(level, `${queues.get(level) ?? ''} ${number}`);
    counts.set(market, (counts.get(market) ?? 0) + 1);
  }
  const ledger = new Map<string, string>();
  state.wallets.forEach(({ address, collateral }, index) => {
    const reserved = held.get(`wallet ${index}`) ?? 0n;
    ledger.set(`wallet ${index}`, `${address} ${collateral - reserved} ${reserved}`);
  });
  for (const { wallet, market, outcome, shares } of state.holdings) {
    const name = `wallet ${wallet} market ${market}/${outcome}`;
    const offered = held.get(name) ?? 0n;
    if (shares > 0n) ledger.set(name, `${shares - offered} ${offered}`);
  }
  for (const { id, locked, vault, status } of state.markets)
    ledger.set(`market ${id}`, `${status} ${locked} ${vault} ${counts.get(id) ?? 0}`);
  for (const [name, size] of levels) ledger.set(name, `${size} of${queues.get(name)}`);
  for (const { id, advanced } of state.catalogEvents) ledger.set(`event ${id}`, `${advanced}`);
  for (const { wallet, key, label, scopes, expiration, ended } of state.signers)
    ledger.set(`key ${key} of wallet ${wallet}`, `${label} ${scopes} ${expiration} ${ended}`);
  ledger.set('fees', `${state.fees}`);
  ledger.set('mode', state.mode);
  ledger.set('next order', `${state.nextOrder}`);
  return ledger;
}

/** Describes the first fact in which two ledgers differ; null if they are equal. */
export function ledgerDifference(mine: Ledger, theirs: Ledger): string | null {
  for (const [name, value] of theirs) {
    const found = mine.get(name);
    if (found !== value) return `${name} is ${found ?? 'not there'}, must be ${value}`;
  }
  for (const name of mine.keys()) if (!theirs.has(name)) return `${name} is ${mine.get(name)}, must not be there`;
  return null;
}
