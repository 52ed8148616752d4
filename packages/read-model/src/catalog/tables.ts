/**
 * Catalog tables, shared by projections and queries: tradable markets with their texts and terms. Flags are 0 or 1.
 * Dates are stored twice: as the ISO 8601 text that reads show and, where they sort, as Unix microseconds. Start and
 * end are never empty; the others are '' and 0 if unknown.
 */
import { type Column, flag, integer, integerOrNull, key, type Rows, real, rowId, text, textKey } from '../table.ts';

export type ResultLineStatus = 'proposed' | 'disputed' | 'withdrawn' | 'resolved' | 'reversed';

/**
 * End date for markets without one: late enough to sort last, early enough for clients that count nanoseconds in 64
 * bits. Equal to the contract's `NO_END_DATE`.
 */
export const NO_END_DATE = '2199-12-31T00:00:00Z';

export const CATALOG_TABLES = {
  tags: {
    id: rowId,
    label: text,
    /** Unique. */
    slug: text,
    created_at: text,
    updated_at: text,
    requires_translation: flag,
  },
  series: {
    id: rowId,
    ticker: text,
    /** Unique. */
    slug: text,
    title: text,
    series_type: text,
    recurrence: text,
    image: text,
    icon: text,
    active: flag,
    closed: flag,
    archived: flag,
    created_at: text,
    updated_at: text,
  },
  events: {
    id: rowId,
    /** Unique. */
    slug: text,
    ticker: text,
    title: text,
    description: text,
    resolution_source: text,
    image: text,
    icon: text,
    start_date: text,
    creation_date: text,
    end_date: text,
    created_at: text,
    updated_at: text,
    active: flag,
    closed: flag,
    archived: flag,
    neg_risk: flag,
    neg_risk_market_id: text,
    /** Lower-case address or site that created it, or ''. */
    creator: text,
    /** 1 if it lists no sites, which makes it available on every site. */
    everywhere: flag,
    /** JSON object. */
    metadata: text,
    /** `KeptHouseMaker` as JSON; '' without one. */
    house_maker: text,
  },
  markets: {
    /** Dense index in the engine, from 0 in order of creation. */
    market: rowId,
    /** Public catalog id; unique. */
    id: integer,
    /** Unique. */
    condition_id: text,
    /** Unique. */
    slug: text,
    /** Catalog event; null for a market without one. */
    event: integerOrNull,
    /** Copy of its event's flag; 1 without an event. */
    everywhere: flag,
    question: text,
    question_id: text,
    description: text,
    resolution_source: text,
    image: text,
    icon: text,
    group_item_title: text,
    outcome_0: text,
    outcome_1: text,
    token_0: text,
    token_1: text,
    start_date: text,
    end_date: text,
    game_start_time: text,
    created_at: text,
    updated_at: text,
    start_us: integer,
    end_us: integer,
    created_us: integer,
    updated_us: integer,
    active: flag,
    closed: flag,
    archived: flag,
    accepting_orders: flag,
    /** End of trading in Unix milliseconds; null if trading ends with the result. */
    close_ms: integerOrNull,
    /** 1 once trading has ended at that time. */
    trading_ended: flag,
    /** Start of trading in Unix milliseconds; null once it has opened. */
    open_ms: integerOrNull,
    /** In 1/10000. */
    tick: integer,
    minimum_size_micros: integer,
    /** In 1/10000. */
    taker_fee_rate: integer,
    maker_fee_rate: integer,
    neg_risk: flag,
    neg_risk_market_id: text,
    neg_risk_request_id: text,
    fpmm: text,
    notifications_enabled: flag,
    enable_order_book: flag,
    accepting_order_timestamp: text,
    seconds_delay: real,
    rewards_min_size: real,
    rewards_max_spread: real,
    /** JSON array of `{asset_address, rewards_daily_rate}`. */
    rewards_rates: text,
    is_50_50_outcome: flag,
    /**
     * Payout of the first outcome in 1/10000 once resolved, null before. The second outcome gets the rest. 5000 for a
     * refund, which no price stands for.
     */
    payout_0: integerOrNull,
    /** 1 if the result is a refund: no share pays anything, the cost is given back. */
    refunded: flag,
    /**
     * Time of the resolution here, in Unix milliseconds; null before, and for a market that was added with its result.
     */
    resolved_ms: integerOrNull,
    /** Displayed price of the first outcome in 1/20000 that an import recorded with a closed market; null for others. */
    recorded_half_ticks: integerOrNull,
    /** 1 once a resolved market has paid all its holders. */
    settled: flag,
    /** Proposed result as a JSON `KeptProposal`; '' without one. */
    proposal: text,
    /** Words of its results and proposals so far, as a JSON array. */
    resolution_statuses: text,
    /** Last reversal of its result as a JSON `KeptReversal`; '' without one. */
    reversal: text,
  },
  /** Steps in the lives of the results of markets. */
  result_lines: {
    /** In the order of ids of fills and activities. */
    id: rowId,
    market: integer,
    status: text as Column<ResultLineStatus>,
    time_ms: integer,
    /** Address of the account, `operator`, or '': the end of the window, or the venue itself. */
    by: text,
    note: text,
    source: text,
    /** Payout of the first outcome in 1/10000; null for a refund, and for none. */
    payout_0: integerOrNull,
    refunded: flag,
  },
  event_tags: { event: key, position: key, tag: integer },
  event_series: { event: key, position: key, series: integer },
  event_sites: {
    event: key,
    /** Lower-case site identifier or address. */
    site: textKey,
  },
  /** A tag under which a market is listed: one of its event's tags, or one of its own labels. */
  market_tags: {
    slug: textKey,
    /** Public id of the market. */
    id: key,
    position: integer,
    label: text,
  },
};

/** Terms of an event's house maker. */
export interface KeptHouseMaker {
  readonly subsidy: number;
  /** In 1/10000. */
  readonly spread: number;
  /** In millionths, in the order of the markets. */
  readonly probabilities: readonly number[];
  readonly wallet: string;
}

/** A proposed result of one market, as its row keeps it. */
export interface KeptProposal {
  /** Payout of the first outcome in 1/10000; null: a refund. */
  readonly first: number | null;
  readonly source: string;
  readonly note: string;
  readonly by: string;
  /** Unix milliseconds. */
  readonly proposedMs: number;
  readonly endsMs: number;
  readonly disputed: { readonly by: string; readonly reason: string } | null;
}

export type KeptReversal = { readonly note: string; readonly by: string; readonly reversedMs: number };

export type CatalogTables = Rows<typeof CATALOG_TABLES>;
export type TagRow = CatalogTables['tags'];
export type SeriesRow = CatalogTables['series'];
export type EventRow = CatalogTables['events'];
export type MarketRow = CatalogTables['markets'];
