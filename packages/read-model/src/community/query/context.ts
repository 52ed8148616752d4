/** Queries for the context of comments: their events, their authors' holdings there, and comments of holders. */
import type { MarketRow } from '../../catalog/tables.ts';
import type { ReadStore } from '../../database.ts';
import type { WalletRow } from '../../ledger/tables.ts';
import type { PositionCostRow } from '../../portfolio/tables.ts';
import { selectInChunks } from '../../select-in-chunks.ts';
import { type CommentRow, ENTITY_EVENT, ENTITY_SERIES } from '../tables.ts';
import { type CommentListing, commentsByIds, type EntityKey, topLevelAuthors } from './discussions.ts';

/** A commented market with its event, or null if it has none. */
export type MarketPlace = Pick<MarketRow, 'id' | 'market' | 'event'>;

export function selectMarketPlaces(database: ReadStore, ids: readonly number[]): Promise<MarketPlace[]> {
  return selectInChunks(ids, (chunk) =>
    database.selectFrom('markets').select(['id', 'market', 'event']).where('id', 'in', chunk),
  );
}

/** Creators of the given events: lower-case address or site by event; '' if unknown. */
export async function selectEventCreators(
  database: ReadStore,
  events: readonly number[],
): Promise<Map<number, string>> {
  const rows = await selectInChunks(events, (chunk) =>
    database.selectFrom('events').select(['id', 'creator']).where('id', 'in', chunk),
  );
  return new Map(rows.map(({ id, creator }) => [id, creator.toLowerCase()]));
}

export type AuthorWallet = Pick<WalletRow, 'id' | 'account'>;

export function selectWalletsOfAccounts(database: ReadStore, accounts: readonly number[]): Promise<AuthorWallet[]> {
  return selectInChunks(accounts, (chunk) =>
    database.selectFrom('wallets').select(['id', 'account']).where('account', 'in', chunk),
  );
}

export type MarketTokens = Pick<MarketRow, 'market' | 'event' | 'token_0' | 'token_1'>;

/** Markets of the given events, and markets named by the engine's index. */
export async function selectMarketTokens(
  database: ReadStore,
  events: readonly number[],
  markets: readonly number[],
): Promise<MarketTokens[]> {
  const ofEvents = await selectInChunks(events, (chunk) => marketTokens(database).where('event', 'in', chunk));
  const named = await selectInChunks(markets, (chunk) => marketTokens(database).where('market', 'in', chunk));
  return [...ofEvents, ...named];
}

function marketTokens(database: ReadStore) {
  return database.selectFrom('markets').select(['market', 'event', 'token_0', 'token_1']);
}

async function selectEventsOfSeries(database: ReadStore, series: number): Promise<number[]> {
  const rows = await database.selectFrom('event_series').select('event').where('series', '=', series).execute();
  return rows.map(({ event }) => event);
}

export type Holding = Pick<PositionCostRow, 'wallet' | 'market' | 'outcome' | 'shares_micros'>;

/** Number of wallet-market pairs above which it is cheaper to read all holdings of the wallets. */
const LOOKUPS_MAX = 4_000;

/** Holdings of the given wallets in the given markets. */
export async function selectHoldings(
  database: ReadStore,
  markets: readonly number[],
  wallets: readonly number[],
): Promise<Holding[]> {
  if (markets.length === 0 || wallets.length === 0) return [];
  if (markets.length * wallets.length <= LOOKUPS_MAX) {
    return selectInChunks(markets, (some) => ({
      execute: () => selectInChunks(wallets, (chunk) => holdingsIn(database, some, chunk)),
    }));
  }
  const wanted = new Set(markets);
  const rows = await selectInChunks(wallets, (chunk) => allHoldings(database, chunk));
  return rows.filter(({ market }) => wanted.has(market));
}

/** Exported, like the next one, so that a test can check its plan. */
export function holdingsIn(database: ReadStore, markets: readonly number[], wallets: readonly number[]) {
  return allHoldings(database, wallets).where('market', 'in', markets);
}

export function allHoldings(database: ReadStore, wallets: readonly number[]) {
  return database
    .selectFrom('position_costs')
    .select(['wallet', 'market', 'outcome', 'shares_micros'])
    .where('wallet', 'in', wallets)
    .where('shares_micros', '>', 0);
}

