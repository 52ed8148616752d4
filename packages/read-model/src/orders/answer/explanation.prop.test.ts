/** Explanations compared with a naive oracle over the journal's entries, and books and hashes with the venue's own. */

import type { OrderExplanation } from '@bellwether/contract';
import { type MarketId, micros, type OrderAccepted } from '@bellwether/engine';
import { met, runs } from '@bellwether/engine/testing';
import type { ChainedEntry } from '@bellwether/ports/journal.ts';
import { amountText, priceText } from '@bellwether/wire/forms/decimal.ts';
import { writeBook } from '@bellwether/wire/prices/book.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { runRead } from '../../run-read.ts';
import { RecordedVenue, testOrderId } from '../../testing/recorded-venue.ts';
import { openTestStore } from '../../testing/test-store.ts';
import { explainOrderRead } from './explanation.ts';

const RUNS = runs(120);
const TRADERS = 4;
const MARKETS = 2;
/** Few prices, so that queues form and are matched. */
const PRICES = [4_500, 4_800, 5_000, 5_200, 5_500];

const acts = fc.array(
  fc.record({
    kind: fc.constantFrom('place', 'place', 'place', 'place', 'place', 'cancel', 'cancel', 'pause', 'minimum'),
    trader: fc.integer({ min: 0, max: TRADERS - 1 }),
    market: fc.integer({ min: 0, max: MARKETS - 1 }),
    outcome: fc.constantFrom(0 as const, 1 as const),
    side: fc.constantFrom('BUY' as const, 'SELL' as const),
    price: fc.constantFrom(...PRICES),
    shares: fc.integer({ min: 5, max: 30 }),
    type: fc.constantFrom('GTC' as const, 'GTC' as const, 'GTC' as const, 'FAK' as const, 'FOK' as const),
    /** Index of the order to cancel, among all orders so far. */
    order: fc.nat(),
  }),
  { minLength: 15, maxLength: 60 },
);
type Act = typeof acts extends fc.Arbitrary<(infer One)[]> ? One : never;

/** The venue's own figures after each entry: version and hashes of each market's books. */
type Shown = Map<number, { readonly version: number; readonly hashes: readonly [string, string] }[]>;

function play(list: readonly Act[]): { readonly venue: RecordedVenue; readonly shown: Shown } {
  const venue = new RecordedVenue();
  venue.openAccounts(TRADERS);
  venue.addMarkets(MARKETS);
  for (let trader = 0; trader < TRADERS; trader += 1)
    for (let market = 0; market < MARKETS; market += 1) {
      const [account, wallet] = [venue.accountOf(trader), venue.walletOf(trader)];
      venue.must({ kind: 'SplitPosition', account, wallet, market: market as MarketId, amount: micros(5_000_000_000) });
    }
  const shown: Shown = new Map();
  let placed = 0;
  for (const act of list) {
    const market = act.market as MarketId;
    if (act.kind === 'place') {
      placed += 1;
      venue.place(act);
    } else if (act.kind === 'cancel') {
      const orderIds = [testOrderId(1 + (act.order % Math.max(1, placed)))];
      venue.submit({ kind: 'CancelOrders', account: venue.accountOf(act.trader), orderIds });
    } else {
      const [pause, minimum] = [
        { acceptingOrders: act.shares % 2 === 0 },
        { minimumSize: micros(act.shares * 100_000) },
      ];
      venue.submit({ kind: 'UpdateMarket', market, changes: act.kind === 'pause' ? pause : minimum });
    }
    shown.set(
      venue.state.sequence,
      venue.state.markets.map((one) => ({
        version: one.bookVersion,
        hashes: [writeBook(one, 0).hash, writeBook(one, 1).hash],
      })),
    );
  }
  return { venue, shown };
}

type Resting = { number: number; market: number; isBid: boolean; price: number; left: number };

/** The life of one resting order, entry by entry, from the events alone. */
function oracle(entries: readonly ChainedEntry[], wanted: OrderAccepted) {
  const resting = new Map<number, Resting>();
  const accepted = new Map<number, OrderAccepted>();
  let own = null as Resting | null;
  let ahead: Set<number> = new Set();
  let arrival: { orders: number; shares: number; better: readonly [number, number, number] } | null = null;
  let [traded, cancelled, cancelledOrders] = [0, 0, 0];
  let nearest = null as { price: number; sequence: number; orders: number; shares: number } | null;
  let isOver = false;
  const sum = (list: readonly Resting[]): number => list.reduce((total, { left }) => total + left, 0);
  const aheadNow = (): Resting[] => [...resting.values()].filter(({ number }) => ahead.has(number));
  for (const entry of entries) {
    for (const event of entry.events)
      if (event.kind === 'OrderAccepted') accepted.set(event.order, event);
      else if (event.kind === 'OrderRested') {
        const order = accepted.get(event.order) ?? expect.unreachable('rests without being accepted');
        const isBid = (order.side === 'BUY') === (order.outcome === 0);
        const price = order.outcome === 0 ? order.price : 10_000 - order.price;
        const rests = { number: event.order, market: order.market, isBid, price, left: event.remaining };
        if (event.order === wanted.order) {
          own = rests;
          const side = [...resting.values()].filter((one) => one.market === rests.market && one.isBid === isBid);
          const before = side.filter((one) => one.price === price);
          const better = side.filter((one) => (isBid ? one.price > price : one.price < price));
          ahead = new Set(before.map(({ number }) => number));
          arrival = {
            orders: before.length,
            shares: sum(before),
            better: [new Set(better.map((one) => one.price)).size, better.length, sum(better)],
          };
        }
        resting.set(event.order, rests);
      } else if (event.kind === 'TradeExecuted') {
        for (const leg of event.legs) {
          const maker = resting.get(leg.order) ?? expect.unreachable('a maker that does not rest');
          if (!isOver && ahead.has(leg.order)) traded += leg.size;
          maker.left -= leg.size;
          if (maker.left === 0) resting.delete(leg.order);
          if (maker.left === 0 && leg.order === wanted.order) isOver = true;
        }
      } else if (event.kind === 'OrderCanceled') {
        const gone = resting.get(event.order);
        if (!isOver && gone !== undefined && ahead.has(event.order)) {
          cancelled += gone.left;
          cancelledOrders += 1;
        }
        resting.delete(event.order);
        if (event.order === wanted.order) isOver = true;
      }
    if (own === null || isOver) continue;
    const { market, isBid, price } = own;
    for (const other of resting.values()) {
      if (other.market !== market || other.isBid === isBid) continue;
      if (nearest !== null && Math.abs(other.price - price) >= Math.abs(nearest.price - price)) continue;
      nearest = { price: other.price, sequence: entry.sequence, orders: aheadNow().length, shares: sum(aheadNow()) };
    }
  }
  return { own, arrival, traded, cancelled, cancelledOrders, nearest, left: isOver ? null : aheadNow() };
}

