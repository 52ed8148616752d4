/** After every entry all reads show the price of a naive fold over the resting orders, or all say there is none. */
import { createState, type MarketId, micros, restoreSnapshot, takeSnapshot } from '@bellwether/engine';
import { forAllAsync, met, runs } from '@bellwether/engine/testing';
import { MemoryJournal } from '@bellwether/ledger/adapters/testing/memory-journal.ts';
import { emptyStart, Follower } from '@bellwether/ledger/log/follower.ts';
import { GENESIS_HASH } from '@bellwether/ports/journal.ts';
import { MACHINE } from '@bellwether/venue/runtime/machine.ts';
import { Projector } from '@bellwether/venue/threads/projector/projector.ts';
import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { openStore } from '../../adapters/store-sqlite/open-store.ts';
import { ALL_PROJECTIONS } from '../../all-projections.ts';
import { catalogMarketBody } from '../../catalog/answer/catalog-output.ts';
import { marketRead, marketsPageRead } from '../../catalog/answer/markets.ts';
import { marketViews } from '../../catalog/query/catalog-market-views.ts';
import { positionsRead, valueRead } from '../../portfolio/answer/positions.ts';
import { ALL_POSITIONS } from '../../recorded-reads.testing.ts';
import { createProjectionRunner } from '../../runner.ts';
import { naiveBooks, naivePrices } from '../../testing/naive-price.ts';
import { RecordedVenue, seeded, testAddress, testConditionId } from '../../testing/recorded-venue.ts';
import { openTestStore, type TestStore } from '../../testing/test-store.ts';
import {
  grainOf,
  type HistoryFilters,
  type HistorySpan,
  historySpan,
  lifeFidelity,
} from '../answer/price-history-output.ts';
import { pricesHistoryRead } from '../answer/prices-history.ts';

const TRADERS = 2;
/** The third market was imported closed, with a price but without a result. */
const MARKETS = 3;
const RECORDED = 2;

type Act =
  | { readonly kind: 'place'; readonly outcome: 0 | 1; readonly price: number; readonly shares: number }
  | { readonly kind: 'cancel' | 'split' }
  | { readonly kind: 'close' | 'archive'; readonly isOn: boolean }
  | { readonly kind: 'resolve'; readonly payout: number };
const kindOf = <Kind extends Act['kind']>(kind: Kind) => fc.constant(kind);
const placeAt = (min: number, max: number) =>
  fc.record({
    kind: kindOf('place'),
    outcome: fc.constantFrom(0 as const, 1 as const),
    price: fc.integer({ min, max }),
    shares: fc.integer({ min: 5, max: 40 }),
  });
const act: fc.Arbitrary<Act> = fc.oneof(
  { weight: 12, arbitrary: placeAt(1, 99) },
  // Near the middle, so that books are two-sided and tight.
  { weight: 12, arbitrary: placeAt(44, 52) },
  { weight: 4, arbitrary: fc.record({ kind: kindOf('cancel') }) },
  { weight: 4, arbitrary: fc.record({ kind: kindOf('split') }) },
  { weight: 2, arbitrary: fc.record({ kind: kindOf('close'), isOn: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ kind: kindOf('archive'), isOn: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ kind: kindOf('resolve'), payout: fc.integer({ min: 0, max: 10_000 }) }) },
);
const step = fc.record({
  act,
  market: fc.integer({ min: 0, max: MARKETS - 1 }).map((id) => id as MarketId),
  trader: fc.integer({ min: 0, max: TRADERS - 1 }),
});
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;

function take(venue: RecordedVenue, { act: asked, market, trader }: Step): void {
  const [account, wallet] = [venue.accountOf(trader), venue.walletOf(trader)];
  const update = (changes: object) => venue.submit({ kind: 'UpdateMarket', market, changes });
  if (asked.kind === 'place') venue.place({ ...asked, market, trader, side: 'BUY', price: asked.price * 100 });
  else if (asked.kind === 'cancel') venue.submit({ kind: 'CancelMatching', account, market, outcome: null });
  else if (asked.kind === 'split')
    venue.submit({ kind: 'SplitPosition', account, wallet, market, amount: micros(7_000_001) });
  else if (asked.kind === 'close') update({ closed: asked.isOn, acceptingOrders: !asked.isOn });
  else if (asked.kind === 'archive') update({ archived: asked.isOn });
  else if (asked.kind === 'resolve')
    venue.submit({ kind: 'ResolveMarket', market, payouts: [asked.payout, 10_000 - asked.payout] });
}