/** Number of markets above which holders are not collected market by market. */
const HELD_MARKETS_MAX = 50;

/**
 * Accounts with holdings in the given markets; null if they have more than `walletsMax` wallets there, or if there are
 * too many markets to find out.
 */
async function selectHolders(database: ReadStore, markets: readonly number[], walletsMax: number) {
  if (markets.length > HELD_MARKETS_MAX) return null;
  const wallets = new Set<number>();
  for (const market of markets) {
    for (const outcome of [0, 1]) {
      for (const { wallet } of await holderWallets(database, market, outcome, walletsMax + 1).execute()) {
        wallets.add(wallet);
      }
      if (wallets.size > walletsMax) return null;
    }
  }
  const rows = await selectInChunks(wallets, (chunk) =>
    database.selectFrom('wallets').select('account').where('id', 'in', chunk),
  );
  return new Set(rows.map(({ account }) => account));
}

/** Exported so that a test can check its plan. */
export function holderWallets(database: ReadStore, market: number, outcome: number, limit: number) {
  return database
    .selectFrom('positions')
    .select('wallet')
    .where('market', '=', market)
    .where('outcome', '=', outcome)
    .limit(limit);
}

/** Maximum number of comments scanned for one page, in the requested order. */
export const HOLDER_COMMENTS_SCAN_MAX = 1_000;
const PIECE = 250;
/** Number of wallets up to which all holders of an entity are read at once. */
export const HOLDERS_READ_MAX = 500;

type HoldersAmong = (accounts: readonly number[]) => Promise<ReadonlySet<number>>;

/**
 * Top-level comments by holders of a position in the entity. The plain list is scanned in pieces until the page is full
 * or the scan limit is reached. If there are few holders, they are read once; if there are many, each author is looked
 * up once.
 */
export async function holdersPage(
  database: ReadStore,
  entity: EntityKey,
  listing: CommentListing,
  readMax = HOLDERS_READ_MAX,
): Promise<CommentRow[]> {
  const { limit, offset } = listing;
  const holdersAmong = await holdersOf(database, entity, readMax);
  if (holdersAmong === null) return [];
  const found: number[] = [];
  for (let start = 0; start < HOLDER_COMMENTS_SCAN_MAX && found.length < offset + limit; start += PIECE) {
    const rows = await topLevelAuthors(database, { ...listing, limit: PIECE, offset: start }).execute();
    const holders = await holdersAmong(rows.map(({ account }) => account));
    for (const { id, account } of rows) if (holders.has(account)) found.push(id);
    if (rows.length < PIECE) break;
  }
  return commentsByIds(database, found.slice(offset, offset + limit));
}

/** Null if there are no holders. */
async function holdersOf(database: ReadStore, entity: EntityKey, readMax: number): Promise<HoldersAmong | null> {
  const markets = await marketsOf(database, entity);
  const few = await selectHolders(database, markets, readMax);
  if (few === null) return amongAuthors(database, markets);
  return few.size === 0 ? null : async () => few;
}

/** Looks up the holdings of authors, each author once. */
function amongAuthors(database: ReadStore, markets: readonly number[]): HoldersAmong {
  const known = new Set<number>();
  const holders = new Set<number>();
  return async (accounts) => {
    const strangers = accounts.filter((account) => !known.has(account));
    for (const account of strangers) known.add(account);
    const wallets = await selectWalletsOfAccounts(database, strangers);
    const accountOf = new Map(wallets.map(({ id, account }) => [id, account]));
    for (const { wallet } of await selectHoldings(database, markets, [...accountOf.keys()])) {
      const account = accountOf.get(wallet);
      if (account !== undefined) holders.add(account);
    }
    return holders;
  };
}

async function marketsOf(database: ReadStore, { type, id }: EntityKey): Promise<number[]> {
  if (type === ENTITY_EVENT) return marketsOfEvents(database, [id]);
  if (type === ENTITY_SERIES) return marketsOfEvents(database, await selectEventsOfSeries(database, id));
  return (await selectMarketPlaces(database, [id])).map(({ market }) => market);
}

async function marketsOfEvents(database: ReadStore, events: readonly number[]): Promise<number[]> {
  return (await selectMarketTokens(database, events, [])).map(({ market }) => market);
}
