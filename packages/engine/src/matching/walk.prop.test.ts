/**
 * The rules of docs/reference/trading-rules.md for a taker's walk, stated directly and checked without an oracle: the makers met,
 * their order, the sizes, and when an order is filled. Then the oracle, on the same books.
 * `PROPERTY_RUNS=75 npx vitest run walk.prop` generates 60,000 books.
 */

import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { PlaceOrder } from '../command.ts';
import { createState } from '../state.ts';
import { type CrossingBook, crossingBook, run } from '../testing/crossing-books.ts';
import { met, runs } from '../testing/runs.ts';
import { Shadow } from '../testing/shadow.ts';
import type { OrderNumber } from '../units/ids.ts';
import { limitPrice } from './pricing.ts';

const RUNS = runs(800);
const ONE = 10_000n;

/** An order that the taker's limit crosses; `price` is the taker's cost or proceeds per share there, in 1/10000. */
interface Crossing {
  readonly order: OrderNumber;
  readonly own: boolean;
  readonly price: bigint;
  readonly shares: bigint;
}

interface Leg {
  readonly order: OrderNumber;
  readonly price: bigint;
  readonly shares: bigint;
  readonly paid: bigint;
  /** The maker's remaining size. */
  readonly remaining: bigint;
}

interface Walk {
  readonly taker: PlaceOrder;
  /** `filled`, `partly`, or the refusal code. */
  readonly outcome: string;
  /** Best price first, then the older number. */
  readonly crossing: readonly Crossing[];
  readonly others: readonly Crossing[];
  readonly legs: readonly Leg[];
  readonly canceled: readonly OrderNumber[];
  readonly limit: bigint;
  readonly paid: bigint;
  readonly shares: bigint;
}

const sum = <T>(list: readonly T[], of: (item: T) => bigint): bigint => list.reduce((all, item) => all + of(item), 0n);
const isMarketBuy = ({ side, type }: PlaceOrder): boolean => side === 'BUY' && (type === 'FOK' || type === 'FAK');

/** The limit of a taker whose amounts are valid; `limit-price.prop.test.ts` tests the rule itself. */
function limitOf({ type, side, makerAmount, takerAmount }: PlaceOrder, tick: number): bigint {
  const [collateral, shares] = side === 'BUY' ? [makerAmount, takerAmount] : [takerAmount, makerAmount];
  return BigInt(limitPrice(type, side, collateral, shares, tick) as number);
}

/** Plays a book; null if the order's own amounts were invalid. */
function walk({ opening, taker, tick }: CrossingBook): Walk | null {
  const state = createState();
  for (const command of opening) run(state, command);
  const buys = taker.side === 'BUY';
  const priceOf = (outcome: number, price: number): bigint =>
    outcome === taker.outcome ? BigInt(price) : ONE - BigInt(price);
  const facing = [...state.openOrders.values()]
    .filter((order) => (order.outcome === taker.outcome) !== (order.side === taker.side))
    .map(({ number, account, outcome, price, remaining }) => {
      const own = account === taker.account;
      return { order: number, own, price: priceOf(outcome, price), shares: BigInt(remaining) };
    });
  const decision = run(state, taker);
  if (decision.kind === 'reject' && !['fok_not_filled', 'fak_no_match'].includes(decision.code)) return null;
  const limit = limitOf(taker, tick);
  const crossing = facing
    .filter(({ price }) => (buys ? price <= limit : price >= limit))
    .toSorted((a, b) => Number(buys ? a.price - b.price : b.price - a.price) || a.order - b.order);
  const events = decision.kind === 'accepted' ? decision.events : [];
  const accepted = events.find((event) => event.kind === 'OrderAccepted');
  if (accepted !== undefined) expect(BigInt(accepted.price)).toBe(limit);
  const trade = events.find((event) => event.kind === 'TradeExecuted');
  const legs = (trade?.legs ?? []).map((leg) => ({
    order: leg.order,
    price: priceOf(leg.outcome, leg.price),
    shares: BigInt(leg.size),
    paid: BigInt(leg.takerCollateral),
    remaining: BigInt(leg.remaining),
  }));
  const rested = events.some((event) => event.kind === 'OrderRested');
  return {
    taker,
    outcome: decision.kind === 'reject' ? decision.code : rested ? 'rested' : 'ended',
    crossing,
    others: crossing.filter(({ own }) => !own),
    legs,
    canceled: events.flatMap((event) => (event.kind === 'OrderCanceled' ? [event.order] : [])),
    limit,
    paid: BigInt(trade?.collateral ?? 0),
    shares: BigInt(trade?.size ?? 0),
  };
}

/** Checks `rule` on every generated book; returns the number of books to which the rule applied. */
function always(rule: (walk: Walk) => boolean): number {
  let said = 0;
  fc.assert(
    fc.property(fc.noBias(fc.nat()), (seed) => {
      const played = walk(crossingBook(seed));
      if (played !== null && rule(played)) said++;
    }),
    { numRuns: RUNS },
  );
  return said;
}

