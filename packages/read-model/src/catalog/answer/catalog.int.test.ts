import type { MarketsQuery } from '@bellwether/contract';
import { catalogId, type Market, type MarketId } from '@bellwether/engine';
import { importFiles } from '@bellwether/venue/ops/import.ts';
import { FIXTURES, recorded } from '@bellwether/venue/ops/testing/importing.ts';
import { afterAll, expect, test } from 'vitest';
import { bodyOf, type Read } from '../../read.ts';
import { createCatalogVenue } from '../project/catalog-venue.testing.ts';
import { eventByIdRead, eventBySlugRead } from './events.ts';
import { marketRead, marketsPageRead, marketsRead } from './markets.ts';
import { tagsRead } from './tags.ts';

type Json = Record<string, unknown>;

const venue = createCatalogVenue();

const results = await importFiles(FIXTURES, {
  submit: (command) => venue.submit(command),
  nowMs: venue.nowMs,
  hasVersions: true,
});
expect(results.map(({ kind }) => kind)).toEqual(Array(4).fill('imported'));
afterAll(() => venue.close());

/** Runs a read and parses its JSON, as a route would send it. */
async function reading<Parameters, Value>(read: Read<Parameters, Value>, parameters: Parameters): Promise<unknown> {
  const result = await read.run(venue.database, parameters);
  return result === null ? null : JSON.parse(bodyOf(read, result.value));
}

const markets = (query: Partial<Omit<MarketsQuery, 'order'>>) =>
  reading(marketsRead, { limit: 20, offset: 0, ascending: false, ...query }) as Promise<Json[]>;
const pick = (from: Json, names: readonly string[]) => Object.fromEntries(names.map((name) => [name, from[name]]));

const MARKET_FIELDS =
  `id question conditionId slug resolutionSource endDate startDate image icon description active closed
  archived createdAt updatedAt questionID`.split(/\s+/);
const MARKET_EXTRA_FIELDS = `groupItemTitle orderPriceMinTickSize orderMinSize acceptingOrders negRisk negRiskMarketID
  negRiskRequestID enableOrderBook`.split(/\s+/);
const EVENT_FIELDS =
  `id ticker slug title description resolutionSource image icon startDate creationDate endDate createdAt
  updatedAt active closed archived negRisk negRiskMarketID`.split(/\s+/);

test('catalog reads: an event with tags and markets, by id and by slug', async () => {
  const [wanted] = await recorded<[Json]>('gamma_event');
  const event = (await reading(eventByIdRead, { id: 30829 })) as Json;
  expect(pick(event, EVENT_FIELDS)).toEqual(pick(wanted, EVENT_FIELDS));
  const tagFields = ['id', 'label', 'slug', 'createdAt', 'updatedAt', 'requiresTranslation'];
  expect(event['tags']).toEqual((wanted['tags'] as Json[]).map((tag) => pick(tag, tagFields)));
  const nested = event['markets'] as Json[];
  for (const [index, market] of (wanted['markets'] as Json[]).entries()) {
    const names = [...MARKET_FIELDS, ...MARKET_EXTRA_FIELDS];
    expect(pick(nested[index] ?? {}, names)).toEqual(pick(market, names));
    for (const name of ['outcomes', 'clobTokenIds'])
      expect(JSON.parse(String(nested[index]?.[name]))).toEqual(JSON.parse(String(market[name])));
    expect(nested[index]).not.toHaveProperty('events');
  }
  expect(event).toMatchObject({ series: [], eventMetadata: {}, sites: [], creator: '' });
  expect(await reading(eventBySlugRead, { slug: String(wanted['slug']) })).toEqual(event);
});

test('catalog reads: a market with its event and series', async () => {
  const wanted = await recorded<Json>('gamma_market');
  const [market = {}] = await markets({ slug: ['btc-updown-5m-1773307200'] });
  expect(pick(market, MARKET_FIELDS)).toEqual(pick(wanted, MARKET_FIELDS));
  const owner = (wanted['events'] as Json[])[0] ?? {};
  expect(market['events']).toEqual([pick(owner, ['id', 'ticker', 'slug', 'title'])]);
  const terms = { takerBaseFee: 700, outcomeLabels: ['Up', 'Down'], orderMinSize: 5 };
  expect(market).toMatchObject({ ...terms, bestBid: 0, bestAsk: 1 });
  const event = (await reading(eventByIdRead, { id: 260654 })) as Json;
  expect(event['series']).toMatchObject([{ id: '10684', recurrence: '5m', seriesType: 'single', active: true }]);
});

