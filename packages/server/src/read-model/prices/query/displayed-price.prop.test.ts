/** After every entry all reads show the price of a naive fold over the resting orders, or all say there is none. */
import { type MarketId, micros } from '@bellwether/engine';
import { forAllAsync, met, runs } from '@bellwether/engine/testing';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { catalogMarketBody } from '../../catalog/answer/catalog-output.ts';
import { marketRead, marketsPageRead } from '../../catalog/answer/markets.ts';
import { marketViews } from '../../catalog/query/catalog-market-views.ts';
import { positionsRead, valueRead } from '../../portfolio/answer/positions.ts';
import { ALL_POSITIONS } from '../../recorded-reads.testing.ts';
import { naiveBooks, naivePrices } from '../../testing/naive-price.ts';
import { RecordedVenue, testAddress, testConditionId } from '../../testing/recorded-venue.ts';
import { openTestStore, type TestStore } from '../../testing/test-store.ts';
import { historySpan } from '../answer/price-history-output.ts';
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

function take(venue: RecordedVenue, { act: asked, market, trader }: Step): unknown {
  const [account, wallet] = [venue.accountOf(trader), venue.walletOf(trader)];
  const update = (changes: object) => venue.submit({ kind: 'UpdateMarket', market, changes });
  switch (asked.kind) {
    case 'place':
      return venue.place({ ...asked, market, trader, side: 'BUY', price: asked.price * 100 });
    case 'cancel':
      return venue.submit({ kind: 'CancelMatching', account, market, outcome: null });
    case 'split':
      return venue.submit({ kind: 'SplitPosition', account, wallet, market, amount: micros(7_000_001) });
    case 'close':
      return update({ closed: asked.isOn, acceptingOrders: !asked.isOn });
    case 'archive':
      return update({ archived: asked.isOn });
    case 'resolve':
      return venue.submit({ kind: 'ResolveMarket', market, payouts: [asked.payout, 10_000 - asked.payout] });
  }
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
    const store = openTestStore();
    try {
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
    } finally {
      store.close();
    }
  });
  // Otherwise the property would say little.
  expect(met(seen.known)).toBeGreaterThan(runs(20));
  expect(met(seen.unknown)).toBeGreaterThan(runs(20));
  expect(met(seen.held)).toBeGreaterThan(runs(20));
});
