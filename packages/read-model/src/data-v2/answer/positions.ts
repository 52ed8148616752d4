/** The read of `/v2/positions`: positions of a user or of a market, open or closed, filtered and sorted. */
import {
  DATA_V2_POSITION_MIN,
  type DataV2Position,
  type DataV2PositionsOrder,
  dataV2UsualOrder,
  MARKET_POSITIONS_RANKED,
  NO_END_DATE,
  NO_END_DAY,
  DATA_V2_WALLET_ROUTES as ROUTES,
} from '@bellwether/contract';
import type { DataQuery } from '@bellwether/wire/data-v2/cursor.ts';
import { unitsNumber } from '@bellwether/wire/forms/decimal.ts';
import { shownName } from '../../community/answer/shown-profile.ts';
import type { ReadStore } from '../../database.ts';
import { microsRoundedUp } from '../../ledger/answer/trade-output.ts';
import { type MarketText, selectMarketsByCondition, type WalletOwner } from '../../ledger/query/ledger-context.ts';
import {
  averageMicros,
  type PositionSums,
  percent,
  sumNumber,
  userPosition,
  type Valued,
  valued,
} from '../../portfolio/answer/portfolio-output.ts';
import { byNumbers, ofUser, positionRows } from '../../portfolio/answer/positions.ts';
import { type PositionRow, positionsOfMarket, positionsOfWallet } from '../query/positions.ts';
import { pageOf, pageRead } from './page.ts';
import { selectedConditions } from './selected-markets.ts';

export type DataV2PositionsParameters = DataQuery<typeof ROUTES.dataV2Positions>;

export const dataV2PositionsRead = pageRead(ROUTES.dataV2Positions, async (database, query) => {
  const all = sorted(shown(await candidates(database, query), query), query);
  const { offset, limit } = query.page;
  const page = all.slice(offset, offset + limit);
  const rows = await positionRows(database, page, ({ position }) => position, dataV2Position);
  return pageOf(query.page, rows, all.length > offset + limit ? [] : null);
});

/** All positions of the user, or the largest of the market. */
async function candidates(database: ReadStore, query: DataV2PositionsParameters): Promise<PositionRow[]> {
  const { user, condition = [], status } = query;
  const isClosed = status === 'CLOSED';
  if (user !== undefined) {
    const selected = await selectedConditions(database, query);
    return ofUser(database, { user, ...selected }, (wallet, markets) =>
      positionsOfWallet(database, wallet, markets, isClosed),
    );
  }
  const rows: PositionRow[] = [];
  for (const market of await selectMarketsByCondition(database, condition))
    for (const outcome of [0, 1])
      rows.push(...(await positionsOfMarket(database, market, outcome, isClosed, MARKET_POSITIONS_RANKED).execute()));
  return rows;
}

function shown(rows: readonly PositionRow[], query: DataV2PositionsParameters): ValuedRow[] {
  const { status, title = '', include_archived: hasArchived, start = 0, end = 0 } = query;
  const part = title.trim().toLowerCase();
  const isInTime = ({ changed_s: at }: PositionRow): boolean =>
    (start === 0 || at >= start) && (end === 0 || at <= end);
  const pairs = status === 'MERGEABLE' && query.user !== undefined ? pairedKeys(rows) : null;
  return rows
    .filter((row) => isInTime(row) && row.question.toLowerCase().includes(part))
    .filter((row) => status === 'CLOSED' || hasArchived || row.archived === 0)
    .filter((row) => pairs === null || pairs.has(pairKey(row)))
    .map((position): ValuedRow => ({ ...valued(position), position }))
    .filter((one) => isOfStatus(one, status) && isLargeEnough(one, query));
}

const pairKey = ({ wallet, market }: PositionRow): string => `${wallet}:${market}`;

/** Wallets and markets that have both outcomes and can still be merged. */
function pairedKeys(rows: readonly PositionRow[]): ReadonlySet<string> {
  const groups = Map.groupBy(
    rows.filter(({ payout_0: payout }) => payout === null),
    pairKey,
  );
  return new Set([...groups].filter(([, outcomes]) => outcomes.length === 2).map(([key]) => key));
}

function isOfStatus({ position, halfTicks }: ValuedRow, status: DataV2PositionsParameters['status']): boolean {
  if (status === 'REDEEMABLE') return position.payout_0 !== null;
  return status !== 'REDEEMABLE_LOST' || (position.payout_0 !== null && halfTicks === 0);
}

function isLargeEnough(
  { position, valueMicros }: ValuedRow,
  { status, filter_type: unit, filter_amount: least }: DataV2PositionsParameters,
): boolean {
  if (status === 'CLOSED') return true;
  const shares = microsRoundedUp(unit === 'TOKENS' ? least : DATA_V2_POSITION_MIN);
  return position.shares_micros >= shares && (unit === 'TOKENS' || valueMicros >= microsRoundedUp(least));
}

