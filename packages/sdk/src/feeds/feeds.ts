/** The client's live feeds: their addresses, tokens and credentials. */
import { FEED_PATHS } from '@bellwether/contract';
import { InvalidInputError } from '../errors.ts';
import type { Request } from '../request.ts';
import type { Session } from '../session.ts';
import { type BookFeed, createBookFeed } from './book-feed.ts';
import type { Endable } from './channel.ts';
import { type CommentFeed, createCommentFeed } from './comment-feed.ts';
import { createMarketFeed, type MarketFeed } from './market-feed.ts';
import type { OpenWebSocket, SocketOptions, WebSocketLike } from './socket.ts';
import { createUserFeed, type UserFeed } from './user-feed.ts';

export interface FeedOptions {
  /** Ends the iteration with `AbortedError`. */
  readonly signal?: AbortSignal | undefined;
  /** Items kept for a busy reader. Default 10,000. */
  readonly bufferMax?: number;
  /** Interval between pings to the venue; the feed reconnects after two intervals of silence. Default 10 s. */
  readonly pingIntervalMs?: number;
}

export interface MarketFeedOptions extends FeedOptions {
  readonly tokens: readonly string[];
  /**
   * True for `best_bid_ask`, `new_market` and `market_resolved` messages too; without any token, results of all
   * markets.
   */
  readonly custom?: boolean;
}

export interface CommentFeedOptions extends FeedOptions {
  /** Names such as `Event:12`, `Series:3`, `market:7`: the subject of the discussion and its catalog id. */
  readonly discussions: readonly string[];
}

export interface UserFeedOptions extends FeedOptions {
  /** Condition ids; default: all markets. */
  readonly markets?: readonly string[];
  /** True for `balance` items too: the new balance of each asset after each change. */
  readonly balances?: boolean;
}

/** Browsers send the session's cookie; elsewhere, the platform's `WebSocket` takes headers. */
function openSocket(session: Session, url: string): WebSocketLike {
  const headers = session.feedHeaders(new URL(url).pathname);
  return headers === null ? new WebSocket(url) : new WebSocket(url, { headers } as never);
}

const BUFFER_MAX = 10_000;
const PING_INTERVAL_MS = 10_000;
const RETRY_DELAY_MS_MAX = 10_000;

export type Feeds = ReturnType<typeof createFeeds>;

export function createFeeds(session: Session, request: Request, baseUrl: string, openWebSocket?: OpenWebSocket) {
  const socket = (channel: 'market' | 'user', options: FeedOptions): Omit<SocketOptions, 'hello'> => ({
    url: `${baseUrl.replace(/\/+$/, '').replace(/^http/, 'ws')}${FEED_PATHS[channel]}`,
    open: openWebSocket ?? ((url) => openSocket(session, url)),
    retry: { ...session.retry, delayMsMax: Math.min(session.retry.delayMsMax, RETRY_DELAY_MS_MAX) },
    pingIntervalMs: options.pingIntervalMs ?? PING_INTERVAL_MS,
  });
  const books = (tokenIds: readonly string[], options: FeedOptions = {}): BookFeed =>
    endedBy(options.signal, createBookFeed(socket('market', options), some(tokenIds)));

  return {
    /** All messages of the markets of these tokens. */
    market: ({ tokens, custom = false, ...options }: MarketFeedOptions): MarketFeed =>
      endedBy(
        options.signal,
        createMarketFeed({
          socket: socket('market', options),
          tokenIds: custom ? tokens : some(tokens),
          wantsCustom: custom,
          bufferMax: options.bufferMax ?? BUFFER_MAX,
        }),
      ),
    /** Both tokens of each of these markets, as input for `market`. */
    tokensOf: async (markets: readonly string[], { signal }: FeedOptions = {}): Promise<string[]> => {
      const details = await Promise.all(
        markets.map((condition_id) => request('market', { params: { condition_id }, signal })),
      );
      return details.flatMap(({ assets_ids }) => assets_ids);
    },
    /** A live book, verified by its sequence and hash. */
    book: (tokenId: string, options: FeedOptions = {}): BookFeed => books([tokenId], options),
    books,
    /** All changes in discussions: comments, replies, reactions, removals. */
    comments: ({ discussions, ...options }: CommentFeedOptions): CommentFeed =>
      endedBy(
        options.signal,
        createCommentFeed({
          socket: socket('market', options),
          discussions,
          bufferMax: options.bufferMax ?? BUFFER_MAX,
        }),
      ),
    /** Changes of the account's orders, trades and, on request, balances. */
    user: ({ markets = [], balances = false, ...options }: UserFeedOptions = {}): UserFeed => {
      session.account();
      return endedBy(
        options.signal,
        createUserFeed({
          socket: socket('user', options),
          credentials: () => session.turn(() => session.credentials(options.signal), options.signal),
          markets,
          wantsBalances: balances,
          bufferMax: options.bufferMax ?? BUFFER_MAX,
        }),
      );
    },
  };
}

function some(tokenIds: readonly string[]): readonly string[] {
  if (tokenIds.length === 0) throw new InvalidInputError('a feed needs at least one token');
  return tokenIds;
}

function endedBy<Feed extends Endable>(signal: AbortSignal | undefined, feed: Feed): Feed {
  if (signal !== undefined) feed.endBy(signal);
  return feed;
}
