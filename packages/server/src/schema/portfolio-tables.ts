/**
 * Tables of what users hold, did and won, and of what builders brought, as projections write and queries read them.
 * Sums over a life are kept below LIFETIME_SUM_MAX, where they stay: they may pass what a JavaScript number counts
 * exactly, so queries read them as text.
 */

/** In micros; nine trillion units. A sum that has reached it no longer grows. */
export const LIFETIME_SUM_MAX = 9_000_000_000_000_000_000n;

/** One outcome of one market in one wallet, from its first share on and for ever. */
export interface PositionCostRow {
  readonly wallet: number;
  readonly market: number;
  readonly outcome: number;
  readonly shares_micros: number;
  /** What the shares of now cost, fees excluded. Cost / shares is the average price. */
  readonly cost_micros: number;
  /** Shares ever bought. */
  readonly bought_micros: number;
  /** What they cost, fees excluded. */
  readonly spent_micros: number;
  /** Collateral won (positive) or lost by shares that are gone. */
  readonly realized_micros: number;
  /** Taker fees of its trades. */
  readonly fees_micros: number;
  /** Unix seconds of the last change. */
  readonly changed_s: number;
}

/** Payout of a resolved market until all its holders are paid. */
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

/** What a wallet traded and won in one period. */
export interface TraderPeriodRow {
  readonly period: PeriodKind;
  /** First day of the period in Unix days, UTC; 0 for everything. */
  readonly start_day: number;
  readonly wallet: number;
  readonly volume_micros: number;
  /** Realised profit less fees. */
  readonly pnl_micros: number;
  /** Taker fees. */
  readonly fees_micros: number;
}

const MS_PER_DAY = 86_400_000;

/** First day, in Unix days, of the period that holds a time; weeks begin on Monday. */
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

/** `market` and `outcome` of an activity that concerns none. */
export const NONE = -1;

/** What a wallet did that is no fill. */
export interface ActivityRow {
  /** See `activityId`. */
  readonly id: number;
  readonly kind: ActivityKind;
  readonly wallet: number;
  /** NONE for deposits and withdrawals. */
  readonly market: number;
  /** NONE when it concerns both outcomes or none. */
  readonly outcome: number;
  /** Shares; collateral for deposits and withdrawals. */
  readonly size_micros: number;
  readonly collateral_micros: number;
  /** Unix seconds. */
  readonly time_s: number;
  /** Chain value of its entry, 64 hex digits. */
  readonly hash: string;
}

/** First entry of a second in which anything was traded or done: turns a time into a bound of ids. */
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

/** An order with a builder code that rests. */
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
  /** Twice its market, plus its outcome. */
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
