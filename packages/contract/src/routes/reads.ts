/** Routes of the ledger and of the catalog. */
import * as catalogSchemas from '../schemas/catalog.ts';
import { MarketDetail, MarketListingPage, MarketParams, MarketsCursorQuery } from '../schemas/market-detail.ts';
import { TradeFills, TradesQuery } from '../schemas/trade.ts';
import { type Route, route } from './route.ts';

export const LEDGER_ROUTES = {
  trades: route({}, 'GET /trades', {
    summary: 'Fills, newest first; the cursor of the next page is in the header x-next-cursor',
    auth: 'none',
    errorShape: 'ledger',
    query: TradesQuery,
    response: { 200: TradeFills },
    errors: ['bad_request', 'unknown_field', 'ip_not_allowlisted', 'ledger_internal'],
    caps: ['trading', 'trades', 'work'],
    cost: {
      base: 0,
      rowsPerUnit: 100,
      offsetPerUnit: 1_000,
      idsPerUnit: 5,
      extra: [
        { field: 'filterType', values: null, units: 20 },
        { field: 'asset_id', values: null, units: 5 },
        { field: 'eventId', values: null, units: 20 },
      ],
    },
  }),
} as const satisfies Record<string, Route>;

const catalog = { auth: 'none', errorShape: 'catalog' } as const;
const tagsOf = {
  ...catalog,
  response: { 200: catalogSchemas.Tags },
  errors: ['bad_request', 'id_not_found'],
  caps: ['catalog', 'tags', 'work'],
  cost: { base: 1 },
} as const;
const event = {
  ...catalog,
  query: catalogSchemas.EventQuery,
  response: { 200: catalogSchemas.Event },
  caps: ['catalog', 'events', 'work'],
  cost: { base: 0 },
} as const;

export const CATALOG_ROUTES = {
  /** Catalog form; a query with `next_cursor` is the cursor form, `MARKETS_CURSOR_FORM`. */
  markets: route(catalog, 'GET /markets', {
    summary: 'Markets of the catalog, filtered and sorted; with next_cursor the cursor form',
    query: catalogSchemas.MarketsQuery,
    queryAliases: {
      tag: 'tag_slug',
      eventSlug: 'event_slug',
      condition_id: 'conditionId',
      gameId: 'game_id',
      position_ids: 'clob_token_ids',
    },
    response: { 200: catalogSchemas.CatalogMarkets },
    errors: ['bad_request'],
    caps: ['catalog', 'markets', 'listings', 'work'],
    cost: { base: 0, rowsPerUnit: 40, extra: [{ field: 'next_cursor', values: null, units: 5 }] },
  }),
  market: route(catalog, 'GET /markets/:condition_id', {
    summary: 'A market as trading clients see it',
    errorShape: 'plain',
    params: MarketParams,
    query: catalogSchemas.MarketQuery,
    response: { 200: MarketDetail },
    errors: ['bad_request', 'invalid_market', 'market_not_found', 'ip_not_allowlisted', 'market_internal'],
    caps: ['trading', 'work'],
    cost: { base: 1 },
  }),
  marketBySlug: route(catalog, 'GET /markets/slug/:slug', {
    summary: 'A market as the catalog shows it, by slug',
    params: catalogSchemas.MarketSlugParams,
    query: catalogSchemas.MarketQuery,
    response: { 200: catalogSchemas.CatalogMarket },
    errors: ['bad_request', 'slug_not_found'],
    caps: ['catalog', 'markets', 'work'],
    cost: { base: 1 },
  }),
  marketTags: route(tagsOf, 'GET /markets/:condition_id/tags', {
    summary: 'Tags of a market, which are those of its event',
    params: catalogSchemas.MarketTagsParams,
  }),
  eventTags: route(tagsOf, 'GET /events/:id/tags', {
    summary: 'Tags of an event',
    params: catalogSchemas.EventIdParams,
  }),
  eventBySlug: route(event, 'GET /events/slug/:slug', {
    summary: 'An event with its markets, by slug',
    params: catalogSchemas.EventSlugParams,
    errors: ['bad_request', 'slug_not_found'],
  }),
  eventById: route(event, 'GET /events/:id', {
    summary: 'An event with its markets, by id',
    params: catalogSchemas.EventIdParams,
    errors: ['bad_request', 'id_not_found'],
  }),
  tags: route(catalog, 'GET /tags', {
    summary: 'Tags, newest first',
    query: catalogSchemas.TagsQuery,
    response: { 200: catalogSchemas.Tags },
    errors: ['bad_request'],
    caps: ['catalog', 'tags'],
  }),
} as const satisfies Record<string, Route>;

/** `GET /markets/{condition_id}` with a catalog id: no second row of the table, like `MARKETS_CURSOR_FORM`. */
export const MARKET_BY_ID_FORM = {
  ...CATALOG_ROUTES.market,
  summary: 'A market as the catalog shows it, by catalog id',
  errorShape: 'catalog',
  response: { 200: catalogSchemas.CatalogMarket },
  errors: ['bad_request', 'ip_not_allowlisted', 'id_not_found', 'market_internal'],
} as const satisfies Route;

/** `GET /markets` with `next_cursor`. Not a second row of the table, because a path and a method make one route. */
export const MARKETS_CURSOR_FORM = {
  ...CATALOG_ROUTES.markets,
  summary: 'All markets, page by page, in order of creation',
  errorShape: 'plain',
  query: MarketsCursorQuery,
  queryAliases: {},
  response: { 200: MarketListingPage },
  errors: ['bad_request', 'invalid_cursor'],
} as const satisfies Route;
