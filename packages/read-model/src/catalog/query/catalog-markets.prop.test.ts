import { marketId } from '@bellwether/engine';
import { forAllAsync } from '@bellwether/engine/testing';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createCatalogVenue } from '../project/catalog-venue.testing.ts';
import { type MarketListing, type MarketOrder, marketKeys } from './catalog-markets.ts';
import { given, type KnownRow, meets, pageOf, paging, SITES, scatter, seldom, sharedFilters } from './lists.testing.ts';

interface Known extends KnownRow<MarketOrder> {
  readonly market: number;
  readonly conditionId: string;
  readonly event: number;
  readonly eventSlug: string;
}

const EVENTS = 12;
const MARKETS_PER_EVENT = 5;
const TAGS = ['red', 'green', 'blue'];

const venue = createCatalogVenue();
const known: Known[] = [];

async function addEvent(index: number): Promise<void> {
  const added = await venue.addEvent({
    title: `Event ${index}`,
    id: 100 - index,
    tags: TAGS.filter((_, tag) => scatter(index + tag, 2) > 0),
    sites: index % 3 === 0 ? SITES.filter((_, site) => scatter(index * 2 + site, 2) > 0) : [],
    markets: Array.from({ length: MARKETS_PER_EVENT }, (_, at) => marketBody(index * MARKETS_PER_EVENT + at)),
  });
  for (const { event, markets } of added.events)
    for (const definition of markets) {
      const { conditionId, slug, active, closed, archived } = definition;
      const { question, startDate, endDate, createdAt, updatedAt } = definition;
      const [market, id] = [known.length, Number(definition.id)];
      known.push({
        ...{ market, id, conditionId, slug, event: Number(event.id), eventSlug: event.slug },
        ...{ tags: event.tagSlugs, sites: event.sites, flags: { active, closed, archived } },
        values: { id, question, slug, startDate, endDate, createdAt, updatedAt, ...figures(market) },
      });
    }
}

function marketBody(n: number): object {
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
}

/** Writes figures of a market. A third of the markets have no figures at all, some have zeros. */
function figures(market: number) {
  const figure = (salt: number) => (market % 3 === 0 ? 0 : scatter(market + salt, 5));
  const values = {
    volume: figure(1),
    liquidity: figure(2),
    bestBid: figure(3),
    bestAsk: figure(4) || 10_000,
    lastTradePrice: figure(5),
    volume24hr: figure(6),
    closedTime: figure(7),
  };
  venue.store
    .prepare(`UPDATE market_listing SET volume_micros = ?, liquidity_micros = ?, best_bid_ticks = ?,
      best_ask_ticks = ?, last_price_ticks = ?, volume_24hr_micros = ?, closed_us = ?
      WHERE market = ?`)
    .run(...Object.values(values), market);
  return { ...values, volumeNum: values.volume, liquidityNum: values.liquidity };
}

/** Changes some markets after they were added, and with that their places in the lists. */
async function changeFlags(): Promise<void> {
  for (const row of known) {
    if (row.market % 7 !== 0) continue;
    const changes = { active: !row.flags.active, archived: row.market % 2 === 0 };
    venue.nowMs += 1_000;
    await venue.must({ kind: 'UpdateMarket', market: marketId(row.market), changes });
    row.flags = { ...row.flags, ...changes };
    row.values = { ...row.values, updatedAt: new Date(venue.nowMs).toISOString() };
  }
}

beforeAll(async () => {
  for (let event = 0; event < EVENTS; event++) await addEvent(event);
  await changeFlags();
});
afterAll(() => venue.close());

function oracle(wanted: MarketListing): number[] {
  const { filter } = wanted;
  const rows = known.filter(
    (row) =>
      meets(row, filter, venue.state.tagsBySlug) &&
      (filter.eventId === undefined || row.event === filter.eventId) &&
      (filter.eventSlug === undefined || row.eventSlug === filter.eventSlug) &&
      (filter.conditionIds === undefined || filter.conditionIds.includes(row.conditionId)),
  );
  return pageOf(rows, wanted).map(({ market }) => market);
}

const anyKnown = fc.integer({ min: 0, max: EVENTS * MARKETS_PER_EVENT });

const ORDERS: readonly MarketOrder[] = [
  ...(['id', 'question', 'slug', 'startDate', 'endDate', 'createdAt', 'updatedAt', 'volume', 'volumeNum'] as const),
  ...(['liquidity', 'liquidityNum', 'bestBid', 'bestAsk', 'lastTradePrice', 'volume24hr', 'closedTime'] as const),
];

const filters = fc.record({
  ...sharedFilters,
  tagSlug: seldom(fc.constantFrom(...TAGS, 'none')),
  tagId: seldom(fc.integer({ min: 1, max: 4 })),
  eventId: seldom(fc.integer({ min: 88, max: 101 })),
  eventSlug: seldom(fc.integer({ min: 0, max: EVENTS }).map((event) => `event-${event}`)),
  conditionIds: seldom(anyKnown.map((index) => [known[index]?.conditionId ?? '0x'])),
  slugs: seldom(anyKnown.map((index) => [known[index]?.slug ?? 'none'])),
  ids: seldom(
    fc.array(
      anyKnown.map((index) => known[index]?.id ?? 1),
      { minLength: 1, maxLength: 20 },
    ),
  ),
});

test('market listing: every combination of filters, order and page is what a plain scan finds [K17 K27]', () =>
  forAllAsync(800, [filters, fc.record(paging(ORDERS, 70))], async (filter, page) => {
    const wanted: MarketListing = { filter: given(filter), ...page };
    expect(await marketKeys(venue.database, wanted)).toEqual(oracle(wanted));
  }));
