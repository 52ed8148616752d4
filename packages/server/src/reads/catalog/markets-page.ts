/** The read `markets-page`: `GET /markets` in its cursor form, oldest first. */
import { END_CURSOR, type MarketListingPage, type MarketsPageParameters } from '@bellwether/contract';
import type { Kysely } from 'kysely';
import {
  countMarkets,
  type MarketView,
  marketLabels,
  marketViews,
} from '../../queries/catalog/catalog-market-views.ts';
import type { Database } from '../../queries/database.ts';
import { listingItemBody } from '../../wire/catalog/catalog-output-detail.ts';
import { encodeOffsetCursor } from '../../wire/forms/offset-cursor.ts';
import { type Read, serializerOf } from '../read.ts';

/** Creates the read; its serialiser follows `responseSchema`, the market listing page. */
export function marketsPageRead(responseSchema: object): Read<MarketsPageParameters, MarketListingPage> {
  return {
    name: 'markets-page',
    run: async (database, parameters) => ({ value: await marketsPage(database, parameters) }),
    serialize: serializerOf(responseSchema),
  };
}

/** The wanted ones among the markets `offset` to `offset + limit` in order of creation. */
export async function marketsPage(
  database: Kysely<Database>,
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
