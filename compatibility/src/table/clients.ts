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

/** An ability of clients: its name in the table, and what a test must show to claim it. */
interface AbilityTerms {
  readonly group: 'trading' | 'reading';
  /** Column heading. */
  readonly heading: string;
  /** Text for a client that has the ability. */
  readonly shows: string;
}

/** Abilities in column order. */
export const ABILITIES = {
  keys: { group: 'trading', heading: 'keys', shows: 'API keys are created and derived from a signature' },
  limit: { group: 'trading', heading: 'limit order', shows: 'a limit order is signed, posted and rests in the book' },
  market: { group: 'trading', heading: 'market order', shows: 'a market order (FOK or FAK) is filled' },
  batch: { group: 'trading', heading: 'batch', shows: 'several orders are posted in one request' },
  cancel: { group: 'trading', heading: 'cancel', shows: 'one order or several are cancelled' },
  'cancel-all': { group: 'trading', heading: 'cancel all', shows: 'all open orders are cancelled at once' },
  'fill-taker': { group: 'trading', heading: 'fill, as taker', shows: 'the taker of a trade sees its own fill' },
  'fill-maker': { group: 'trading', heading: 'fill, as maker', shows: 'the maker of a trade sees its own fill' },
  'own-orders': {
    group: 'trading',
    heading: 'own orders, paged',
    shows: 'own open orders are listed to the end, over more than one page',
  },
  'own-trades': {
    group: 'trading',
    heading: 'own trades, paged',
    shows: 'own trades are listed to the end, over more than one page',
  },
  balances: { group: 'trading', heading: 'balances', shows: 'own collateral or shares are read' },
  positions: {
    group: 'trading',
    heading: 'split, merge, redeem',
    shows: 'collateral is split into shares and merged back',
  },
  wallets: { group: 'trading', heading: 'wallet deployment', shows: 'a wallet is deployed and may trade' },
  catalog: { group: 'reading', heading: 'catalog', shows: 'markets or events are found' },
  'catalog-pages': {
    group: 'reading',
    heading: 'catalog, paged',
    shows: 'a list of markets or events is read to the end, over more than one page',
  },
  books: { group: 'reading', heading: 'books, prices', shows: 'the book or the prices of a token are read' },
  history: { group: 'reading', heading: 'price history', shows: 'past prices or candles of a token are read' },
  data: {
    group: 'reading',
    heading: 'public data',
    shows: 'trades, positions or holders of any wallet or market are read',
  },
  'market-feed': { group: 'reading', heading: 'market feed', shows: 'books, prices and trades of a market are pushed' },
  'user-feed': { group: 'reading', heading: 'user feed', shows: 'own orders and trades are pushed' },
  'other-feeds': { group: 'reading', heading: 'activity feed', shows: 'activity or comments of everyone are pushed' },
  readme: {
    group: 'reading',
    heading: 'README example',
    shows: 'the example of the package’s own README runs with only hosts, chain and key changed',
  },
} as const satisfies Readonly<Record<string, AbilityTerms>>;

export type Ability = keyof typeof ABILITIES;
export const ABILITY_NAMES = Object.keys(ABILITIES) as readonly Ability[];

interface ClientTerms {
  /** Other packages used with the client, named in the same row. */
  readonly with?: readonly string[];
  /** Parts of the venue that the client talks to. */
  readonly speaks: string;
  /** Abilities for which the client itself has no call. */
  readonly noCallFor: readonly Ability[];
  /** Abilities that the client has a call for but that do not work at this venue: the reason and an alternative. */
  readonly missing: { readonly [ability in Ability]?: string };
}

/** Dependencies of the tests that are not clients. */
export const TOOLS: readonly string[] = ['viem'];

/** Installed clients that will join the table with their tests. */
export const ANNOUNCED: readonly string[] = [];

