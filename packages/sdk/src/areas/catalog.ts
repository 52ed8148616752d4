/** Catalog: markets, events, series, tags and search. Public. */
import {
  type CatalogMarket,
  type Event,
  FIRST_CURSOR,
  MARKET_BY_ID_FORM,
  MARKETS_CURSOR_FORM,
  type MarketListingItem,
  type MarketListingPage,
  type Series,
  type Tag,
} from '@bellwether/contract';
import { byCursor, byKeyset, byOffset, type PageOptions } from '../pages.ts';
import type { CallOptions, QueryOf, RawRequest, Request } from '../request.ts';

/** Largest page of the catalog's lists. */
const PAGE = 100;
/** Largest page of the lists by cursor. */
const CURSOR_PAGE = 1_000;

/** Default order of the lists by offset. */
const NEWEST_FIRST = { ascending: false };

type Listed<Query> = Omit<Query, 'limit' | 'offset' | 'after_cursor'>;

export function createMarkets(request: Request, raw: RawRequest) {
  /** One page of the list by cursor; the cursor `LTE=` ends the list. */
  const page = async (
    query: { readonly next_cursor?: string; readonly limit?: number } = {},
    call: CallOptions = {},
  ): Promise<MarketListingPage> => {
    const answer = await raw(MARKETS_CURSOR_FORM, { ...call, query: { next_cursor: '', ...query } });
    return answer.value as MarketListingPage;
  };
  return {
    /** Markets of the catalog, filtered and sorted. */
    list: (query: QueryOf<'markets'> = {}, call: CallOptions = {}) => request('markets', { ...call, query }),
    /** One page of the same list, starting after the `next_cursor` of the page before. */
    keyset: (query: QueryOf<'marketsKeyset'> = {}, call: CallOptions = {}) =>
      request('marketsKeyset', { ...call, query }),
    /** All matching markets, newest first as in `list`; changes and additions meanwhile do not disturb the order. */
    each: (query: Listed<QueryOf<'marketsKeyset'>> = {}, { pageSize = PAGE, ...call }: PageOptions = {}) =>
      byKeyset<CatalogMarket>(async (at) => {
        const asked = { ...NEWEST_FIRST, ...query, ...at };
        const { markets: items, ...next } = await request('marketsKeyset', { ...call, query: asked });
        return { items, ...next };
      }, pageSize),
    page,
    /** All markets in the form for trading clients, in order of creation. */
    all: ({ pageSize = CURSOR_PAGE, ...call }: PageOptions = {}) =>
      byCursor<MarketListingItem>(async (next_cursor) => {
        const { data, next_cursor: next } = await page({ next_cursor, limit: pageSize }, call);
        return { items: data, next };
      }, FIRST_CURSOR),
    /** A market by condition id or slug, in the form for trading clients. */
    get: (market: string, call: CallOptions = {}) => request('market', { ...call, params: { condition_id: market } }),
    /** A market by catalog id or slug, in the form of the catalog. */
    find: async (key: EventKey, call: CallOptions = {}): Promise<CatalogMarket> => {
      if ('slug' in key) return request('marketBySlug', { ...call, params: { slug: key.slug } });
      return (await raw(MARKET_BY_ID_FORM, { ...call, params: { condition_id: key.id } })).value as CatalogMarket;
    },
    /** Tags of a market, by catalog id or condition id. */
    tags: (market: string, call: CallOptions = {}) =>
      request('marketTags', { ...call, params: { condition_id: market } }),
  };
}

export type EventKey = { readonly id: string | number } | { readonly slug: string };

export function createEvents(request: Request) {
  return {
    list: (query: QueryOf<'events'> = {}, call: CallOptions = {}) => request('events', { ...call, query }),
    keyset: (query: QueryOf<'eventsKeyset'> = {}, call: CallOptions = {}) =>
      request('eventsKeyset', { ...call, query }),
    each: (query: Listed<QueryOf<'eventsKeyset'>> = {}, { pageSize = PAGE, ...call }: PageOptions = {}) =>
      byKeyset<Event>(async (at) => {
        const asked = { ...NEWEST_FIRST, ...query, ...at };
        const { events: items, ...next } = await request('eventsKeyset', { ...call, query: asked });
        return { items, ...next };
      }, pageSize),
    /** Tags of an event, by its catalog id. */
    tags: (id: string | number, call: CallOptions = {}) => request('eventTags', { ...call, params: { id } }),
    /** How good the forecasts of its decided markets were. */
    scores: (id: string | number, call: CallOptions = {}) => request('eventScores', { ...call, params: { id } }),
    get: (key: EventKey, query: QueryOf<'eventById'> = {}, call: CallOptions = {}) =>
      'slug' in key
        ? request('eventBySlug', { ...call, query, params: { slug: key.slug } })
        : request('eventById', { ...call, query, params: { id: key.id } }),
  };
}

export function createCatalog(request: Request) {
  return {
    tags: (query: QueryOf<'tags'> = {}, call: CallOptions = {}) => request('tags', { ...call, query }),
    eachTag: (query: Listed<QueryOf<'tags'>> = {}, { pageSize = PAGE, ...call }: PageOptions = {}) =>
      byOffset<Tag>((at) => request('tags', { ...call, query: { ...query, ...at } }), pageSize),
    tag: (key: EventKey, call: CallOptions = {}) =>
      'slug' in key
        ? request('tagBySlug', { ...call, params: { slug: key.slug } })
        : request('tagById', { ...call, params: { id: key.id } }),
    series: (query: QueryOf<'series'> = {}, call: CallOptions = {}) => request('series', { ...call, query }),
    eachSeries: (query: Listed<QueryOf<'series'>> = {}, { pageSize = PAGE, ...call }: PageOptions = {}) =>
      byOffset<Series>((at) => request('series', { ...call, query: { ...query, ...at } }), pageSize),
    oneSeries: (id: string | number, call: CallOptions = {}) => request('seriesById', { ...call, params: { id } }),
    /** Events, tags and profiles that contain all words of `q`. */
    search: (query: QueryOf<'publicSearch'> & { readonly q: string }, call: CallOptions = {}) =>
      request('publicSearch', { ...call, query }),
    /** Events that contain all words of `q`, best match first, page after page. */
    async *searchEvents(
      query: Omit<QueryOf<'publicSearch'>, 'page'> & { readonly q: string },
      call: CallOptions = {},
    ): AsyncGenerator<Event, void, undefined> {
      for (let page = 1; ; page += 1) {
        const { events, pagination } = await request('publicSearch', { ...call, query: { ...query, page } });
        yield* events;
        if (!pagination.hasMore) return;
      }
    },
  };
}
