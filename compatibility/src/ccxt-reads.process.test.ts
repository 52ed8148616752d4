/** Public reads with `ccxt`: markets and events with paging, tickers, books, candles, trades and figures. */
import { eventually } from '@bellwether/venue-process/progress';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  type CcxtStage,
  closeCcxtStage,
  openCcxtStage,
  type Polymarket,
  publicExchange,
  SIGN_IN_137,
} from './ccxt-stage.ts';
import { proves } from './proves.ts';
import { addEvent, operate, startVenue } from './stage.ts';

const DAY_MS = 86_400_000;

let venue: Awaited<ReturnType<typeof startVenue>>;
let stage: CcxtStage;
let anyone: Polymarket;

beforeAll(async () => {
  // The tests read whole lists of the catalog.
  venue = await startVenue(SIGN_IN_137);
  stage = await openCcxtStage(venue);
  const { alice, bob, charged } = stage;
  // Sets up a YES book of 0.4 and 0.46 in the charged market, and a trade at 0.46.
  await alice.createOrder(charged.no, 'limit', 'buy', 30, 0.54);
  await bob.createOrder(charged.yes, 'limit', 'buy', 20, 0.46);
  await bob.createOrder(charged.yes, 'limit', 'buy', 25, 0.4);
  anyone = publicExchange(stage.venue);
  await anyone.loadMarkets();
});
afterAll(async () => {
  await closeCcxtStage(stage);
  await venue?.stop();
});

test('catalog: markets with their outcomes, terms and prices', async () => {
  proves('ccxt', 'catalog');
  const { charged, negRisk } = stage;
  const markets = await anyone.fetchMarkets();
  expect(markets).toHaveLength(4);
  expect(markets.find((each) => each?.id === charged.conditionId)).toMatchObject({
    ...{ active: true, resolved: false, marketType: 'binary', precision: { price: 0.01 } },
    limits: { amount: { min: 5 }, price: { min: 0.01, max: 0.99 } },
    outcomes: [
      { outcomeId: charged.yes, label: 'Yes', price: 0.43, negRisk: false },
      { outcomeId: charged.no, label: 'No', price: 0.57, negRisk: false },
    ],
  });
  const race = markets.find((each) => each?.id === negRisk[1].conditionId);
  expect(race).toMatchObject({ outcomes: [{ negRisk: true }, { negRisk: true }] });
});

test('catalog: lists and searches of several pages, sorted as it asks [S26]', async () => {
  proves('ccxt', 'catalog-pages');
  for (let added = 0; added < 3; added += 1) await addEvent(stage.venue, 'Paged harbour', [{}]);
  const paging = publicExchange(stage.venue, { options: { eventsPageSize: 2 } });
  const conditions = (markets: readonly unknown[]): string[] =>
    (markets as readonly { readonly id: string }[]).map(({ id }) => id);
  const all = await paging.fetchMarkets({ limit: 6, sort: 'newest' });
  expect(new Set(conditions(all)).size).toBe(7);
  // Markets of one event stay together. Sorted by volume, the charged market comes first.
  expect(conditions(await paging.fetchMarkets({ limit: 4 }))[0]).toBe(stage.charged.conditionId);
  for (const sort of ['volume', 'liquidity', 'newest'] as const) {
    const found = await paging.fetchEvents({ query: 'Paged harbour', searchPageSize: 1, limit: 3, sort });
    expect(new Set(found.map(({ id }) => id)).size).toBe(3);
    for (const { title } of found) expect(title).toMatch(/^Paged harbour/);
  }
});

test('catalog: events by search, id, slug and tag, open ones and those that have ended', async () => {
  proves('ccxt', 'catalog');
  const { venue, plain } = stage;
  const [event] = await anyone.fetchEvents({ eventId: plain.eventId });
  const slug = String(event?.slug);
  expect(event).toMatchObject({ id: plain.eventId, active: true, markets: [{ id: plain.conditionId }] });
  expect(await anyone.fetchEvents({ slug })).toMatchObject([{ id: plain.eventId }]);
  expect(await anyone.fetchEvent(slug)).toMatchObject({ id: plain.eventId, title: event?.title });
  expect(await anyone.fetchEvent(plain.eventId)).toMatchObject({ slug });
  const tags = [{ label: 'Fed Rates', slug: 'fed-rates' }];
  const wish = { title: 'Dredging', tags, markets: [{ question: 'Dredged by June?' }] };
  const tagged = await operate(venue, '/admin/events', wish);
  const { id, markets } = tagged as { readonly id: string; readonly markets: readonly { conditionId: string }[] };
  expect(await anyone.fetchEvents({ tags: ['Fed Rates', 'no such tag'] })).toMatchObject([{ id, tags: ['Fed Rates'] }]);
  expect(await anyone.fetchEvents({ query: 'Dredging' })).toMatchObject([{ id }]);
  await operate(venue, `/admin/markets/${markets[0]?.conditionId}/resolve`, { winner: 'Yes' });
  expect(await anyone.fetchEvents({ query: 'Dredging' })).toEqual([]);
  const [ended] = await anyone.fetchEvents({ query: 'Dredging', status: 'all' });
  expect(ended).toMatchObject({ id, active: false, resolved: true });
  expect(ended?.markets?.[0]).toMatchObject({
    resolved: true,
    outcomes: [
      { label: 'Yes', winner: true, settleFraction: 1 },
      { label: 'No', winner: false, settleFraction: 0 },
    ],
  });
});

