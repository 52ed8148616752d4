/** The read `trades`: a page of `GET /trades`, newest first. */
import type { TradeFill, TradesQuery } from '@bellwether/contract';
import type { Kysely } from 'kysely';
import type { Database } from '../../queries/database.ts';
import { type FillFilter, selectFillIds, selectFills } from '../../queries/ledger.ts';
import { selectMarketsByCondition, selectWalletsOfUser } from '../../queries/ledger-context.ts';
import { thresholdOf, tradeFill } from '../mapping/trades.ts';
import { fillScene } from './fill-scene.ts';
import { byKey, found } from './lookup.ts';
import { arrayPieces, type Read, serializerOf } from './read.ts';

/** Parameters are the checked query: defaults filled in, ids and address lower-case, the threshold complete or absent. */
export function tradesRead(responseSchema: object): Read<TradesQuery, TradeFill[]> {
  const serialize = serializerOf<readonly TradeFill[]>(responseSchema);
  return {
    name: 'trades',
    async run(database, query) {
      const ids = await selectFillIds(database, await fillFilter(database, query), query.limit, query.offset);
      return { value: await tradeFills(database, ids) };
    },
    serialize,
    pieces: (fills) => arrayPieces(fills, serialize),
  };
}

async function fillFilter(database: Kysely<Database>, query: TradesQuery): Promise<FillFilter> {
  const { takerOnly, side, market, user } = query;
  return {
    takerOnly,
    side: side ?? null,
    markets: market === undefined ? null : await selectMarketsByCondition(database, market),
    wallets: user === undefined ? null : await selectWalletsOfUser(database, user),
    threshold: thresholdOf(query),
  };
}

/** The rows of the answer for the given fills, in their order. */
async function tradeFills(database: Kysely<Database>, ids: readonly number[]): Promise<TradeFill[]> {
  const fills = byKey(await selectFills(database, ids), ({ id }) => id);
  const scene = await fillScene(database, [...fills.values()]);
  return ids.map((id) => {
    const { fill, market, owner } = scene(found(fills, id, 'fill'));
    return tradeFill(fill, market, owner);
  });
}
