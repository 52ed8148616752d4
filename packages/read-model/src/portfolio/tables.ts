/**
 * Tables of users' holdings, activity and profits and of builders' trades, shared by projections and queries. Lifetime
 * sums are capped at LIFETIME_SUM_MAX. They may exceed the exact range of a JavaScript number, so queries read them as
 * text.
 */
import { type Column, integer, key, type Rows, rowId, text, uniqueText } from '../table.ts';

/** Cap in micros, nine trillion units. A sum that has reached it no longer grows. */
export const LIFETIME_SUM_MAX = 9_000_000_000_000_000_000n;

/** Kinds of periods, by numbers that rows have. */
export const PERIOD = { day: 0, week: 1, month: 2, all: 3 } as const;
export type PeriodKind = (typeof PERIOD)[keyof typeof PERIOD];

const MS_PER_DAY = 86_400_000;

/** First day, in Unix days, of the period that contains a time; weeks begin on Monday. */
export function periodStart(period: PeriodKind, timeMs: number): number {
  const day = Math.floor(timeMs / MS_PER_DAY);
  switch (period) {
    case PERIOD.day:
      return day;
    case PERIOD.week:
      // Day 0 was a Thursday.
      return day - ((day + 3) % 7);
    case PERIOD.month: {
      const date = new Date(timeMs);
      return Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), 1) / MS_PER_DAY;
    }
    case PERIOD.all:
      return 0;
  }
}

/** Kinds of activity by their types in answers. */
export const ACTIVITY = {
  ...({ SPLIT: 1, MERGE: 2, REDEEM: 3, CONVERSION: 4, DEPOSIT: 5, WITHDRAWAL: 6 } as const),
  ...({ REFUND: 7, PAYOUT_ADDED: 8, PAYOUT_RECLAIMED: 9, DEBT: 10, DEBT_PAID: 11 } as const),
} as const;
export type ActivityKind = (typeof ACTIVITY)[keyof typeof ACTIVITY];

/** Value of `market` and `outcome` for an activity that concerns none. */
export const NONE = -1;

export const PORTFOLIO_TABLES = {
  /** One outcome of one market in one wallet. The row appears with the first share and stays. */
  position_costs: {
    wallet: key,
    market: key,
    outcome: key,
    shares_micros: integer,
    /** Cost of the current shares, without fees. Cost / shares is the average price. */
    cost_micros: integer,
    /** All shares ever bought. */
    bought_micros: integer,
    /** Cost of all shares ever bought, without fees. */
    spent_micros: integer,
    /** Collateral won (positive) or lost by shares that are gone. */
    realized_micros: integer,
    /** Taker fees of its trades. */
    fees_micros: integer,
    /** Part of these fees that was paid when buying. */
    entry_fees_micros: integer,
    /** Shares that the current result took; 0 before one. */
    redeemed_micros: integer,
    /** Cost of these shares. */
    redeemed_cost_micros: integer,
    /** Collateral that the result brought in all: its payout, or with a refund all that makes the profit 0. */
    payout_micros: integer,
    /** Unix seconds of the first share. */
    first_s: integer,
    /** Unix seconds of the last change. */
    changed_s: integer,
  },
  /** Result under way of a market; the row is removed once all holders are paid. */
  settling_payouts: {
    market: rowId,
    /** Payout of the first outcome in 1/10000; -1: the cost is refunded; -2: the market reopens. */
    payout_0: integer,
  },
  /** Unpaid debt of an account to the house. */
  debts: { account: rowId, debt_micros: integer },
  /** Volume and profit of a wallet in one period. */
  trader_periods: {
    period: key as Column<PeriodKind>,
    /** First day of the period in Unix days, UTC; 0 for the whole lifetime. */
    start_day: key,
    wallet: key,
    volume_micros: integer,
    /** Shares of the same fills. */
    shares_micros: integer,
    /** Realised profit minus fees. */
    pnl_micros: integer,
    fees_micros: integer,
  },
  /** Shares that were paid out for more than they had cost. */
  wins: {
    wallet: key,
    market: key,
    outcome: key,
    /** Cost of the shares, without fees. */
    cost_micros: integer,
    payout_micros: integer,
    /** Payout less cost. */
    gain_micros: integer,
    /** Unix seconds of the payout. */
    time_s: integer,
  },
  /** Trades and profit of a wallet on one day, kept for good. */
  trader_days: {
    wallet: key,
    /** Unix days, UTC. */
    day: key,
    fills: integer,
    shares_micros: integer,
    volume_micros: integer,
    /** Realised profit minus fees. */
    pnl_micros: integer,
    fees_micros: integer,
  },
  /** An activity of a wallet that is not a fill. */
  activity: {
    id: rowId,
    kind: integer as Column<ActivityKind>,
    wallet: integer,
    /** NONE for deposits, withdrawals and paid debts. */
    market: integer,
    /** NONE if it concerns both outcomes or none. */
    outcome: integer,
    /** Shares; collateral for activity without shares. */
    size_micros: integer,
    collateral_micros: integer,
    /** Unix seconds. */
    time_s: integer,
    /** Chain value of its entry, 64 hex digits. */
    hash: text,
  },
  /** First entry of a second with any trade or activity; maps a time to a bound of ids. */
  activity_seconds: { time_s: rowId, sequence: integer },
};

export const BUILDER_TABLES = {
  /** A builder code and its number. */
  builders: {
    id: rowId,
    /** `0x` and 64 hex digits, lower-case. */
    code: uniqueText,
  },
  /** A resting order with a builder code. */
  builder_orders: { number: rowId, builder: integer },
  /** A fill whose order carries a builder code. */
  builder_trades: {
    id: rowId,
    builder: integer,
    wallet: integer,
    /** Twice its market plus its outcome. */
    asset: integer,
  },
};

export type PortfolioTables = Rows<typeof PORTFOLIO_TABLES & typeof BUILDER_TABLES>;
export type PositionCostRow = PortfolioTables['position_costs'];
export type ActivityRow = PortfolioTables['activity'];
export type BuilderTradeRow = PortfolioTables['builder_trades'];
