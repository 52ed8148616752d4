/** Assembles a page of comments: nested replies, authors, reactions, positions. Runs in a reader thread. */
import {
  COMMENT_LEVELS_MAX,
  type Comment,
  NESTED_REPLIES_MAX,
  PROFILE_POSITIONS_MAX,
  REACTIONS_SHOWN_MAX,
} from '@bellwether/contract';
import type { ReadStore } from '../../database.ts';
import { byKey, found } from '../../lookup.ts';
import type { Items } from '../../read.ts';
import {
  type AuthorWallet,
  type Holding,
  type MarketPlace,
  type MarketTokens,
  selectEventCreators,
  selectHoldings,
  selectMarketPlaces,
  selectMarketTokens,
  selectWalletsOfAccounts,
} from '../query/context.ts';
import { authorsOf, nestedReplies, selectReactions } from '../query/discussions.ts';
import { type AuthorRow, selectAuthors } from '../query/profiles.ts';
import { type CommentRow, ENTITY_EVENT, ENTITY_MARKET, NO_PARENT, type ReactionRow } from '../tables.ts';
import { commentBody } from './comment-output.ts';

/** Comments of a page in order, each with its nested replies, built on demand. */
export async function commentBodies(database: ReadStore, page: readonly CommentRow[]): Promise<Items<Comment>> {
  if (page.length === 0) return [];
  const levels = await loadLevels(database, page);
  const rows = levels.flat();
  const reactions = await selectReactions(
    database,
    rows.filter(({ reaction_count: count }) => count > 0).map(({ id }) => id),
    REACTIONS_SHOWN_MAX,
  );
  const answered = await answeredAuthors(database, rows);
  const accounts = [...rows, ...reactions].map(({ account }) => account);
  const authors = byKey(await selectAuthors(database, [...accounts, ...answered.values()]), ({ account }) => account);
  const scene = await loadScene(database, rows);
  const reactionsOf = Map.groupBy(reactions, ({ comment }) => comment);
  const repliesTo = Map.groupBy(levels.slice(1).flat(), ({ parent }) => parent);
  // A reply on the page may also appear below another comment of the page, so nesting depends on the level.
  const body = (row: CommentRow, level: number): Comment => {
    const author = found(authors, row.account, 'author');
    const answeredAccount = answered.get(row.parent);
    const shown = level < COMMENT_LEVELS_MAX ? NESTED_REPLIES_MAX[level === 1 ? 0 : 1] : 0;
    const replies = (repliesTo.get(row.id) ?? []).slice(0, shown);
    return commentBody(row, {
      author,
      replyAddress: answeredAccount === undefined ? '' : found(authors, answeredAccount, 'author').address,
      isCreator: scene.isCreator(row, author),
      positions: scene.positions(row),
      reactions: (reactionsOf.get(row.id) ?? []).map((reaction) => withAddress(reaction, authors)),
      replies: replies.map((reply) => body(reply, level + 1)),
    });
  };
  return { length: page.length, slice: (start, end) => page.slice(start, end).map((row) => body(row, 1)) };
}

async function loadLevels(database: ReadStore, page: readonly CommentRow[]): Promise<CommentRow[][]> {
  const levels: CommentRow[][] = [[...page]];
  const seen = new Set<number>();
  while (levels.length < COMMENT_LEVELS_MAX) {
    const parents = (levels.at(-1) ?? []).filter(({ id, reply_count: count }) => count > 0 && !seen.has(id));
    for (const { id } of parents) seen.add(id);
    if (parents.length === 0) break;
    levels.push(
      await nestedReplies(
        database,
        parents.map(({ id }) => id),
        NESTED_REPLIES_MAX[levels.length === 1 ? 0 : 1],
      ),
    );
  }
  return levels;
}

async function answeredAuthors(database: ReadStore, rows: readonly CommentRow[]): Promise<Map<number, number>> {
  const known = new Map(rows.map(({ id, account }) => [id, account]));
  const missing = rows.map(({ parent }) => parent).filter((parent) => parent !== NO_PARENT && !known.has(parent));
  for (const [id, account] of await authorsOf(database, missing)) known.set(id, account);
  return known;
}

