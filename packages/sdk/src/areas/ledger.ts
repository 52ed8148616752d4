/** Fills, holders, volumes, builders, portfolios and rankings. Public. */
import {
  ACTIVITY_TYPES,
  type UserActivity as ActivityRow,
  type BuilderTrade,
  type ClosedPosition,
  FIRST_CURSOR,
  type Leader,
  type OwnTrade,
  ROUTES_BY_NAME,
  type TradeFill,
  type UserPosition,
} from '@bellwether/contract';
import { byCursor, byOffset, type PageOptions } from '../pages.ts';
import type { CallOptions, QueryOf, RawOptions, RawRequest, Request } from '../request.ts';

type Listed<Query> = Omit<Query, 'limit' | 'offset'>;
/** A user, by any of its addresses. */
type OfUser = { readonly user: string };
/**
 * Amounts in collateral. `valueAtCost` is part of `value`, and `realizedPnl` of `netPnl`. The last three are 0 if the
 * query names markets.
 */
export interface Valuation {
  readonly value: number;
  readonly valueAtCost: number;
  readonly netPnl: number;
  readonly realizedPnl: number;
  readonly feesPaid: number;
}
/**
 * A row of activity. `size`, `usdcSize`, `fee`, `cashChange` and `price` are decimal text with at most six decimals, as
 * in orders and balances, so that sums in millionths are exact.
 */
export type UserActivity = Omit<ActivityRow, ActivityAmount> & Record<ActivityAmount, string>;
type ActivityAmount = 'size' | 'usdcSize' | 'fee' | 'cashChange' | 'price';
type OfMarkets = { readonly market: readonly string[] };

/** Page sizes: the largest that the venue allows, or large enough. */
const PAGE = { trades: 1_000, positions: 500, closedPositions: 50, activity: 500, leaderboard: 50 } as const;
const OFFSET_MAX = { positions: 10_000, closedPositions: 100_000, activity: 10_000, leaderboard: 1_000 } as const;

/** Stated explicitly: a venue in the profile of the public clients shows deposits and withdrawals only on request. */
const EVERY_ACTIVITY = { type: [...ACTIVITY_TYPES] };

/** The shortest text of a number is the decimal that JSON had: six decimals of amounts below 2 ** 33 are exact. */
const asText = (row: ActivityRow): UserActivity => ({
  ...row,
  size: String(row.size),
  usdcSize: String(row.usdcSize),
  fee: String(row.fee),
  cashChange: String(row.cashChange),
  price: String(row.price),
});

export function createTrades(request: Request, raw: RawRequest) {
  const pageOf = async <Item>(name: 'builderTrades' | 'trades', options: RawOptions) => {
    const { value, answer } = await raw(ROUTES_BY_NAME[name], options);
    return { trades: value as Item[], nextCursor: answer.header('x-next-cursor') ?? '' };
  };
  /** A page of a builder's trades, and the cursor of the next page. */
  const builderPage = (query: QueryOf<'builderTrades'> = {}, call: CallOptions = {}) =>
    pageOf<BuilderTrade>('builderTrades', { ...call, query });
  /** A page of fills, as in `list`, and the cursor of the next page for `after_cursor`. */
  const page = (query: QueryOf<'trades'> = {}, call: CallOptions = {}) =>
    pageOf<TradeFill>('trades', { ...call, query });
  return {
    /**
     * Fills, newest first: the takers' alone, also those of a `user`, unless `takerOnly` is false. Someone who only
     * made has none without it.
     */
    list: (query: QueryOf<'trades'> = {}, call: CallOptions = {}) => request('trades', { ...call, query }),
    page,
    /**
     * Every fill once, newest first, even if trading goes on meanwhile. As in `list`, fills of makers need
     * `takerOnly: false`.
     */
    each: (
      query: Omit<Listed<QueryOf<'trades'>>, 'after_cursor'> = {},
      { pageSize = PAGE.trades, ...call }: PageOptions = {},
    ) =>
      byCursor<TradeFill>(async (after_cursor) => {
        const { trades, nextCursor } = await page({ ...query, limit: pageSize, after_cursor }, call);
        return { items: trades, next: nextCursor };
      }, FIRST_CURSOR),
    builderPage,
    /** All trades of orders with a builder code, newest first. */
    eachOfBuilder: (query: Omit<QueryOf<'builderTrades'>, 'next_cursor'> = {}, call: CallOptions = {}) =>
      byCursor<BuilderTrade>(async (next_cursor) => {
        const { trades, nextCursor } = await builderPage({ ...query, next_cursor }, call);
        return { items: trades, next: nextCursor };
      }, FIRST_CURSOR),
    /** The account's own trades as taker and as maker, latest first. */
    eachOwn: (query: Omit<QueryOf<'ownTrades'>, 'next_cursor'> = {}, call: CallOptions = {}) =>
      byCursor<OwnTrade>(async (next_cursor) => {
        const page = await request('ownTrades', { ...call, query: { ...query, next_cursor } });
        return { items: page.data, next: page.next_cursor };
      }, FIRST_CURSOR),
    /** Largest holders of each market, by outcome. */
    holders: (query: QueryOf<'holders'> & OfMarkets, call: CallOptions = {}) => request('holders', { ...call, query }),
    /** Volume of the given markets, or of an event's markets by its `id`. */
    liveVolume: (query: QueryOf<'liveVolume'>, call: CallOptions = {}) => request('liveVolume', { ...call, query }),
    /** Collateral locked under outstanding pairs, of the given markets or of the whole venue. */
    openInterest: (query: QueryOf<'openInterest'> = {}, call: CallOptions = {}) =>
      request('openInterest', { ...call, query }),
    /** How often forecasts came true: of the venue, under a `tag`, or of a `user`. */
    calibration: (query: QueryOf<'calibration'> = {}, call: CallOptions = {}) =>
      request('calibration', { ...call, query }),
    leaderboard: (query: QueryOf<'leaderboard'> = {}, call: CallOptions = {}) =>
      request('leaderboard', { ...call, query }),
    eachLeader: (
      query: Listed<QueryOf<'leaderboard'>> = {},
      { pageSize = PAGE.leaderboard, ...call }: PageOptions = {},
    ) =>
      byOffset<Leader>(
        (at) => request('leaderboard', { ...call, query: { ...query, ...at } }),
        pageSize,
        OFFSET_MAX.leaderboard,
      ),
  };
}

