/** The read `market`: `GET /markets/{condition_id}`, also by public id or slug. */
import type { CatalogMarket, MarketDetail, MarketParameters, PatchedMarket, TermEffect } from '@bellwether/contract';
import type { Kysely } from 'kysely';
import { findMarket, marketLabels, marketViews } from '../../queries/catalog/catalog-market-views.ts';
import type { Database } from '../../queries/database.ts';
import { catalogMarketBody } from '../../wire/catalog/catalog-output.ts';
import { marketDetailBody } from '../../wire/catalog/catalog-output-detail.ts';
import { type Read, serializerOf } from '../read.ts';

/** Creates the read; its serialiser follows `responseSchema`, the market detail. */
export function marketRead(responseSchema: object): Read<MarketParameters, MarketDetail> {
  return {
    name: 'market',
    async run(database, parameters) {
      const market = await find(database, parameters);
      if (market === null) return null;
      const [view] = await marketViews(database, { kind: 'keys', markets: [market] });
      if (view === undefined) return null;
      const labels = await marketLabels(database, [view.id]);
      return { value: marketDetailBody(view, labels.get(view.id) ?? []) };
    },
    serialize: serializerOf(responseSchema),
  };
}

/** Creates the read of a changed market; its serialiser follows `responseSchema`, a patched market. */
export function patchedMarketRead(
  responseSchema: object,
): Read<{ readonly conditionId: string; readonly effects: readonly TermEffect[] }, PatchedMarket> {
  const read = marketRead(responseSchema);
  return {
    name: 'patched-market',
    async run(database, { conditionId, effects }) {
      const found = await read.run(database, { conditionId });
      return found === null ? null : { value: { ...found.value, effects: [...effects] } };
    },
    serialize: serializerOf(responseSchema),
  };
}

/** Creates the read of one market in catalog form; its serialiser follows `responseSchema`, a catalog market. */
export function catalogMarketRead(responseSchema: object): Read<MarketParameters, CatalogMarket> {
  return {
    name: 'catalog-market',
    async run(database, parameters) {
      const market = await find(database, parameters);
      const [view] = market === null ? [] : await marketViews(database, { kind: 'keys', markets: [market] });
      return view === undefined ? null : { value: catalogMarketBody(view) };
    },
    serialize: serializerOf(responseSchema),
  };
}

async function find(database: Kysely<Database>, parameters: MarketParameters): Promise<number | null> {
  if ('conditionId' in parameters) return findMarket(database, 'condition_id', parameters.conditionId.toLowerCase());
  if ('slug' in parameters) return findMarket(database, 'slug', parameters.slug);
  // A slug may consist of digits too.
  return (await findMarket(database, 'id', parameters.id)) ?? findMarket(database, 'slug', String(parameters.id));
}
