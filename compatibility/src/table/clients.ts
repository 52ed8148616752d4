/**
 * The public clients that work unmodified, the abilities of a trading life, and the reasons why a client lacks one.
 *
 * To add a client:
 * 1. add its package to the dependencies of `compatibility/package.json`, at an exact version;
 * 2. add it to `CLIENTS` below, under the name of its package, and remove it from `ANNOUNCED`;
 * 3. state in the body of each of its tests what it proves: `proves('package', 'limit', 'cancel');` (`../proves.ts`),
 *    in a file `compatibility/src/….process.test.ts` that names the package, itself or in what it imports;
 * 4. explain every other ability here: `noCallFor` if the client itself has no such call, `missing` with the reason
 *    if it has one that this venue does not serve;
 * 5. give it a first program to copy (`../starts/starts.ts`), which a test runs as shown;
 * 6. run `npm run compatibility:table`, which writes the table into `docs/reference/compatibility.md`, and the programs into
 *    `docs/guides/bring-your-bot.md` and the venue's page.
 *
 * A test fails while an ability is neither proven nor explained, or both, and while the document is out of date.
 */

/** Abilities in the order of the table: the name there, and what a test must show to claim it. */
export const ABILITIES = {
  keys: { heading: 'keys', shows: 'API keys are created and derived' },
  limit: { heading: 'limit order', shows: 'it rests in the book' },
  market: { heading: 'market order', shows: 'a FOK or FAK order is filled' },
  batch: { heading: 'batch', shows: 'several orders in one request' },
  cancel: { heading: 'cancel', shows: 'one order or several' },
  'cancel-all': { heading: 'cancel all', shows: 'all open orders at once' },
  'fill-taker': { heading: 'taker fill', shows: 'the taker sees its fill' },
  'fill-maker': { heading: 'maker fill', shows: 'the maker sees its fill' },
  'own-orders': { heading: 'paged own orders', shows: 'open orders are listed over several pages' },
  'own-trades': { heading: 'paged own trades', shows: 'own trades are listed over several pages' },
  balances: { heading: 'balances', shows: 'own collateral or shares are read' },
  positions: { heading: 'positions', shows: 'collateral is split and merged' },
  wallets: { heading: 'wallet deployment', shows: 'a wallet is deployed and trades' },
  catalog: { heading: 'catalog', shows: 'markets or events are found' },
  'catalog-pages': { heading: 'paged catalog', shows: 'markets or events are listed over several pages' },
  books: { heading: 'books', shows: 'book or prices of a token are read' },
  history: { heading: 'price history', shows: 'past prices or candles are read' },
  data: { heading: 'public data', shows: 'trades, positions or holders of anyone are read' },
  'market-feed': { heading: 'market feed', shows: 'books, prices and trades are pushed' },
  'user-feed': { heading: 'user feed', shows: 'own orders and trades are pushed' },
  'other-feeds': { heading: 'activity feed', shows: 'trades or comments of everyone are pushed' },
  readme: { heading: 'README example', shows: 'the package’s own example runs with hosts, chain and key changed' },
} as const satisfies Readonly<Record<string, { readonly heading: string; readonly shows: string }>>;

export type Ability = keyof typeof ABILITIES;
export const ABILITY_NAMES = Object.keys(ABILITIES) as readonly Ability[];

interface ClientTerms {
  /** Other packages used with the client, named in the same row. */
  readonly with?: readonly string[];
  /** Parts of the venue that the client talks to. */
  readonly speaks: string;
  /** Abilities for which the client itself has no call; none by default. */
  readonly noCallFor?: readonly Ability[];
  /** Abilities that the client has a call for but that do not work at this venue: the reason and an alternative. */
  readonly missing?: { readonly [ability in Ability]?: string };
}

/** Dependencies of the tests that are not clients. */
export const TOOLS: readonly string[] = ['viem'];

/** Installed clients that will join the table with their tests. */
export const ANNOUNCED: readonly string[] = [];

const FIXED_FEED = 'the host is fixed in the package and takes no proxy';

const NO_TRADING = [
  ...['keys', 'limit', 'market', 'batch', 'cancel', 'cancel-all', 'fill-taker', 'fill-maker'],
  ...['own-orders', 'own-trades', 'balances', 'positions', 'wallets'],
] as const satisfies readonly Ability[];
const NO_READS = ['catalog', 'catalog-pages', 'books', 'history', 'data'] as const satisfies readonly Ability[];
const NO_FEEDS = ['market-feed', 'user-feed', 'other-feeds'] as const satisfies readonly Ability[];

/** Clients by package, in row order. */
export const CLIENTS = {
  '@polymarket/client': { speaks: 'trading, catalog, data, feeds' },
  '@polymarket/clob-client-v2': { speaks: 'trading', noCallFor: ['data', 'positions', 'wallets', ...NO_FEEDS] },
  '@polymarket/real-time-data-client': { speaks: 'activity feed', noCallFor: [...NO_TRADING, ...NO_READS] },
  '@polymarket/builder-relayer-client': {
    with: ['@polymarket/builder-signing-sdk'],
    speaks: 'wallets, relayed transactions',
    noCallFor: [
      ...['keys', 'limit', 'market', 'batch', 'cancel', 'cancel-all', 'fill-taker', 'fill-maker'],
      ...['own-orders', 'own-trades', 'balances', ...NO_READS, ...NO_FEEDS],
    ] as const,
  },
  ccxt: { speaks: 'trading, catalog, data, feeds', noCallFor: ['positions', 'wallets', 'other-feeds'] },
  pmxtjs: {
    with: ['pmxt-core'],
    speaks: 'trading, catalog, data',
    noCallFor: ['batch', 'cancel-all', 'positions', 'wallets', 'other-feeds'],
    missing: { 'own-trades': 'it asks for one page only', 'market-feed': FIXED_FEED, 'user-feed': FIXED_FEED },
  },
} as const satisfies Readonly<Record<string, ClientTerms>>;

export type ClientName = keyof typeof CLIENTS;
export const CLIENT_NAMES = Object.keys(CLIENTS) as readonly ClientName[];

export const termsOf = (client: ClientName): ClientTerms => CLIENTS[client];
