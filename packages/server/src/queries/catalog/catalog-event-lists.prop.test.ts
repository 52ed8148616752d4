import { type AddToCatalog, catalogId } from '@bellwether/engine';
import { runs } from '@bellwether/engine/testing';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type CatalogVenue, createCatalogVenue } from '../../projections/catalog/catalog-venue.testing.ts';
import { parseAdminEvent, parseSeries } from '../../wire/catalog-input/admin.ts';
import { type EventFilter, type EventListing, type EventOrder, eventKeys } from './catalog-event-lists.ts';
import { tagPage } from './catalog-tags.ts';
import type { ListingRange } from './listing-keys.ts';

/** The oracle's facts about an event: plain values, no SQL. */
interface Known {
  readonly id: number;
  readonly slug: string;
  readonly tags: readonly string[];
  readonly series: readonly string[];
  readonly sites: readonly string[];
  flags: { active: boolean; closed: boolean; archived: boolean };
  values: Readonly<Record<EventOrder, number | string>>;
}

const EVENTS = 60;
const TAGS = ['red', 'green', 'blue', 'only-north'];
const SERIES = ['weekly', 'daily'];
const SITES = ['north', 'south'];
/** Deterministic small numbers without an obvious pattern, with many ties. */
const scatter = (seed: number, range: number) => ((seed * 7_919 + 104_729) % 1_009) % range;

let venue: CatalogVenue;
let known: Known[];
let seed = 0;
const randomBytes = (count: number) => Uint8Array.from({ length: count }, () => scatter(++seed, 256));

async function submit(command: AddToCatalog): Promise<void> {
  expect((await venue.submit(command)).kind).toBe('accepted');
}

async function addEvent(n: number): Promise<void> {
  const sites = n % 3 === 0 ? SITES.filter((_, index) => scatter(n * 2 + index, 2) > 0) : [];
  const body = {
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
  };
  const parsed = parseAdminEvent(body, { state: venue.state, nowMs: venue.nowMs, randomBytes });
  if (parsed.kind === 'invalid') throw new Error(`${parsed.path}: ${parsed.message}`);
  await submit(parsed.value);
  for (const { event } of parsed.value.events) {
    const { active, closed, archived, title, slug, startDate, endDate, createdAt, updatedAt } = event;
    const [volume, volume24hr, liquidity] = [scatter(n, 5), scatter(n + 1, 4), scatter(n + 2, 6)];
    known.push({
      id: Number(event.id),
      slug,
      tags: event.tagSlugs,
      series: event.seriesSlugs,
      sites: event.sites,
      flags: { active, closed, archived },
      values: {
        id: Number(event.id),
        title,
        slug,
        startDate,
        endDate,
        createdAt,
        updatedAt,
        volume,
        volume24hr,
        liquidity,
      },
    });
    venue.store
      .prepare('UPDATE event_listing SET volume_micros = ?, volume_24hr_micros = ?, liquidity_micros = ? WHERE id = ?')
      .run(volume, volume24hr, liquidity, Number(event.id));
  }
}

/** Changes some events after they were added, and with that their places in the lists. */
async function change(row: Known, n: number): Promise<void> {
  venue.nowMs += 1_000;
  const flags = { active: n % 2 === 0, closed: !row.flags.closed };
  const changes = { title: `Renamed ${n % 3}`, ...flags };
  expect((await venue.submit({ kind: 'UpdateCatalogEvent', catalogEvent: catalogId(row.id), changes })).kind).toBe(
    'accepted',
  );
  row.flags = { ...row.flags, ...flags };
  row.values = { ...row.values, title: changes.title, updatedAt: new Date(venue.nowMs).toISOString() };
}

beforeAll(async () => {
  venue = createCatalogVenue();
  known = [];
  for (const title of SERIES) {
    const parsed = parseSeries({ title, slug: title }, { state: venue.state, nowMs: venue.nowMs, randomBytes });
    if (parsed.kind === 'invalid') throw new Error(parsed.message);
    await submit(parsed.value);
  }
  for (let n = 0; n < EVENTS; n += 1) await addEvent(n);
  for (const [n, row] of known.entries()) if (n % 5 === 0) await change(row, n);
});
afterAll(() => venue.close());

const isOn = ({ sites }: Known, creator: string | undefined) =>
  creator === undefined || sites.length === 0 || sites.includes(creator);

