/**
 * Keys of one page of a listing of markets or events, in order. Rows are loaded afterwards, so that the search carries
 * no texts along. The cost of a page depends on what it skips and shows, not on the size of the venue: every order is
 * read from an index, with one range for each class of flags, and the database merges the ranges.
 */
import { type RawBuilder, sql } from 'kysely';
import type { ReadStore } from '../../database.ts';
import {
  classesWith,
  isEverywhere,
  recurrenceScope,
  SCOPE_ALL,
  scopeBit,
  siteScope,
  tagScope,
} from '../listing-classes.ts';
import {
  EVERYTHING,
  type ListingPart,
  type ListingScope,
  planListing,
  type ScopeCounts,
  TAKE_MAX,
} from './listing-plan.ts';

/** A listing's table, the table of its scopes, and its key. */
export interface ListingSource {
  readonly table: 'market_listing' | 'event_listing';
  readonly scopes: 'market_scopes' | 'event_scopes';
  readonly key: 'market' | 'id';
  readonly counted: 'markets' | 'events';
}

/** Inclusive bounds of a column. */
export type ListingRange = { readonly column: string; readonly minimum?: number; readonly maximum?: number };

/** Restrictions of lists of markets and of events; all given ones must hold. A list accepts any of its values. */
export interface CatalogFilter {
  readonly active?: boolean;
  readonly closed?: boolean;
  readonly archived?: boolean;
  readonly tagSlug?: string;
  readonly tagId?: number;
  readonly ids?: readonly number[];
  readonly slugs?: readonly string[];
  readonly ranges?: readonly ListingRange[];
  /** Ids of tags that no row may have. */
  readonly excludedTags?: readonly number[];
  /** Recurrence of a series that every row belongs to. */
  readonly recurrence?: string;
  /** Lower-case address or site identifier: only what is available there. */
  readonly creator?: string;
}

interface Paging {
  readonly ascending: boolean;
  readonly limit: number;
  readonly offset: number;
  /** Only rows after this place in the order. */
  readonly after?: ListingPlace;
  /** Size up to which a scope is taken and sorted; TAKE_MAX, unless a test wants the other way. */
  readonly takeMax?: number;
}

/** A page of a list as clients ask for it. */
export interface Listing<Filter, Column> extends Paging {
  readonly filter: Filter;
  /** At least one sort column; each breaks ties of the previous ones. */
  readonly order: readonly Column[];
}

export interface ListingPage extends Paging {
  readonly filter: ListingScope;
  /** Subqueries that each yield the only keys that may be shown; few. */
  readonly only: readonly RawBuilder<unknown>[];
  /** Bounds that every row must meet. */
  readonly ranges?: readonly ListingRange[];
  /** Conditions that every row must meet, each on its key: a probe of an index. */
  readonly checks?: readonly RowCheck[];
  /**
   * Sort columns of the listing's table, at least one. Each breaks ties of the previous ones, and the id breaks the
   * remaining ties, in the same direction.
   */
  readonly columns: readonly string[];
}

export type RowCheck = (key: RawBuilder<unknown>) => RawBuilder<unknown>;

/** Check for rows with any of these tags; unless they are wanted, for rows with none. */
export function tagCheck({ scopes, key }: ListingSource, slugs: readonly string[], isWanted: boolean): RowCheck {
  const names = sql.join(slugs.map(tagScope));
  return (row) => sql`${isWanted ? sql`` : sql`not `}exists (select 1 from ${sql.table(scopes)} as m
    where m.${sql.ref(key)} = ${row} and m.scope in (select id from scopes where name in (${names})))`;
}

/** Check for rows without these tags; none if no tag has one of the ids. */
export async function excludedTags(
  database: ReadStore,
  source: ListingSource,
  ids: readonly number[] = [],
): Promise<readonly RowCheck[]> {
  if (ids.length === 0) return [];
  const tags = await database.selectFrom('tags').select('slug').where('id', 'in', ids).execute();
  const slugs = tags.map(({ slug }) => slug);
  return slugs.length === 0 ? [] : [tagCheck(source, slugs, false)];
}

/** A place in an order: sort values of a row, column by column, and its public id, which breaks ties. */
export interface ListingPlace {
  /** Values of the sort columns before the id; columns after the id do not matter. */
  readonly values: readonly (number | string)[];
  readonly id: number;
}

export interface ListedRow extends ListingPlace {
  readonly key: number;
}

/** Page of a list. `within`: names of the scopes that its filter names; `only`: see `ListingPage`. */
export function pageOf<Column extends string>(
  { filter, order, ...paging }: Listing<CatalogFilter, Column>,
  columns: Readonly<Record<Column, string>>,
  within: readonly string[],
  only: readonly RawBuilder<unknown>[],
  checks: readonly RowCheck[] = [],
): ListingPage {
  const { active, closed, archived, creator, recurrence, ranges = [] } = filter;
  const site = creator === undefined ? undefined : siteScope(creator);
  const all = recurrence === undefined ? within : [...within, recurrenceScope(recurrence)];
  const scope = { active, closed, archived, within: all, site };
  return { ...paging, filter: scope, ranges, only, checks, columns: order.map((name) => columns[name]) };
}

