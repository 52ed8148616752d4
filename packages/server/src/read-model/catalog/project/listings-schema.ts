/**
 * SQL of the listings' tables. Every sort column has an index that begins with the class and ends with the public id,
 * which breaks ties, and the mask, so that most rows outside a scope are skipped without leaving the index.
 */
export const LISTING_TABLES = [
  'market_figures',
  'market_listing',
  'event_listing',
  'market_scopes',
  'event_scopes',
  'scope_counts',
  'scopes',
  'tag_listing',
  'site_tags',
  'listing_hours',
  'listing_window',
] as const;

const MARKET_SORTS = [
  'question',
  'slug',
  'start_us',
  'end_us',
  'created_us',
  'updated_us',
  'volume_micros',
  'volume_24hr_micros',
  'liquidity_micros',
  'best_bid_ticks',
  'best_ask_ticks',
  'last_price_ticks',
] as const;
const EVENT_SORTS = [
  'title',
  'slug',
  'start_us',
  'end_us',
  'created_us',
  'updated_us',
  'volume_micros',
  'volume_24hr_micros',
  'liquidity_micros',
] as const;

const sortIndexes = (table: string, columns: readonly string[]): string =>
  columns.map((column) => `CREATE INDEX ${table}_by_${column} ON ${table} (class, ${column}, id, mask);`).join('\n  ');

export const LISTING_SCHEMA = `
  CREATE TABLE market_listing (
    market INTEGER PRIMARY KEY,
    id INTEGER NOT NULL,
    event INTEGER,
    class INTEGER NOT NULL,
    mask INTEGER NOT NULL,
    question TEXT NOT NULL,
    slug TEXT NOT NULL,
    start_us INTEGER NOT NULL,
    end_us INTEGER NOT NULL,
    created_us INTEGER NOT NULL,
    updated_us INTEGER NOT NULL,
    volume_micros INTEGER NOT NULL,
    volume_24hr_micros INTEGER NOT NULL,
    liquidity_micros INTEGER NOT NULL,
    best_bid_ticks INTEGER NOT NULL,
    best_ask_ticks INTEGER NOT NULL,
    last_price_ticks INTEGER NOT NULL
  );
  CREATE TABLE market_figures (
    market INTEGER PRIMARY KEY,
    volume_micros INTEGER NOT NULL,
    volume_24hr_micros INTEGER NOT NULL,
    liquidity_micros INTEGER NOT NULL,
    best_bid_ticks INTEGER NOT NULL,
    best_ask_ticks INTEGER NOT NULL,
    last_price_ticks INTEGER NOT NULL
  );

  CREATE TABLE event_listing (
    id INTEGER PRIMARY KEY,
    class INTEGER NOT NULL,
    mask INTEGER NOT NULL,
    title TEXT NOT NULL,
    slug TEXT NOT NULL,
    start_us INTEGER NOT NULL,
    end_us INTEGER NOT NULL,
    created_us INTEGER NOT NULL,
    updated_us INTEGER NOT NULL,
    volume_micros INTEGER NOT NULL,
    volume_24hr_micros INTEGER NOT NULL,
    liquidity_micros INTEGER NOT NULL
  );

  CREATE TABLE scopes (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL UNIQUE
  );
  CREATE TABLE scope_counts (
    scope INTEGER NOT NULL,
    class INTEGER NOT NULL,
    markets INTEGER NOT NULL,
    events INTEGER NOT NULL,
    PRIMARY KEY (scope, class)
  ) WITHOUT ROWID;
  CREATE TABLE market_scopes (
    scope INTEGER NOT NULL,
    class INTEGER NOT NULL,
    id INTEGER NOT NULL,
    market INTEGER NOT NULL,
    PRIMARY KEY (scope, class, id)
  ) WITHOUT ROWID;
  CREATE INDEX market_scopes_by_market ON market_scopes (market, scope);
  CREATE TABLE event_scopes (
    scope INTEGER NOT NULL,
    class INTEGER NOT NULL,
    id INTEGER NOT NULL,
    PRIMARY KEY (scope, class, id)
  ) WITHOUT ROWID;
  CREATE INDEX event_scopes_by_event ON event_scopes (id, scope);

  CREATE TABLE tag_listing (
    tag INTEGER PRIMARY KEY,
    slug TEXT NOT NULL UNIQUE,
    everywhere INTEGER NOT NULL,
    carried INTEGER NOT NULL
  );
  CREATE INDEX tag_listing_by_everywhere ON tag_listing (everywhere, tag);
  CREATE TABLE site_tags (
    site TEXT NOT NULL,
    tag INTEGER NOT NULL,
    PRIMARY KEY (site, tag)
  ) WITHOUT ROWID;

  CREATE TABLE listing_hours (
    hour INTEGER NOT NULL,
    market INTEGER NOT NULL,
    volume_micros INTEGER NOT NULL,
    PRIMARY KEY (hour, market)
  ) WITHOUT ROWID;
  CREATE TABLE listing_window (
    id INTEGER PRIMARY KEY,
    hour INTEGER NOT NULL,
    next_market INTEGER NOT NULL
  );
`;

export const LISTING_INDEXES = `
  CREATE INDEX market_listing_by_id ON market_listing (class, id, mask);
  CREATE INDEX market_listing_by_event ON market_listing (event, id);
  ${sortIndexes('market_listing', MARKET_SORTS)}
  CREATE INDEX event_listing_by_id ON event_listing (class, id, mask);
  ${sortIndexes('event_listing', EVENT_SORTS)}
`;
