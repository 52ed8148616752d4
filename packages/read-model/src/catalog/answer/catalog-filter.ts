/** Converts the checked queries of `GET /markets` (catalog form) and `GET /events` to filters of the read store. */

import type { EventsQuery, MarketsQuery } from '@bellwether/contract';
import {
  asksForAbsent,
  conditionIdText,
  EVENT_SORT_SPELLINGS,
  MARKET_SORT_SPELLINGS,
  sortColumns,
} from '@bellwether/contract';
import { badRequest, type Failure } from '@bellwether/wire/failure.ts';
import { isoDateUs } from '@bellwether/wire/forms/iso-date.ts';
import { microsRoundedDown, microsRoundedUp } from '../../ledger/answer/trade-output.ts';
import type { EventFilter, EventOrder } from '../query/catalog-event-lists.ts';
import type { MarketFilter, MarketOrder } from '../query/catalog-markets.ts';
import type { ListingRange } from '../query/listing-keys.ts';
import { eventsTitled } from '../query/search.ts';

/** Site in lower case, in which sites and creators are compared, so that an address matches in any spelling. */
export function siteOf(creator: string | undefined): string | undefined {
  return creator?.trim().toLowerCase();
}

/** The part of a query that selects rows, independent of paging. */
type Filters<Query> = Omit<Query, 'limit' | 'offset' | 'order' | 'ascending' | 'after'>;

/** A query with its sort columns in their first spelling, without columns that have no data. */
export type Sorted<Query, Column extends string> = Omit<Query, 'order'> & { readonly order?: readonly Column[] };

type Sortable = DateQuery & { readonly order?: readonly string[] };

/** Query of a list of markets as its read receives it, or the refusal of a date. */
export const sortedMarkets = <Query extends Sortable>(query: Query) =>
  sorted<Query, MarketOrder>(query, MARKET_SORT_SPELLINGS);
/** The same for a list of events. */
export const sortedEvents = <Query extends Sortable>(query: Query) =>
  sorted<Query, EventOrder>(query, EVENT_SORT_SPELLINGS);

function sorted<Query extends Sortable, Column extends string>(
  query: Query,
  spellings: Readonly<Record<string, string | null>>,
): Sorted<Query, Column> | Failure {
  const malformed = refuseDates(query);
  if (malformed !== null) return malformed;
  const { order: given, ...rest } = query;
  const order = sortColumns<Column>(given, spellings);
  return order === undefined ? rest : { ...rest, order };
}

/** Ids that a filter names, none if it asks for data that nothing here has. */
const idsOf = (query: { readonly id?: readonly string[] }) => (asksForAbsent(query) ? [] : query.id?.map(Number));

/** Filter from the given parameters. */
export function marketFilter(query: Filters<MarketsQuery>): MarketFilter {
  const { uma_resolution_status: status, closed = status === 'resolved' ? true : undefined } = query;
  const filter = {
    active: query.active,
    closed,
    archived: query.archived,
    tagSlug: query.tag_slug,
    tagId: query.tag_id,
    eventId: query.event_id,
    eventSlug: query.event_slug,
    excludedTags: query.exclude_tag_id?.map(Number),
    recurrence: query.recurrence,
    questionIds: query.question_ids,
    resolution: STATUSES.find((known) => known === status),
    // Results come with the flag `closed`, and no market has a status beside these.
    ids: isPossible(status, closed) ? idsOf(query) : [],
    conditionIds: conditionIds(query),
    tokenIds: query.clob_token_ids,
    slugs: query.slug,
    creator: siteOf(query.creator),
    ranges: marketRanges(query),
  };
  return given(filter);
}

const STATUSES = ['proposed', 'disputed', 'resolved'] as const;

const isPossible = (status: string | undefined, closed: boolean | undefined): boolean =>
  status === undefined || (status === 'resolved' ? closed === true : status === 'proposed' || status === 'disputed');

/** The single condition id, the list, or the intersection of both. */
function conditionIds({ conditionId, condition_ids: list }: Filters<MarketsQuery>): string[] | undefined {
  const one = conditionId === undefined ? undefined : conditionIdText(conditionId);
  const any = list?.map(conditionIdText);
  if (one === undefined) return any;
  return any === undefined || any.includes(one) ? [one] : [];
}

export function eventFilter(query: Filters<EventsQuery>): EventFilter {
  return given({
    active: query.active,
    closed: query.closed,
    archived: query.archived,
    tagSlug: query.tag_slug,
    tagId: query.tag_id,
    seriesSlug: query.series_slug,
    seriesId: query.series_id,
    excludedTags: query.exclude_tag_id?.map(Number),
    recurrence: query.recurrence,
    match: query.title_search === undefined ? undefined : eventsTitled(query.title_search),
    ids: idsOf(query),
    slugs: query.slug,
    creator: siteOf(query.creator),
    ranges: [
      ...amountRange('volume_micros', query.volume_min, query.volume_max),
      ...amountRange('liquidity_micros', query.liquidity_min, query.liquidity_max),
      ...dateRanges(query),
    ],
  });
}

function marketRanges(query: Filters<MarketsQuery>): ListingRange[] {
  return [
    ...amountRange('volume_micros', query.volume_num_min, query.volume_num_max),
    ...amountRange('liquidity_micros', query.liquidity_num_min, query.liquidity_num_max),
    ...dateRanges(query),
  ];
}

function amountRange(column: string, least: number | undefined, most: number | undefined): ListingRange[] {
  return range(
    column,
    least === undefined ? undefined : microsRoundedUp(least),
    most === undefined ? undefined : microsRoundedDown(most),
  );
}

type DateQuery = Pick<EventsQuery, (typeof DATE_FIELDS)[number]>;
const DATE_FIELDS = ['start_date_min', 'start_date_max', 'end_date_min', 'end_date_max'] as const;

function dateRanges(query: DateQuery): ListingRange[] {
  const us = (text: string | undefined) => (text === undefined ? undefined : (isoDateUs(text) ?? undefined));
  return [
    ...range('start_us', us(query.start_date_min), us(query.start_date_max)),
    ...range('end_us', us(query.end_date_min), us(query.end_date_max)),
  ];
}

/** Refusal of a bound that is no date; null if all are dates. */
function refuseDates(query: DateQuery): Failure | null {
  for (const name of DATE_FIELDS) {
    const text = query[name];
    if (text !== undefined && isoDateUs(text) === null)
      return badRequest(`${name} is malformed: expected ISO 8601, a day or a time`);
  }
  return null;
}

function range(column: string, minimum: number | undefined, maximum: number | undefined): ListingRange[] {
  if (minimum === undefined && maximum === undefined) return [];
  return [{ column, ...(minimum !== undefined && { minimum }), ...(maximum !== undefined && { maximum }) }];
}

type Given<Filter> = { [Name in keyof Filter]?: Exclude<Filter[Name], undefined> };

function given<Filter extends object>(filter: Filter): Given<Filter> {
  // The remaining properties have values, and no others.
  return Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== undefined)) as Given<Filter>;
}