const VERSION_1 = 'its orders are of version 1: refused with the version error that says which clients sign version 2';
const FIRST_PAGE = 'it reads the first page alone, of 100';
const FIXED_FEED = 'the host of its sockets is fixed in the package, and no proxy leads them elsewhere';

const NO_TRADING = [
  ...['keys', 'limit', 'market', 'batch', 'cancel', 'cancel-all', 'fill-taker', 'fill-maker'],
  ...['own-orders', 'own-trades', 'balances', 'positions', 'wallets'],
] as const satisfies readonly Ability[];
const NO_READS = ['catalog', 'catalog-pages', 'books', 'history', 'data'] as const satisfies readonly Ability[];
const NO_FEEDS = ['market-feed', 'user-feed', 'other-feeds'] as const satisfies readonly Ability[];

/** Clients by package, in row order. */
export const CLIENTS = {
  '@polymarket/client': {
    speaks: 'trading, catalog, data, feeds',
    noCallFor: [],
    missing: {},
  },
  '@polymarket/clob-client-v2': {
    speaks: 'trading',
    noCallFor: ['data', 'positions', 'wallets', ...NO_FEEDS],
    missing: {},
  },
  '@polymarket/clob-client': {
    speaks: 'trading, version 1',
    noCallFor: ['data', 'positions', 'wallets', ...NO_FEEDS],
    missing: {
      limit: VERSION_1,
      market: VERSION_1,
      batch: VERSION_1,
      readme: 'it runs up to its order, which is of version 1',
    },
  },
  '@polymarket/real-time-data-client': {
    speaks: 'activity feed',
    noCallFor: [...NO_TRADING, ...NO_READS],
    missing: {},
  },
  'polymarket-websocket-client': {
    speaks: 'market, user and activity feed',
    noCallFor: [...NO_TRADING, ...NO_READS],
    missing: {},
  },
  '@nevuamarkets/poly-websockets': {
    speaks: 'market feed',
    noCallFor: [...NO_TRADING, ...NO_READS, 'user-feed', 'other-feeds'],
    missing: {},
  },
  '@polymarket/builder-relayer-client': {
    with: ['@polymarket/builder-signing-sdk'],
    speaks: 'wallets, relayed transactions',
    noCallFor: [
      ...['keys', 'limit', 'market', 'batch', 'cancel', 'cancel-all', 'fill-taker', 'fill-maker'],
      ...['own-orders', 'own-trades', 'balances', ...NO_READS, ...NO_FEEDS],
    ] as const,
    missing: {},
  },
  'polymarket-data': {
    speaks: 'catalog, data',
    noCallFor: [...NO_TRADING, 'books', 'history', ...NO_FEEDS],
    missing: {},
  },
  ccxt: {
    speaks: 'trading, catalog, data, feeds',
    noCallFor: ['positions', 'wallets', 'other-feeds'],
    missing: {},
  },
  '@varla/polymarket': {
    speaks: 'trading, catalog, data',
    noCallFor: ['positions', 'wallets', 'user-feed', 'other-feeds'],
    missing: {
      'cancel-all': 'it sends a body with `DELETE /cancel-all`, which takes none; its `cancelMarketOrders` works',
      'own-orders': FIRST_PAGE,
      'own-trades': FIRST_PAGE,
      'market-feed': 'its messages (`channel`, `market`) are not those of the market feed, here or in the original',
    },
  },
  pmxtjs: {
    with: ['pmxt-core'],
    speaks: 'trading, catalog, data',
    noCallFor: ['batch', 'cancel-all', 'positions', 'wallets', 'other-feeds'],
    missing: {
      'own-trades': 'it asks for one page and has no way to the next',
      'market-feed': FIXED_FEED,
      'user-feed': FIXED_FEED,
    },
  },
} as const satisfies Readonly<Record<string, ClientTerms>>;

export type ClientName = keyof typeof CLIENTS;
export const CLIENT_NAMES = Object.keys(CLIENTS) as readonly ClientName[];

export const termsOf = (client: ClientName): ClientTerms => CLIENTS[client];
