/** Rules of a taker's walk, checked directly and then by the oracle; `PROPERTY_RUNS=75` generates 60,000 books. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { PlaceOrder } from '../command.ts';
import { limitPrice } from '../decide/place-order.ts';
import { createState } from '../state.ts';
import { type CrossingBook, crossingBook, run } from '../testing/crossing-books.ts';
import { met, runs } from '../testing/runs.ts';
import { Shadow } from '../testing/shadow.ts';
import type { OrderNumber } from '../units/units.ts';

const RUNS = runs(800);
const ONE = 10_000n;

interface Walk {
  readonly taker: PlaceOrder;
  /** `rested`, `ended`, or the refusal code. */
  readonly outcome: string;
  /** Orders of others that the limit crosses, best price first, then older; `price`: per share, in 1/10000. */
  readonly others: readonly { readonly order: OrderNumber; readonly price: bigint; readonly shares: bigint }[];
  readonly legs: readonly { readonly order: OrderNumber; readonly remaining: number }[];
  readonly limit: bigint;
}

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
  const priceOf = (outcome: number, price: number) => (outcome === taker.outcome ? BigInt(price) : ONE - BigInt(price));
  const facing = [...state.openOrders.values()]
    .filter(({ account }) => account !== taker.account)
    .filter((order) => (order.outcome === taker.outcome) !== (order.side === taker.side))
    .map(({ number, outcome, price, remaining }) => {
      return { order: number, price: priceOf(outcome, price), shares: BigInt(remaining) };
    });
  const decision = run(state, taker);
  if (decision.kind === 'reject' && !['fok_not_filled', 'fak_no_match'].includes(decision.code)) return null;
  const limit = limitOf(taker, tick);
  const others = facing
    .filter(({ price }) => (buys ? price <= limit : price >= limit))
    .toSorted((a, b) => Number(buys ? a.price - b.price : b.price - a.price) || a.order - b.order);
  const events = decision.kind === 'accepted' ? decision.events : [];
  const accepted = events.find((event) => event.kind === 'OrderAccepted');
  if (accepted !== undefined) expect(BigInt(accepted.price)).toBe(limit);
  const trade = events.find((event) => event.kind === 'TradeExecuted');
  const rested = events.some((event) => event.kind === 'OrderRested');
  const outcome = decision.kind === 'reject' ? decision.code : rested ? 'rested' : 'ended';
  return { taker, outcome, others, legs: trade?.legs ?? [], limit };
}

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
    for (const leg of legs.slice(0, -1)) expect(leg.remaining).toBe(0);
    return legs.length > 1;
  });
  expect(met(said)).toBeGreaterThan(RUNS / 10);
});

test('walk: a FOK BUY is filled exactly when what others offer within its limit covers its budget [E18]', () => {
  let filled = 0;
  const said = always(({ taker, outcome, others, limit }) => {
    if (taker.side !== 'BUY' || taker.type !== 'FOK') return false;
    const offered = others.reduce((all, { price, shares }) => all + price * shares, 0n);
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

test('walk: the oracle, written from the document alone, decides the same and leaves the same ledger [E18]', () =>
  fc.assert(
    fc.property(fc.noBias(fc.nat()), (seed) => {
      const { opening, taker } = crossingBook(seed);
      const shadow = new Shadow();
      for (const command of [...opening, taker]) shadow.execute({ command, timeMs: 1_700_000_000_000 });
    }),
    { numRuns: Math.ceil(RUNS / 5) },
  ));
