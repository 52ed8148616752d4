/**
 * SQL of the catalog's tables: texts and terms, found by names and ids. Columns that lists filter and sort by are in
 * the narrow tables of the listings.
 */
export const CATALOG_TABLES = [
  'market_tags',
  'event_sites',
  'event_series',
  'event_tags',
  'markets',
  'events',
  'series',
  'tags',
] as const;

export const CATALOG_SCHEMA = `
  CREATE TABLE tags (
    id INTEGER PRIMARY KEY,
    label TEXT NOT NULL,
    slug TEXT NOT NULL,
    created_at TEXT NOT NULL,
    updated_at TEXT NOT NULL,
    requires_translation INTEGER NOT NULL
  );
  CREATE UNIQUE INDEX tags_by_slug ON tags (slug);

  CREATE TABLE series (
    id INTEGER PRIMARY KEY,
    ticker TEXT NOT NULL,
    slug TEXT NOT NULL,
    title TEXT NOT NULL,
    series_type TEXT NOT NULL,
    recurrence TEXT NOT NULL,
    image TEXT NOT NULL,
    icon TEXT NOT NULL,
    active INTEGER NOT NULL,
    closed INTEGER NOT NULL,
    archived INTEGER NOT NULL,
    created_at TEXT NOT NULL,
    updated_at TEXT NOT NULL
  );
  CREATE UNIQUE INDEX series_by_slug ON series (slug);

  CREATE TABLE events (
    id INTEGER PRIMARY KEY,
    slug TEXT NOT NULL,
    ticker TEXT NOT NULL,
    title TEXT NOT NULL,
    description TEXT NOT NULL,
    resolution_source TEXT NOT NULL,
    image TEXT NOT NULL,
    icon TEXT NOT NULL,
    start_date TEXT NOT NULL,
    creation_date TEXT NOT NULL,
    end_date TEXT NOT NULL,
    created_at TEXT NOT NULL,
    updated_at TEXT NOT NULL,
    active INTEGER NOT NULL,
    closed INTEGER NOT NULL,
    archived INTEGER NOT NULL,
    neg_risk INTEGER NOT NULL,
    neg_risk_market_id TEXT NOT NULL,
    creator TEXT NOT NULL,
    everywhere INTEGER NOT NULL,
    metadata TEXT NOT NULL
  );
  CREATE UNIQUE INDEX events_by_slug ON events (slug);

  CREATE TABLE markets (
    market INTEGER PRIMARY KEY,
    id INTEGER NOT NULL,
    condition_id TEXT NOT NULL,
    slug TEXT NOT NULL,
    event INTEGER,
    everywhere INTEGER NOT NULL,
    question TEXT NOT NULL,
    question_id TEXT NOT NULL,
    description TEXT NOT NULL,
    resolution_source TEXT NOT NULL,
    image TEXT NOT NULL,
    icon TEXT NOT NULL,
    group_item_title TEXT NOT NULL,
    outcome_0 TEXT NOT NULL,
    outcome_1 TEXT NOT NULL,
    token_0 TEXT NOT NULL,
    token_1 TEXT NOT NULL,
    start_date TEXT NOT NULL,
    end_date TEXT NOT NULL,
    game_start_time TEXT NOT NULL,
    created_at TEXT NOT NULL,
    updated_at TEXT NOT NULL,
    start_us INTEGER NOT NULL,
    end_us INTEGER NOT NULL,
    created_us INTEGER NOT NULL,
    updated_us INTEGER NOT NULL,
    active INTEGER NOT NULL,
    closed INTEGER NOT NULL,
    archived INTEGER NOT NULL,
    accepting_orders INTEGER NOT NULL,
    close_ms INTEGER,
    trading_ended INTEGER NOT NULL,
    tick INTEGER NOT NULL,
    minimum_size_micros INTEGER NOT NULL,
    taker_fee_rate INTEGER NOT NULL,
    maker_fee_rate INTEGER NOT NULL,
    neg_risk INTEGER NOT NULL,
    neg_risk_market_id TEXT NOT NULL,
    neg_risk_request_id TEXT NOT NULL,
    fpmm TEXT NOT NULL,
    notifications_enabled INTEGER NOT NULL,
    enable_order_book INTEGER NOT NULL,
    accepting_order_timestamp TEXT NOT NULL,
    seconds_delay REAL NOT NULL,
    rewards_min_size REAL NOT NULL,
    rewards_max_spread REAL NOT NULL,
    rewards_rates TEXT NOT NULL,
    is_50_50_outcome INTEGER NOT NULL,
    payout_0 INTEGER,
    resolved_ms INTEGER,
    recorded_half_ticks INTEGER,
    settled INTEGER NOT NULL
  );
  CREATE UNIQUE INDEX markets_by_id ON markets (id);
  CREATE UNIQUE INDEX markets_by_condition ON markets (condition_id);
  CREATE UNIQUE INDEX markets_by_slug ON markets (slug);
  CREATE INDEX markets_by_event ON markets (event, id);
  CREATE INDEX markets_by_token_0 ON markets (token_0);
  CREATE INDEX markets_by_token_1 ON markets (token_1);

  CREATE TABLE event_tags (
    event INTEGER NOT NULL,
    position INTEGER NOT NULL,
    tag INTEGER NOT NULL,
    PRIMARY KEY (event, position)
  ) WITHOUT ROWID;
  CREATE INDEX event_tags_by_tag ON event_tags (tag, event);

  CREATE TABLE event_series (
    event INTEGER NOT NULL,
    position INTEGER NOT NULL,
    series INTEGER NOT NULL,
    PRIMARY KEY (event, position)
  ) WITHOUT ROWID;
  CREATE INDEX event_series_by_series ON event_series (series, event);

  CREATE TABLE event_sites (
    event INTEGER NOT NULL,
    site TEXT NOT NULL,
    PRIMARY KEY (event, site)
  ) WITHOUT ROWID;

  CREATE TABLE market_tags (
    slug TEXT NOT NULL,
    id INTEGER NOT NULL,
    position INTEGER NOT NULL,
    label TEXT NOT NULL,
    PRIMARY KEY (slug, id)
  ) WITHOUT ROWID;
  CREATE INDEX market_tags_by_market ON market_tags (id, position);
`;