function withAddress(reaction: ReactionRow, authors: ReadonlyMap<number, AuthorRow>) {
  return { ...reaction, address: found(authors, reaction.account, 'author').address };
}

/** Role of an author in a comment's context: creator of its event, holder in its markets. */
interface Scene {
  isCreator(row: CommentRow, author: AuthorRow): boolean;
  positions(row: CommentRow): Comment['profile']['positions'];
}

async function loadScene(database: ReadStore, rows: readonly CommentRow[]): Promise<Scene> {
  const marketIds = rows.filter(({ entity_type: type }) => type === ENTITY_MARKET).map(({ entity_id: id }) => id);
  const places = byKey(await selectMarketPlaces(database, marketIds), ({ id }) => id);
  const eventOf = (row: CommentRow): number | null => {
    if (row.entity_type === ENTITY_EVENT) return row.entity_id;
    return row.entity_type === ENTITY_MARKET ? (places.get(row.entity_id)?.event ?? null) : null;
  };
  const events = [...new Set(rows.map(eventOf).filter((event) => event !== null))];
  const lone = [...places.values()].filter(({ event }) => event === null).map(({ market }) => market);
  const creators = await selectEventCreators(database, events);
  const wallets = await selectWalletsOfAccounts(
    database,
    rows.map(({ account }) => account),
  );
  const walletIds = wallets.map(({ id }) => id);
  const markets = byKey(await selectMarketTokens(database, events, lone), ({ market }) => market);
  const holdings = await selectHoldings(database, [...markets.keys()], walletIds);
  const positions = largestPositions(holdings, markets, wallets);
  return {
    isCreator(row, author) {
      const creator = creators.get(eventOf(row) ?? -1) ?? '';
      // A lent address proves nothing: only the author's own two addresses count.
      return creator !== '' && (creator === author.address || creator === author.deposit_wallet);
    },
    positions(row) {
      const event = eventOf(row);
      return positions.get(placeKey(row.account, event, event === null ? loneMarket(row, places) : -1)) ?? [];
    },
  };
}

function loneMarket(row: CommentRow, places: ReadonlyMap<number, MarketPlace>): number {
  return row.entity_type === ENTITY_MARKET ? (places.get(row.entity_id)?.market ?? -1) : -1;
}

/** Key by account and event, or by account and market for a market without an event. */
function placeKey(account: number, event: number | null, market: number): string {
  return event === null ? `${account} market ${market}` : `${account} event ${event}`;
}

function largestPositions(
  holdings: readonly Holding[],
  markets: ReadonlyMap<number, MarketTokens>,
  wallets: readonly AuthorWallet[],
): Map<string, Comment['profile']['positions']> {
  const owners = new Map(wallets.map(({ id, account }) => [id, account]));
  const sums = new Map<string, Map<string, bigint>>();
  for (const { wallet, market, outcome, shares_micros: shares } of holdings) {
    const tokens = markets.get(market);
    if (tokens === undefined) continue;
    const key = placeKey(owners.get(wallet) ?? -1, tokens.event, market);
    const token = outcome === 0 ? tokens.token_0 : tokens.token_1;
    const held = sums.get(key) ?? new Map<string, bigint>();
    held.set(token, (held.get(token) ?? 0n) + BigInt(shares));
    sums.set(key, held);
  }
  return new Map([...sums].map(([key, tokens]) => [key, largest(tokens)]));
}

/** Largest positions first, ties by token id. */
function largest(tokens: ReadonlyMap<string, bigint>): Comment['profile']['positions'] {
  const sorted = [...tokens].sort(([a, one], [b, other]) => Number(other - one) || (a < b ? -1 : 1));
  return sorted.slice(0, PROFILE_POSITIONS_MAX).map(([tokenId, size]) => ({ tokenId, positionSize: String(size) }));
}
