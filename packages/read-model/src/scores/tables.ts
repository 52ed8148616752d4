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
    /** The trading clock up to which the bins of the displayed price count, in seconds. */
    counted_s: integer,
    /** Payout of the first outcome in 1/10000; null without a result, and after a refund. */
    payout: integerOrNull,
    /** Unix seconds of that result. */
    decided_s: integerOrNull,
    /** 1 while the scores of its forecasts do not follow from this result. */
    due: flag,
  },
  /** Each time that a question began to trade. */
  trading_spans: {
    market: key,
    /** Unix seconds. */
    since_s: key,
    /** Seconds that it had traded before. */
    traded_s: integer,
  },
  /** A conversion's change of a wallet's shares in one question, which no fill says. */
  conversions: {
    market: key,
    /** Follows the ids of fills. */
    id: key,
    wallet: integer,
    /** Shares of the first outcome that it got, or of the second that it gave. */
    size_micros: integer,
    /** Unix seconds. */
    time_s: integer,
  },
  /** Score of one forecaster in one question. */
  forecasts: {
    market: key,
    forecaster: key,
    /** Brier score in millionths and log score in millionths of a nat; null if the result no longer stands. */
    brier: integerOrNull,
    log: integerOrNull,
  },
  /**
   * Time-weighted sums of a forecast within one bin: over all seconds, the forecast f in 1/20000 and … The displayed
   * price counts as it changes, wallets count with the result.
   */
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
    /** Collateral and shares at displayed prices, less the debt of its account if it is its first wallet here. */
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
