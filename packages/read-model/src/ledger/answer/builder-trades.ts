/** The read `builder-trades`: a page of `GET /builder/trades`, with the next page's cursor as a header. */
import {
  BUILDER_TRADES_PAGE,
  type BuilderTrade,
  type BuilderTradesQuery,
  type ClientBuilderTrades,
  END_CURSOR,
} from '@bellwether/contract';
import { encodeOffsetCursor } from '@bellwether/wire/forms/cursors.ts';
import type { ReadStore } from '../../database.ts';
import { found } from '../../lookup.ts';
import { ARRAY_JSON, type Read } from '../../read.ts';
import {
  type BuilderTradeFilter,
  orderIdsOf,
  selectAsset,
  selectBuilder,
  selectBuilderCodes,
  selectBuilderTradeIds,
  selectTrades,
  selectWallet,
} from '../query/builder-trades.ts';
import { commonIds, idsOfTimes, idsOfTrade } from '../query/id-ranges.ts';
import { marketTextsOf, ownersOf, selectNamedMarkets } from '../query/ledger-context.ts';
import { FILLS_PER_TRADE_MAX, type FillRow, sequenceOfFill } from '../tables.ts';
import { builderTrade, clientBuilderTrade } from './data-output.ts';

/** The checked query: ids, codes and addresses lower-case, the cursor decoded. */
export interface BuilderTradesParameters extends Omit<BuilderTradesQuery, 'next_cursor' | 'builder_code'> {
  readonly offset: number;
}

export const NEXT_CURSOR_HEADER = 'x-next-cursor';

export const builderTradesRead: Read<BuilderTradesParameters, BuilderTrade[]> = {
  name: 'builder-trades',
  async run(database, query) {
    const { trades, next } = await pageOf(database, query);
    return { value: trades.map(({ trade }) => trade), headers: { [NEXT_CURSOR_HEADER]: next } };
  },
  ...ARRAY_JSON,
};

/** The same page in the format of the public clients, for queries with `builder_code`. */
export const clientBuilderTradesRead: Read<BuilderTradesParameters, ClientBuilderTrades> = {
  name: 'client-builder-trades',
  async run(database, query) {
    const { trades, next } = await pageOf(database, query);
    const data = trades.map(({ trade, fill }) => clientBuilderTrade(trade, fill));
    return { value: { limit: BUILDER_TRADES_PAGE, count: data.length, next_cursor: next, data } };
  },
};

type FilledTrade = { readonly trade: BuilderTrade; readonly fill: FillRow };

async function pageOf(database: ReadStore, query: BuilderTradesParameters) {
  const filter = await filterOf(database, query);
  const { offset } = query;
  const ids = filter === null ? [] : await selectBuilderTradeIds(database, filter, BUILDER_TRADES_PAGE + 1, offset);
  const page = ids.slice(0, BUILDER_TRADES_PAGE);
  const next = ids.length > page.length ? encodeOffsetCursor(offset + page.length) : END_CURSOR;
  return { trades: await builderTrades(database, page), next };
}

/** Filter of the query; null if it names something unknown, or nothing can match. */
async function filterOf(
  database: ReadStore,
  { id, builder, maker_address, market, asset_id, before, after }: BuilderTradesParameters,
): Promise<BuilderTradeFilter | null> {
  const filter = {
    builder: builder === undefined ? null : await selectBuilder(database, builder),
    wallet: maker_address === undefined ? null : await selectWallet(database, maker_address),
    assets: await assetsOf(database, market, asset_id),
  };
  if (builder !== undefined && filter.builder === null) return null;
  if (maker_address !== undefined && filter.wallet === null) return null;
  if (filter.assets?.length === 0) return null;
  const sequence = id === undefined ? null : Number(id);
  if (sequence !== null && sequence > Number.MAX_SAFE_INTEGER / FILLS_PER_TRADE_MAX - 1) return null;
  const [afterS, beforeS] = [after, before].map((time) => (time === undefined ? undefined : Number(time)));
  const times = await idsOfTimes(database, { after: afterS, before: beforeS });
  return times === null ? null : { ...filter, ...commonIds(idsOfTrade(sequence), times) };
}

async function assetsOf(database: ReadStore, market: string | undefined, token: string | undefined) {
  if (market === undefined && token === undefined) return null;
  const asset = token === undefined ? null : await selectAsset(database, token);
  if (market === undefined) return asset === null ? [] : [asset];
  const [named] = await selectNamedMarkets(database, [market]);
  if (named === undefined) return [];
  const both = [2 * named.market, 2 * named.market + 1];
  return token === undefined ? both : both.filter((one) => one === asset);
}

async function builderTrades(database: ReadStore, ids: readonly number[]): Promise<FilledTrade[]> {
  const trades = await selectTrades(database, ids);
  const fills = [...trades.values()].flat();
  const markets = await marketTextsOf(database, fills);
  const owners = await ownersOf(database, fills);
  const orderIds = await orderIdsOf(database, fills);
  const builders = await selectBuilderCodes(database, ids);
  return ids.map((id) => {
    const ofTrade = found(trades, sequenceOfFill(id), 'trade');
    const fill = ofTrade.find((one) => one.id === id);
    if (fill === undefined) throw new Error(`the read store has no fill ${id}`);
    const trade = builderTrade(fill, ofTrade, {
      market: found(markets, fill.market, 'market'),
      owners,
      orderIds,
      builder: found(builders, id, 'builder of fill'),
    });
    return { trade, fill };
  });
}