test('catalog reads: the listing page comes back market by market', async () => {
  const page = await recorded<{ data: Json[] }>('clob_markets_page');
  const names = `enable_order_book closed archived accepting_orders minimum_order_size minimum_tick_size condition_id
      question_id question description market_slug end_date_iso seconds_delay fpmm maker_base_fee taker_base_fee
      notifications_enabled neg_risk neg_risk_market_id neg_risk_request_id icon image is_50_50_outcome`.split(/\s+/);
  const first = (await reading(marketsPageRead, { offset: 3, limit: 100 })) as { data: Json[] };
  expect(first.data).toHaveLength(100);
  for (const [index, wanted] of page.data.entries()) {
    const item = first.data[index] ?? {};
    expect(pick(item, names)).toEqual(pick(wanted, names));
    expect(item['active']).toBe(wanted['active'] === true || wanted['accepting_orders'] === true);
    expect(item['tags']).toEqual(wanted['tags'] ?? []);
    expect(item['game_start_time']).toBe(wanted['game_start_time'] ?? '');
    const tokens = wanted['tokens'] as Json[];
    const ofTokens = (all: unknown) => (all as Json[]).map((token) => pick(token, ['token_id', 'outcome', 'winner']));
    if (tokens[0]?.['token_id'] !== '') expect(ofTokens(item['tokens'])).toEqual(ofTokens(tokens));
    const rewards = wanted['rewards'] as Json;
    expect(item['rewards']).toEqual({ ...rewards, rates: rewards['rates'] ?? [] });
    // Closed markets keep their recorded prices, if these are prices; others have no price before they are traded.
    const prices = tokens.map(({ price }) => Number(price));
    const isKept = wanted['closed'] === true && (prices[0] ?? 0) + (prices[1] ?? 0) === 1;
    expect((item['tokens'] as Json[]).map(({ price, price_known }) => [price, price_known])).toEqual(
      isKept ? prices.map((price) => [price, true]) : prices.map(() => [0.5, false]),
    );
  }
});

test('catalog reads: pages follow each other from the oldest and end with LTE=', async () => {
  const page = async (offset: number) => (await reading(marketsPageRead, { offset, limit: 100 })) as Json;
  expect(await page(0)).toMatchObject({ next_cursor: 'MTAw', limit: 100, count: 100 });
  expect(await page(100)).toMatchObject({ next_cursor: 'LTE=', limit: 100, count: 3 });
  expect(await page(3)).toMatchObject({ next_cursor: 'LTE=', count: 100 });
  expect(await page(2)).toMatchObject({ next_cursor: 'MTAy', count: 100 });
  expect(await page(5000)).toEqual({ data: [], next_cursor: 'LTE=', limit: 100, count: 0 });
});

test('catalog reads: a condition id is found in either case', async () => {
  const [one] = await markets({ tag_id: 101206 });
  const conditionId = String(one?.['conditionId']).toUpperCase().replace('0X', '0x');
  expect(await markets({ conditionId })).toEqual([one]);
});

test('catalog reads: tags are newest first and paged', async () => {
  const all = (await reading(tagsRead, { limit: 100, offset: 0, ascending: false })) as Json[];
  const ids = all.map(({ id }) => Number(id));
  expect(ids).toHaveLength(12);
  expect(ids).toEqual(ids.toSorted((a, b) => b - a));
  expect(await reading(tagsRead, { limit: 2, offset: 1, ascending: false })).toEqual(all.slice(1, 3));
});

test('catalog reads: a market without an event is found under its labels', async () => {
  const tagged = await markets({ tag_slug: 'politics', closed: true, limit: 100 });
  expect(tagged.length).toBeGreaterThan(5);
  expect(tagged.every(({ events }) => (events as unknown[]).length === 0)).toBe(true);
});

