import { catalogId } from '@bellwether/engine';
import { forAllAsync } from '@bellwether/engine/testing';
import { parseSeries } from '@bellwether/wire/catalog-input/admin.ts';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createCatalogVenue } from '../project/catalog-venue.testing.ts';
import { type EventListing, type EventOrder, eventKeys } from './catalog-event-lists.ts';
import { tagPage } from './catalog-tags.ts';
import {
  given,
  isOn,
  type KnownRow,
  meets,
  pageOf,
  paging,
  SITES,
  scatter,
  seldom,
  sharedFilters,
} from './lists.testing.ts';

type Known = KnownRow<EventOrder> & { readonly series: readonly string[] };

const EVENTS = 60;
const TAGS = ['red', 'green', 'blue', 'only-north'];
const SERIES = ['weekly', 'daily'];

const venue = createCatalogVenue();
const known: Known[] = [];

async function addEvent(n: number): Promise<void> {
  const sites = n % 3 === 0 ? SITES.filter((_, index) => scatter(n * 2 + index, 2) > 0) : [];
  const { events } = await venue.addEvent({
    title: `Title ${scatter(n, 9)}`,
    slug: `event-${n}`,
    id: 1_000 - n * 3,
    tags: TAGS.filter((tag, index) => (tag === 'only-north' ? sites.join() === 'north' : scatter(n + index, 2) > 0)),
    series: SERIES.filter((_, index) => scatter(n + 3 + index, 3) === 0).map((slug) => ({ slug, title: slug })),
    sites,
    active: scatter(n + 1, 3) > 0,
    closed: scatter(n + 2, 2) > 0,
    archived: scatter(n + 3, 4) === 0,
    startDate: `2026-01-0${1 + scatter(n + 4, 9)}T00:00:00Z`,
    endDate: `2026-02-0${1 + scatter(n + 5, 9)}T00:00:00Z`,
    createdAt: `2026-03-0${1 + scatter(n + 6, 9)}T00:00:00Z`,
    updatedAt: `2026-04-0${1 + scatter(n + 7, 9)}T00:00:00Z`,
    markets: [],
  });
  for (const { event } of events) {
    const { active, closed, archived, title, slug, startDate, endDate, createdAt, updatedAt, sites: on } = event;
    const id = Number(event.id);
    const [volume, volume24hr, liquidity] = [scatter(n, 5), scatter(n + 1, 4), scatter(n + 2, 6)];
    const flags = { active, closed, archived };
    const closedTime = scatter(n + 3, 5);
    const dates = { startDate, endDate, createdAt, updatedAt, closedTime };
    const values = { id, title, slug, ...dates, volume, volume24hr, liquidity };
    known.push({ id, slug, tags: event.tagSlugs, series: event.seriesSlugs, sites: on, flags, values });
    venue.store
      .prepare(`UPDATE event_listing SET volume_micros = ?, volume_24hr_micros = ?, liquidity_micros = ?, closed_us = ?
        WHERE id = ?`)
      .run(volume, volume24hr, liquidity, closedTime, id);
  }
}

/** Changes some events after they were added, and with that their places in the lists. */
async function change(row: Known, n: number): Promise<void> {
  venue.nowMs += 1_000;
  const flags = { active: n % 2 === 0, closed: !row.flags.closed };
  const title = `Renamed ${n % 3}`;
  await venue.must({ kind: 'UpdateCatalogEvent', catalogEvent: catalogId(row.id), changes: { title, ...flags } });
  row.flags = { ...row.flags, ...flags };
  row.values = { ...row.values, title, updatedAt: new Date(venue.nowMs).toISOString() };
}

beforeAll(async () => {
  const context = { state: venue.state, nowMs: venue.nowMs, randomBytes: (count: number) => new Uint8Array(count) };
  for (const title of SERIES) {
    const parsed = parseSeries({ title, slug: title }, context);
    if (parsed.kind === 'invalid') throw new Error(parsed.message);
    await venue.must(parsed.value);
  }
  for (let n = 0; n < EVENTS; n += 1) await addEvent(n);
  for (const [n, row] of known.entries()) if (n % 5 === 0) await change(row, n);
});
afterAll(() => venue.close());

function oracle(wanted: EventListing): number[] {
  const { filter } = wanted;
  const { tagsBySlug, seriesBySlug } = venue.state;
  const rows = known.filter(
    (row) =>
      meets(row, filter, tagsBySlug) &&
      (filter.seriesSlug === undefined || row.series.includes(filter.seriesSlug)) &&
      (filter.seriesId === undefined || row.series.some((slug) => seriesBySlug.get(slug) === filter.seriesId)),
  );
  return pageOf(rows, wanted).map(({ id }) => id);
}

const ORDERS: readonly EventOrder[] = [
  ...(['id', 'title', 'slug', 'startDate', 'endDate', 'createdAt', 'updatedAt'] as const),
  ...(['closedTime', 'volume', 'volume24hr', 'liquidity'] as const),
];

const listing = fc.record({
  filter: fc.record({
    ...sharedFilters,
    tagSlug: seldom(fc.constantFrom(...TAGS, 'none')),
    tagId: seldom(fc.integer({ min: 1, max: 5 })),
    seriesSlug: seldom(fc.constantFrom(...SERIES, 'none')),
    seriesId: seldom(fc.integer({ min: 1, max: 3 })),
    ids: seldom(fc.array(fc.integer({ min: 800, max: 1_000 }), { minLength: 1, maxLength: 60 })),
    slugs: seldom(fc.integer({ min: 0, max: EVENTS }).map((n) => [`event-${n}`])),
  }),
  ...paging(ORDERS, EVENTS),
});

test('event listing: every combination of filters, order and page is what a plain scan finds [K20]', () =>
  forAllAsync(800, [listing], async ({ filter, ...rest }) => {
    const wanted: EventListing = { filter: given(filter), ...rest };
    expect(await eventKeys(venue.database, wanted)).toEqual(oracle(wanted));
  }));

test('event listing: a site sees the tags of what is available there, and those that nothing carries', async () => {
  const carriers = (slug: string) => known.filter(({ tags }) => tags.includes(slug));
  expect(carriers('only-north').length).toBeGreaterThan(0);
  for (const creator of [undefined, ...SITES, 'nowhere']) {
    const expected = TAGS.filter(
      (slug) => carriers(slug).length === 0 || carriers(slug).some((row) => isOn(row, creator)),
    );
    const rows = await tagPage(venue.database, { limit: 100, offset: 0, ascending: false, creator });
    expect(rows.map(({ slug }) => slug).toSorted()).toEqual(expected.toSorted());
    expect(rows.map(({ id }) => id)).toEqual(rows.map(({ id }) => id).toSorted((a, b) => b - a));
    const second = { limit: 1, offset: 1, creator };
    expect(await tagPage(venue.database, { ...second, ascending: false })).toEqual(rows.slice(1, 2));
    expect(await tagPage(venue.database, { ...second, ascending: true })).toEqual(rows.toReversed().slice(1, 2));
  }
});
