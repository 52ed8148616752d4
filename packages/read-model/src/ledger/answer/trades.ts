/** Reads of trades: pages of `GET /trades`, all trades of some entries for the activity feed, and facts of one trade. */
import {
  END_CURSOR,
  type TradeFacts,
  type TradeFactsParameters,
  type TradeFill,
  type TradesQuery,
} from '@bellwether/contract';
import { encodeFillCursor } from '@bellwether/wire/forms/cursors.ts';
import type { ReadStore } from '../../database.ts';
import { byKey, found } from '../../lookup.ts';
import { ARRAY_JSON, type Read } from '../../read.ts';
import { selectAsset } from '../query/builder-trades.ts';
import { commonIds, type IdRange, idsOfTimes } from '../query/id-ranges.ts';
import {
  type FillFilter,
  fillsOfEntries,
  ledgerPosition,
  type ShownFill,
  selectFillIds,
  selectFills,
  selectTakerFill,
} from '../query/ledger.ts';
import {
  type MarketText,
  marketTextsOf,
  ownersOf,
  selectMarketsOf,
  selectWalletsOfUser,
  type WalletOwner,
} from '../query/ledger-context.ts';
import { KIND_TAKER, sequenceOfFill } from '../tables.ts';
import { NEXT_CURSOR_HEADER } from './builder-trades.ts';
import { thresholdOf, tradeFill } from './trade-output.ts';

/**
 * The checked query: defaults filled in, ids and address lower-case, the threshold complete or absent, the cursor
 * decoded.
 */
export interface TradesParameters extends Omit<TradesQuery, 'after_cursor'> {
  /** Restricts the page to fills with smaller ids, which follow the previous page. */
  readonly below?: number;
}

export const tradesRead: Read<TradesParameters, TradeFill[]> = {
  name: 'trades',
  async run(database, query) {
    const { limit } = query;
    const ids = await selectTradeIds(database, query);
    const page = ids.slice(0, limit);
    const next =
      ids.length > limit ? encodeFillCursor(page.at(-1) ?? query.below ?? Number.MAX_SAFE_INTEGER) : END_CURSOR;
    return { value: await tradeFills(database, page), headers: { [NEXT_CURSOR_HEADER]: next } };
  },
  ...ARRAY_JSON,
};

/** Fills of a page, newest first, and one more if another page follows. */
export async function selectTradeIds(database: ReadStore, query: TradesParameters): Promise<number[]> {
  const filter = await fillFilter(database, query);
  return filter === null ? [] : selectFillIds(database, filter, query.limit + 1, query.offset);
}

/** Filter of the query; null if nothing can match. */
async function fillFilter(database: ReadStore, query: TradesParameters): Promise<FillFilter | null> {
  const { takerOnly, side, user, asset_id: token } = query;
  const range = await rangeOf(database, query);
  const asset = token === undefined ? undefined : await selectAsset(database, token);
  if (range === null || asset === null) return null;
  const markets = await selectMarketsOf(database, query);
  const ofAsset = asset === undefined ? null : Math.floor(asset / 2);
  if (ofAsset !== null && markets?.includes(ofAsset) === false) return null;
  return {
    takerOnly,
    side: side ?? null,
    markets: ofAsset === null ? markets : [ofAsset],
    outcome: asset === undefined ? null : asset % 2,
    wallets: user === undefined ? null : await selectWalletsOfUser(database, user),
    threshold: thresholdOf(query),
    ...(range !== undefined && { range }),
  };
}

/** Range of ids for the requested times: undefined for the whole ledger, null for nothing. */
async function rangeOf(
  database: ReadStore,
  { below: last = Number.MAX_SAFE_INTEGER, ...query }: TradesParameters,
): Promise<IdRange | null | undefined> {
  const { after, before, start, end } = query;
  const isTimed = [after, before, start, end].some((time) => time !== undefined);
  if (!isTimed && last === Number.MAX_SAFE_INTEGER) return undefined;
  const times = await idsOfTimes(database, { after, before, start, end });
  return times === null ? null : commonIds(times, { from: 0, below: last });
}

/** Rows built without a pause, well under a millisecond of work: between queries the thread yields its core. */
const ROWS_AT_ONCE = 100;

/** Rows of the answer for the given fills, in the same order. */
export async function tradeFills(database: ReadStore, ids: readonly number[]): Promise<TradeFill[]> {
  const place = createFillScene(database);
  const rows: TradeFill[] = [];
  for (let start = 0; start < ids.length; start += ROWS_AT_ONCE) {
    const some = ids.slice(start, start + ROWS_AT_ONCE);
    const fills = byKey(await selectFills(database, some), ({ id }) => id);
    const placed = await place(some.map((id) => found(fills, id, 'fill')));
    for (const { fill, market, owner } of placed) rows.push(tradeFill(fill, market, owner));
  }
  return rows;
}

/** Adds their context to fills, in the same order. */
type PlaceFills = (
  fills: readonly ShownFill[],
) => Promise<{ readonly fill: ShownFill; readonly market: MarketText; readonly owner: WalletOwner }[]>;

/** Creates a `PlaceFills` that reads each market and owner once, from call to call. */
function createFillScene(database: ReadStore): PlaceFills {
  const markets = new Map<number, MarketText>();
  const owners = new Map<number, WalletOwner>();
  return async (fills) => {
    const newMarkets = fills.filter(({ market }) => !markets.has(market));
    for (const [key, text] of await marketTextsOf(database, newMarkets)) markets.set(key, text);
    const newOwners = fills.filter(({ wallet }) => !owners.has(wallet));
    for (const [key, owner] of await ownersOf(database, newOwners)) owners.set(key, owner);
    return fills.map((fill) => ({
      fill,
      market: found(markets, fill.market, 'market'),
      owner: found(owners, fill.wallet, 'wallet'),
    }));
  };
}

/** Range of entries from `first` to `last`, both inclusive. */
export type FillsQuery = { readonly first: number; readonly last: number };

export interface FillsAnswer {
  /** Rows include every entry up to this one. */
  readonly position: number;
  /** Oldest trade first; within a trade the taker, then the makers as matched. */
  readonly fills: readonly FillAnswer[];
}

export interface FillAnswer {
  /** Entry of the trade. */
  readonly sequence: number;
  readonly isTaker: boolean;
  readonly tokenId: string;
  /** Null without an event. */
  readonly eventTitle: string | null;
  readonly shown: TradeFill;
}

/** All trades in a range of entries, only for the activity feed. */
export const fillsRead: Read<FillsQuery, FillsAnswer> = {
  name: 'fills',
  async run(database, { first, last }) {
    // Read first: everything read later is at least as new.
    const position = await ledgerPosition(database);
    const placed = await createFillScene(database)(await fillsOfEntries(database, first, last));
    const fills = placed.map(({ fill, market, owner }) => ({
      sequence: sequenceOfFill(fill.id),
      isTaker: (fill.kind & KIND_TAKER) !== 0,
      tokenId: fill.outcome === 0 ? market.token_0 : market.token_1,
      eventTitle: market.event_title,
      shown: tradeFill(fill, market, owner),
    }));
    return { value: { position, fills } };
  },
};

/** Hash and taker fee of a trade, for the gateway's answers that only have its number. */
export const tradeFactsRead: Read<TradeFactsParameters, TradeFacts> = {
  name: 'trade-facts',
  async run(database, { sequence }) {
    const fill = await selectTakerFill(database, sequence);
    return fill === null ? null : { value: { hash: `0x${fill.hash}`, fee: fill.fee_micros } };
  },
};
