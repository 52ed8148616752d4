/** The read `markets`: `GET /markets` in its catalog form. */
import type { CatalogMarket, MarketsQuery } from '@bellwether/contract';
import { marketViews } from '../../queries/catalog/catalog-market-views.ts';
import { marketKeys } from '../../queries/catalog/catalog-markets.ts';
import { marketFilter } from '../../wire/catalog/catalog-filter.ts';
import { catalogMarketBody } from '../../wire/catalog/catalog-output.ts';
import { type Read, serializerOf } from '../read.ts';

/** Creates the read; its serialiser follows `responseSchema`, an array of catalog markets. */
export function marketsRead(responseSchema: object): Read<MarketsQuery, CatalogMarket[]> {
  return {
    name: 'markets',
    async run(database, query) {
      // Default order: by id, descending, so newest first.
      const { order = ['id'], ascending, limit, offset } = query;
      const keys = await marketKeys(database, { filter: marketFilter(query), order, ascending, limit, offset });
      const views = await marketViews(database, { kind: 'keys', markets: keys });
      const byKey = new Map(views.map((view) => [view.market, view]));
      return { value: keys.flatMap((key) => byKey.get(key) ?? []).map(catalogMarketBody) };
    },
    serialize: serializerOf(responseSchema),
  };
}