/** Ties are ordered by the venue's own numbers: market, outcome, wallet. */
function sorted(all: readonly ValuedRow[], query: DataV2PositionsParameters): ValuedRow[] {
  const sign = query.sort_direction === 'ASC' ? 1 : -1;
  const column = columnOf(query);
  const figure = FIGURES[column];
  const isWorthless = ({ valueMicros }: ValuedRow): number => Number(valueMicros === 0);
  const isUnknown = ({ halfTicks }: ValuedRow): number => Number(halfTicks === null);
  return all.toSorted((a, b) => {
    const winnersFirst = query.status === 'REDEEMABLE' ? isWorthless(a) - isWorthless(b) : 0;
    const knownFirst = column === 'PRICE' ? isUnknown(a) - isUnknown(b) : 0;
    const [left, right] = [figure(a), figure(b)];
    const byFigure = left === right ? 0 : left < right ? -sign : sign;
    return winnersFirst || knownFirst || byFigure || byNumbers(a.position, b.position);
  });
}

/** Columns that closed positions of a user differ in. */
const OF_CLOSED: ReadonlySet<DataV2PositionsOrder> = new Set(['REALIZED_PNL', 'TOTAL_PNL', 'TIMESTAMP']);

function columnOf({ sort_by: wanted, status, user }: DataV2PositionsParameters): DataV2PositionsOrder {
  const usual = dataV2UsualOrder(status);
  const column = wanted ?? usual;
  return status === 'CLOSED' && user !== undefined && !OF_CLOSED.has(column) ? usual : column;
}

const unrealized = ({ position, valueMicros }: ValuedRow): bigint => BigInt(valueMicros - position.cost_micros);

const FIGURES: Readonly<Record<DataV2PositionsOrder, (one: ValuedRow) => number | bigint>> = {
  CURRENT_VALUE: ({ valueMicros }) => valueMicros,
  PRICE: ({ halfTicks }) => halfTicks ?? 0,
  TOKENS: ({ position }) => position.shares_micros,
  UNREALIZED_PNL: unrealized,
  REALIZED_PNL: ({ position }) => BigInt(position.realized),
  TOTAL_PNL: (one) => BigInt(one.position.realized) + unrealized(one),
  TIMESTAMP: ({ position }) => position.changed_s,
};

type ValuedRow = Valued & { readonly position: PositionRow };

function dataV2Position(one: ValuedRow, sums: PositionSums, market: MarketText, owner: WalletOwner): DataV2Position {
  const { position, valueMicros } = one;
  const { shares_micros: shares, cost_micros: cost } = position;
  const known = userPosition(one, sums, market, owner);
  const isOpen = shares > 0;
  const average = isOpen
    ? averageMicros(BigInt(cost), BigInt(shares))
    : averageMicros(BigInt(sums.spent), BigInt(sums.bought));
  // In micros of micros: all shares ever bought at the average price.
  const paid = BigInt(sums.bought) * BigInt(average);
  const isRedeemable = isOpen && known.redeemable;
  const tokens = position.outcome === 0 ? [market.token_0, market.token_1] : [market.token_1, market.token_0];
  const [token = '', opposite = ''] = tokens;
  return {
    proxy_wallet: known.proxyWallet,
    token_id: token,
    condition_id: known.conditionId,
    current_size: known.size,
    avg_price: unitsNumber(average),
    entry_cost_usdc: known.initialValue,
    entry_fees_usdc: sumNumber(position.entry_fees),
    total_cost_usdc: sumNumber(String(BigInt(cost) + BigInt(position.entry_fees))),
    current_price: known.curPrice,
    current_value: known.currentValue,
    total_size: known.totalBought,
    realized_pnl: known.realizedPnl,
    unrealized_pnl: known.cashPnl,
    total_pnl: sumNumber(String(BigInt(sums.realized) + BigInt(valueMicros - cost))),
    percent_pnl: known.percentPnl,
    percent_realized_pnl: percent(BigInt(valueMicros) * 1_000_000n - paid, paid),
    status: isOpen ? (isRedeemable ? 'REDEEMABLE' : 'OPEN') : 'CLOSED',
    redeemable: isRedeemable,
    mergeable: isOpen && known.mergeable,
    negative_risk: known.negativeRisk,
    archived: position.archived === 1,
    title: known.title,
    slug: known.slug,
    icon: known.icon,
    event_id: market.event === null ? '' : String(market.event),
    event_slug: known.eventSlug,
    outcome: known.outcome,
    outcome_index: known.outcomeIndex,
    opposite_outcome: known.oppositeOutcome,
    opposite_token_id: opposite,
    end_date: market.end_date === NO_END_DATE ? NO_END_DAY : market.end_date.slice(0, NO_END_DAY.length),
    last_event_at: position.changed_s,
    first_entry_at: position.first_s,
    name: shownName(owner),
    profile_image: owner.profile_image,
    verified: false,
  };
}
