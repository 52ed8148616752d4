import type { CompiledQuery } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import type { ReadStore } from '../../database.ts';
import { seriesScope, siteScope, tagScope } from '../listing-classes.ts';
import { createCatalogVenue } from '../project/catalog-venue.testing.ts';
import { EVENT_SOURCE, type EventFilter, type EventOrder, eventPage } from './catalog-event-lists.ts';
import { MARKET_SOURCE, type MarketFilter, type MarketOrder, marketPage } from './catalog-markets.ts';
import { tagQuery } from './catalog-tags.ts';
import { type ListingPage, type ListingSource, listingQuery, tagCheck } from './listing-keys.ts';
import { EVERYTHING, type ScopeCounts, TAKE_MAX } from './listing-plan.ts';

const venue = createCatalogVenue();
afterAll(() => venue.close());

type Compilable = { compile(database: ReadStore): CompiledQuery };

const planOf = (query: Compilable): string => venue.planOf({ compile: () => query.compile(venue.database) }).join('\n');

const ALL_CLASSES = Array.from({ length: 16 }, (_, code) => code);
const SCOPES = [tagScope('t'), tagScope('of-id'), seriesScope('s'), siteScope('site')];

/** Counts as if every scope had this many members in each class. */
function countsOf(members: number): ScopeCounts {
  const inEach = (count: number) => new Map(ALL_CLASSES.map((code) => [code, count]));
  const counts = new Map(SCOPES.map((name) => [name, inEach(members)]));
  counts.set(EVERYTHING, inEach(1_000_000));
  return { ids: new Map(SCOPES.map((name, index) => [name, index + 1])), counts };
}
const FEW = countsOf(TAKE_MAX);
const MANY = countsOf(TAKE_MAX + 1);

const page = { limit: 20, offset: 0 };
const markets = (filter: MarketFilter, order: MarketOrder = 'id', ascending = false) =>
  marketPage({ filter, order: [order], ascending, ...page }, filter.tagId === undefined ? undefined : 'of-id');
const events = (filter: EventFilter, order: EventOrder = 'id', ascending = false) =>
  eventPage(
    { filter, order: [order], ascending, ...page },
    filter.tagId === undefined ? undefined : 'of-id',
    undefined,
  );

/** A place after which a page begins; the value does not affect the plan. */
const afterOf = (order: string) => ({ after: { values: order === 'id' ? [] : [5], id: 7 } });

const plan = (source: ListingSource, listing: ListingPage, counts: ScopeCounts): string =>
  planOf(listingQuery(source, listing, counts) ?? expect.unreachable('there is nothing to plan'));

const ALL_FLAGS = { active: true, closed: false, archived: false };
const FLAGS = [{}, { active: true }, { closed: false }, { archived: false }, ALL_FLAGS];
const SCOPED = [{}, { creator: 'site' }, { tagSlug: 't' }, { tagId: 1 }, { tagSlug: 't', creator: 'site' }];
const ordersOf = <Order extends string>(table: string, columns: Partial<Record<Order, string>>) =>
  Object.entries(columns).map(([order, column]) => [order as Order, `${table}_listing_by_${column}`] as const);
const MARKET_ORDERS = ordersOf<MarketOrder>('market', {
  ...{ id: 'id', question: 'question', slug: 'slug', startDate: 'start_us', endDate: 'end_us' },
  ...{ createdAt: 'created_us', updatedAt: 'updated_us', closedTime: 'closed_us', volume: 'volume_micros' },
  ...{ volumeNum: 'volume_micros' },
  ...{ volume24hr: 'volume_24hr_micros', liquidity: 'liquidity_micros', liquidityNum: 'liquidity_micros' },
  ...{ bestBid: 'best_bid_ticks', bestAsk: 'best_ask_ticks', lastTradePrice: 'last_price_ticks' },
});
const EVENT_ORDERS = ordersOf<EventOrder>('event', {
  ...{ id: 'id', title: 'title', slug: 'slug', startDate: 'start_us', endDate: 'end_us', createdAt: 'created_us' },
  ...{ updatedAt: 'updated_us', closedTime: 'closed_us', volume: 'volume_micros', volume24hr: 'volume_24hr_micros' },
  ...{ liquidity: 'liquidity_micros' },
});

