/** Converts the checked queries of `GET /markets` (catalog form) and `GET /events` to filters of the read store. */

import type { EventsQuery, MarketsQuery } from '@bellwether/contract';
import { conditionIdText } from '@bellwether/contract';
import { badRequest, type Failure } from '../../../wire/failure.ts';
import { isoDateUs } from '../../../wire/forms/iso-date.ts';
import { microsRoundedDown, microsRoundedUp } from '../../ledger/answer/trade-output.ts';
import type { EventFilter } from '../query/catalog-event-lists.ts';
import type { MarketFilter } from '../query/catalog-markets.ts';
import type { ListingRange } from '../query/listing-keys.ts';

/** Site in lower case, in which sites and creators are compared, so that an address matches in any spelling. */
export function siteOf(creator: string | undefined): string | undefined {
  return creator?.trim().toLowerCase();
}

/** The part of a query that selects rows, independent of paging. */
type Filters<Query> = Omit<Query, 'limit' | 'offset' | 'order' | 'ascending' | 'slug'> & {
  readonly slug?: string | readonly string[];
};

export function marketFilter(query: Filters<MarketsQuery>): MarketFilter {
  const filter = {
    active: query.active,
    closed: query.closed,
    archived: query.archived,
    tagSlug: query.tag_slug,
    tagId: query.tag_id,
    eventId: query.event_id,
    eventSlug: query.event_slug,
    ids: query.id?.map(Number),
    conditionIds: conditionIds(query),
    tokenIds: query.clob_token_ids,
    slugs: typeof query.slug === 'string' ? [query.slug] : query.slug,
    creator: siteOf(query.creator),
    ranges: marketRanges(query),
  };
  return given(filter);
}

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
    ids: query.id?.map(Number),
    slugs: typeof query.slug === 'string' ? [query.slug] : query.slug,
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
export function refuseDates(query: DateQuery): Failure | null {
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
