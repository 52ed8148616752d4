/**
 * The table of request caps, as data: the interface's rows and the venue's own. All limits are defined here. Routes
 * name their rows in `caps`; the server enforces them, and an operator may override them.
 */

/** At most `requests` in any interval of `seconds`. */
export interface CapWindow {
  /** 1..1,000,000. */
  readonly requests: number;
  /** 1..3,600. */
  readonly seconds: number;
}

export interface Cap {
  /** The requests that the row counts, for documentation. */
  readonly scope: string;
  /** Windows that all apply at once. */
  readonly windows: readonly CapWindow[];
}

const in10 = (scope: string, requests: number): Cap => ({ scope, windows: [{ requests, seconds: 10 }] });
const burstAndSustained = (scope: string): Cap => ({
  scope,
  windows: [
    { requests: 2_400, seconds: 10 },
    { requests: 24_000, seconds: 600 },
  ],
});

const ROWS = {
  catalog: in10('Every catalog route: events, markets, series, tags, search, comments, profiles', 4_000),
  events: in10('`GET /events`', 500),
  markets: in10('`GET /markets`', 300),
  listings: in10('`GET /events` and `GET /markets` together', 900),
  tags: in10('`GET /tags`', 200),
  search: in10('`GET /public-search`', 350),
  trading: in10('Every other route but `/admin/*` and `/metrics`', 5_000),
  health: in10('`GET /`, the health check', 50),
  book: in10('`GET /book`', 200),
  books: in10('`POST /books`', 80),
  price: in10('`GET /price`', 200),
  prices: in10('`POST /prices`', 80),
  midpoint: in10('`GET /midpoint`', 200),
  history: in10('`GET /prices-history`', 100),
  batchHistory: in10('`POST /batch-prices-history`', 80),
  trades: in10('`GET /trades`', 150),
  order: burstAndSustained('`POST /order` and each order of `POST /orders`; a batch counts whole or not at all'),
  cancel: burstAndSustained('`DELETE /order`'),
  // The venue's own rows start here.
  metrics: in10('`GET /metrics`', 50),
  /** A unit is about a millisecond of CPU, so this is half a core. */
  work: in10('Cost of requests that vary in size, in units of about a millisecond of CPU', 5_000),
  cancels: in10('Cost of `DELETE /orders`, `/cancel-all` and `/cancel-market-orders`, in units', 5_000),
  /** Behind a proxy that the operator names, connections belong to the proxy and are not counted. */
  connections: { scope: 'New connections', windows: [{ requests: 300, seconds: 1 }] },
  feeds: in10('New connections of live feeds; they count in `trading` as well', 1_000),
  keys: in10('API keys created, derived and revoked', 200),
  accounts: {
    scope: 'Accounts opened',
    windows: [
      { requests: 120, seconds: 60 },
      { requests: 1_200, seconds: 3_600 },
    ],
  },
  people: { scope: 'Joining, signing in, and devices added and removed', windows: [{ requests: 2_400, seconds: 60 }] },
  posts: { scope: 'Comments, reactions, reports and profiles written', windows: [{ requests: 240, seconds: 60 }] },
  relayer: { scope: '`POST /submit`', windows: [{ requests: 120, seconds: 60 }] },
  administer: {
    scope: '`/admin/*` with the API key of an account or without any; an admin token is not capped',
    windows: [{ requests: 600, seconds: 60 }],
  },
  guesses: {
    scope: 'Wrong admin tokens; then they get 429, and the right one is accepted',
    windows: [{ requests: 10, seconds: 60 }],
  },
} satisfies Readonly<Record<string, Cap>>;

/** Rows of the cap table that a route counts in: the interface's own and the venue's; routes of administrators name none. */
export type CapName = keyof typeof ROWS;

/** All rows of the table, in the order of the table. */
export const CAPS: Readonly<Record<CapName, Cap>> = ROWS;

/** The windows of every row; a row without windows is not capped. */
export type CapTable = Readonly<Record<CapName, readonly CapWindow[]>>;

/** The default windows of all rows, with those in `overrides` replaced. */
export function capTable(overrides: Partial<CapTable> = {}): CapTable {
  const own = Object.fromEntries(Object.entries(CAPS).map(([name, { windows }]) => [name, windows]));
  return { ...own, ...overrides } as CapTable;
}
