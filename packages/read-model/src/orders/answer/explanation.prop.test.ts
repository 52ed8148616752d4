/** Explanations compared with a naive oracle over the journal's entries. */

import { type MarketId, micros, type OrderAccepted } from '@bellwether/engine';
import { met, runs } from '@bellwether/engine/testing';
import type { ChainedEntry } from '@bellwether/ports/journal.ts';
import { amountText } from '@bellwether/wire/forms/decimal.ts';
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

function play(list: readonly Act[]): RecordedVenue {
  const venue = new RecordedVenue();
  venue.openAccounts(TRADERS);
  venue.addMarkets(MARKETS);
  for (let trader = 0; trader < TRADERS; trader += 1)
    for (let market = 0; market < MARKETS; market += 1) {
      const [account, wallet] = [venue.accountOf(trader), venue.walletOf(trader)];
      venue.must({ kind: 'SplitPosition', account, wallet, market: market as MarketId, amount: micros(5_000_000_000) });
    }
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
  }
  return venue;
}

type Resting = { number: number; market: number; isBid: boolean; price: number; left: number };

/** What stood ahead of one resting order, and what became of it until its end, from the events alone. */
function oracle(entries: readonly ChainedEntry[], wanted: OrderAccepted) {
  const resting = new Map<number, Resting>();
  const accepted = new Map<number, OrderAccepted>();
  let ahead: Set<number> | null = null;
  let [atRest, traded, cancelled] = [0, 0, 0];
  let through: number | null = null;
  const sum = (list: readonly Resting[]): number => list.reduce((total, { left }) => total + left, 0);
  for (const entry of entries) {
    // An order that is cancelled counts up to the entry before.
    if (entry.events.some((event) => event.kind === 'OrderCanceled' && event.order === wanted.order)) {
      through = entry.sequence - 1;
      break;
    }
    for (const event of entry.events)
      if (event.kind === 'OrderAccepted') accepted.set(event.order, event);
      else if (event.kind === 'OrderRested') {
        const order = accepted.get(event.order) ?? expect.unreachable('rests without being accepted');
        const isBid = (order.side === 'BUY') === (order.outcome === 0);
        const price = order.outcome === 0 ? order.price : 10_000 - order.price;
        const rests = { number: event.order, market: order.market, isBid, price, left: event.remaining };
        if (event.order === wanted.order) {
          const before = [...resting.values()].filter(
            (one) => one.market === rests.market && one.isBid === isBid && one.price === price,
          );
          ahead = new Set(before.map(({ number }) => number));
          atRest = sum(before);
        }
        resting.set(event.order, rests);
      } else if (event.kind === 'TradeExecuted') {
        for (const leg of event.legs) {
          const maker = resting.get(leg.order) ?? expect.unreachable('a maker that does not rest');
          if (ahead?.has(leg.order)) traded += leg.size;
          maker.left -= leg.size;
          if (maker.left === 0) resting.delete(leg.order);
          if (maker.left === 0 && leg.order === wanted.order) through = entry.sequence;
        }
      } else if (event.kind === 'OrderCanceled') {
        if (ahead?.has(event.order)) cancelled += resting.get(event.order)?.left ?? 0;
        resting.delete(event.order);
      }
    if (through !== null) break;
  }
  if (ahead === null) return null;
  const left = sum([...resting.values()].filter(({ number }) => ahead.has(number)));
  return {
    at_rest: amountText(atRest),
    traded: amountText(traded),
    cancelled: amountText(cancelled),
    ahead: amountText(left),
    unknown: '0',
    through: through ?? entries.at(-1)?.sequence,
  };
}

test('explained: the queue, what left it and how an order ended are what the journal says [O25]', async () => {
  const read = explainOrderRead();
  let queued = 0;
  await fc.assert(
    fc.asyncProperty(acts, fc.integer({ min: 1, max: 40 }), fc.boolean(), async (list, batch, restarts) => {
      const venue = play(list);
      using store = openTestStore();
      if (restarts) {
        store.project({ ...venue, entries: venue.entries.slice(0, venue.entries.length / 2) }, batch);
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
        expect(value.looked).toMatchObject({ complete: true, sequence: venue.entries.at(-1)?.sequence });
        expect(value.queue).toEqual(oracle(venue.entries, order));
        expect(value.end?.reason).toBe(endOf(venue.entries, order));
        if (value.queue !== null && value.queue.at_rest !== '0') queued += 1;
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

function endOf(entries: readonly ChainedEntry[], { order, type, size }: OrderAccepted): string | undefined {
  let matched = 0;
  for (const event of entries.flatMap(({ events }) => events)) {
    if (event.kind === 'OrderCanceled' && event.order === order) return event.reason;
    if (event.kind !== 'TradeExecuted') continue;
    if (event.order === order) matched += event.size;
    for (const leg of event.legs) if (leg.order === order) matched += leg.size;
  }
  if (matched >= size) return 'filled';
  return type === 'FAK' ? 'rest_dropped' : type === 'FOK' ? 'filled' : undefined;
}
