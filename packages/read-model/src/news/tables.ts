/** Tables of news: what has happened to questions, and the prices by which a question has moved. */
import { type Column, integer, integerOrNull, key, type Rows, rowId, text } from '../table.ts';

/** Kinds that follow from an entry. A closing time follows from the clock, and has no row. */
export type JournaledNews =
  | 'question.opened'
  | 'question.moved'
  | 'result.proposed'
  | 'result.decided'
  | 'result.reversed'
  | 'clarification';

export const NEWS_TABLES = {
  news: {
    /** Sequence of its entry times `FILLS_PER_TRADE_MAX`, plus its number within the entry. */
    id: rowId,
    kind: text as Column<JournaledNews>,
    /** Catalog event. */
    event: integer,
    /** Market that has moved; null for other kinds. */
    market: integerOrNull,
    time_ms: integer,
    /** Displayed price before and after it moved, in 1/20000; null for other kinds. */
    before_half_ticks: integerOrNull,
    after_half_ticks: integerOrNull,
    /** Number of the clarification within its event; null for other kinds. */
    clarification: integerOrNull,
  },
  /** Displayed prices after trades, by market. */
  news_prices: {
    market: key,
    /** Day of the last trade, in days since 1970 (UTC). */
    day: integer,
    /** Price that the day began with; null once the market has moved on that day. */
    reference_half_ticks: integerOrNull,
    last_half_ticks: integer,
  },
};

export type NewsTables = Rows<typeof NEWS_TABLES>;