/** Expects reads of only ranges of this index, without sorting; probes of scopes are allowed. */
function expectWalk(steps: string, index: string): void {
  expect(steps).not.toContain('TEMP B-TREE');
  expect(steps).toContain(`SEARCH l USING COVERING INDEX ${index} (class=?)`);
  expectRangesOnly(steps);
}

const expectRangesOnly = (steps: string): void => expect(steps).not.toMatch(/^SCAN (?!.*\bshown\b)/m);

/** Both lists by each of their orders, with the index that has it. */
const LISTS = [
  ...MARKET_ORDERS.map(([order, index]) => {
    const planBy = (filter: MarketFilter, ascending: boolean) =>
      plan(MARKET_SOURCE, markets(filter, order, ascending), MANY);
    return ['markets', order, index, planBy] as const;
  }),
  ...EVENT_ORDERS.map(([order, index]) => {
    const planBy = (filter: EventFilter, ascending: boolean) =>
      plan(EVENT_SOURCE, events(filter, order, ascending), MANY);
    return ['events', order, index, planBy] as const;
  }),
];

test.each(LISTS)('catalog queries: %s by %s come off an index, for all flags [K21]', (_list, _order, index, planBy) => {
  for (const flags of FLAGS)
    for (const filter of [flags, { ...flags, creator: 'none' }])
      for (const ascending of [true, false]) expectWalk(planBy(filter, ascending), index);
});

test.each(SCOPED.slice(1))('catalog queries: %j of many members walks the order, of few takes them', (scoped) => {
  for (const flags of FLAGS) {
    for (const [order, index] of MARKET_ORDERS) {
      if (order === 'id') continue;
      const many = plan(MARKET_SOURCE, markets({ ...flags, ...scoped }, order), MANY);
      expectWalk(many, index);
      expect(many).toContain('USING COVERING INDEX market_scopes_by_market (market=? AND scope=?)');
      const few = plan(MARKET_SOURCE, markets({ ...flags, ...scoped }, order), FEW);
      expect(few).toMatch(/SEARCH s USING PRIMARY KEY \(scope=\? AND class=\?\)/);
      expect(few).toContain('SEARCH l USING INTEGER PRIMARY KEY (rowid=?)');
      expectRangesOnly(few);
    }
    for (const [order, index] of EVENT_ORDERS) {
      if (order === 'id') continue;
      expectWalk(plan(EVENT_SOURCE, events({ ...flags, ...scoped }, order), MANY), index);
      expectRangesOnly(plan(EVENT_SOURCE, events({ ...flags, ...scoped }, order), FEW));
    }
  }
});

test.each([{ tagSlug: 't' }, { tagId: 1 }, { tagSlug: 't', tagId: 1 }])(
  'catalog queries: %j in order of id reads the members in order',
  (filter) => {
    for (const flags of FLAGS)
      for (const counts of [FEW, MANY])
        for (const steps of [
          plan(MARKET_SOURCE, markets({ ...flags, ...filter }), counts),
          plan(EVENT_SOURCE, events({ ...flags, ...filter }), counts),
        ]) {
          expect(steps).not.toContain('TEMP B-TREE');
          expect(steps).toContain('SEARCH s USING PRIMARY KEY (scope=? AND class=?)');
          expectRangesOnly(steps);
        }
  },
);

test.each([
  [{ slugs: ['s', 't'] }, 'markets_by_slug (slug=?)'],
  [{ conditionIds: ['0x'] }, 'markets_by_condition (condition_id=?)'],
  [{ ids: [1, 2] }, 'markets_by_id (id=?)'],
  [{ tokenIds: ['1'] }, 'markets_by_token_1 (token_1=?)'],
  [{ questionIds: ['q'] }, 'markets_by_question'],
  [{ eventId: 1 }, 'market_listing_by_event (event=?)'],
  [{ eventSlug: 's' }, 'events_by_slug (slug=?)'],
] as const)('catalog queries: markets with %j are found by their own index in every order', (filter, index) => {
  for (const flags of FLAGS)
    for (const scoped of SCOPED)
      for (const [order] of MARKET_ORDERS) {
        const steps = plan(MARKET_SOURCE, markets({ ...filter, ...flags, ...scoped }, order), MANY);
        expect(steps).toContain(index);
        expect(steps).toContain('SEARCH l USING INTEGER PRIMARY KEY (rowid=?)');
        expectRangesOnly(steps);
      }
});