/** Checks every price in every read, at the store's current position. */
async function expectOnePrice({ database }: TestStore, venue: RecordedVenue): Promise<{ known: number; held: number }> {
  const expected = naivePrices(venue.state).slice(0, MARKETS);
  const shown = expected.map((price) => pairOf(price ?? 0.5));
  const ids = [...expected.keys()];
  const views = await marketViews(database, { kind: 'keys', markets: ids });
  const listed = await marketsPageRead.run(database, { offset: 0, limit: 100 });
  for (const id of ids) {
    const view = views.find((one) => one.market === id) ?? expect.unreachable('the store has every market');
    const [prices, isKnown] = [shown[id], expected[id] !== null];
    const body = catalogMarketBody(view);
    expect((JSON.parse(body.outcomePrices) as string[]).map(Number)).toEqual(prices);
    expect(body.priceKnown).toBe(isKnown);
    expectInBook(venue, id, prices?.[0] ?? Number.NaN, isKnown);
    const detail = await marketRead.run(database, { conditionId: testConditionId(id) });
    for (const { tokens } of [detail?.value, listed?.value?.data[id]].filter((one) => one !== undefined)) {
      expect(tokens.map(({ price }) => price)).toEqual(prices);
      expect(tokens.map(({ price_known }) => price_known)).toEqual([isKnown, isKnown]);
    }
    const nowS = Math.floor(venue.timeMs / 1_000) + 61;
    const span = historySpan({ interval: '1d' }, nowS);
    if ('kind' in span) throw new Error('a day can be read');
    for (const outcome of [0, 1] as const) {
      const tokens = [{ token: '1', market: id, outcome }];
      const points = (await pricesHistoryRead.run(database, { tokens, span, limit: 0 }))?.value ?? [];
      expect(points.findLast(({ t }) => t === nowS)?.p ?? null).toBe(isKnown ? prices?.[outcome] : null);
    }
  }
  return { known: expected.filter((price) => price !== null).length, held: await expectPositions(database, expected) };
}

/** Expects the price of an open market between the best bid and the best ask, as far as they exist. */
function expectInBook({ state }: RecordedVenue, id: number, price: number, isKnown: boolean): void {
  const { payouts, closed, archived } = state.markets[id] as (typeof state.markets)[number];
  if (!isKnown || payouts !== null || closed || archived) return;
  const [bid, ask] = naiveBooks(state)[id] as readonly [number, number];
  // Divided, not multiplied: 0.17 · 10,000 is more than 1,700.
  expect(price).toBeGreaterThanOrEqual(bid / 10_000);
  expect(price).toBeLessThanOrEqual(ask / 10_000);
}

async function expectPositions(database: TestStore['database'], expected: readonly (number | null)[]): Promise<number> {
  let held = 0;
  for (let index = 0; index < TRADERS; index += 1) {
    const user = testAddress(2 * index + 1);
    const rows = (await positionsRead.run(database, { ...ALL_POSITIONS, user }))?.value ?? [];
    for (const row of rows) {
      const price = expected[[0, 1, 2].findIndex((id) => testConditionId(id) === row.conditionId)] ?? null;
      expect(row.curPrice).toBe(pairOf(price ?? 0.5)[row.outcomeIndex as 0 | 1]);
      expect(row.priceKnown).toBe(price !== null);
      if (price === null) expect(row).toMatchObject({ currentValue: row.initialValue, cashPnl: 0, percentPnl: 0 });
      else expect(row.currentValue).toBeCloseTo(row.size * row.curPrice, 5);
    }
    const sum = (part: typeof rows): number => part.reduce((total, row) => total + row.currentValue, 0);
    const [value] = (await valueRead.run(database, { user }))?.value ?? [];
    expect(value?.value).toBeCloseTo(sum(rows), 5);
    expect(value?.valueAtCost).toBeCloseTo(sum(rows.filter(({ priceKnown }) => !priceKnown)), 5);
    held += rows.length;
  }
  return held;
}

/** Prices are multiples of 0.00005, so the difference must be one too. */
const pairOf = (price: number): [number, number] => [price, (20_000 - Math.round(price * 20_000)) / 20_000];

