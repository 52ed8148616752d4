/**
 * Catalog tables, shared by projections and queries: tradable markets with their texts and terms. Flags are 0 or 1.
 * Dates are stored twice: as the ISO 8601 text that reads show and, where they sort, as Unix microseconds. Start and
 * end are never empty; the others are '' and 0 if unknown.
 */

/**
 * End date for markets without one: late enough to sort last, early enough for clients that count nanoseconds in 64
 * bits. Equal to the contract's `NO_END_DATE`.
 */
export const NO_END_DATE = '2199-12-31T00:00:00Z';

export type Flag = 0 | 1;

export interface TagRow {
  readonly id: number;
  readonly label: string;
  /** Unique. */
  readonly slug: string;
  readonly created_at: string;
  readonly updated_at: string;
  readonly requires_translation: Flag;
}

export interface SeriesRow {
  readonly id: number;
  readonly ticker: string;
  /** Unique. */
  readonly slug: string;
  readonly title: string;
  readonly series_type: string;
  readonly recurrence: string;
  readonly image: string;
  readonly icon: string;
  readonly active: Flag;
  readonly closed: Flag;
  readonly archived: Flag;
  readonly created_at: string;
  readonly updated_at: string;
}

export interface EventRow {
  readonly id: number;
  /** Unique. */
  readonly slug: string;
  readonly ticker: string;
  readonly title: string;
  readonly description: string;
  readonly resolution_source: string;
  readonly image: string;
  readonly icon: string;
  readonly start_date: string;
  readonly creation_date: string;
  readonly end_date: string;
  readonly created_at: string;
  readonly updated_at: string;
  readonly active: Flag;
  readonly closed: Flag;
  readonly archived: Flag;
  readonly neg_risk: Flag;
  readonly neg_risk_market_id: string;
  /** Lower-case address or site that created it, or ''. */
  readonly creator: string;
  /** 1 if it lists no sites, which makes it available on every site. */
  readonly everywhere: Flag;
  /** JSON object. */
  readonly metadata: string;
}

export interface MarketRow {
  /** Dense index in the engine, from 0 in order of creation. */
  readonly market: number;
  /** Public catalog id; unique. */
  readonly id: number;
  /** Unique. */
  readonly condition_id: string;
  /** Unique. */
  readonly slug: string;
  /** Catalog event; null for a market without one. */
  readonly event: number | null;
  /** Copy of its event's flag; 1 without an event. */
  readonly everywhere: Flag;
  readonly question: string;
  readonly question_id: string;
  readonly description: string;
  readonly resolution_source: string;
  readonly image: string;
  readonly icon: string;
  readonly group_item_title: string;
  readonly outcome_0: string;
  readonly outcome_1: string;
  readonly token_0: string;
  readonly token_1: string;
  readonly start_date: string;
  readonly end_date: string;
  readonly game_start_time: string;
  readonly created_at: string;
  readonly updated_at: string;
  readonly start_us: number;
  readonly end_us: number;
  readonly created_us: number;
  readonly updated_us: number;
  readonly active: Flag;
  readonly closed: Flag;
  readonly archived: Flag;
  readonly accepting_orders: Flag;
  /** End of trading in Unix milliseconds; null if trading ends with the result. */
  readonly close_ms: number | null;
  /** 1 once trading has ended at that time. */
  readonly trading_ended: Flag;
  /** In 1/10000. */
  readonly tick: number;
  readonly minimum_size_micros: number;
  /** In 1/10000. */
  readonly taker_fee_rate: number;
  readonly maker_fee_rate: number;
  readonly neg_risk: Flag;
  readonly neg_risk_market_id: string;
  readonly neg_risk_request_id: string;
  readonly fpmm: string;
  readonly notifications_enabled: Flag;
  readonly enable_order_book: Flag;
  readonly accepting_order_timestamp: string;
  readonly seconds_delay: number;
  readonly rewards_min_size: number;
  readonly rewards_max_spread: number;
  /** JSON array of `{asset_address, rewards_daily_rate}`. */
  readonly rewards_rates: string;
  readonly is_50_50_outcome: Flag;
  /** Payout of the first outcome in 1/10000 once resolved, null before. The second outcome gets the rest. */
  readonly payout_0: number | null;
  /**
   * Time of the resolution here, in Unix milliseconds; null before, and for a market that was added with its result.
   */
  readonly resolved_ms: number | null;
  /** Displayed price of the first outcome in 1/20000 that an import recorded with a closed market; null for others. */
  readonly recorded_half_ticks: number | null;
  /** 1 once a resolved market has paid all its holders. */
  readonly settled: Flag;
}

export interface EventTagRow {
  readonly event: number;
  readonly position: number;
  readonly tag: number;
}

export interface EventSeriesRow {
  readonly event: number;
  readonly position: number;
  readonly series: number;
}

export interface EventSiteRow {
  readonly event: number;
  /** Lower-case site identifier or address. */
  readonly site: string;
}

/** A tag under which a market is listed: one of its event's tags, or one of its own labels. */
export interface MarketTagRow {
  readonly slug: string;
  /** Public id of the market. */
  readonly id: number;
  readonly position: number;
  readonly label: string;
}

export interface CatalogTables {
  readonly tags: TagRow;
  readonly series: SeriesRow;
  readonly events: EventRow;
  readonly markets: MarketRow;
  readonly event_tags: EventTagRow;
  readonly event_series: EventSeriesRow;
  readonly event_sites: EventSiteRow;
  readonly market_tags: MarketTagRow;
}