test('walk: makers are met best price first, then oldest, and none is passed over while it has shares left [E18]', () => {
  const said = always(({ others, legs }) => {
    expect(legs.map(({ order }) => order)).toEqual(others.slice(0, legs.length).map(({ order }) => order));
    for (const leg of legs.slice(0, -1)) expect(leg.remaining).toBe(0n);
    return legs.length > 1;
  });
  expect(met(said)).toBeGreaterThan(RUNS / 10);
});

test('walk: a FOK BUY is filled exactly when what others offer within its limit covers its budget [E18]', () => {
  let filled = 0;
  const said = always(({ taker, outcome, others, limit }) => {
    if (!isMarketBuy(taker) || taker.type !== 'FOK') return false;
    const offered = sum(others, ({ price, shares }) => price * shares);
    // If the missing amount buys less than a micro-share, nothing is missing.
    const covered = BigInt(taker.makerAmount) * ONE - offered < limit;
    if (covered) expect(outcome).toBe('ended');
    if (covered) filled++;
    // Rounding up can exhaust a budget earlier, by less than a micro per maker.
    if (BigInt(taker.makerAmount) * ONE - offered >= (BigInt(others.length) + 1n) * ONE)
      expect(outcome).toBe('fok_not_filled');
    return true;
  });
  expect(met(Math.min(filled, said - filled))).toBeGreaterThan(RUNS / 50);
});

test('walk: a FAK BUY that its limit does not let spend its budget has taken all that others offer within it', () => {
  const said = always(({ taker, others, legs, paid }) => {
    if (!isMarketBuy(taker) || taker.type !== 'FAK') return false;
    // Each leg leaves less than a micro of the amount it could spend.
    if (BigInt(taker.makerAmount) - paid <= BigInt(legs.length)) return false;
    expect(legs.length).toBe(others.length);
    for (const leg of legs) expect(leg.remaining).toBe(0n);
    return true;
  });
  expect(met(said)).toBeGreaterThan(RUNS / 50);
});

test('walk: a market BUY never pays more than its budget, and no leg more than its rounded price', () => {
  const said = always(({ taker, outcome, legs, limit, paid, shares }) => {
    for (const leg of legs) {
      const cost = leg.price * leg.shares;
      expect(leg.paid * ONE > cost - ONE && leg.paid * ONE < cost + ONE).toBe(true);
    }
    if (!isMarketBuy(taker)) return false;
    expect(paid <= BigInt(taker.makerAmount)).toBe(true);
    if (outcome !== 'ended' || taker.type !== 'FOK') return false;
    // Filled: at most one micro per leg is left, and prices better than the limit have bought more shares.
    expect(BigInt(taker.makerAmount) - paid <= BigInt(legs.length)).toBe(true);
    expect(shares * limit > (BigInt(taker.makerAmount) - BigInt(legs.length) - 1n) * ONE).toBe(true);
    return true;
  });
  expect(met(said)).toBeGreaterThan(RUNS / 50);
});

test('walk: FOK and FAK SELLs and resting orders take all they sign for while others offer it, and no more', () => {
  const said = always(({ taker, outcome, others, legs, shares }) => {
    if (isMarketBuy(taker)) return false;
    const offered = sum(others, (order) => order.shares);
    const signed = BigInt(taker.side === 'BUY' ? taker.takerAmount : taker.makerAmount);
    const enough = offered >= signed;
    if (taker.type === 'FOK') expect(outcome).toBe(enough ? 'ended' : 'fok_not_filled');
    if (outcome === 'fok_not_filled' || outcome === 'fak_no_match') return false;
    expect(shares).toBe(enough ? signed : offered);
    expect(outcome).toBe(enough || taker.type !== 'GTC' ? 'ended' : 'rested');
    return legs.length > 0;
  });
  expect(met(said)).toBeGreaterThan(RUNS / 20);
});

test('walk: own orders are cancelled while the taker wants more, and left alone once it is complete', () => {
  let spared = 0;
  const said = always(({ taker, outcome, crossing, legs, canceled, paid }) => {
    if (outcome === 'fok_not_filled' || outcome === 'fak_no_match') return false;
    const own = crossing.filter((order) => order.own).map(({ order }) => order);
    const last = crossing.findIndex(({ order }) => order === legs.at(-1)?.order);
    const before = crossing.slice(0, last + 1).flatMap((order) => (order.own ? [order.order] : []));
    expect(canceled.slice(0, before.length)).toEqual(before);
    const spent = isMarketBuy(taker) && paid === BigInt(taker.makerAmount);
    const complete = spent || (legs.at(-1)?.remaining ?? 0n) > 0n;
    if (complete) expect(canceled).toEqual(before);
    if (complete && own.length > before.length) spared++;
    if (outcome === 'rested') expect(canceled).toEqual(own);
    return canceled.length > 0;
  });
  expect(met(Math.min(said, spared))).toBeGreaterThan(RUNS / 100);
});

test('walk: the oracle, written from the document alone, decides the same and leaves the same ledger [E18]', () => {
  fc.assert(
    fc.property(fc.noBias(fc.nat()), (seed) => {
      const { opening, taker } = crossingBook(seed);
      const shadow = new Shadow();
      for (const command of [...opening, taker]) shadow.execute({ command, timeMs: 1_700_000_000_000 });
    }),
    { numRuns: Math.ceil(RUNS / 5) },
  );
});
