/** Selection of markets for `GET /markets`: its filters and sort columns in terms of the listing. */
import { type RawBuilder, sql } from 'kysely';
import type { ReadStore } from '../../database.ts';
import { tagScope } from '../listing-classes.ts';
import {
  type CatalogFilter,
  excludedTags,
  type ListedRow,
  type Listing,
  type ListingPage,
  type ListingSource,
  listedRows,
  pageOf,
  type RowCheck,
  slugOf,
} from './listing-keys.ts';

export interface MarketFilter extends CatalogFilter {
  readonly eventId?: number;
  readonly eventSlug?: string;
  /** Lower-case. */
  readonly conditionIds?: readonly string[];
  readonly tokenIds?: readonly string[];
  readonly questionIds?: readonly string[];
  /** Only with a result, or with a proposed one of this kind. */
  readonly resolution?: 'proposed' | 'disputed' | 'resolved';
}

/** Sort columns by the name clients use. */
const COLUMNS = {
  id: 'id',
  question: 'question',
  slug: 'slug',
  startDate: 'start_us',
  endDate: 'end_us',
  createdAt: 'created_us',
  updatedAt: 'updated_us',
  closedTime: 'closed_us',
  volume: 'volume_micros',
  volumeNum: 'volume_micros',
  volume24hr: 'volume_24hr_micros',
  liquidity: 'liquidity_micros',
  liquidityNum: 'liquidity_micros',
  bestBid: 'best_bid_ticks',
  bestAsk: 'best_ask_ticks',
  lastTradePrice: 'last_price_ticks',
} as const;

export type MarketOrder = keyof typeof COLUMNS;

export type MarketListing = Listing<MarketFilter, MarketOrder>;

export const MARKET_SOURCE: ListingSource = {
  table: 'market_listing',
  scopes: 'market_scopes',
  key: 'market',
  counted: 'markets',
};

/** Keys of one page, in order. */
export async function marketKeys(database: ReadStore, listing: MarketListing): Promise<number[]> {
  return (await marketRows(database, listing)).map(({ key }) => key);
}

/** Rows of one page, in order; ties are ordered by id in the same direction. */
export async function marketRows(database: ReadStore, listing: MarketListing): Promise<readonly ListedRow[]> {
  const slug = await slugOf(database, 'tags', listing.filter.tagId);
  if (slug === null) return [];
  const excluded = await excludedTags(database, MARKET_SOURCE, listing.filter.excludedTags);
  return listedRows(database, MARKET_SOURCE, marketPage(listing, slug, excluded));
}

const isResolved: RowCheck = (key) =>
  sql`exists (select 1 from markets as r where r.market = ${key} and r.payout_0 is not null)`;

/**
 * Page of the listing; `slugOfId` is the slug of the tag that the filter names by id, and `excluded` checks for tags
 * that it excludes.
 */
export function marketPage(
  listing: MarketListing,
  slugOfId: string | undefined,
  excluded: readonly RowCheck[] = [],
): ListingPage {
  const { filter } = listing;
  const checks = filter.resolution === 'resolved' ? [...excluded, isResolved] : excluded;
  const tags = [filter.tagSlug, slugOfId].filter((slug) => slug !== undefined);
  return pageOf(listing, COLUMNS, tags.map(tagScope), keyQueries(filter), checks);
}

/** Subqueries for conditions that few markets meet. */
function keyQueries(filter: MarketFilter): RawBuilder<unknown>[] {
  const { eventId, eventSlug, ids, conditionIds, tokenIds, questionIds, slugs, resolution } = filter;
  const queries: RawBuilder<unknown>[] = [];
  if (resolution === 'proposed' || resolution === 'disputed') {
    const isDisputed = sql`json_extract(proposal, '$.disputed') is not null`;
    queries.push(sql`select market from markets where proposal <> '' and ${isDisputed} = ${resolution === 'disputed'}`);
  }
  if (eventId !== undefined) queries.push(sql`select market from market_listing where event = ${eventId}`);
  if (eventSlug !== undefined) {
    queries.push(sql`select market from market_listing
      where event = (select e.id from events as e where e.slug = ${eventSlug})`);
  }
  if (ids !== undefined) queries.push(sql`select market from markets where id in (${sql.join(ids)})`);
  if (conditionIds !== undefined) {
    queries.push(sql`select market from markets where condition_id in (${sql.join(conditionIds)})`);
  }
  if (tokenIds !== undefined) {
    queries.push(sql`select market from markets where token_0 in (${sql.join(tokenIds)})
      union all select market from markets where token_1 in (${sql.join(tokenIds)})`);
  }
  if (questionIds !== undefined) {
    const wanted = sql.join(questionIds.map((id) => id.toLowerCase()));
    queries.push(sql`select market from markets where lower(question_id) in (${wanted})`);
  }
  if (slugs !== undefined) queries.push(sql`select market from markets where slug in (${sql.join(slugs)})`);
  return queries;
}
