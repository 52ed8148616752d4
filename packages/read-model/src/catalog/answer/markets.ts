/** Reads of markets: lists in catalog form and in cursor form, and single markets in both forms. */
import {
  type CatalogMarket,
  END_CURSOR,
  type MarketDetail,
  type MarketListingPage,
  type MarketParameters,
  type MarketQuery,
  type MarketsPageParameters,
  type MarketsQuery,
  type PatchedMarket,
  type TermEffect,
} from '@bellwether/contract';
import { encodeOffsetCursor } from '@bellwether/wire/forms/cursors.ts';
import type { ReadStore } from '../../database.ts';
import { createRead, type Read } from '../../read.ts';
import { tagsByEvent } from '../query/catalog-events.ts';
import { countMarkets, findMarket, type MarketView, marketLabels, marketViews } from '../query/catalog-market-views.ts';
import { type MarketOrder, marketKeys } from '../query/catalog-markets.ts';
import { resultLines } from '../query/resolutions.ts';
import { marketFilter, type Sorted } from './catalog-filter.ts';
import { catalogMarketBody, listingItemBody, marketDetailBody, tagBody } from './catalog-output.ts';

export const marketsRead = createRead<Sorted<MarketsQuery, MarketOrder>, CatalogMarket[]>(
  'markets',
  async (database, query) => {
    // Default order: by id, descending, so newest first.
    const { order = ['id'], ascending, limit, offset } = query;
    const markets = await marketKeys(database, { filter: marketFilter(query), order, ascending, limit, offset });
    return { value: await catalogMarkets(database, markets, query) };
  },
);

/** Markets in catalog form; a query may ask for their tags. */
export async function catalogMarkets(
  database: ReadStore,
  markets: readonly number[],
  { include_tag: isTagged = false }: Pick<MarketQuery, 'include_tag'>,
): Promise<CatalogMarket[]> {
  const views = await marketViews(database, { kind: 'keys', markets });
  if (!isTagged) return views.map(catalogMarketBody);
  const tags = await tagsByEvent(database, [...new Set(views.flatMap(({ event }) => event ?? []))]);
  return views.map((view) => ({ ...catalogMarketBody(view), tags: (tags.get(view.event ?? -1) ?? []).map(tagBody) }));
}

/** Read of `GET /markets` in its cursor form, oldest first. */
export const marketsPageRead: Read<MarketsPageParameters, MarketListingPage> = {
  name: 'markets-page',
  run: async (database, parameters) => ({ value: await marketsPage(database, parameters) }),
};

/** The wanted ones among the markets `offset` to `offset + limit` in order of creation. */
export async function marketsPage(
  database: ReadStore,
  { offset, limit }: MarketsPageParameters,
  wanted: (view: MarketView) => boolean = () => true,
): Promise<MarketListingPage> {
  const end = offset + limit;
  // Market keys are dense and in order of creation, so an offset is a key and new markets never shift a page.
  const views = (await marketViews(database, { kind: 'run', from: offset, to: end })).filter(wanted);
  const labels = await marketLabels(
    database,
    views.map(({ id }) => id),
  );
  const data = views.map((view) => listingItemBody(view, labels.get(view.id) ?? []));
  const next_cursor = end < (await countMarkets(database)) ? encodeOffsetCursor(end) : END_CURSOR;
  return { data, next_cursor, limit, count: data.length };
}

/** The page after the last one, the answer to the cursor `LTE=`; it needs no query. */
export function emptyMarketsPage(limit: number): MarketListingPage {
  return { data: [], next_cursor: END_CURSOR, limit, count: 0 };
}

/** Read of `GET /markets/{condition_id}`, also by public id or slug. */
export const marketRead = createRead<MarketParameters, MarketDetail>('market', async (database, parameters) => {
  const view = await viewOf(database, parameters);
  if (view === undefined) return null;
  const labels = await marketLabels(database, [view.id]);
  const lines = await resultLines(database, [view.market]);
  return { value: marketDetailBody(view, labels.get(view.id) ?? [], lines) };
});

export const patchedMarketRead: Read<
  { readonly conditionId: string; readonly effects: readonly TermEffect[] },
  PatchedMarket
> = {
  name: 'patched-market',
  async run(database, { conditionId, effects }) {
    const changed = await marketRead.run(database, { conditionId });
    return changed === null ? null : { value: { ...changed.value, effects: [...effects] } };
  },
};

export const catalogMarketRead: Read<MarketParameters & Pick<MarketQuery, 'include_tag'>, CatalogMarket> = {
  name: 'catalog-market',
  async run(database, parameters) {
    const key = await keyOf(database, parameters);
    const [value] = key === null ? [] : await catalogMarkets(database, [key], parameters);
    return value === undefined ? null : { value };
  },
};

async function viewOf(database: ReadStore, parameters: MarketParameters): Promise<MarketView | undefined> {
  const market = await keyOf(database, parameters);
  return market === null ? undefined : (await marketViews(database, { kind: 'keys', markets: [market] }))[0];
}

async function keyOf(database: ReadStore, parameters: MarketParameters): Promise<number | null> {
  if ('conditionId' in parameters) return findMarket(database, 'condition_id', parameters.conditionId.toLowerCase());
  if ('slug' in parameters) return findMarket(database, 'slug', parameters.slug);
  // A slug may consist of digits too.
  return (await findMarket(database, 'id', parameters.id)) ?? findMarket(database, 'slug', String(parameters.id));
}