test('catalog: outcomes by their token ids alone, one or many', async () => {
  proves('ccxt', 'catalog');
  const { plain, charged } = stage;
  const cold = publicExchange(stage.venue);
  expect(await cold.fetchOrderBook(plain.yes)).toMatchObject({ outcomeId: plain.yes });
  const tickers = await publicExchange(stage.venue).fetchTickers([charged.yes, charged.no, plain.no]);
  expect(Object.values(tickers).map((ticker) => ticker['outcomeId'])).toEqual([charged.yes, charged.no, plain.no]);
});

test('prices: books, tickers one and many, fees, and open interest', async () => {
  proves('ccxt', 'books');
  const { charged } = stage;
  const book = await anyone.fetchOrderBook(charged.yes);
  expect(book).toMatchObject({ bids: [[0.4, 25]], asks: [[0.46, 10]], outcomeId: charged.yes });
  expect(Math.abs(Date.now() - Number(book.timestamp))).toBeLessThan(600_000);
  const told = { bid: 0.4, bidVolume: 25, ask: 0.46, askVolume: 10, average: 0.43, last: 0.46 };
  expect(await anyone.fetchTicker(charged.yes)).toMatchObject(told);
  const tickers = Object.values(await anyone.fetchTickers([charged.yes, charged.no]));
  expect(tickers).toMatchObject([told, { bid: 0.54, bidVolume: 10, ask: 0.6, askVolume: 25, average: 0.57 }]);
  // The client reads the ecosystem's mark of markets with fees as their rate, which the fee schedule has.
  expect(await anyone.fetchTradingFee(charged.yes)).toMatchObject({ taker: 0.1, outcomeId: charged.yes });
  // 20 pairs were made.
  expect(await anyone.fetchOpenInterest(charged.yes)).toMatchObject({ openInterestValue: 20 });
});

test('prices: candles of every length, since a time and the latest [S26]', async () => {
  proves('ccxt', 'history');
  const { charged } = stage;
  for (const [length, minutes] of Object.entries({ '1m': 1, '5m': 5, '1h': 60, '6h': 360, '1d': 1_440 })) {
    for (const ask of [
      () => anyone.fetchOHLCV(charged.yes, length, undefined, 50),
      () => anyone.fetchOHLCV(charged.yes, length, Date.now() - DAY_MS),
    ]) {
      // Close is the current midpoint of the book if the request was fast enough.
      const candles = await eventually(async () => {
        const all = await ask();
        expect(all.at(-1)?.[4]).toBe(0.43);
        return all;
      });
      const [time, open, high, low, close] = candles.at(-1) as number[];
      expect([length, Number(time) % (minutes * 60_000)]).toEqual([length, 0]);
      expect([high, low]).toEqual([Math.max(...([open, close] as number[])), Math.min(...([open, close] as number[]))]);
    }
  }
  // For more than 15 days the client requests only the first 15.
  expect(await anyone.fetchOHLCV(charged.yes, '1d', Date.now() - 40 * DAY_MS)).toEqual([]);
});

test('prices: trades of an outcome, and what the data service says of a wallet', async () => {
  proves('ccxt', 'data');
  const { charged, bob } = stage;
  const [trade, ...others] = await anyone.fetchTrades(charged.yes, undefined, 3);
  expect(others).toEqual([]);
  expect(trade).toMatchObject({ side: 'buy', price: 0.46, amount: 20, cost: 9.2, outcomeId: charged.yes });
  expect(Math.abs(Date.now() - Number(trade?.timestamp))).toBeLessThan(600_000);
  expect(await anyone.fetchTrades(charged.no)).toEqual([]);
  const user = bob.walletAddress;
  expect(await anyone.dataPublicGetPositions({ user })).toMatchObject([{ asset: charged.yes, size: 20 }]);
  expect(await anyone.dataPublicGetHolders({ market: charged.conditionId })).toMatchObject([
    { token: charged.yes, holders: [{ amount: 20 }] },
    { token: charged.no, holders: [{ amount: 20 }] },
  ]);
  expect(await anyone.dataPublicGetValue({ user })).toMatchObject([{ value: expect.any(Number) }]);
  // The client looks for the list in a `data` field that does not exist, in the original either.
  expect(await bob.fetchPositions()).toEqual([]);
});

test('prices: time and status of the venue', async () => {
  proves('ccxt');
  expect(Math.abs(Number(await anyone.fetchTime()) - Date.now())).toBeLessThan(60_000);
  expect(await anyone.fetchStatus()).toMatchObject({ status: 'ok', info: 'OK' });
});
