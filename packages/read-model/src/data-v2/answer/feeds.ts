/** The reads of `/v2/trades` and `/v2/activity`: rows of the ledger under the names of the second data interface. */
import { DATA_V2_TRADE_MIN, DATA_V2_WALLET_ROUTES as ROUTES, type TradeFill } from '@bellwether/contract';
import { activityFilter, activityRows, keptTypes } from '../../ledger/answer/activity.ts';
import { selectTradeIds, tradeFills } from '../../ledger/answer/trades.ts';
import { selectActivityIds } from '../../ledger/query/activity.ts';
import { pageOf, pageRead } from './page.ts';
import { selectedConditions, tokensOf } from './selected-markets.ts';

export const dataV2TradesRead = pageRead(ROUTES.dataV2Trades, async (database, { page, ...query }) => {
  const { user, side, taker_only: takerOnly, filter_type: filterType, filter_amount: least } = query;
  const selected = await selectedConditions(database, query);
  const [below] = page.place as readonly number[];
  const ids = await selectTradeIds(database, {
    ...{ ...selected, takerOnly, filterType, limit: page.limit, offset: 0 },
    ...(user !== undefined && { user }),
    ...(side !== undefined && { side }),
    filterAmount: least === 0 ? DATA_V2_TRADE_MIN : least,
    ...windowOf(query),
    ...(below !== undefined && { below }),
  });
  const shown = ids.slice(0, page.limit);
  const fills = await tradeFills(database, shown);
  const tokenOf = await tokensOf(database, fills);
  const rows = fills.map((fill) => ({
    ...feedRow(fill, tokenOf(fill.conditionId, fill.outcomeIndex)),
    side: fill.side,
  }));
  return pageOf(page, rows, ids.length > page.limit ? shown.slice(-1) : null);
});

export const dataV2ActivityRead = pageRead(ROUTES.dataV2Activity, async (database, { page, ...query }) => {
  const { user, side, sort_direction: direction } = query;
  const selected = await selectedConditions(database, query);
  const filter = await activityFilter(database, {
    ...{ ...selected, user, type: keptTypes(query.type, query.exclude_deposits_withdrawals) },
    ...(side !== undefined && { side }),
    ...windowOf(query),
  });
  if (filter === null) return pageOf(page, [], null);
  const ascending = direction === 'ASC';
  const [last] = page.place as readonly number[];
  const rest =
    last === undefined
      ? filter
      : ascending
        ? { ...filter, from: Math.max(filter.from, last + 1) }
        : { ...filter, below: Math.min(filter.below, last) };
  const ids = await selectActivityIds(database, rest, { column: 'id', ascending }, page.limit + 1, 0);
  const shown = ids.slice(0, page.limit);
  const activities = await activityRows(database, shown);
  const tokenOf = await tokensOf(database, activities);
  const rows = activities.map((one) => ({
    ...feedRow(one, tokenOf(one.conditionId, one.outcomeIndex)),
    type: one.type,
    side: one.side,
    usdc_size: one.usdcSize,
  }));
  return pageOf(page, rows, ids.length > page.limit ? shown.slice(-1) : null);
});

/** Bounds of a window; 0 is none. */
const windowOf = ({ start = 0, end = 0 }: { readonly start?: number; readonly end?: number }) => ({
  ...(start > 0 && { start }),
  ...(end > 0 && { end }),
});

/** Fields that fills and activities have in common. */
function feedRow(row: Omit<TradeFill, 'side' | 'asset'>, token: string) {
  return {
    proxy_wallet: row.proxyWallet,
    token_id: token,
    condition_id: row.conditionId,
    size: row.size,
    price: row.price,
    timestamp: row.timestamp,
    title: row.title,
    slug: row.slug,
    icon: row.icon,
    event_slug: row.eventSlug,
    outcome: row.outcome,
    outcome_index: row.outcomeIndex,
    name: row.name,
    pseudonym: row.pseudonym,
    bio: row.bio,
    profile_image: row.profileImage,
    profile_image_optimized: row.profileImageOptimized,
    transaction_hash: row.transactionHash,
  };
}
