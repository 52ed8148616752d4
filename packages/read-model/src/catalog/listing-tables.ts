/**
 * Tables of listings, shared by their projection and queries: a narrow row per market and event with everything that
 * lists filter and sort by, and the members of each scope. Amounts are integer micros, prices in 1/10000.
 */
import { flag, integer, integerOrNull, key, type Rows, rowId, text, textKey, uniqueText } from '../table.ts';

/** Unix microseconds, 0 if unknown. */
const times = {
  start_us: integer,
  end_us: integer,
  created_us: integer,
  updated_us: integer,
  /** End of a market, by its result or its closing time; the last one of an event's markets. */
  closed_us: integer,
};

const figures = {
  /** Collateral of all trades, each counted once on the taker's side. */
  volume_micros: integer,
  /** The same over the current window of 24 hourly sums. */
  volume_24hr_micros: integer,
  /** Collateral value of all resting orders, in terms of the first outcome. */
  liquidity_micros: integer,
};

const marketFigures = {
  ...figures,
  /** 0 without bids. */
  best_bid_ticks: integer,
  /** 10000 without asks. */
  best_ask_ticks: integer,
  /** 0 before any trade. */
  last_price_ticks: integer,
};

export const LISTING_TABLES = {
  market_listing: {
    market: rowId,
    /** Public catalog id. */
    id: integer,
    /** Catalog event; null for a market without one. */
    event: integerOrNull,
    class: integer,
    /** Bits of its scopes, see `scopeBit`. */
    mask: integer,
    question: text,
    slug: text,
    ...times,
    ...marketFigures,
  },
  /** Current figures of a market. The listing's own figures, which lists are sorted by, may lag behind for a moment. */
  market_figures: { market: rowId, ...marketFigures },
  /** An event in listings. Figures are sums over the event's markets. */
  event_listing: {
    /** Public catalog id. */
    id: rowId,
    class: integer,
    mask: integer,
    title: text,
    slug: text,
    ...times,
    ...figures,
  },
  /** A named scope, see `listing-classes.ts`. */
  scopes: {
    /** From 1, in order of appearance. */
    id: rowId,
    name: uniqueText,
  },
  /** Number of members of a scope in one class. */
  scope_counts: { scope: key, class: key, markets: integer, events: integer },
  market_scopes: {
    scope: key,
    class: key,
    /** Public id. */
    id: key,
    market: integer,
  },
  event_scopes: {
    scope: key,
    class: key,
    /** Public id. */
    id: key,
  },
  /** Recurrence of a series, by slug. */
  series_recurrences: { slug: textKey, recurrence: text },
  tag_listing: {
    tag: rowId,
    slug: uniqueText,
    /** 1 if no event carries it, or an event that is available everywhere. */
    everywhere: flag,
    /** 1 if an event carries it. */
    carried: flag,
  },
  /** A tag carried by an event that is restricted to this site. */
  site_tags: { site: textKey, tag: key },
  /** Volume of one market in one hour within the window. */
  listing_hours: {
    /** Unix hours. */
    hour: key,
    market: key,
    volume_micros: integer,
  },
  /** Position of the 24-hour window; a single row. */
  listing_window: {
    id: rowId,
    /** Last hour of the window, in Unix hours. */
    hour: integer,
    /** While the window moves to the next hour: markets below this one have dropped their oldest hour. */
    next_market: integer,
  },
};

export type ListingTables = Rows<typeof LISTING_TABLES>;
export type MarketListingRow = ListingTables['market_listing'];
export type EventListingRow = ListingTables['event_listing'];
