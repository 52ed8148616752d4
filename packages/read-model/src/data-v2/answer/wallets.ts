/** The reads of `/v2/value`, `/v2/user-stats`, `/v2/user-volume` and `/v2/user-pnl`. */
import {
  type DataV2PnlPoint,
  type DataV2PnlQuery,
  PNL_POINTS_MAX,
  DATA_V2_WALLET_ROUTES as ROUTES,
} from '@bellwether/contract';
import type { DataQuery } from '@bellwether/wire/data-v2/cursor.ts';
import type { ReadStore } from '../../database.ts';
import { ledgerPosition } from '../../ledger/query/ledger.ts';
import { selectWalletsOfUser } from '../../ledger/query/ledger-context.ts';
import { sumNumber, valued } from '../../portfolio/answer/portfolio-output.ts';
import { valueRead } from '../../portfolio/answer/positions.ts';
import { countTradedMarkets, type HeldPosition, heldPositions } from '../../portfolio/query/portfolio.ts';
import { biggestWin, joinedMs, type TraderDay, traderDays } from '../query/trader-days.ts';
import { dataRead } from './page.ts';

/** The time of the request, in Unix milliseconds. */
type AtTime = { readonly nowMs: number };

export const dataV2ValueRead = dataRead(ROUTES.dataV2Value, async (database, { user, condition }) => {
  const known = await valueRead.run(database, { user, ...(condition !== undefined && { market: condition }) });
  return { proxy_wallet: user, value: known?.value[0]?.value ?? 0 };
});

export const dataV2VolumeRead = dataRead(ROUTES.dataV2UserVolume, async (database, { user, start = 0, end = 0 }) => {
  const wallets = await selectWalletsOfUser(database, user);
  const last = end === 0 ? Number.MAX_SAFE_INTEGER : Math.floor(end / DAY_S);
  const days = await traderDays(database, wallets, Math.floor(start / DAY_S), last);
  const { shares, volume, fills } = days.reduce(plusDay, NO_SUMS);
  return { volume: sumNumber(String(shares)), volume_usdc: sumNumber(String(volume)), trade_count: fills };
});

export const dataV2PnlRead = dataRead(
  ROUTES.dataV2UserPnl,
  async (database, { user, interval, fidelity, nowMs }: DataQuery<typeof ROUTES.dataV2UserPnl> & AtTime) => {
    const wallets = await selectWalletsOfUser(database, user);
    const days = await allDays(database, wallets);
    const points = pnlPoints(days, { interval, fidelity }, await contextOf(database, wallets, nowMs));
    return { proxy_wallet: user, interval, fidelity, source_fidelity: '1d' as const, points };
  },
);

const MICROS_PER_UNIT = 1_000_000n;

export const dataV2StatsRead = dataRead(
  ROUTES.dataV2UserStats,
  async (database, { user, nowMs }: DataQuery<typeof ROUTES.dataV2UserStats> & AtTime) => {
    const wallets = await selectWalletsOfUser(database, user);
    const [first] = wallets;
    if (first === undefined) return null;
    const win = BigInt((await biggestWin(database, wallets)) ?? 0);
    const context = await contextOf(database, wallets, nowMs);
    return {
      proxy_wallet: user,
      trades: await countTradedMarkets(database, wallets),
      biggest_win: win > MICROS_PER_UNIT ? sumNumber(String(win)) : 0,
      views: 0 as const,
      join_date: Math.floor((await joinedMs(database, first)) / 1_000),
      all_time_pnl: presentPoint(await allDays(database, wallets), context),
    };
  },
);

const allDays = (database: ReadStore, wallets: readonly number[]) =>
  traderDays(database, wallets, 0, Number.MAX_SAFE_INTEGER);

async function contextOf(database: ReadStore, wallets: readonly number[], nowMs: number): Promise<PnlContext> {
  let open = 0n;
  for (const wallet of wallets) open += openGain(await heldPositions(database, wallet, null, 1).execute());
  return { nowS: Math.floor(nowMs / 1_000), sequence: await ledgerPosition(database), open };
}

const HOUR_S = 3_600;
const DAY_S = 24 * HOUR_S;

