/** The read `trades`: a page of `GET /trades`, newest first. */
import type { Kysely } from 'kysely';
import type { Database } from '../../queries/database.ts';
import { type FillFilter, selectFillIds, selectFills } from '../../queries/ledger.ts';
import {
  selectMarketsByCondition,
  selectMarketTexts,
  selectWalletOwners,
  selectWalletsOfUser,
} from '../../queries/ledger-context.ts';
import type { FillRow } from '../../queries/ledger-tables.ts';
import { thresholdOf, type TradeFillBody, tradeFillBody, type TradesParameters } from '../mapping/trades.ts';
import { type Read, serializerOf } from './read.ts';

/** Makes the read; its serialiser follows `responseSchema`, an array of trade fills. */
export function tradesRead(responseSchema: object): Read<TradesParameters, TradeFillBody[]> {
  return {
    name: 'trades',
    async run(database, parameters) {
      const filter = await fillFilter(database, parameters);
      const ids = await selectFillIds(database, filter, parameters.limit, parameters.offset);
      return { value: await tradeFillBodies(database, ids) };
    },
    serialize: serializerOf(responseSchema),
  };
}

async function fillFilter(database: Kysely<Database>, parameters: TradesParameters): Promise<FillFilter> {
  const { takerOnly, side, markets, user } = parameters;
  return {
    takerOnly,
    side,
    markets: markets === null ? null : await selectMarketsByCondition(database, markets),
    wallets: user === null ? null : await selectWalletsOfUser(database, user),
    threshold: thresholdOf(parameters),
  };
}

/** The rows of the answer for the given fills, in their order. */
async function tradeFillBodies(database: Kysely<Database>, ids: readonly number[]): Promise<TradeFillBody[]> {
  const fills = byKey(await selectFills(database, ids), ({ id }) => id);
  const distinct = (key: (fill: FillRow) => number): number[] => [...new Set([...fills.values()].map(key))];
  const markets = byKey(await selectMarketTexts(database, distinct(({ market }) => market)), ({ market }) => market);
  const owners = byKey(await selectWalletOwners(database, distinct(({ wallet }) => wallet)), ({ id }) => id);
  return ids.map((id) => {
    const fill = found(fills, id, 'fill');
    return tradeFillBody(fill, found(markets, fill.market, 'market'), found(owners, fill.wallet, 'wallet'));
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