test('explained: queue, what left it, the nearest chance and every frame are what the journal and the books say [O25]', async () => {
  const read = explainOrderRead();
  let queued = 0;
  await fc.assert(
    fc.asyncProperty(acts, fc.integer({ min: 1, max: 40 }), fc.boolean(), async (list, batch, restarts) => {
      const { venue, shown } = play(list);
      using store = openTestStore();
      if (restarts) {
        store.project({ entries: venue.entries.slice(0, venue.entries.length / 2), state: venue.state }, batch);
        store.restart();
      }
      store.project(venue, batch);
      const all = venue.entries.flatMap(({ events }) =>
        events.filter((event): event is OrderAccepted => event.kind === 'OrderAccepted'),
      );
      for (const order of all) {
        const parameters = {
          orderNumber: order.order,
          account: order.account,
          profile: 'bellwether' as const,
          refusals: [],
          heldBack: null,
        };
        const answer = await runRead(read, store.database, parameters);
        const { value } = answer ?? expect.unreachable('an accepted order is not explained');
        check(value, order, venue, shown);
        if ((value.queue?.arrival.ahead.orders ?? 0) > 0) queued += 1;
      }
      const other = all[0];
      if (other !== undefined) {
        const account = other.account === venue.accountOf(0) ? venue.accountOf(1) : venue.accountOf(0);
        const parameters = {
          orderNumber: other.order,
          account,
          profile: 'bellwether' as const,
          refusals: [],
          heldBack: null,
        };
        expect(await runRead(read, store.database, parameters)).toBeNull();
      }
    }),
    { numRuns: RUNS },
  );
  // Orders without a queue ahead would prove nothing.
  expect(met(queued)).toBeGreaterThan(RUNS / 3);
});

function check(value: OrderExplanation, order: OrderAccepted, venue: RecordedVenue, shown: Shown): void {
  const told = oracle(venue.entries, order);
  const owned = (ticks: number): string => priceText(order.outcome === 0 ? ticks : 10_000 - ticks);
  expect(value.looked).toMatchObject({ complete: true, sequence: venue.entries.at(-1)?.sequence });
  if (told.own === null || told.arrival === null)
    expect([value.queue, value.chance, value.hold]).toEqual([null, null, null]);
  else {
    const [prices, orders, shares] = told.arrival.better;
    expect(value.queue?.arrival).toMatchObject({
      ahead: { orders: told.arrival.orders, shares: amountText(told.arrival.shares) },
      better: { prices, orders, shares: amountText(shares) },
    });
    expect(value.queue?.since.traded.shares).toBe(amountText(told.traded));
    const cancelled = { shares: amountText(told.cancelled), orders: told.cancelledOrders };
    expect(value.queue?.since.cancelled).toMatchObject(cancelled);
    if (told.left !== null) {
      const shares = amountText(told.left.reduce((sum, one) => sum + one.left, 0));
      expect(value.queue?.last).toMatchObject({ at: 'now', ahead: { orders: told.left.length, shares } });
    }
    const entryOf = new Map(venue.entries.map((entry) => [entry.sequence, entry]));
    const { nearest } = told;
    expect(value.chance?.nearest ?? null).toEqual(
      nearest === null
        ? null
        : {
            price: owned(nearest.price),
            distance: priceText(Math.abs(nearest.price - told.own.price)),
            timestamp: String(entryOf.get(nearest.sequence)?.timeMs),
            ahead: { orders: nearest.orders, shares: amountText(nearest.shares) },
          },
    );
  }
  const versions = new Map<number, string>();
  for (const entry of shown.values()) {
    const market = entry[order.market];
    if (market !== undefined) versions.set(market.version, market.hashes[order.outcome]);
  }
  const changes = value.frames.market.filter(({ event_type }) => event_type === 'price_change');
  expect(changes.length).toBeGreaterThan(0);
  for (const { sequence, hash } of changes) expect(hash).toBe(versions.get(sequence));
}
