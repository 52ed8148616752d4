/**
 * Top-level comments by holders of a position in the entity. The plain list is scanned in pieces until the page is full
 * or the scan limit is reached. If there are few holders, they are read once; if there are many, each author is looked
 * up once.
 */
import type { Kysely } from 'kysely';
import { type CommentRow, ENTITY_EVENT, ENTITY_SERIES } from '../../schema/community-tables.ts';
import type { Database } from '../database.ts';
import {
  selectEventsOfSeries,
  selectHolders,
  selectHoldings,
  selectMarketPlaces,
  selectMarketTokens,
  selectWalletsOfAccounts,
} from './comment-entities.ts';
import { type CommentListing, commentsByIds, type EntityKey, topLevelAuthors } from './comments.ts';

/** Maximum number of comments scanned for one page, in the requested order. */
export const HOLDER_COMMENTS_SCAN_MAX = 1_000;
const PIECE = 250;
/** Number of wallets up to which all holders of an entity are read at once. */
export const HOLDERS_READ_MAX = 500;

/** Returns the holders of a position among some accounts. */
type HoldersAmong = (accounts: readonly number[]) => Promise<ReadonlySet<number>>;

export async function holdersPage(
  database: Kysely<Database>,
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
async function holdersOf(database: Kysely<Database>, entity: EntityKey, readMax: number): Promise<HoldersAmong | null> {
  const markets = await marketsOf(database, entity);
  const few = await selectHolders(database, markets, readMax);
  if (few === null) return amongAuthors(database, markets);
  return few.size === 0 ? null : async () => few;
}

/** Looks up the holdings of authors, each author once. */
function amongAuthors(database: Kysely<Database>, markets: readonly number[]): HoldersAmong {
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

async function marketsOf(database: Kysely<Database>, { type, id }: EntityKey): Promise<number[]> {
  if (type === ENTITY_EVENT) return marketsOfEvents(database, [id]);
  if (type === ENTITY_SERIES) return marketsOfEvents(database, await selectEventsOfSeries(database, id));
  return (await selectMarketPlaces(database, [id])).map(({ market }) => market);
}

async function marketsOfEvents(database: Kysely<Database>, events: readonly number[]): Promise<number[]> {
  return (await selectMarketTokens(database, events, [])).map(({ market }) => market);
}
