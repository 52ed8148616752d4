/** The catalog form of `GET /markets` as the contract checked it → the filter that queries understand. */
import type { MarketsQuery } from '@bellwether/contract';
import type { MarketFilter } from '../../queries/catalog-market-filter.ts';

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
    conditionId: query.conditionId?.toLowerCase(),
    slug: query.slug,
    creator: siteOf(query.creator),
  };
  return Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== undefined));
}
