/** The read `trades`: a page of `GET /trades`, newest first. */
import type { TradeFill, TradesQuery } from '@bellwether/contract';
import type { Kysely } from 'kysely';
import type { Database } from '../../queries/database.ts';
import { type FillFilter, type ShownFill, selectFillIds, selectFills } from '../../queries/ledger.ts';
import {
  selectMarketsByCondition,
  selectMarketTexts,
  selectWalletOwners,
  selectWalletsOfUser,
} from '../../queries/ledger-context.ts';
import { thresholdOf, tradeFill } from '../mapping/trades.ts';
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
  const distinct = (key: (fill: ShownFill) => number): number[] => [...new Set([...fills.values()].map(key))];
  const markets = byKey(
    await selectMarketTexts(
      database,
      distinct(({ market }) => market),
    ),
    ({ market }) => market,
  );
  const owners = byKey(
    await selectWalletOwners(
      database,
      distinct(({ wallet }) => wallet),
    ),
    ({ id }) => id,
  );
  return ids.map((id) => {
    const fill = found(fills, id, 'fill');
    return tradeFill(fill, found(markets, fill.market, 'market'), found(owners, fill.wallet, 'wallet'));
  });
}

function byKey<Row>(rows: readonly Row[], key: (row: Row) => number): Map<number, Row> {
  return new Map(rows.map((row) => [key(row), row]));
}

/** Rows refer only to what was written before them; a missing one is a fault of the projections. */
function found<Row>(rows: ReadonlyMap<number, Row>, key: number, what: string): Row {
  const row = rows.get(key);
  if (row === undefined) throw new Error(`the read store has no ${what} ${key}`);
  return row;
}