/** Slug of a tag or series; undefined without an id, null if there is none with it. */
export async function slugOf(database: ReadStore, table: 'tags' | 'series', id: number | undefined) {
  if (id === undefined) return undefined;
  const row = await database.selectFrom(table).select('slug').where('id', '=', id).executeTakeFirst();
  return row?.slug ?? null;
}

type KeyQuery = RawBuilder<Readonly<Record<string, number | string>> & { readonly key: number; readonly id: number }>;

export async function listedRows(
  database: ReadStore,
  source: ListingSource,
  page: ListingPage,
): Promise<readonly ListedRow[]> {
  const counts = await scopeCounts(database, source, page.filter);
  const query = listingQuery(source, await withFewest(database, source, page), counts);
  if (query === null) return [];
  const names = sortColumns(page).map((_column, index) => valueName(index));
  return (await query.execute(database)).rows.map(({ key, id, ...values }) => {
    return { key, id, values: names.map((name) => values[name] ?? 0) };
  });
}

/**
 * Turns a range with few rows into a subquery of keys: these rows are taken and sorted, whatever the sort order. A
 * range with many rows is checked row by row instead.
 */
async function withFewest(database: ReadStore, source: ListingSource, page: ListingPage): Promise<ListingPage> {
  const { ranges = [], only, filter, takeMax = TAKE_MAX } = page;
  // A range over the sort column itself is already a range of the index.
  const foreign = ranges.filter(({ column }) => column !== page.columns[0]);
  if (only.length > 0) return page;
  for (const range of foreign) {
    const codes = sql.join(classesWith(filter));
    const keys = sql`select l.${sql.ref(source.key)} as key from ${sql.table(source.table)} as l
      where l.class in (${codes}) ${inRanges([range])}`;
    const counted = sql<{ count: number }>`select count(*) as count from (${keys} limit ${takeMax + 1})`;
    const [row] = (await counted.execute(database)).rows;
    if ((row?.count ?? 0) <= takeMax) return { ...page, only: [keys] };
  }
  return page;
}

function inRanges(ranges: readonly ListingRange[]): RawBuilder<unknown> {
  const bounds = ranges.flatMap(({ column, minimum, maximum }) => [
    ...(minimum === undefined ? [] : [sql`and l.${sql.ref(column)} >= ${minimum}`]),
    ...(maximum === undefined ? [] : [sql`and l.${sql.ref(column)} <= ${maximum}`]),
  ]);
  return sql.join(bounds, sql` `);
}

/** Counts of the scopes that the filter names, and of everything. */
async function scopeCounts(database: ReadStore, { counted }: ListingSource, { within, site }: ListingScope) {
  const names = site === undefined ? within : [...within, site];
  const ids = new Map<string, number>();
  if (names.length > 0) {
    const rows = await database.selectFrom('scopes').selectAll().where('name', 'in', names).execute();
    for (const { id, name } of rows) ids.set(name, id);
  }
  const nameOf = new Map([...ids].map(([name, id]) => [id, name]));
  const rows = await database
    .selectFrom('scope_counts')
    .select(['scope', 'class', `${counted} as count`])
    .where('scope', 'in', [SCOPE_ALL, ...ids.values()])
    .execute();
  const counts = [...Map.groupBy(rows, ({ scope }) => nameOf.get(scope) ?? EVERYTHING)].map(
    ([name, own]) => [name, new Map(own.map((row) => [row.class, row.count]))] as const,
  );
  return { ids, counts: new Map(counts) };
}

/** Query of a page; null if the page must be empty. Exported for the test of its plan. */
export function listingQuery(source: ListingSource, page: ListingPage, counts: ScopeCounts): KeyQuery | null {
  const direction = page.ascending ? sql`asc` : sql`desc`;
  const parts = page.only.length > 0 ? [onlyQuery(source, page, counts)] : partQueries(source, page, counts);
  if (parts.length === 0) return null;
  const rows = sql.join(parts, sql` union all `);
  const values = sortColumns(page).map((_column, index) => sql`${sql.ref(valueName(index))} ${direction}, `);
  const order = sql`${sql.join(values, sql``)} id ${direction}`;
  return sql`${rows} order by ${order} limit ${page.limit} offset ${page.offset}`;
}

