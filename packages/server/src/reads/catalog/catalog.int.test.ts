import { readFile } from 'node:fs/promises';
import { CatalogMarkets, Event, MarketDetail, MarketListingPage, type MarketsQuery, Tags } from '@bellwether/contract';
import { catalogId, marketId } from '@bellwether/engine';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { importFiles } from '../../ops/import.ts';
import { type CatalogVenue, createCatalogVenue } from '../../projections/catalog/catalog-venue.testing.ts';
import { parseAdminEvent } from '../../wire/catalog-input/admin.ts';
import type { Read } from '../read.ts';
import { eventByIdRead, eventBySlugRead } from './event.ts';
import { marketRead } from './market.ts';
import { marketsRead } from './markets.ts';
import { marketsPageRead } from './markets-page.ts';
import { tagsRead } from './tags.ts';

const fixture = (name: string) => new URL(`../../ops/fixtures/${name}.json`, import.meta.url).pathname;
const FIXTURES = ['gamma_event', 'gamma_market', 'gamma_tags', 'clob_markets_page'].map(fixture);

type Json = Record<string, unknown>;

let venue: CatalogVenue;

beforeAll(async () => {
  venue = createCatalogVenue();
  const results = await importFiles(FIXTURES, { submit: (command) => venue.submit(command), nowMs: venue.nowMs });
  expect(results.map(({ kind }) => kind)).toEqual(Array(4).fill('imported'));
});
afterAll(() => venue.close());

/** Runs a read and parses its JSON, as a route would send it. */
async function reading<Parameters, Value>(read: Read<Parameters, Value>, parameters: Parameters): Promise<unknown> {
  const result = await read.run(venue.database, parameters);
  return result === null ? null : JSON.parse(read.serialize(result.value));
}

const markets = (query: Partial<MarketsQuery>) =>
  reading(marketsRead(CatalogMarkets), { limit: 20, offset: 0, ascending: false, ...query }) as Promise<Json[]>;
const recorded = async <T>(name: string) => JSON.parse(await readFile(fixture(name), 'utf8')) as T;
const pick = (from: Json, names: readonly string[]) => Object.fromEntries(names.map((name) => [name, from[name]]));

const MARKET_FIELDS =
  `id question conditionId slug resolutionSource endDate startDate image icon description active closed
  archived createdAt updatedAt questionID`.split(/\s+/);
const MARKET_EXTRA_FIELDS = `groupItemTitle orderPriceMinTickSize orderMinSize acceptingOrders negRisk negRiskMarketID
  negRiskRequestID enableOrderBook`.split(/\s+/);
const EVENT_FIELDS =
  `id ticker slug title description resolutionSource image icon startDate creationDate endDate createdAt
  updatedAt active closed archived negRisk negRiskMarketID`.split(/\s+/);