test.each([
  [{ slugs: ['s', 't'] }, 'events_by_slug (slug=?)'],
  [{ ids: [1, 2] }, 'SEARCH events USING INTEGER PRIMARY KEY (rowid=?)'],
] as const)('catalog queries: events with %j are found by their own index in every order', (filter, index) => {
  for (const [order] of EVENT_ORDERS) {
    const steps = plan(EVENT_SOURCE, events({ ...filter, closed: false, creator: 'site' }, order), MANY);
    expect(steps).toContain(index);
    expectRangesOnly(steps);
  }
});

test.each(MARKET_ORDERS)('catalog queries: markets by %s after a place are a range of that index', (order, index) => {
  for (const flags of FLAGS)
    for (const ascending of [true, false]) {
      const steps = plan(MARKET_SOURCE, { ...markets(flags, order, ascending), ...afterOf(order) }, MANY);
      const sign = ascending ? '>' : '<';
      expect(steps).not.toContain('TEMP B-TREE');
      expectRangesOnly(steps);
      const column = order === 'id' ? `id${sign}?` : `(${index.replace('market_listing_by_', '')},id)${sign}(?,?)`;
      expect(steps).toContain(`SEARCH l USING COVERING INDEX ${index} (class=? AND ${column})`);
    }
});

test('catalog queries: members of a tag after a place are a range of the members', () => {
  const steps = plan(MARKET_SOURCE, { ...markets({ tagSlug: 't' }), ...afterOf('id') }, MANY);
  expect(steps).not.toContain('TEMP B-TREE');
  expect(steps).toContain('SEARCH s USING PRIMARY KEY (scope=? AND class=? AND id<?)');
});

test('catalog queries: events of a series are read by their scope', () => {
  expectWalk(plan(EVENT_SOURCE, events({ seriesSlug: 's' }, 'volume'), MANY), 'event_listing_by_volume_micros');
  const steps = plan(EVENT_SOURCE, events({ seriesSlug: 's', closed: true }), FEW);
  expect(steps).toContain('SEARCH s USING PRIMARY KEY (scope=? AND class=?)');
});

test('catalog queries: rows are checked for excluded tags and results by probes, in every order', () => {
  const checks = [tagCheck(MARKET_SOURCE, ['t', 'u'], false)];
  for (const flags of FLAGS)
    for (const [order, index] of MARKET_ORDERS) {
      const listing = marketPage(
        { filter: { ...flags, resolution: 'resolved' }, order: [order], ascending: false, ...page },
        undefined,
        checks,
      );
      const steps = plan(MARKET_SOURCE, listing, MANY);
      expectWalk(steps, index);
      expect(steps).toMatch(/SEARCH m USING COVERING INDEX market_scopes_by_market \(market=\? AND scope=\?\)/);
      expect(steps).toContain('SEARCH r EXISTS USING INTEGER PRIMARY KEY (rowid=?)');
    }
});

test('catalog queries: an unknown scope has no rows and needs no query', () =>
  expect(listingQuery(MARKET_SOURCE, markets({ tagSlug: 'unknown' }), MANY)).toBeNull());

test('catalog queries: tags are read in order of id', () => {
  for (const creator of [undefined, 'site'])
    for (const ascending of [true, false]) {
      const steps = planOf(tagQuery({ limit: 20, offset: 0, ascending, creator }));
      expect(steps.replace('USE TEMP B-TREE FOR ORDER BY', '')).not.toContain('TEMP B-TREE');
      expect(steps.split('\n').filter((step) => /^SCAN (?!tags|shown)/.test(step))).toEqual([]);
      if (creator !== undefined) expect(steps).toContain('tag_listing_by_everywhere (everywhere=?)');
    }
});