test('displayed price: every read shows the same one after every entry, and none outside the book [B14 B61]', async () => {
  const seen = { known: 0, unknown: 0, held: 0 };
  await forAllAsync(12, [fc.array(step, { minLength: 5, maxLength: 40 })], async (steps) => {
    const venue = new RecordedVenue();
    using store = openTestStore();
    venue.openAccounts(TRADERS);
    venue.addMarkets(RECORDED);
    venue.addMarkets(1, { closed: true, acceptingOrders: false, recordedPriceHalfTicks: 16_200 });
    for (const asked of [null, ...steps]) {
      if (asked !== null) take(venue, asked);
      store.project(venue);
      const { known, held } = await expectOnePrice(store, venue);
      seen.known += known;
      seen.unknown += MARKETS - known;
      seen.held += held;
    }
  });
  // Otherwise the property would say little.
  expect(met(seen.known)).toBeGreaterThan(runs(20));
  expect(met(seen.unknown)).toBeGreaterThan(runs(20));
  expect(met(seen.held)).toBeGreaterThan(runs(20));
});

/** Price history: any span and fidelity gives the points of a plain list, however entries were written. */

const RESOLVED = 2;
const MINUTE_MS = 60_000;
const DAY_S = 86_400;

/** Prices after an entry, computed from the resting orders alone. */
type Seen = { readonly timeMs: number; readonly prices: readonly (number | null)[] };

/** Two and a half years of a venue: years of rare changes, then days of many. */
function recordHistory(): { readonly venue: RecordedVenue; readonly seen: Seen[] } {
  const venue = new RecordedVenue();
  const seen: Seen[] = [];
  venue.timeMs = Date.UTC(2023, 5, 1, 3, 17);
  venue.openAccounts(3);
  venue.addMarkets(MARKETS);
  const below = seeded(11);
  for (let index = 0; index < 4_000; index += 1) {
    venue.timeMs += below(100) === 0 ? 0 : index < 700 ? below(2 * DAY_S * 1_000) : below(20 * MINUTE_MS);
    const market = (below(5) === 0 ? 1 + below(MARKETS - 1) : 0) as MarketId;
    const trader = below(3);
    if (index === 3_000) venue.must({ kind: 'ResolveMarket', market: RESOLVED as MarketId, payouts: [10_000, 0] });
    else if (below(6) === 0)
      venue.submit({ kind: 'CancelMatching', account: venue.accountOf(trader), market, outcome: null });
    else {
      const price = 4_000 + 100 * below(20);
      venue.place({ trader, market, outcome: below(2) as 0 | 1, side: 'BUY', price, shares: 5 + below(30) });
    }
    seen.push({ timeMs: venue.timeMs, prices: naivePrices(venue.state) });
  }
  return { venue, seen };
}

const { venue, seen } = recordHistory();
const nowS = Math.floor(venue.timeMs / 1_000) + 1_234;
const store = openTestStore();
store.project(venue, 37);
afterAll(() => store.close());

/** Price shown before `atS`, for an outcome. */
function priceBefore(market: number, outcome: 0 | 1, atS: number): number | null {
  const price = seen.findLast(({ timeMs }) => timeMs < atS * 1_000)?.prices[market] ?? null;
  return price === null ? null : outcome === 0 ? price : (20_000 - Math.round(20_000 * price)) / 20_000;
}

function expectedPoints(market: number, outcome: 0 | 1, span: HistorySpan, firstS: number): unknown[] {
  const startS = span.startS ?? firstS;
  const fidelity = span.startS === null ? lifeFidelity(startS, nowS, span.fidelity) : span.fidelity;
  const { seconds } = grainOf(startS, nowS, 60 * fidelity);
  const points: { t: number; p: number }[] = [];
  for (let t = 0; t <= span.endS; t += fidelity * 60) {
    if (t < startS) t = Math.floor(startS / (fidelity * 60)) * fidelity * 60;
    const p = priceBefore(market, outcome, Math.floor(t / seconds) * seconds);
    if (t >= startS && p !== null) points.push({ t, p });
  }
  const now = priceBefore(market, outcome, nowS);
  if (span.isUntilNow && now !== null) {
    if (points.at(-1)?.t === span.endS) points.pop();
    points.push({ t: span.endS, p: now });
  }
  return points;
}