describe('catalog reads: recorded payloads come back', () => {
  test('catalog reads: an event with tags and markets, by id and by slug', async () => {
    const [wanted] = await recorded<[Json]>('gamma_event');
    const event = (await reading(eventByIdRead(Event), { id: 30829 })) as Json;
    expect(pick(event, EVENT_FIELDS)).toEqual(pick(wanted, EVENT_FIELDS));
    const tagFields = ['id', 'label', 'slug', 'createdAt', 'updatedAt', 'requiresTranslation'];
    expect(event['tags']).toEqual((wanted['tags'] as Json[]).map((tag) => pick(tag, tagFields)));
    const nested = event['markets'] as Json[];
    for (const [index, market] of (wanted['markets'] as Json[]).entries()) {
      const names = [...MARKET_FIELDS, ...MARKET_EXTRA_FIELDS];
      expect(pick(nested[index] ?? {}, names)).toEqual(pick(market, names));
      for (const name of ['outcomes', 'clobTokenIds']) {
        expect(JSON.parse(String(nested[index]?.[name]))).toEqual(JSON.parse(String(market[name])));
      }
      expect(nested[index]).not.toHaveProperty('events');
    }
    expect(event).toMatchObject({ series: [], eventMetadata: {}, sites: [], creator: '' });
    expect(await reading(eventBySlugRead(Event), { slug: String(wanted['slug']) })).toEqual(event);
  });

  test('catalog reads: a market with its event and series', async () => {
    const wanted = await recorded<Json>('gamma_market');
    const [market = {}] = await markets({ slug: 'btc-updown-5m-1773307200' });
    expect(pick(market, MARKET_FIELDS)).toEqual(pick(wanted, MARKET_FIELDS));
    const owner = (wanted['events'] as Json[])[0] ?? {};
    expect(market['events']).toEqual([pick(owner, ['id', 'ticker', 'slug', 'title'])]);
    expect(market).toMatchObject({
      takerBaseFee: 700,
      outcomeLabels: ['Up', 'Down'],
      orderMinSize: 5,
      bestBid: 0,
      bestAsk: 1,
    });
    const event = (await reading(eventByIdRead(Event), { id: 260654 })) as Json;
    expect(event['series']).toMatchObject([{ id: '10684', recurrence: '5m', seriesType: 'single', active: true }]);
  });

  test('catalog reads: the listing page comes back market by market', async () => {
    const page = await recorded<{ data: Json[] }>('clob_markets_page');
    const names = `enable_order_book closed archived accepting_orders minimum_order_size minimum_tick_size condition_id
      question_id question description market_slug end_date_iso seconds_delay fpmm maker_base_fee taker_base_fee
      notifications_enabled neg_risk neg_risk_market_id neg_risk_request_id icon image is_50_50_outcome`.split(/\s+/);
    const first = (await reading(marketsPageRead(MarketListingPage), { offset: 3, limit: 100 })) as { data: Json[] };
    expect(first.data).toHaveLength(100);
    for (const [index, wanted] of page.data.entries()) {
      const item = first.data[index] ?? {};
      expect(pick(item, names)).toEqual(pick(wanted, names));
      expect(item['active']).toBe(wanted['active'] === true || wanted['accepting_orders'] === true);
      expect(item['tags']).toEqual(wanted['tags'] ?? []);
      expect(item['game_start_time']).toBe(wanted['game_start_time'] ?? '');
      const tokens = wanted['tokens'] as Json[];
      if (tokens[0]?.['token_id'] !== '') {
        expect((item['tokens'] as Json[]).map((token) => pick(token, ['token_id', 'outcome', 'winner']))).toEqual(
          tokens.map((token) => pick(token, ['token_id', 'outcome', 'winner'])),
        );
      }
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
});

describe('catalog reads: listings', () => {
  test('catalog reads: pages follow each other from the oldest and end with LTE=', async () => {
    const read = marketsPageRead(MarketListingPage);
    const first = (await reading(read, { offset: 0, limit: 100 })) as Json;
    expect(first).toMatchObject({ next_cursor: 'MTAw', limit: 100, count: 100 });
    const last = (await reading(read, { offset: 100, limit: 100 })) as Json;
    expect(last).toMatchObject({ next_cursor: 'LTE=', limit: 100, count: 3 });
    expect(await reading(read, { offset: 3, limit: 100 })).toMatchObject({ next_cursor: 'LTE=', count: 100 });
    expect(await reading(read, { offset: 2, limit: 100 })).toMatchObject({ next_cursor: 'MTAy', count: 100 });
    expect(await reading(read, { offset: 5000, limit: 100 })).toEqual({
      data: [],
      next_cursor: 'LTE=',
      limit: 100,
      count: 0,
    });
  });

  test('catalog reads: without an order the newest come first, by id', async () => {
    const ids = (await markets({ limit: 100 })).map(({ id }) => Number(id));
    expect(ids).toEqual(ids.toSorted((a, b) => b - a));
    expect(await markets({ ascending: true, limit: 3 })).toEqual(
      await markets({ ascending: true, order: ['id'], limit: 3 }),
    );
    expect(await markets({ ascending: true, limit: 3 })).not.toEqual(await markets({ limit: 3 }));
  });

  test('catalog reads: filters meet with AND', async () => {
    expect(await markets({ event_id: 30829 })).toHaveLength(2);
    expect(
      await markets({ event_slug: 'democratic-presidential-nominee-2028', tag_slug: 'world-elections' }),
    ).toHaveLength(2);
    expect(await markets({ tag_id: 101206, closed: true })).toEqual([]);
    const [one] = await markets({ tag_id: 101206 });
    expect(await markets({ conditionId: String(one?.['conditionId']).toUpperCase().replace('0X', '0x') })).toEqual([
      one,
    ]);
    expect(await markets({ slug: 'unknown' })).toEqual([]);
  });

  test('catalog reads: a market without an event is found under its labels', async () => {
    const tagged = await markets({ tag_slug: 'politics', closed: true, limit: 100 });
    expect(tagged.length).toBeGreaterThan(5);
    expect(tagged.every(({ events }) => (events as unknown[]).length === 0)).toBe(true);
  });

  test('catalog reads: tags are newest first and paged', async () => {
    const read = tagsRead(Tags);
    const all = (await reading(read, { limit: 100, offset: 0 })) as Json[];
    expect(all).toHaveLength(12);
    const ids = all.map(({ id }) => Number(id));
    expect(ids).toEqual(ids.toSorted((a, b) => b - a));
    expect(await reading(read, { limit: 2, offset: 1 })).toEqual(all.slice(1, 3));
    expect(all.find(({ slug }) => slug === 'world-elections')).toEqual({
      id: '101206',
      label: 'World Elections',
      slug: 'world-elections',
      createdAt: '2024-11-07T23:07:25.512144Z',
      updatedAt: '2026-03-09T22:20:41.744191Z',
      requiresTranslation: false,
    });
  });
});

describe('catalog reads: detail', () => {
  const detail = marketRead(MarketDetail);

  test('catalog reads: the detail is the same by condition id, id and slug', async () => {
    const [market = {}] = await markets({ event_id: 30829 });
    const byCondition = (await reading(detail, { conditionId: String(market['conditionId']) })) as Json;
    expect(byCondition).toMatchObject({
      market_id: Number(market['id']),
      status: 'open',
      minimum_tick_size: 0.001,
      event: { id: '30829', ticker: 'democratic-presidential-nominee-2028' },
      assets_ids: market['tokenIds'],
      outcomes: ['Yes', 'No'],
      raw_metadata: {},
    });
    expect(byCondition['tags']).toContain('World Elections');
    expect(await reading(detail, { id: Number(market['id']) })).toEqual(byCondition);
    expect(await reading(detail, { slug: String(market['slug']) })).toEqual(byCondition);
  });

  test('catalog reads: unknown ones are missing', async () => {
    expect(await reading(detail, { conditionId: `0x${'00'.repeat(32)}` })).toBeNull();
    expect(await reading(detail, { id: 999_999_999 })).toBeNull();
    expect(await reading(eventByIdRead(Event), { id: 1 })).toBeNull();
    expect(await reading(eventBySlugRead(Event), { slug: 'x' })).toBeNull();
  });
});

describe('catalog reads: changes and results', () => {
  async function addEvent(body: object): Promise<{ id: number; markets: number[] }> {
    let seed = venue.state.sequence;
    const randomBytes = (count: number) => new Uint8Array(count).fill(++seed);
    const parsed = parseAdminEvent(body, { state: venue.state, nowMs: venue.nowMs, randomBytes });
    if (parsed.kind === 'invalid') throw new Error(parsed.message);
    const first = venue.state.markets.length;
    const outcome = await venue.submit(parsed.value);
    expect(outcome.kind).toBe('accepted');
    const added = venue.state.markets.slice(first).map(({ id }) => id);
    return { id: venue.state.lastCatalogIds.event, markets: added };
  }

  test('catalog reads: a change shows with its time', async () => {
    const { id, markets: added } = await addEvent({ title: 'Changing', markets: [{ question: 'Changes?' }] });
    venue.nowMs += 5_000;
    const now = new Date(venue.nowMs).toISOString();
    const market = marketId(added[0] ?? 0);
    await venue.submit({
      kind: 'UpdateMarket',
      market,
      changes: { question: 'Changed?', tick: 10, endDate: '2027-01-01T00:00:00Z' },
    });
    await venue.submit({
      kind: 'UpdateCatalogEvent',
      catalogEvent: catalogId(id),
      changes: { title: 'Changed', closed: true },
    });
    const event = (await reading(eventByIdRead(Event), { id })) as Json;
    expect(event).toMatchObject({ title: 'Changed', closed: true, updatedAt: now });
    expect(event['markets']).toMatchObject([
      { question: 'Changed?', orderPriceMinTickSize: 0.001, endDate: '2027-01-01T00:00:00Z', updatedAt: now },
    ]);
  });

  test('catalog reads: a resolved market shows its winner, then that it is settled', async () => {
    const { markets: added } = await addEvent({ title: 'Resolving', markets: [{ question: 'Resolves?' }] });
    const market = marketId(added[0] ?? 0);
    const detail = async () =>
      (await reading(marketRead(MarketDetail), {
        conditionId: venue.state.markets[market]?.conditionId ?? '',
      })) as Json;
    await venue.submit({ kind: 'ResolveMarket', market, payouts: [0, 10_000] });
    expect(await detail()).toMatchObject({
      status: 'resolving',
      closed: true,
      accepting_orders: false,
      tokens: [
        { price: 0, winner: false },
        { price: 1, winner: true },
      ],
    });
    await venue.submit({ kind: 'SettleMarket', market });
    expect(await detail()).toMatchObject({ status: 'resolved' });
    const [listed] = await markets({ conditionId: venue.state.markets[market]?.conditionId ?? '' });
    expect(listed?.['outcomePrices']).toBe('["0","1"]');
  });

  test.each([{ closed: true }, { archived: true }, { active: false }, { acceptingOrders: false }])(
    'catalog reads: a market with %j accepts no orders',
    async (changes) => {
      const { markets: added } = await addEvent({ title: 'Halting', markets: [{ question: 'Halts?' }] });
      const market = marketId(added[0] ?? 0);
      const conditionId = venue.state.markets[market]?.conditionId ?? '';
      const shown = async () => [
        ((await reading(marketRead(MarketDetail), { conditionId })) as Json)['accepting_orders'],
        (await markets({ conditionId }))[0]?.['acceptingOrders'],
      ];
      expect(await shown()).toEqual([true, true]);
      await venue.submit({ kind: 'UpdateMarket', market, changes });
      expect(await shown()).toEqual([false, false]);
    },
  );

  test.each([
    [[5_000, 5_000], true],
    [[10_000, 0], false],
    [[2_500, 7_500], false],
  ] as const)('catalog reads: payouts of %j are a 50-50 outcome: %s', async (payouts, expected) => {
    const { markets: added } = await addEvent({ title: 'Halving', markets: [{ question: 'Halves?' }] });
    const market = marketId(added[0] ?? 0);
    const conditionId = venue.state.markets[market]?.conditionId ?? '';
    await venue.submit({ kind: 'ResolveMarket', market, payouts });
    expect(await reading(marketRead(MarketDetail), { conditionId })).toMatchObject({ is_50_50_outcome: expected });
  });

  test('catalog reads: an event restricted to sites is seen there, by its creator, and without a creator', async () => {
    const { id } = await addEvent({
      title: 'Local',
      tags: ['Only here'],
      sites: ['Alpha', 'beta'],
      eventMetadata: { note: { tries: [1, 2] } },
      creator: 'Maker',
      markets: [{ question: 'Local?' }],
    });
    const slugs = async (creator?: string) =>
      (await markets({ event_id: id, ...(creator === undefined ? {} : { creator }) })).map(({ slug }) => slug);
    expect(await slugs()).toEqual(['local']);
    for (const site of ['alpha', 'ALPHA', 'beta', 'maker']) expect(await slugs(site)).toEqual(['local']);
    expect(await slugs('gamma')).toEqual([]);
    expect(await reading(eventByIdRead(Event), { id, creator: 'gamma' })).toBeNull();
    expect(await reading(eventBySlugRead(Event), { slug: 'local', creator: 'Beta' })).toMatchObject({
      sites: ['alpha', 'beta', 'maker'],
      eventMetadata: { note: { tries: [1, 2] } },
    });
    const tagSlugs = async (creator: string) =>
      ((await reading(tagsRead(Tags), { limit: 100, offset: 0, creator })) as Json[]).map(({ slug }) => slug);
    expect(await tagSlugs('alpha')).toContain('only-here');
    expect(await tagSlugs('gamma')).not.toContain('only-here');
    expect(await tagSlugs('gamma')).toContain('world-elections');
    expect((await markets({ creator: 'gamma', limit: 100 })).length).toBe(100);
  });
});
