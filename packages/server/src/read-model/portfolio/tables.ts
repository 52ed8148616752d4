/**
 * Tables of users' holdings, activity and profits and of builders' trades, shared by projections and queries. Lifetime
 * sums are capped at LIFETIME_SUM_MAX. They may exceed the exact range of a JavaScript number, so queries read them as
 * text.
 */

/** Cap in micros, nine trillion units. A sum that has reached it no longer grows. */
export const LIFETIME_SUM_MAX = 9_000_000_000_000_000_000n;

/** One outcome of one market in one wallet. The row appears with the first share and stays. */
export interface PositionCostRow {
  readonly wallet: number;
  readonly market: number;
  readonly outcome: number;
  readonly shares_micros: number;
  /** Cost of the current shares, without fees. Cost / shares is the average price. */
  readonly cost_micros: number;
  /** All shares ever bought. */
  readonly bought_micros: number;
  /** Cost of all shares ever bought, without fees. */
  readonly spent_micros: number;
  /** Collateral won (positive) or lost by shares that are gone. */
  readonly realized_micros: number;
  /** Taker fees of its trades. */
  readonly fees_micros: number;
  /** Unix seconds of the last change. */
  readonly changed_s: number;
}

/** Payout of a resolved market; the row is removed once all holders are paid. */
export interface SettlingPayoutRow {
  readonly market: number;
  /** Payout of the first outcome in 1/10000. */
  readonly payout_0: number;
}

export const PERIOD_DAY = 0;
export const PERIOD_WEEK = 1;
export const PERIOD_MONTH = 2;
export const PERIOD_ALL = 3;
export type PeriodKind = typeof PERIOD_DAY | typeof PERIOD_WEEK | typeof PERIOD_MONTH | typeof PERIOD_ALL;

/** Volume and profit of a wallet in one period. */
export interface TraderPeriodRow {
  readonly period: PeriodKind;
  /** First day of the period in Unix days, UTC; 0 for the whole lifetime. */
  readonly start_day: number;
  readonly wallet: number;
  readonly volume_micros: number;
  /** Realised profit minus fees. */
  readonly pnl_micros: number;
  /** Taker fees. */
  readonly fees_micros: number;
}

const MS_PER_DAY = 86_400_000;

/** First day, in Unix days, of the period that contains a time; weeks begin on Monday. */
export function periodStart(period: PeriodKind, timeMs: number): number {
  const day = Math.floor(timeMs / MS_PER_DAY);
  switch (period) {
    case PERIOD_DAY:
      return day;
    case PERIOD_WEEK:
      // Day 0 was a Thursday.
      return day - ((day + 3) % 7);
    case PERIOD_MONTH: {
      const date = new Date(timeMs);
      return Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), 1) / MS_PER_DAY;
    }
    case PERIOD_ALL:
      return 0;
  }
}

export const ACTIVITY_SPLIT = 1;
export const ACTIVITY_MERGE = 2;
export const ACTIVITY_REDEEM = 3;
export const ACTIVITY_CONVERSION = 4;
export const ACTIVITY_DEPOSIT = 5;
export const ACTIVITY_WITHDRAWAL = 6;
export type ActivityKind = 1 | 2 | 3 | 4 | 5 | 6;

/** Value of `market` and `outcome` for an activity that concerns none. */
export const NONE = -1;

/** An activity of a wallet that is not a fill. */
export interface ActivityRow {
  /** Activity id, see `activityId`. */
  readonly id: number;
  readonly kind: ActivityKind;
  readonly wallet: number;
  /** NONE for deposits and withdrawals. */
  readonly market: number;
  /** NONE if it concerns both outcomes or none. */
  readonly outcome: number;
  /** Shares; collateral for deposits and withdrawals. */
  readonly size_micros: number;
  readonly collateral_micros: number;
  /** Unix seconds. */
  readonly time_s: number;
  /** Chain value of its entry, 64 hex digits. */
  readonly hash: string;
}

/** First entry of a second with any trade or activity; maps a time to a bound of ids. */
export interface ActivitySecondRow {
  readonly time_s: number;
  readonly sequence: number;
}

/** A builder code and its number. */
export interface BuilderRow {
  readonly id: number;
  /** `0x` and 64 hex digits, lower-case. */
  readonly code: string;
}

/** A resting order with a builder code. */
export interface BuilderOrderRow {
  readonly number: number;
  readonly builder: number;
}

/** A fill whose order carries a builder code. */
export interface BuilderTradeRow {
  /** Id of the fill. */
  readonly id: number;
  readonly builder: number;
  readonly wallet: number;
  /** Twice its market plus its outcome. */
  readonly asset: number;
  /** Unix seconds. */
  readonly time_s: number;
}

export interface PortfolioTables {
  readonly position_costs: PositionCostRow;
  readonly settling_payouts: SettlingPayoutRow;
  readonly trader_periods: TraderPeriodRow;
  readonly activity: ActivityRow;
  readonly activity_seconds: ActivitySecondRow;
  readonly builders: BuilderRow;
  readonly builder_orders: BuilderOrderRow;
  readonly builder_trades: BuilderTradeRow;
}
