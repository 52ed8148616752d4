import { type AddToCatalog, marketId } from '@bellwether/engine';
import { runs } from '@bellwether/engine/testing';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type CatalogVenue, createCatalogVenue } from '../../projections/catalog/catalog-venue.testing.ts';
import { parseAdminEvent } from '../../wire/catalog-input/admin.ts';
import { type MarketFilter, type MarketListing, type MarketOrder, marketKeys } from './catalog-markets.ts';
import type { ListingRange } from './listing-keys.ts';

/** The oracle's facts about a market: plain values, no SQL. */
interface Known {
  readonly market: number;
  readonly id: number;
  readonly conditionId: string;
  readonly slug: string;
  readonly event: number | null;
  readonly eventSlug: string | null;
  readonly tags: readonly string[];
  readonly sites: readonly string[];
  flags: { readonly active: boolean; readonly closed: boolean; readonly archived: boolean };
  values: Readonly<Record<MarketOrder, number | string>>;
}

const EVENTS = 12;
const MARKETS_PER_EVENT = 5;
const TAGS = ['red', 'green', 'blue'];
const SITES = ['north', 'south'];

const NO_FIGURES = {
  volume: 0,
  volumeNum: 0,
  liquidity: 0,
  liquidityNum: 0,
  bestBid: 0,
  bestAsk: 10_000,
  lastTradePrice: 0,
  volume24hr: 0,
};

/** Deterministic small numbers without an obvious pattern, with many ties. */
const scatter = (seed: number, range: number) => ((seed * 7_919 + 104_729) % 1_009) % range;

let venue: CatalogVenue;
let known: Known[];

async function addEvents(): Promise<void> {
  let seed = 0;
  const randomBytes = (count: number) => Uint8Array.from({ length: count }, () => scatter(++seed, 256));
  for (let event = 0; event < EVENTS; event++) {
    const markets = Array.from({ length: MARKETS_PER_EVENT }, (_, index) => {
      const n = event * MARKETS_PER_EVENT + index;
      return {
        question: `Question ${scatter(n, 9)}?`,
        // Ids differ from the order of creation, so that neither can stand in for the other.
        id: 5_000 - n * 7 + scatter(n, 7),
        active: scatter(n + 1, 3) > 0,
        closed: scatter(n + 2, 2) > 0,
        archived: scatter(n + 3, 4) === 0,
        startDate: `2026-01-0${1 + scatter(n + 4, 9)}T00:00:00Z`,
        endDate: `2026-02-0${1 + scatter(n + 5, 9)}T00:00:00.00000${scatter(n, 3)}Z`,
        createdAt: `2026-03-0${1 + scatter(n + 6, 9)}`,
        updatedAt: `2026-04-0${1 + scatter(n + 7, 9)}`,
      };
    });
    const body = {
      title: `Event ${event}`,
      id: 100 - event,
      tags: TAGS.filter((_, index) => scatter(event + index, 2) > 0),
      sites: event % 3 === 0 ? SITES.filter((_, index) => scatter(event * 2 + index, 2) > 0) : [],
      markets,
    };
    const parsed = parseAdminEvent(body, { state: venue.state, nowMs: venue.nowMs, randomBytes });
    if (parsed.kind === 'invalid') throw new Error(`${parsed.path}: ${parsed.message}`);
    remember(parsed.value);
    expect((await venue.submit(parsed.value)).kind).toBe('accepted');
  }
}

function remember(command: AddToCatalog): void {
  for (const { event, markets } of command.events) {
    for (const market of markets) {
      const { id, conditionId, slug, active, closed, archived } = market;
      const index = known.length;
      known.push({
        market: index,
        id: Number(id),
        conditionId,
        slug,
        event: Number(event.id),
        eventSlug: event.slug,
        tags: event.tagSlugs,
        sites: event.sites,
        flags: { active, closed, archived },
        values: {
          id: Number(id),
          question: market.question,
          slug,
          startDate: market.startDate,
          endDate: market.endDate,
          createdAt: market.createdAt,
          updatedAt: market.updatedAt,
          ...NO_FIGURES,
        },
      });
    }
  }
}

/** A third of the markets have no figures at all, some have zeros. */
function figures(market: number) {
  const figure = (salt: number) => (market % 3 === 0 ? 0 : scatter(market + salt, 5));
  const values = {
    volume: figure(1),
    liquidity: figure(2),
    bestBid: figure(3),
    bestAsk: figure(4) || 10_000,
    lastTradePrice: figure(5),
    volume24hr: figure(6),
  };
  venue.store
    .prepare(`UPDATE market_listing SET volume_micros = ?, liquidity_micros = ?, best_bid_ticks = ?,
      best_ask_ticks = ?, last_price_ticks = ?, volume_24hr_micros = ? WHERE market = ?`)
    .run(...Object.values(values), market);
  return { ...values, volumeNum: values.volume, liquidityNum: values.liquidity };
}

/** Changes some markets after they were added, and with that their places in the lists. */
async function changeFlags(): Promise<void> {
  for (const row of known) {
    if (row.market % 7 !== 0) continue;
    const changes = { active: !row.flags.active, archived: row.market % 2 === 0 };
    venue.nowMs += 1_000;
    const outcome = await venue.submit({ kind: 'UpdateMarket', market: marketId(row.market), changes });
    expect(outcome.kind).toBe('accepted');
    row.flags = { ...row.flags, ...changes };
    row.values = { ...row.values, updatedAt: new Date(venue.nowMs).toISOString() };
  }
}

