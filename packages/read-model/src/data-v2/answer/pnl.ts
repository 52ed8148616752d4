/**
 * Profit of wallets over time. Rows are kept by UTC day: a point shows the end of the day before it, and the last one is
 * the present.
 */
import { type DataV2PnlPoint, type DataV2PnlQuery, PNL_POINTS_MAX } from '@bellwether/contract';
import { sumNumber, valued } from '../../portfolio/answer/portfolio-output.ts';
import type { HeldPosition } from '../../portfolio/query/portfolio.ts';
import type { TraderDay } from '../query/trader-days.ts';

const HOUR_S = 3_600;
export const DAY_S = 24 * HOUR_S;

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

export const NO_SUMS: Sums = { pnl: 0n, fees: 0n, volume: 0n, shares: 0n, fills: 0 };

export const plusDay = (sums: Sums, day: TraderDay): Sums => ({
  pnl: sums.pnl + BigInt(day.pnl),
  fees: sums.fees + BigInt(day.fees),
  volume: sums.volume + BigInt(day.volume),
  shares: sums.shares + BigInt(day.shares),
  fills: sums.fills + day.fills,
});

export interface PnlContext {
  /** Unix seconds of the request. */
  readonly nowS: number;
  /** Journal entry that the rows include. */
  readonly sequence: number;
  /** Gain of the current shares over their cost, in micros. */
  readonly open: bigint;
}

/** Gain of positions over their cost, in micros. */
export function openGain(held: readonly HeldPosition[]): bigint {
  return held.reduce((sum, one) => sum + BigInt(valued(one).valueMicros - one.cost_micros), 0n);
}

/** Points of a series; `days` are all days of the wallets, oldest first. */
export function pnlPoints(
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

export function presentPoint(days: readonly TraderDay[], { nowS, sequence, open }: PnlContext): DataV2PnlPoint {
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