export function createPositions(request: Request) {
  const valuation = async (query: QueryOf<'value'> & OfUser, call: CallOptions = {}): Promise<Valuation> => {
    const [found] = await request('value', { ...call, query });
    const { value = 0, valueAtCost = 0, netPnl = 0, realizedPnl = 0, feesPaid = 0 } = found ?? {};
    return { value, valueAtCost, netPnl, realizedPnl, feesPaid };
  };
  /** Activity of a user, newest first unless sorted otherwise. */
  const activity = async (query: QueryOf<'activity'> & OfUser, call: CallOptions = {}): Promise<UserActivity[]> =>
    (await request('activity', { ...call, query: { ...EVERY_ACTIVITY, ...query } })).map(asText);
  return {
    /** Open positions of a user, with cost and profit. */
    list: (query: QueryOf<'positions'> & OfUser, call: CallOptions = {}) => request('positions', { ...call, query }),
    each: (query: Listed<QueryOf<'positions'>> & OfUser, { pageSize = PAGE.positions, ...call }: PageOptions = {}) =>
      byOffset<UserPosition>(
        (at) => request('positions', { ...call, query: { ...query, ...at } }),
        pageSize,
        OFFSET_MAX.positions,
      ),
    closed: (query: QueryOf<'closedPositions'> & OfUser, call: CallOptions = {}) =>
      request('closedPositions', { ...call, query }),
    eachClosed: (
      query: Listed<QueryOf<'closedPositions'>> & OfUser,
      { pageSize = PAGE.closedPositions, ...call }: PageOptions = {},
    ) =>
      byOffset<ClosedPosition>(
        (at) => request('closedPositions', { ...call, query: { ...query, ...at } }),
        pageSize,
        OFFSET_MAX.closedPositions,
      ),
    /** Positions in a market by outcome, ranked by size or profit. */
    ofMarket: (query: QueryOf<'marketPositions'> & { readonly market: string }, call: CallOptions = {}) =>
      request('marketPositions', { ...call, query }),
    activity,
    eachActivity: (
      query: Listed<QueryOf<'activity'>> & OfUser,
      { pageSize = PAGE.activity, ...call }: PageOptions = {},
    ) => byOffset<UserActivity>((at) => activity({ ...query, ...at }, call), pageSize, OFFSET_MAX.activity),
    /**
     * Value of a user's open positions, the part valued at cost because there is no price, and the user's lifetime
     * profit.
     */
    valuation,
    /** Only the value of the same valuation. */
    value: async (query: QueryOf<'value'> & OfUser, call: CallOptions = {}): Promise<number> =>
      (await valuation(query, call)).value,
    /** Number of markets that a user has traded. */
    traded: async (user: string, call: CallOptions = {}): Promise<number> =>
      (await request('traded', { ...call, query: { user } })).traded,
  };
}