beforeAll(async () => {
  venue = createCatalogVenue();
  known = [];
  await addEvents();
  for (const row of known) row.values = { ...row.values, ...figures(row.market) };
  await changeFlags();
});
afterAll(() => venue.close());

/** True if a row's figures are within all bounds. */
const isWithin = (values: Readonly<Record<'volume' | 'liquidity', string | number>>, ranges: readonly ListingRange[]) =>
  ranges.every(({ column, minimum = 0, maximum = Number.POSITIVE_INFINITY }) => {
    const value = Number(column === 'volume_micros' ? values.volume : values.liquidity);
    return value >= minimum && value <= maximum;
  });

function oracle({ filter, order, ascending, limit, offset }: MarketListing): number[] {
  const tagIds = venue.state.tagsBySlug;
  const rows = known.filter(
    (row) =>
      (filter.active === undefined || row.flags.active === filter.active) &&
      (filter.closed === undefined || row.flags.closed === filter.closed) &&
      (filter.archived === undefined || row.flags.archived === filter.archived) &&
      (filter.tagSlug === undefined || row.tags.includes(filter.tagSlug)) &&
      (filter.tagId === undefined || row.tags.some((slug) => tagIds.get(slug) === filter.tagId)) &&
      (filter.eventId === undefined || row.event === filter.eventId) &&
      (filter.eventSlug === undefined || row.eventSlug === filter.eventSlug) &&
      (filter.conditionIds === undefined || filter.conditionIds.includes(row.conditionId)) &&
      (filter.ids === undefined || filter.ids.includes(row.id)) &&
      (filter.slugs === undefined || filter.slugs.includes(row.slug)) &&
      (filter.creator === undefined || row.sites.length === 0 || row.sites.includes(filter.creator)) &&
      isWithin(row.values, filter.ranges ?? []),
  );
  const sign = ascending ? 1 : -1;
  rows.sort((a, b) => {
    for (const column of order) {
      const [left, right] = [a.values[column], b.values[column]];
      if (left !== right) return left < right ? -sign : sign;
    }
    return sign * (a.id - b.id);
  });
  return rows.slice(offset, offset + limit).map(({ market }) => market);
}

const sometimes = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined, freq: 2 });
const seldom = <T>(value: fc.Arbitrary<T>) =>
  fc.oneof({ weight: 5, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: value });
const anyKnown = fc.integer({ min: 0, max: EVENTS * MARKETS_PER_EVENT });

const ORDERS: readonly MarketOrder[] = [
  'id',
  'question',
  'slug',
  'startDate',
  'endDate',
  'createdAt',
  'updatedAt',
  'volume',
  'volumeNum',
  'liquidity',
  'liquidityNum',
  'bestBid',
  'bestAsk',
  'lastTradePrice',
  'volume24hr',
];

const ranges = fc.array(
  fc.record(
    {
      column: fc.constantFrom('volume_micros', 'liquidity_micros'),
      minimum: fc.integer({ min: 0, max: 4 }),
      maximum: fc.integer({ min: 0, max: 5 }),
    },
    { requiredKeys: ['column'] },
  ),
  { maxLength: 2 },
);

const listing = fc.record({
  active: sometimes(fc.boolean()),
  closed: sometimes(fc.boolean()),
  archived: sometimes(fc.boolean()),
  tagSlug: seldom(fc.constantFrom(...TAGS, 'none')),
  tagId: seldom(fc.integer({ min: 1, max: 4 })),
  eventId: seldom(fc.integer({ min: 88, max: 101 })),
  event: seldom(fc.integer({ min: 0, max: EVENTS })),
  condition: seldom(anyKnown),
  slug: seldom(anyKnown),
  some: seldom(fc.array(anyKnown, { minLength: 1, maxLength: 20 })),
  creator: sometimes(fc.constantFrom(...SITES, 'nowhere')),
  takeMax: fc.constantFrom(0, 3, 1_000),
  ranges: sometimes(ranges),
  order: fc.array(fc.constantFrom(...ORDERS), { minLength: 1, maxLength: 3 }),
  ascending: fc.boolean(),
  limit: fc.integer({ min: 1, max: 100 }),
  offset: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 70 })),
});

describe('market listing', () => {
  test('market listing: every combination of filters, order and page is what a plain scan finds [K17 K27]', async () => {
    await fc.assert(
      fc.asyncProperty(
        listing,
        async ({ order, ascending, limit, offset, event, condition, slug, some, takeMax, ...rest }) => {
          const filter: MarketFilter = Object.fromEntries(
            Object.entries({
              ...rest,
              eventSlug: event === undefined ? undefined : `event-${event}`,
              conditionIds: condition === undefined ? undefined : [known[condition]?.conditionId ?? '0x'],
              ids: some?.map((index) => known[index]?.id ?? 1),
              slugs: slug === undefined ? undefined : [known[slug]?.slug ?? 'none'],
            }).filter(([, value]) => value !== undefined),
          );
          const wanted: MarketListing = { filter, order, ascending, limit, offset, takeMax };
          expect(await marketKeys(venue.database, wanted)).toEqual(oracle(wanted));
        },
      ),
      { numRuns: runs(800) },
    );
  });

  test.each(ORDERS)('market listing: pages by %s follow each other without gap or repetition', async (column) => {
    const order = [column];
    for (const ascending of [true, false]) {
      const all: number[] = [];
      for (let offset = 0; offset < known.length; offset += 7) {
        all.push(
          ...(await marketKeys(venue.database, {
            filter: {},
            order,
            ascending,
            limit: 7,
            offset,
          })),
        );
      }
      expect(all).toEqual(oracle({ filter: {}, order, ascending, limit: 100, offset: 0 }));
    }
  });
});