/** True if a row's figures are within all bounds. */
const isWithin = (values: Readonly<Record<'volume' | 'liquidity', string | number>>, ranges: readonly ListingRange[]) =>
  ranges.every(({ column, minimum = 0, maximum = Number.POSITIVE_INFINITY }) => {
    const value = Number(column === 'volume_micros' ? values.volume : values.liquidity);
    return value >= minimum && value <= maximum;
  });

function oracle({ filter, order, ascending, limit, offset }: EventListing): number[] {
  const rows = known.filter(
    (row) =>
      (filter.active === undefined || row.flags.active === filter.active) &&
      (filter.closed === undefined || row.flags.closed === filter.closed) &&
      (filter.archived === undefined || row.flags.archived === filter.archived) &&
      (filter.tagSlug === undefined || row.tags.includes(filter.tagSlug)) &&
      (filter.tagId === undefined || row.tags.some((slug) => venue.state.tagsBySlug.get(slug) === filter.tagId)) &&
      (filter.seriesSlug === undefined || row.series.includes(filter.seriesSlug)) &&
      (filter.seriesId === undefined ||
        row.series.some((slug) => venue.state.seriesBySlug.get(slug) === filter.seriesId)) &&
      (filter.ids === undefined || filter.ids.includes(row.id)) &&
      (filter.slugs === undefined || filter.slugs.includes(row.slug)) &&
      isOn(row, filter.creator) &&
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
  return rows.slice(offset, offset + limit).map(({ id }) => id);
}

const sometimes = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined, freq: 2 });
const seldom = <T>(value: fc.Arbitrary<T>) =>
  fc.oneof({ weight: 5, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: value });
const ORDERS: readonly EventOrder[] = [
  'id',
  'title',
  'slug',
  'startDate',
  'endDate',
  'createdAt',
  'updatedAt',
  'volume',
  'volume24hr',
  'liquidity',
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
  filter: fc.record({
    active: sometimes(fc.boolean()),
    closed: sometimes(fc.boolean()),
    archived: sometimes(fc.boolean()),
    tagSlug: seldom(fc.constantFrom(...TAGS, 'none')),
    tagId: seldom(fc.integer({ min: 1, max: 5 })),
    seriesSlug: seldom(fc.constantFrom(...SERIES, 'none')),
    seriesId: seldom(fc.integer({ min: 1, max: 3 })),
    ids: seldom(fc.array(fc.integer({ min: 800, max: 1_000 }), { minLength: 1, maxLength: 60 })),
    slug: seldom(fc.integer({ min: 0, max: EVENTS }).map((n) => `event-${n}`)),
    creator: sometimes(fc.constantFrom(...SITES, 'nowhere')),
    ranges: sometimes(ranges),
  }),
  order: fc.array(fc.constantFrom(...ORDERS), { minLength: 1, maxLength: 3 }),
  ascending: fc.boolean(),
  limit: fc.integer({ min: 1, max: 100 }),
  offset: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: EVENTS })),
  takeMax: fc.constantFrom(0, 3, 1_000),
});

describe('event listing', () => {
  test('event listing: every combination of filters, order and page is what a plain scan finds [K20]', async () => {
    await fc.assert(
      fc.asyncProperty(listing, async ({ filter, ...rest }) => {
        const given = Object.entries(filter).filter(([, value]) => value !== undefined);
        const wanted: EventListing = { filter: Object.fromEntries(given) as EventFilter, ...rest };
        expect(await eventKeys(venue.database, wanted)).toEqual(oracle(wanted));
      }),
      { numRuns: runs(800) },
    );
  });

  test('event listing: a site sees the tags of what is available there, and those that nothing carries', async () => {
    const carriers = (slug: string) => known.filter(({ tags }) => tags.includes(slug));
    expect(carriers('only-north').length).toBeGreaterThan(0);
    for (const creator of [undefined, ...SITES, 'nowhere']) {
      const expected = TAGS.filter(
        (slug) => carriers(slug).length === 0 || carriers(slug).some((row) => isOn(row, creator)),
      );
      const rows = await tagPage(venue.database, { limit: 100, offset: 0, creator });
      expect(rows.map(({ slug }) => slug).toSorted()).toEqual(expected.toSorted());
      expect(rows.map(({ id }) => id)).toEqual(rows.map(({ id }) => id).toSorted((a, b) => b - a));
      const second = await tagPage(venue.database, { limit: 1, offset: 1, creator });
      expect(second).toEqual(rows.slice(1, 2));
    }
  });
});