async function points(market: number, outcome: 0 | 1, span: HistorySpan): Promise<readonly unknown[]> {
  const tokens = [{ token: '1', market, outcome }];
  return (await pricesHistoryRead.run(store.database, { tokens, span, limit: 0 }))?.value ?? [];
}

const FILTERS = fc.oneof(
  fc.record({
    interval: fc.constantFrom('1h', '6h', '1d', '1w', '1m', 'max', 'all'),
    fidelity: fc.option(fc.constantFrom(1, 5, 7, 10, 15, 60, 61, 720, 1_440, 4_000, 10_080), { nil: undefined }),
  }),
  fc.record({
    back: fc.oneof(fc.integer({ min: 0, max: 20 * DAY_S }), fc.integer({ min: 0, max: 1_000 * DAY_S })),
    length: fc.oneof(fc.integer({ min: 0, max: DAY_S }), fc.integer({ min: 0, max: 1_000 * DAY_S })),
    fidelity: fc.option(fc.constantFrom(1, 3, 5, 12, 60, 240, 1_440), { nil: undefined }),
  }),
);

const ANY_MARKET = fc.integer({ min: 0, max: MARKETS - 1 });

test('price history: every point of any span is the price that an oracle saw last before it [B12]', async () => {
  let compared = 0;
  await forAllAsync(150, [FILTERS, ANY_MARKET, fc.constantFrom(0, 1)], async (asked, market, outcome) => {
    const { fidelity } = asked;
    const bounds =
      'back' in asked
        ? { startTs: nowS - asked.back, endTs: nowS - asked.back + asked.length }
        : { interval: asked.interval };
    const span = historySpan({ ...bounds, ...(fidelity !== undefined && { fidelity }) } as HistoryFilters, nowS);
    if ('kind' in span) return;
    const first = seen.find(({ prices }) => prices[market] !== null);
    const firstS = (Math.floor((first?.timeMs ?? 0) / MINUTE_MS) + 1) * 60;
    // In the history of a long-lived market, the first price is known from the end of its first day.
    const from = span.startS === null ? Math.max(firstS, Math.ceil(firstS / DAY_S) * DAY_S) : firstS;
    const actual = await points(market, outcome, span);
    expect(actual).toEqual(expectedPoints(market, outcome, span, from));
    compared += actual.length;
  });
  expect(met(compared)).toBeGreaterThan(runs(1_000));
});

test('price history: a resolved market stays at its payout [B13]', async () => {
  const span = historySpan({ interval: '1d' }, nowS) as HistorySpan;
  expect((await points(RESOLVED, 0, span)).at(-1)).toEqual({ t: nowS, p: 1 });
  expect((await points(RESOLVED, 1, span)).at(-1)).toEqual({ t: nowS, p: 0 });
});

test('price history: rows are the same one entry at a time, in batches, over restarts and rebuilt', async () => {
  const expected = store.query('SELECT * FROM price_points');
  expect(new Set(expected.map(({ grain }) => grain))).toEqual(new Set([0, 1, 2, 3]));

  const restarted = openTestStore();
  for (let end = 250; end < venue.entries.length + 250; end += 250) {
    restarted.project({ ...venue, entries: venue.entries.slice(0, end) }, end % 3 === 0 ? 1 : 250);
    restarted.restart();
  }
  expect(restarted.query('SELECT * FROM price_points')).toEqual(expected);
  restarted.close();

  const file = openStore(':memory:');
  const start = (from = emptyStart(), entries = venue.records) =>
    new Projector({
      runner: createProjectionRunner(file, ALL_PROJECTIONS),
      log: new MemoryJournal([...entries]),
      runtime: MACHINE,
      follower: new Follower(from),
      onProjected: () => {},
    });
  const before = venue.records.slice(0, 2_000);
  const state = createState();
  await start({ state, head: { sequence: 0, hash: GENESIS_HASH } }, before).catchUp();
  const head = { sequence: state.sequence, hash: before.at(-1)?.hash ?? '' };
  await start({ state: restoreSnapshot(structuredClone(takeSnapshot(state))), head }).catchUp();
  expect(file.prepare('SELECT * FROM price_points').all()).toEqual(expected);
  // For example a new version of the projection: its rows are gone, the others' are not.
  file.exec("UPDATE projection_cursors SET version = 0 WHERE name = 'price-history'");
  await start().catchUp();
  expect(file.prepare('SELECT * FROM price_points').all()).toEqual(expected);
  file.close();
});
