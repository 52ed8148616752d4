import type { Kysely } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type CatalogVenue, createCatalogVenue } from '../projections/catalog-venue.testing.ts';
import { tagPage } from './catalog-events.ts';
import type { MarketFilter } from './catalog-market-filter.ts';
import { type MarketOrder, marketKeyQueries } from './catalog-markets.ts';
import type { Database } from './database.ts';

let venue: CatalogVenue;
beforeAll(() => {
  venue = createCatalogVenue();
});
afterAll(() => venue.close());

interface Compilable {
  compile(database: Kysely<Database>): { readonly sql: string; readonly parameters: readonly unknown[] };
}

function planOf(query: Compilable): string[] {
  const { sql, parameters } = query.compile(venue.database);
  const rows = venue.reader.prepare(`EXPLAIN QUERY PLAN ${sql}`).all(...(parameters as never[]));
  return rows.map((row) => String(row['detail']));
}

const FILTERS: readonly (readonly [MarketFilter, leading: string])[] = [
  [{ slug: 's' }, 'markets_by_slug'],
  [{ conditionId: '0x' }, 'markets_by_condition'],
  [{ eventId: 1 }, 'markets_by_event'],
  [{ eventSlug: 's' }, 'markets_by_event'],
  [{ tagSlug: 's' }, 'markets_by_id (id=?)'],
  [{ tagId: 1 }, 'markets_by_id (id=?)'],
];
const FLAGS: readonly MarketFilter[] = [
  {},
  { active: true },
  { closed: false },
  { archived: false },
  { closed: false, creator: 'site' },
];
const ORDERS: readonly (readonly [MarketOrder, index: string])[] = [
  ['id', 'markets_by_id'],
  ['question', 'markets_by_question'],
  ['slug', 'markets_by_slug'],
  ['startDate', 'markets_by_start'],
  ['endDate', 'markets_by_end'],
  ['createdAt', 'markets_by_created'],
  ['updatedAt', 'markets_by_updated'],
];
const FIGURES: readonly (readonly [MarketOrder, index: string])[] = [
  ['volume', 'market_stats_by_volume'],
  ['volumeNum', 'market_stats_by_volume'],
  ['liquidity', 'market_stats_by_liquidity'],
  ['liquidityNum', 'market_stats_by_liquidity'],
  ['bestBid', 'market_stats_by_bid'],
  ['bestAsk', 'market_stats_by_ask'],
  ['lastTradePrice', 'market_stats_by_last_price'],
  ['volume24hr', 'market_hours_by_hour'],
];

const plans = (filter: MarketFilter, order: MarketOrder, ascending = false) =>
  marketKeyQueries({ filter, order, ascending, limit: 20, offset: 0, sinceHour: 1 }).map(planOf);

describe('catalog queries: plans', () => {
  test.each(FILTERS)('catalog queries: %j searches its own index in every order', (filter, leading) => {
    for (const [order] of [...ORDERS, ...FIGURES]) {
      for (const flags of FLAGS) {
        for (const plan of plans({ ...filter, ...flags }, order)) {
          expect(plan.join('\n')).toContain(leading);
          expect(plan.filter((step) => /^SCAN m\b/.test(step))).toEqual([]);
        }
      }
    }
  });

  test.each(ORDERS)(
    'catalog queries: order %s is read off an index, whatever the flags, in both directions',
    (order, index) => {
      for (const flags of FLAGS) {
        for (const ascending of [true, false]) {
          const [plan = []] = plans(flags, order, ascending);
          expect(plan.join('\n')).not.toContain('TEMP B-TREE');
          const flagged = Object.keys(flags).some((name) => name !== 'creator');
          if (order !== 'id' || !flagged) expect(plan.join('\n')).toContain(index);
        }
      }
    },
  );

  test.each([
    [{ active: true }, 'markets_by_active'],
    [{ closed: true }, 'markets_by_closed'],
    [{ archived: true }, 'markets_by_archived'],
  ])('catalog queries: %j without an order reads its own index', (filter, index) => {
    const [plan = []] = plans(filter, 'id');
    expect(plan.join('\n')).toContain(`${index} (`);
    expect(plan.join('\n')).not.toContain('TEMP B-TREE');
  });

  test.each(FIGURES)(
    'catalog queries: order %s starts from the figures and never sorts all markets',
    (order, index) => {
      for (const flags of FLAGS) {
        const both = plans(flags, order).map((plan) => plan.join('\n'));
        const ranked = both.filter((plan) => plan.includes(index));
        expect(ranked).toHaveLength(1);
        const rest = both.filter((plan) => !plan.includes(index));
        expect(rest.join('\n')).not.toContain('TEMP B-TREE');
        expect(both.join('\n')).not.toMatch(/^SCAN (m|market_stats|market_hours)$/m);
      }
    },
  );

  test('catalog queries: tags are read in order of id', () => {
    for (const creator of [undefined, 'site']) {
      const { sql, parameters } = tagPage(venue.database, { limit: 20, offset: 0, creator }).compile();
      const steps = planOf({ compile: () => ({ sql, parameters }) });
      expect(steps.join('\n')).not.toContain('TEMP B-TREE');
      expect(steps.filter((step) => /^SCAN (?!tags)/.test(step))).toEqual([]);
    }
  });
});
