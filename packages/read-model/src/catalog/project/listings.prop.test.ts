import { catalogId, type MarketId, type TradeExecuted } from '@bellwether/engine';
import { catalogEventDefinition, forAll } from '@bellwether/engine/testing';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { openStore, type Store } from '../../adapters/store-sqlite/open-store.ts';
import { BookReader } from '../../book-reader.ts';
import { createProjectionRunner, type ProjectionRunner } from '../../runner.ts';
import { RecordedVenue, testMarket, testOrderId } from '../../testing/recorded-venue.ts';
import { LISTING_TABLES } from '../listing-tables.ts';
import { createListingsProjection } from './listings.ts';

const HOUR_MS = 3_600_000;
/** More markets than one transaction re-sorts. */
const MARKETS = 40;

const acts = fc.array(
  fc.record({
    hours: fc.oneof(
      { weight: 3, arbitrary: fc.constant(0) },
      { weight: 2, arbitrary: fc.integer({ min: 1, max: 40 }) },
    ),
    market: fc.integer({ min: 0, max: MARKETS - 1 }),
    price: fc.integer({ min: 1, max: 99 }).map((cents) => cents * 100),
    shares: fc.integer({ min: 5, max: 50 }),
    kind: fc.constantFrom('trade', 'trade', 'rest', 'cancel', 'archive', 'sweep'),
  }),
  { minLength: 1, maxLength: 12 },
);
type Act = typeof acts extends fc.Arbitrary<(infer One)[]> ? One : never;

function newVenue(): RecordedVenue {
  const venue = new RecordedVenue();
  venue.openAccounts(2);
  const half = MARKETS / 2;
  const markets = Array.from({ length: half }, (_, index) => testMarket(index));
  const event = catalogEventDefinition({ id: catalogId(7), slug: 'seven', negRisk: false, tagSlugs: [] });
  venue.must({ kind: 'AddToCatalog', tags: [], series: [], events: [{ event, markets }], markets: [] });
  venue.addMarkets(half);
  return venue;
}

function act(venue: RecordedVenue, { hours, market, price, shares, kind }: Act): void {
  venue.timeMs += hours * HOUR_MS;
  const trade = (where: number) => {
    venue.place({ trader: 0, market: where, outcome: 0, side: 'BUY', price, shares });
    venue.place({ trader: 1, market: where, outcome: 1, side: 'BUY', price: 10_000 - price, shares });
  };
  if (kind === 'trade') trade(market);
  else if (kind === 'sweep') for (let where = 0; where < MARKETS; where += 1) trade(where);
  else if (kind === 'rest') venue.place({ trader: 0, market, outcome: 0, side: 'BUY', price, shares });
  else if (kind === 'cancel') {
    const orderIds = Array.from({ length: 20 }, (_, index) => testOrderId(index + 1));
    venue.submit({ kind: 'CancelOrders', account: venue.accountOf(0), orderIds });
  } else venue.submit({ kind: 'UpdateMarket', market: market as MarketId, changes: { archived: shares % 2 === 0 } });
}

const paces = fc.record({
  batch: fc.integer({ min: 1, max: 9 }),
  restartEvery: fc.integer({ min: 1, max: 4 }),
  rollRows: fc.constantFrom(1, 3, 2_000),
});
type Pace = typeof paces extends fc.Arbitrary<infer One> ? One : never;

/** Projects all entries, `batch` at a time, with occasional restarts, and lets time pass at the end. */
function project(store: Store, venue: RecordedVenue, { batch, restartEvery, rollRows }: Pace, nowMs: number): void {
  const projections = [createListingsProjection(rollRows)];
  let runner: ProjectionRunner = createProjectionRunner(store, projections);
  for (let start = 0, count = 1; start < venue.entries.length; start += batch, count += 1) {
    const entries = venue.entries.slice(start, start + batch);
    runner.write(entries, runner.cursor.hash, { state: venue.state, prices: venue.prices });
    if (count % restartEvery === 0) runner = createProjectionRunner(store, projections);
  }
  while (runner.advance(nowMs) === 'more');
}

