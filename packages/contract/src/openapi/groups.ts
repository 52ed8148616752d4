/** The chapters of the API description, and the chapter of each route. */
import type { Route } from '../routes/route.ts';

export interface Group {
  readonly name: string;
  readonly description: string;
}

interface GroupRule extends Group {
  readonly holds: (route: Route) => boolean;
}

const pathIn =
  (...beginnings: readonly string[]) =>
  ({ path }: Route): boolean =>
    beginnings.some((beginning) => path === beginning || path.startsWith(`${beginning}/`));

/** Rules in the order of the description; the first match counts. */
const RULES: readonly GroupRule[] = [
  {
    name: 'Sandbox',
    description: 'What moves a sandbox: its clock, its branches, its forks. No other venue has any of it.',
    holds: pathIn('/sandbox'),
  },
  {
    name: 'Operator',
    description:
      'Catalog, resolution, money and mode. The bearer token is in the file `admin-token` of the data folder.',
    holds: ({ auth }) => auth === 'admin',
  },
  {
    name: 'People',
    description: 'Joining and signing in by a browser, known by its session cookie.',
    holds: ({ auth }) => auth === 'person',
  },
  {
    name: 'Clients',
    description:
      'What the trading clients of the ecosystem call besides. What the venue does not have is answered as nothing.',
    holds: (route) =>
      route.answer !== undefined ||
      pathIn(
        ...['/ok', '/status', '/version', '/simplified-markets', '/sampling-markets', '/sampling-simplified-markets'],
        ...['/markets-by-token', '/clob-markets', '/markets/live-activity', '/balance-allowance', '/notifications'],
        ...['/orders-scoring', '/auth/readonly-api-key'],
        ...[
          '/auth/builder-api-key',
          '/nonce',
          '/relay-payload',
          '/deployed',
          '/submit',
          '/transaction',
          '/transactions',
        ],
        ...['/v1/account/transactions'],
      )(route),
  },
  {
    name: 'Venue',
    description: 'Health, time, signing domain, figures, and this description.',
    holds: pathIn('/', '/time', '/venue', '/metrics', '/openapi.json', '/docs'),
  },
  { name: 'API keys', description: 'A wallet’s signature makes and finds API keys.', holds: pathIn('/auth') },
  {
    name: 'Orders',
    description: 'Placing, cancelling and reading orders, and the heartbeat that keeps them open.',
    holds: pathIn(
      ...['/order', '/orders', '/cancel-all', '/cancel-market-orders', '/data', '/explain', '/v1/heartbeats'],
      ...['/heartbeats'],
    ),
  },
  {
    name: 'Account',
    description: 'Balances and positions of the account, its profile, and what it writes.',
    holds: (route) => route.auth === 'l2',
  },
  {
    name: 'Catalog',
    description: 'Markets, events, series, tags, comments, profiles and search.',
    holds: (route) =>
      route.caps.includes('catalog') ||
      pathIn(
        ...['/markets', '/simplified-markets', '/sampling-markets', '/sampling-simplified-markets'],
        ...['/markets-by-token', '/clob-markets', '/events', '/series', '/tags', '/comments', '/feeds'],
        ...['/public-search', '/profile'],
      )(route),
  },
  {
    name: 'Ledger',
    description: 'Fills, builder trades, holders, positions, activity and volume.',
    holds: (route) =>
      route.errorShape === 'ledger' ||
      pathIn(
        ...['/v2', '/trades', '/builder', '/holders', '/live-volume', '/oi', '/positions', '/activity', '/value'],
        ...['/leaderboard'],
      )(route),
  },
  {
    name: 'Prices',
    description: 'Order books, prices, midpoints, spreads and price history, by token id.',
    holds: () => true,
  },
];

const READING_ORDER = [
  ...['Catalog', 'Prices', 'Ledger', 'Orders', 'API keys'],
  ...['Account', 'People', 'Clients', 'Venue', 'Operator', 'Sandbox'],
];

export const GROUPS: readonly Group[] = READING_ORDER.flatMap((name) => RULES.filter((rule) => rule.name === name)).map(
  ({ name, description }) => ({ name, description }),
);

export function groupOf(route: Route): string {
  return RULES.find(({ holds }) => holds(route))?.name ?? 'Prices';
}
