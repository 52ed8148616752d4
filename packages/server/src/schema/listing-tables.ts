/**
 * Tables of listings as their projection writes and queries read them: a narrow row per market and event with all that
 * lists filter and sort by, and who belongs to which scope. Amounts are integer micros, prices in 1/10000.
 */
import type { Flag } from './catalog-tables.ts';

interface ListingFigures {
  /** Collateral of all trades, each counted once on the taker's side. */
  readonly volume_micros: number;
  /** The same over the window of 24 hourly sums that ends with the hour the window stands at. */
  readonly volume_24hr_micros: number;
  /** Collateral value, in terms of the first outcome, of everything that rests. */
  readonly liquidity_micros: number;
}

/** A market's figures as they are; the listing's own, which lists are sorted by, may follow a moment later. */
export interface MarketFiguresRow extends ListingFigures {
  readonly market: number;
  /** 0 when no one bids. */
  readonly best_bid_ticks: number;
  /** 10000 when no one offers. */
  readonly best_ask_ticks: number;
  /** 0 before any trade. */
  readonly last_price_ticks: number;
}

export interface MarketListingRow extends MarketFiguresRow {
  /** Public catalog id. */
  readonly id: number;
  /** Catalog event; null without one. */
  readonly event: number | null;
  readonly class: number;
  /** Bits of its scopes. */
  readonly mask: number;
  readonly question: string;
  readonly slug: string;
  /** Unix microseconds, 0 when unknown; so are the following. */
  readonly start_us: number;
  readonly end_us: number;
  readonly created_us: number;
  readonly updated_us: number;
}

/** Figures are the sums over the event's markets. */
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

/** A scope by name, see `listing-classes.ts`. */
export interface ScopeRow {
  /** From 1, in order of appearance. */
  readonly id: number;
  /** Unique. */
  readonly name: string;
}

/** Members of a scope in one class. */
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
  /** 1 when no event carries it, or one that is available everywhere. */
  readonly everywhere: Flag;
  /** 1 when an event carries it. */
  readonly carried: Flag;
}

/** A tag that some event restricted to this site carries. */
export interface SiteTagRow {
  readonly site: string;
  readonly tag: number;
}

/** Volume of one market in one hour that is still in the window. */
export interface ListingHourRow {
  /** Unix hours. */
  readonly hour: number;
  readonly market: number;
  readonly volume_micros: number;
}

/** One row: how far the window of 24 hours has moved. */
export interface ListingWindowRow {
  readonly id: number;
  /** The hour the window ends with, Unix hours. */
  readonly hour: number;
  /** While the window moves to the next hour: markets below this have left their oldest hour behind. */
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