const INTERVALS: Readonly<Record<DataV2PnlQuery['interval'], number | null>> = {
  ...{ max: null, all: null, '1m': 30 * DAY_S, '1w': 7 * DAY_S },
  ...{ '1d': DAY_S, '12h': 12 * HOUR_S, '6h': 6 * HOUR_S },
};
const FIDELITIES: Readonly<Record<DataV2PnlQuery['fidelity'], number>> = {
  ...{ '1d': DAY_S, '18h': 18 * HOUR_S, '12h': 12 * HOUR_S, '3h': 3 * HOUR_S, '1h': HOUR_S },
};

/** Sums over days, in micros. */
interface Sums {
  readonly pnl: bigint;
  readonly fees: bigint;
  readonly volume: bigint;
  readonly shares: bigint;
  readonly fills: number;
}

const NO_SUMS: Sums = { pnl: 0n, fees: 0n, volume: 0n, shares: 0n, fills: 0 };

const plusDay = (sums: Sums, day: TraderDay): Sums => ({
  pnl: sums.pnl + BigInt(day.pnl),
  fees: sums.fees + BigInt(day.fees),
  volume: sums.volume + BigInt(day.volume),
  shares: sums.shares + BigInt(day.shares),
  fills: sums.fills + day.fills,
});

interface PnlContext {
  /** Unix seconds of the request. */
  readonly nowS: number;
  /** Journal entry that the rows include. */
  readonly sequence: number;
  /** Gain of the current shares over their cost, in micros. */
  readonly open: bigint;
}

/** Gain of positions over their cost, in micros. */
function openGain(held: readonly HeldPosition[]): bigint {
  return held.reduce((sum, one) => sum + BigInt(valued(one).valueMicros - one.cost_micros), 0n);
}

/** Points of a series; `days` are all days of the wallets, oldest first. */
function pnlPoints(
  days: readonly TraderDay[],
  { interval, fidelity }: Pick<DataV2PnlQuery, 'interval' | 'fidelity'>,
  context: PnlContext,
): DataV2PnlPoint[] {
  const { nowS } = context;
  const step = FIDELITIES[fidelity];
  const length = INTERVALS[interval];
  const begin = length === null ? (days[0]?.day ?? Math.floor(nowS / DAY_S)) * DAY_S : nowS - length;
  // The grid has whole steps of Unix time; the last point is not on it.
  const last = Math.ceil(nowS / step) - 1;
  const first = Math.max(Math.ceil(begin / step), last - PNL_POINTS_MAX + 2);
  const points: DataV2PnlPoint[] = [];
  let sums = NO_SUMS;
  let passed = 0;
  for (let at = first; at <= last; at++) {
    for (let day = days[passed]; day !== undefined && (day.day + 1) * DAY_S <= at * step; day = days[passed]) {
      sums = plusDay(sums, day);
      passed += 1;
    }
    points.push(pointOf(at * step, sums, context.sequence, null));
  }
  points.push(presentPoint(days, context));
  return points;
}

function presentPoint(days: readonly TraderDay[], { nowS, sequence, open }: PnlContext): DataV2PnlPoint {
  return pointOf(nowS, days.reduce(plusDay, NO_SUMS), sequence, open);
}

function pointOf(timestamp: number, sums: Sums, sequence: number, open: bigint | null): DataV2PnlPoint {
  const units = (micros: bigint): number => sumNumber(String(micros));
  const realized = units(sums.pnl);
  const position = open === null ? null : units(sums.pnl + open);
  return {
    timestamp,
    source_block: sequence,
    realized_market_pnl: realized,
    realized_lp_pnl: 0,
    realized_combo_pnl: 0,
    realized_pnl: realized,
    unrealized_pnl: open === null ? null : units(open),
    position_pnl: position,
    trade_pnl: open === null ? null : units(sums.pnl + open + sums.fees),
    settled_pnl: realized,
    economic_pnl: position,
    fees: units(-sums.fees),
    fees_paid: units(-sums.fees),
    ...NOTHING_PAID,
    volume: units(sums.shares),
    volume_usdc: units(sums.volume),
    trade_count: sums.fills,
  };
}

/** The venue pays its users nothing. */
const NOTHING_PAID = {
  fees_refunded: 0,
  wallet_income: 0,
  maker_rebate: 0,
  taker_rebate: 0,
  reward_income: 0,
  yield_income: 0,
  referral_income: 0,
  sponsored_income: 0,
} as const;
