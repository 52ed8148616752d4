/** `GET /markets` (catalog form) and `GET /events` as the contract checked them → the filters that queries understand. */
import type { EventsQuery, MarketsQuery } from '@bellwether/contract';
import type { EventFilter } from '../../queries/catalog-event-lists.ts';
import type { MarketFilter } from '../../queries/catalog-markets.ts';

/** Sites and creators are compared in lower case, so that an address counts in any spelling. */
export function siteOf(creator: string | undefined): string | undefined {
  return creator?.trim().toLowerCase();
}

/** Restricts by the parameters that were given. */
export function marketFilter(query: MarketsQuery): MarketFilter {
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
    slug: query.slug,
    creator: siteOf(query.creator),
  };
  return given(filter);
}

/** The one condition id, the list, or what both allow. */
function conditionIds({ conditionId, condition_ids: list }: MarketsQuery): string[] | undefined {
  const one = conditionId?.toLowerCase();
  const any = list?.map((text) => text.toLowerCase());
  if (one === undefined) return any;
  return any === undefined || any.includes(one) ? [one] : [];
}

/** Restricts by the parameters that were given. */
export function eventFilter(query: EventsQuery): EventFilter {
  return given({
    active: query.active,
    closed: query.closed,
    archived: query.archived,
    tagSlug: query.tag_slug,
    tagId: query.tag_id,
    seriesSlug: query.series_slug,
    seriesId: query.series_id,
    ids: query.id?.map(Number),
    slug: query.slug,
    creator: siteOf(query.creator),
  });
}

type Given<Filter> = { [Name in keyof Filter]?: Exclude<Filter[Name], undefined> };

function given<Filter extends object>(filter: Filter): Given<Filter> {
  // What is left has a value, and only that.
  return Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== undefined)) as Given<Filter>;
}