function partQueries(source: ListingSource, page: ListingPage, counts: ScopeCounts): RawBuilder<unknown>[] {
  // Members of a scope are listed by id without their values, which ranges need.
  const isById = page.columns[0] === 'id' && (page.ranges ?? []).length === 0;
  const parts = planListing(page.filter, counts, isById, page.takeMax ?? TAKE_MAX);
  return parts.map((part) => partQuery(source, part, page));
}

/** Sort columns before the id; nothing after it can matter. */
function sortColumns({ columns }: ListingPage): readonly string[] {
  const end = columns.indexOf('id');
  return end < 0 ? columns : columns.slice(0, end);
}

const valueName = (index: number): string => `value_${index}`;

function selectedValues(page: ListingPage): RawBuilder<unknown> {
  const values = sortColumns(page).map((column, index) => sql`, l.${sql.ref(column)} as ${sql.ref(valueName(index))}`);
  return sql.join(values, sql``);
}

function partQuery(source: ListingSource, part: ListingPart, page: ListingPage): RawBuilder<unknown> {
  const table = sql.table(source.table);
  const members = sql.table(source.scopes);
  const key = sql.ref(source.key);
  const selected = sql`select l.${key} as key${selectedValues(page)}, l.id as id`;
  const within = inRanges(page.ranges ?? []);
  switch (part.kind) {
    case 'walk':
      return sql`${selected} from ${table} as l where l.class = ${part.code} ${within} ${afterPlace(page, 'l')}
        ${inScopes(source, 'l', part.scopes)} ${passes(source, 'l', page)}`;
    case 'take':
      // CROSS JOIN keeps the order: members first, then their rows.
      return sql`${selected} from ${members} as s cross join ${table} as l on l.${key} = s.${key}
        where s.scope = ${part.scope} and s.class in (${sql.join(part.codes)}) ${within} ${afterPlace(page, 'l')}
        ${inScopes(source, 'l', part.scopes)} ${passes(source, 'l', page)}`;
    case 'list':
      return sql`select s.${key} as key, s.id as id from ${members} as s
        where s.scope = ${part.scope} and s.class = ${part.code} ${afterPlace(page, 's')}
        ${isMember(source, 's', part.scopes)} ${passes(source, 's', page)}`;
  }
}

/** Condition for rows after the page's place: a range of the index from which the part is read. */
function afterPlace(page: ListingPage, alias: string): RawBuilder<unknown> {
  const { after, ascending } = page;
  if (after === undefined) return sql``;
  const columns = [...sortColumns(page), 'id'].map((column) => sql.ref(`${alias}.${column}`));
  return sql`and (${sql.join(columns)}) ${ascending ? sql`>` : sql`<`} (${sql.join([...after.values, after.id])})`;
}

function passes({ key }: ListingSource, alias: string, { checks = [] }: ListingPage): RawBuilder<unknown> {
  const row = sql.ref(`${alias}.${key}`);
  return sql.join(
    checks.map((check) => sql`and ${check(row)}`),
    sql` `,
  );
}

/** The mask skips most rows without leaving the index; the probe decides. */
function inScopes(source: ListingSource, alias: string, scopes: readonly number[]): RawBuilder<unknown> {
  const masks = scopes.map((scope) => sql`and (${sql.ref(`${alias}.mask`)} & ${scopeBit(scope)}) <> 0 `);
  return sql`${sql.join(masks, sql``)} ${isMember(source, alias, scopes)}`;
}

function isMember({ scopes: table, key }: ListingSource, alias: string, scopes: readonly number[]) {
  const probes = scopes.map(
    (scope) => sql`and exists (select 1 from ${sql.table(table)} as m
      where m.${sql.ref(key)} = ${sql.ref(`${alias}.${key}`)} and m.scope = ${scope})`,
  );
  return sql.join(probes, sql` `);
}

/** Query for few keys with names of their own: taken and sorted. The unary plus prevents use of the class indexes. */
function onlyQuery(source: ListingSource, page: ListingPage, counts: ScopeCounts): RawBuilder<unknown> {
  const { active, closed, archived, within, site } = page.filter;
  const codes = classesWith({ active, closed, archived });
  const ids = (names: readonly string[]) => names.map((name) => counts.ids.get(name) ?? -1);
  const keys = page.only.map((query) => sql`l.${sql.ref(source.key)} in (${query})`);
  const siteCondition =
    site === undefined
      ? sql``
      : sql`and (+l.class in (${sql.join(codes.filter(isEverywhere))}) or (1 = 1 ${isMember(source, 'l', ids([site]))}))`;
  return sql`select l.${sql.ref(source.key)} as key${selectedValues(page)}, l.id as id
    from ${sql.table(source.table)} as l where ${sql.join(keys, sql` and `)} and +l.class in (${sql.join(codes)})
    ${inRanges(page.ranges ?? [])} ${afterPlace(page, 'l')} ${isMember(source, 'l', ids(within))} ${siteCondition}
    ${passes(source, 'l', page)}`;
}