function expectedFigures(venue: RecordedVenue, nowMs: number) {
  const trades = venue.entries.flatMap(({ timeMs, events }) =>
    events
      .filter((event): event is TradeExecuted => event.kind === 'TradeExecuted')
      .map((trade) => ({ trade, hour: Math.floor(timeMs / HOUR_MS) })),
  );
  const since = Math.floor(nowMs / HOUR_MS) - 23;
  return venue.state.markets.map((market) => {
    const { id } = market;
    const own = trades.filter(({ trade }) => trade.market === id);
    const sum = (of: typeof own) => of.reduce((total, { trade }) => total + trade.collateral, 0);
    const leg = own.at(-1)?.trade.legs.at(-1);
    const figures = new BookReader().figures(market);
    return {
      market: id,
      volume_micros: sum(own),
      volume_24hr_micros: sum(own.filter(({ hour }) => hour >= since)),
      liquidity_micros: figures.liquidity,
      best_bid_ticks: figures.bestBid,
      best_ask_ticks: figures.bestAsk || 10_000,
      last_price_ticks: leg === undefined ? 0 : leg.outcome === 0 ? leg.price : 10_000 - leg.price,
    };
  });
}

const allRows = (store: Store) =>
  Object.keys(LISTING_TABLES).map((table) => store.prepare(`SELECT * FROM ${table}`).all());

test('listings: figures are what trades and books say, however entries come, also after restarts and idle hours [K23]', () => {
  forAll(40, [acts, paces, fc.integer({ min: 0, max: 50 })], (list, pace, idleHours) => {
    const venue = newVenue();
    for (const one of list) act(venue, one);
    const nowMs = venue.timeMs + idleHours * HOUR_MS;
    const [store, other] = [openStore(':memory:'), openStore(':memory:')];
    try {
      project(store, venue, pace, nowMs);
      const expected = expectedFigures(venue, nowMs);
      const columns = Object.keys(expected[0] ?? {}).join(', ');
      for (const table of ['market_figures', 'market_listing'])
        expect(store.prepare(`SELECT ${columns} FROM ${table} ORDER BY market`).all()).toEqual(expected);
      const summed = ['volume_micros', 'volume_24hr_micros', 'liquidity_micros'] as const;
      const sum = (column: (typeof summed)[number]) =>
        expected.slice(0, MARKETS / 2).reduce((total, row) => total + row[column], 0);
      const sums = Object.fromEntries(summed.map((column) => [column, sum(column)]));
      expect(store.prepare(`SELECT ${summed.join(', ')} FROM event_listing`).all()).toEqual([sums]);
      // Written in one go, all rows are the same.
      project(other, venue, { batch: venue.entries.length, restartEvery: 99, rollRows: 2_000 }, nowMs);
      expect(allRows(other)).toEqual(allRows(store));
    } finally {
      store.close();
      other.close();
    }
  });
});

test('listings: scopes and classes are counted as they are', () => {
  const venue = newVenue();
  for (const market of [0, 3, 21])
    venue.must({ kind: 'UpdateMarket', market: market as MarketId, changes: { archived: true, active: false } });
  const labels = { ...testMarket(MARKETS), tagLabels: ['Big News', 'big news', 'Other'] };
  venue.must({ kind: 'AddToCatalog', tags: [], series: [], events: [], markets: [labels] });
  const store = openStore(':memory:');
  project(store, venue, { batch: 2, restartEvery: 1, rollRows: 1 }, venue.timeMs);
  const members = `SELECT scope, class, count(*) AS n FROM market_scopes GROUP BY 1, 2 ORDER BY 1, 2`;
  const counted = `SELECT scope, class, markets AS n FROM scope_counts WHERE scope > 0 AND markets > 0 ORDER BY 1, 2`;
  expect(store.prepare(counted).all()).toEqual(store.prepare(members).all());
  const classes = `SELECT class, count(*) AS n FROM market_listing GROUP BY 1 ORDER BY 1`;
  const all = `SELECT class, markets AS n FROM scope_counts WHERE scope = 0 AND markets > 0 ORDER BY 1`;
  expect(store.prepare(all).all()).toEqual(store.prepare(classes).all());
  const scopes = store.prepare('SELECT name FROM scopes ORDER BY id').all();
  expect(scopes).toEqual([{ name: 'tag:big-news' }, { name: 'tag:other' }]);
  store.close();
});