test('catalog reads: the detail is the same by condition id, id and slug', async () => {
  const [market = {}] = await markets({ event_id: 30829 });
  const byCondition = (await reading(marketRead, { conditionId: String(market['conditionId']) })) as Json;
  expect(byCondition).toMatchObject({
    market_id: Number(market['id']),
    status: 'open',
    minimum_tick_size: 0.001,
    event: { id: '30829', ticker: 'democratic-presidential-nominee-2028' },
    assets_ids: market['tokenIds'],
    outcomes: ['Yes', 'No'],
    raw_metadata: {},
    result_lines: [],
  });
  expect(byCondition['tags']).toContain('World Elections');
  expect(await reading(marketRead, { id: Number(market['id']) })).toEqual(byCondition);
  expect(await reading(marketRead, { slug: String(market['slug']) })).toEqual(byCondition);
});

/** Adds an event with one market, and finds that market in the state. */
async function addOne(title: string): Promise<{ id: number; market: MarketId; conditionId: string }> {
  await venue.addEvent({ title, markets: [{ question: `${title}?` }] });
  const { markets, lastCatalogIds } = venue.state;
  const { id: market, conditionId } = markets.at(-1) as Market;
  return { id: lastCatalogIds.event, market, conditionId };
}

test('catalog reads: a change shows with its time', async () => {
  const { id, market } = await addOne('Changing');
  venue.nowMs += 5_000;
  const now = new Date(venue.nowMs).toISOString();
  const changes = { question: 'Changed?', tick: 10, endDate: '2027-01-01T00:00:00Z' };
  await venue.must({ kind: 'UpdateMarket', market, changes });
  const ofEvent = { title: 'Changed', closed: true };
  await venue.must({ kind: 'UpdateCatalogEvent', catalogEvent: catalogId(id), changes: ofEvent });
  const event = (await reading(eventByIdRead, { id })) as Json;
  expect(event).toMatchObject({ title: 'Changed', closed: true, updatedAt: now });
  expect(event['markets']).toMatchObject([
    { question: 'Changed?', orderPriceMinTickSize: 0.001, endDate: '2027-01-01T00:00:00Z', updatedAt: now },
  ]);
});

test('catalog reads: a resolved market shows its winner, then that it is settled', async () => {
  const { market, conditionId } = await addOne('Resolving');
  const detail = () => reading(marketRead, { conditionId });
  await venue.must({ kind: 'ResolveMarket', market, payouts: [0, 10_000] });
  expect(await detail()).toMatchObject({
    status: 'resolving',
    closed: true,
    accepting_orders: false,
    tokens: [
      { price: 0, winner: false },
      { price: 1, winner: true },
    ],
  });
  await venue.must({ kind: 'SettleMarket', market });
  expect(await detail()).toMatchObject({ status: 'resolved' });
  const [listed] = await markets({ conditionId });
  expect(listed?.['outcomePrices']).toBe('["0","1"]');
});

test.each([{ closed: true }, { archived: true }, { active: false }, { acceptingOrders: false }])(
  'catalog reads: a market with %j accepts no orders',
  async (changes) => {
    const { market, conditionId } = await addOne('Halting');
    const shown = async () => [
      ((await reading(marketRead, { conditionId })) as Json)['accepting_orders'],
      (await markets({ conditionId }))[0]?.['acceptingOrders'],
    ];
    expect(await shown()).toEqual([true, true]);
    await venue.must({ kind: 'UpdateMarket', market, changes });
    expect(await shown()).toEqual([false, false]);
  },
);

test.each([
  [[5_000, 5_000], true],
  [[10_000, 0], false],
  [[2_500, 7_500], false],
] as const)('catalog reads: payouts of %j are a 50-50 outcome: %s', async (payouts, expected) => {
  const { market, conditionId } = await addOne('Halving');
  await venue.must({ kind: 'ResolveMarket', market, payouts });
  expect(await reading(marketRead, { conditionId })).toMatchObject({ is_50_50_outcome: expected });
});
