/**
 * Tables of the scores: how long each forecaster gave each probability to each question, its score once there is a
 * result, and each wallet's total value and mean score. A question is one market; its first outcome happens or not.
 */
import { flag, integer, integerOrNull, key, type Rows, rowId } from '../table.ts';

/** The forecaster whose probability is the displayed price. All others are wallets. */
export const VENUE = -1;

/** Bins of probabilities: from 0 to 0.1, and so on. */
export const BINS = 10;

export const SCORE_TABLES = {
  /** A question and its trading clock, which stands while the question does not trade. */
  questions: {
    market: rowId,
    /** Seconds of trading before `since_s`. */
    traded_s: integer,
    /** Unix seconds since when it trades; null while it does not. */
    since_s: integerOrNull,
    /** Unix seconds of the last end of trading; null while it trades. */
    ended_s: integerOrNull,
    /** Displayed price of the first outcome in 1/20000; null if unknown. */
    price_half_ticks: integerOrNull,
    /** Payout of the first outcome in 1/10000; null without a result, and after a refund. */
    payout: integerOrNull,
    /** Unix seconds of that result. */
    decided_s: integerOrNull,
    /** First forecaster that the pass over all its forecasts has still to reach; null if no pass is due. */
    pass: integerOrNull,
    /** 1 if another pass follows, because the question changed during this one. */
    again: flag,
  },
  /** One forecaster in one question. The row appears with the first share or price and stays. */
  forecasts: {
    market: key,
    forecaster: key,
    /** Displayed price, or price of the wallet's last fill, for the first outcome in 1/20000; null before. */
    half_ticks: integerOrNull,
    /** The question's trading clock up to which the bins count, in seconds. */
    counted_s: integer,
    /** Shares of the first outcome less those of the second that trades and conversions gave; payouts take none. */
    net_micros: integer,
    /** The wallet's shares. */
    first_micros: integer,
    second_micros: integer,
    /** Their value in the wallet's total. */
    value_micros: integer,
    /** Brier score in millionths and log score in millionths of a nat; null without a result or a second. */
    brier: integerOrNull,
    log: integerOrNull,
  },
  /** Time-weighted sums of a forecast within one bin: over all seconds, the forecast f in 1/20000 and … */
  forecast_bins: {
    market: key,
    forecaster: key,
    bin: key,
    seconds: integer,
    /** … f, */
    forecast: integer,
    /** … its square, */
    squares: integer,
    /** … -ln(f), in millionths, and -ln(1 - f). */
    log_first: integer,
    log_second: integer,
  },
  /** A wallet that ever held shares. */
  standings: {
    wallet: rowId,
    /** Collateral, held by orders or free. */
    cash_micros: integer,
    /** Collateral and shares at displayed prices. */
    value_micros: integer,
    /** Questions with a score, and the sums of their scores. */
    questions: integer,
    brier_sum: integer,
    log_sum: integer,
    /** Mean Brier score in billionths; null without a question. */
    mean: integerOrNull,
  },
};

export type ScoreTables = Rows<typeof SCORE_TABLES>;
