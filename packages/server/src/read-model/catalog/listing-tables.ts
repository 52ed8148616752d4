/**
 * Tables of listings, shared by their projection and queries: a narrow row per market and event with everything that
 * lists filter and sort by, and the members of each scope. Amounts are integer micros, prices in 1/10000.
 */
import type { Flag } from './tables.ts';

interface ListingFigures {
  /** Collateral of all trades, each counted once on the taker's side. */
  readonly volume_micros: number;
  /** The same over the current window of 24 hourly sums. */
  readonly volume_24hr_micros: number;
  /** Collateral value of all resting orders, in terms of the first outcome. */
  readonly liquidity_micros: number;
}

/** Current figures of a market. The listing's own figures, which lists are sorted by, may lag behind for a moment. */
export interface MarketFiguresRow extends ListingFigures {
  readonly market: number;
  /** 0 without bids. */
  readonly best_bid_ticks: number;
  /** 10000 without asks. */
  readonly best_ask_ticks: number;
  /** 0 before any trade. */
  readonly last_price_ticks: number;
}

export interface MarketListingRow extends MarketFiguresRow {
  /** Public catalog id. */
  readonly id: number;
  /** Catalog event; null for a market without one. */
  readonly event: number | null;
  readonly class: number;
  /** Bits of its scopes, see `scopeBit`. */
  readonly mask: number;
  readonly question: string;
  readonly slug: string;
  /** Unix microseconds, 0 if unknown; so are the following three. */
  readonly start_us: number;
  readonly end_us: number;
  readonly created_us: number;
  readonly updated_us: number;
}

/** An event in listings. Figures are sums over the event's markets. */
export interface EventListingRow extends ListingFigures {
  /** Public catalog id. */
  readonly id: number;
  readonly class: number;
  readonly mask: number;
  readonly title: string;
  readonly slug: string;
  readonly start_us: number;
  readonly end_us: number;
  readonly created_us: number;
  readonly updated_us: number;
}

/** A named scope, see `listing-classes.ts`. */
export interface ScopeRow {
  /** From 1, in order of appearance. */
  readonly id: number;
  /** Unique. */
  readonly name: string;
}

/** Number of members of a scope in one class. */
export interface ScopeCountRow {
  readonly scope: number;
  readonly class: number;
  readonly markets: number;
  readonly events: number;
}

export interface MarketScopeRow {
  readonly scope: number;
  readonly class: number;
  /** Public id. */
  readonly id: number;
  readonly market: number;
}

export interface EventScopeRow {
  readonly scope: number;
  readonly class: number;
  /** Public id. */
  readonly id: number;
}

export interface TagListingRow {
  readonly tag: number;
  /** Unique. */
  readonly slug: string;
  /** 1 if no event carries it, or an event that is available everywhere. */
  readonly everywhere: Flag;
  /** 1 if an event carries it. */
  readonly carried: Flag;
}

/** A tag carried by an event that is restricted to this site. */
export interface SiteTagRow {
  readonly site: string;
  readonly tag: number;
}

/** Volume of one market in one hour within the window. */
export interface ListingHourRow {
  /** Unix hours. */
  readonly hour: number;
  readonly market: number;
  readonly volume_micros: number;
}

/** Position of the 24-hour window; a single row. */
export interface ListingWindowRow {
  readonly id: number;
  /** Last hour of the window, in Unix hours. */
  readonly hour: number;
  /** While the window moves to the next hour: markets below this one have dropped their oldest hour. */
  readonly next_market: number;
}

export interface ListingTables {
  readonly market_figures: MarketFiguresRow;
  readonly market_listing: MarketListingRow;
  readonly event_listing: EventListingRow;
  readonly scopes: ScopeRow;
  readonly scope_counts: ScopeCountRow;
  readonly market_scopes: MarketScopeRow;
  readonly event_scopes: EventScopeRow;
  readonly tag_listing: TagListingRow;
  readonly site_tags: SiteTagRow;
  readonly listing_hours: ListingHourRow;
  readonly listing_window: ListingWindowRow;
}
