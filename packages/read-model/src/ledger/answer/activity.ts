/** The read `activity`: a user's trades and all other activity, in one list. */

import { ACTIVITY_TYPES, type ActivityQuery, OUTCOME_UNKNOWN, type UserActivity } from '@bellwether/contract';
import { unitsNumber } from '@bellwether/wire/forms/decimal.ts';
import { shownName } from '../../community/answer/shown-profile.ts';
import type { ReadStore } from '../../database.ts';
import { grantReasons } from '../../grants/query/grants.ts';
import { byKey, found } from '../../lookup.ts';
import { ACTIVITY, type ActivityKind, type ActivityRow, NONE } from '../../portfolio/tables.ts';
import { ARRAY_JSON, type Read } from '../../read.ts';
import { type ActivityFilter, type ActivityOrder, selectActivities, selectActivityIds } from '../query/activity.ts';
import { idsOfTimes } from '../query/id-ranges.ts';
import { type ShownFill, selectFills } from '../query/ledger.ts';
import {
  type MarketText,
  marketTextsOf,
  ownersOf,
  selectMarketsOf,
  selectWalletsOfUser,
  type WalletOwner,
} from '../query/ledger-context.ts';
import { FILLS_PER_TRADE_MAX, type FillKind, KIND_SELL, KIND_TAKER } from '../tables.ts';
import { tradeFill } from './trade-output.ts';

const ACTS = Object.entries(ACTIVITY) as [keyof typeof ACTIVITY, ActivityKind][];
const TYPES = new Map(ACTS.map(([type, kind]) => [kind, type]));

const { DEPOSIT, SPLIT, WITHDRAWAL, PAYOUT_RECLAIMED, DEBT_PAID } = ACTIVITY;
const TAKES_CASH: ReadonlySet<ActivityKind> = new Set([SPLIT, WITHDRAWAL, PAYOUT_RECLAIMED, DEBT_PAID]);

/** Sequence of a row's entry. */
const entryOf = ({ id }: Pick<ActivityRow, 'id'>): number => Math.floor(id / FILLS_PER_TRADE_MAX);

const isMoney = (type: string): boolean => type === 'DEPOSIT' || type === 'WITHDRAWAL';

/**
 * Types to show, of those that the venue keeps. `isWithoutMoney`: no deposits and withdrawals; by default only if they
 * are named.
 */
export function keptTypes(named: ActivityQuery['type'], isWithoutMoney = named?.some(isMoney) !== true) {
  return ACTIVITY_TYPES.filter(
    (type) => (named === undefined || named.includes(type)) && !(isWithoutMoney && isMoney(type)),
  );
}

/** Takes the checked query, with ids and address in lower case. */
export const activityRead: Read<ActivityQuery, UserActivity[]> = {
  name: 'activity',
  async run(database, query) {
    const filter = await activityFilter(database, query);
    if (filter === null) return { value: [] };
    const ids = await selectActivityIds(database, filter, orderOf(query), query.limit, query.offset);
    return { value: await activityRows(database, ids) };
  },
  ...ARRAY_JSON,
};

function orderOf({ sortBy, sortDirection }: ActivityQuery): ActivityOrder {
  const column = sortBy === 'TIMESTAMP' ? 'id' : sortBy === 'TOKENS' ? 'size_micros' : 'collateral_micros';
  return { column, ascending: sortDirection === 'ASC' };
}

/** Filter of the query; null if nothing happened in the requested time. */
export async function activityFilter(
  database: ReadStore,
  query: Pick<ActivityQuery, 'user' | 'market' | 'eventId' | 'side' | 'type' | 'start' | 'end'>,
): Promise<ActivityFilter | null> {
  const { user, side, type, start, end } = query;
  const range = await idsOfTimes(database, { start, end });
  if (range === null) return null;
  const isAnyType = type === undefined;
  // Only trades have a side.
  const sides: number[] = side === undefined ? [0, KIND_SELL] : [side === 'SELL' ? KIND_SELL : 0];
  const fillKinds = [0, KIND_TAKER].flatMap((part) => sides.map((sell) => (part + sell) as FillKind));
  return {
    wallets: await selectWalletsOfUser(database, user),
    markets: await selectMarketsOf(database, query),
    fillKinds: isAnyType || type.includes('TRADE') ? fillKinds : [],
    activityKinds: ACTS.flatMap(([act, kind]) => (side === undefined && (isAnyType || type.includes(act)) ? kind : [])),
    ...range,
  };
}

/** Rows of the answer for these ids, in the same order. */
export async function activityRows(database: ReadStore, ids: readonly number[]): Promise<UserActivity[]> {
  const activities = byKey(await selectActivities(database, ids), ({ id }) => id);
  const idsOfFills = ids.filter((id) => !activities.has(id));
  const fills = byKey(await selectFills(database, idsOfFills), ({ id }) => id);
  const rows = [...activities.values(), ...fills.values()];
  const inMarkets = rows.filter(({ market }) => market !== NONE);
  const markets = await marketTextsOf(database, inMarkets);
  const owners = await ownersOf(database, rows);
  const deposits = [...activities.values()].filter(({ kind }) => kind === DEPOSIT);
  const reasons = await grantReasons(database, deposits.map(entryOf));
  return ids.map((id) => {
    const activity = activities.get(id);
    const { market, wallet } = activity ?? found(fills, id, 'fill');
    const owner = found(owners, wallet, 'wallet');
    if (activity !== undefined) return actRow(activity, markets.get(market), owner, reasons.get(entryOf(activity)));
    return tradeRow(found(fills, id, 'fill'), found(markets, market, 'market'), owner);
  });
}

function tradeRow(fill: ShownFill, market: MarketText, owner: WalletOwner): UserActivity {
  const { kind, collateral_micros: collateral, fee_micros: fee } = fill;
  const change = (kind & KIND_SELL) === 0 ? -collateral - fee : collateral - fee;
  return { ...tradeFill(fill, market, owner), type: 'TRADE', fee: unitsNumber(fee), cashChange: unitsNumber(change) };
}

function actRow(activity: ActivityRow, market: MarketText | undefined, owner: WalletOwner, reason = ''): UserActivity {
  const { kind, outcome } = activity;
  const type = found(TYPES, kind, 'kind of activity');
  const takesCash = TAKES_CASH.has(kind);
  if (activity.market !== NONE && market === undefined)
    throw new Error(`the read store has no market ${activity.market}`);
  const hasOutcome = market !== undefined && outcome !== NONE;
  return {
    proxyWallet: owner.address,
    timestamp: activity.time_s,
    conditionId: market?.condition_id ?? '',
    type,
    size: unitsNumber(activity.size_micros),
    usdcSize: unitsNumber(activity.collateral_micros),
    fee: 0,
    cashChange: unitsNumber(takesCash ? -activity.collateral_micros : activity.collateral_micros),
    price: 0,
    asset: hasOutcome ? `${market.condition_id}:${outcome}` : '',
    side: '',
    outcomeIndex: hasOutcome ? outcome : OUTCOME_UNKNOWN,
    title: market?.question ?? (kind === DEPOSIT ? reason : ''),
    slug: market?.slug ?? '',
    icon: market?.icon ?? '',
    eventSlug: market?.event_slug ?? '',
    outcome: hasOutcome ? (outcome === 0 ? market.outcome_0 : market.outcome_1) : '',
    name: shownName(owner),
    pseudonym: owner.pseudonym,
    bio: owner.bio,
    profileImage: owner.profile_image,
    profileImageOptimized: owner.profile_image,
    transactionHash: `0x${activity.hash}`,
    id: String(activity.id),
  };
}
