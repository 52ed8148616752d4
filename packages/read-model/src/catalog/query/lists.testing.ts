/** Shared parts of the tests of catalog lists: what an oracle knows of a row, the filters it meets, and its order. */
import fc from 'fast-check';
import type { CatalogFilter, Listing } from './listing-keys.ts';

/** The oracle's facts about a market or an event: plain values, no SQL. */
export interface KnownRow<Column extends string> {
  readonly id: number;
  readonly slug: string;
  readonly tags: readonly string[];
  readonly sites: readonly string[];
  flags: { readonly active: boolean; readonly closed: boolean; readonly archived: boolean };
  values: Readonly<Record<Column, number | string>>;
}

export const SITES = ['north', 'south'];

/** Deterministic small numbers without an obvious pattern, with many ties. */
export const scatter = (seed: number, range: number) => ((seed * 7_919 + 104_729) % 1_009) % range;

/** True if something restricted to `sites` is available on the site `creator`. */
export const isOn = ({ sites }: { readonly sites: readonly string[] }, creator: string | undefined) =>
  creator === undefined || sites.length === 0 || sites.includes(creator);

/** True if a row meets the conditions that both lists share. */
export function meets(
  row: KnownRow<'volume' | 'liquidity'>,
  { active, closed, archived, tagSlug, tagId, excludedTags = [], ids, slugs, creator, ranges = [] }: CatalogFilter,
  tagIds: ReadonlyMap<string, number>,
): boolean {
  const flags = Object.entries({ active, closed, archived }) as ['active' | 'closed' | 'archived', boolean?][];
  return (
    flags.every(([name, wanted]) => wanted === undefined || row.flags[name] === wanted) &&
    (tagSlug === undefined || row.tags.includes(tagSlug)) &&
    (tagId === undefined || row.tags.some((slug) => tagIds.get(slug) === tagId)) &&
    row.tags.every((slug) => !excludedTags.includes(tagIds.get(slug) ?? -1)) &&
    (ids === undefined || ids.includes(row.id)) &&
    (slugs === undefined || slugs.includes(row.slug)) &&
    isOn(row, creator) &&
    ranges.every(({ column, minimum = 0, maximum = Number.POSITIVE_INFINITY }) => {
      const value = Number(column === 'volume_micros' ? row.values.volume : row.values.liquidity);
      return value >= minimum && value <= maximum;
    })
  );
}

/** The rows of a page. */
export function pageOf<Column extends string, Row extends KnownRow<Column>>(
  rows: readonly Row[],
  { order, ascending, limit, offset }: Listing<unknown, Column>,
): Row[] {
  const sign = ascending ? 1 : -1;
  const sorted = rows.toSorted((a, b) => {
    for (const column of order) {
      const [left, right] = [a.values[column], b.values[column]];
      if (left !== right) return left < right ? -sign : sign;
    }
    return sign * (a.id - b.id);
  });
  return sorted.slice(offset, offset + limit);
}

const sometimes = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined, freq: 2 });
export const seldom = <T>(value: fc.Arbitrary<T>) =>
  fc.oneof({ weight: 5, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: value });

const range = fc.record(
  {
    column: fc.constantFrom('volume_micros', 'liquidity_micros'),
    minimum: fc.integer({ min: 0, max: 4 }),
    maximum: fc.integer({ min: 0, max: 5 }),
  },
  { requiredKeys: ['column'] },
);

/** Filters that both lists have. */
export const sharedFilters = {
  active: sometimes(fc.boolean()),
  closed: sometimes(fc.boolean()),
  archived: sometimes(fc.boolean()),
  creator: sometimes(fc.constantFrom(...SITES, 'nowhere')),
  excludedTags: seldom(fc.array(fc.integer({ min: 1, max: 5 }), { maxLength: 2 })),
  ranges: sometimes(fc.array(range, { maxLength: 2 })),
};

/** Pages of a list of some rows, by one to three columns. */
export const paging = <Column>(columns: readonly Column[], rows: number) => ({
  order: fc.array(fc.constantFrom(...columns), { minLength: 1, maxLength: 3 }),
  ascending: fc.boolean(),
  limit: fc.integer({ min: 1, max: 100 }),
  offset: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: rows })),
  takeMax: fc.constantFrom(0, 3, 1_000),
});

/** The conditions of a filter that are given. */
export const given = <Filter extends object>(filter: Filter) =>
  Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== undefined));
