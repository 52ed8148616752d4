/**
 * Top-level comments of those who hold a position in the entity: the plain list is read in pieces, and each author is
 * looked up once, until the page is full or enough was looked at.
 */
import type { Kysely } from 'kysely';
import { type CommentRow, ENTITY_EVENT, ENTITY_SERIES } from '../ports/community-tables.ts';
import {
  selectEventsOfSeries,
  selectHoldings,
  selectMarketPlaces,
  selectMarketTokens,
  selectWalletsOfAccounts,
} from './comment-entities.ts';
import { type CommentListing, type EntityKey, topLevelPage } from './comments.ts';
import type { Database } from './database.ts';

/** Comments looked at for one page, in the order asked for. */
export const HOLDER_COMMENTS_SCAN_MAX = 5_000;
const PIECE = 250;

export async function holdersPage(
  database: Kysely<Database>,
  entity: EntityKey,
  listing: CommentListing,
): Promise<CommentRow[]> {
  const { limit, offset } = listing;
  const markets = await marketsOf(database, entity);
  const holds = new Map<number, boolean>();
  const found: CommentRow[] = [];
  for (let start = 0; start < HOLDER_COMMENTS_SCAN_MAX && found.length < offset + limit; start += PIECE) {
    const rows = await topLevelPage(database, { ...listing, limit: PIECE, offset: start }).execute();
    const strangers = rows.map(({ account }) => account).filter((account) => !holds.has(account));
    const wallets = await selectWalletsOfAccounts(database, strangers);
    const held = await selectHoldings(
      database,
      markets,
      wallets.map(({ id }) => id),
    );
    const holders = new Set(held.map(({ wallet }) => wallet));
    for (const account of strangers) holds.set(account, false);
    for (const { id, account } of wallets) if (holders.has(id)) holds.set(account, true);
    for (const row of rows) if (holds.get(row.account) === true) found.push(row);
    if (rows.length < PIECE) break;
  }
  return found.slice(offset, offset + limit);
}

async function marketsOf(database: Kysely<Database>, { type, id }: EntityKey): Promise<number[]> {
  if (type === ENTITY_EVENT) return marketsOfEvents(database, [id]);
  if (type === ENTITY_SERIES) return marketsOfEvents(database, await selectEventsOfSeries(database, id));
  return (await selectMarketPlaces(database, [id])).map(({ market }) => market);
}

async function marketsOfEvents(database: Kysely<Database>, events: readonly number[]): Promise<number[]> {
  return (await selectMarketTokens(database, events, [])).map(({ market }) => market);
}
