/**
 * The market feed as an async iterator: every message of the followed markets, in order, none twice. Where messages are
 * missing the feed gives a `resync` item, followed by fresh books. It resumes automatically after a lost connection.
 */
import { type Endable, openQueue } from './channel.ts';
import type { FeedBook } from './live-book.ts';
import { LiveBooks } from './live-books.ts';
import {
  type FeedResyncReason,
  type MarketMessage,
  type MarketObserver,
  MarketSubscriber,
} from './market-subscriber.ts';
import type { SocketOptions } from './socket.ts';

export type MarketFeedItem =
  | { readonly kind: 'message'; readonly message: MarketMessage }
  /**
   * Messages of a market (condition id; '': news of new markets) are missing. Fresh books follow and close the gap.
   */
  | {
      readonly kind: 'resync';
      readonly market: string;
      readonly tokenIds: readonly string[];
      readonly reason: FeedResyncReason;
    }
  | { readonly kind: 'connected' }
  /** The feed reconnects automatically; later messages continue the stream, or begin with a `resync`. */
  | { readonly kind: 'disconnected'; readonly reason: string };

export interface MarketFeed extends AsyncIterableIterator<MarketFeedItem, undefined>, Endable {
  subscribe(tokenIds: readonly string[]): void;
  unsubscribe(tokenIds: readonly string[]): void;
  /**
   * The newest book of a followed token, verified by its sequence and hash; null while it is unknown. Returns the same
   * object until the book changes. It may be ahead of the messages already read.
   */
  book(tokenId: string): FeedBook | null;
  /** Ends the iteration. */
  close(): void;
}

export interface MarketFeedSetup {
  readonly socket: Omit<SocketOptions, 'hello'>;
  readonly tokenIds: readonly string[];
  /** True for `best_bid_ask`, `new_market` and `market_resolved` messages too. */
  readonly wantsCustom: boolean;
  /** Items kept for a busy reader. On overflow all of them are dropped and the reader is told. */
  readonly bufferMax: number;
}

/** Creates a feed that connects on the first read. */
export function createMarketFeed({ socket, tokenIds, wantsCustom, bufferMax }: MarketFeedSetup): MarketFeed {
  const books = new LiveBooks();
  const { channel, put } = openQueue<MarketFeedItem>(bufferMax, {
    start: () => subscriber.start(),
    dropped: () => {
      books.clear();
      subscriber.suspend();
    },
    readOn: () => {
      subscriber.distrust('slow_consumer');
      if (wantsCustom) observer.missed('', [], 'slow_consumer');
    },
    close: () => subscriber.close(),
  });
  const observer: MarketObserver = {
    messages: (market, sequence, messages) => {
      books.fold(market, sequence, messages, (tokenId) => subscriber.follows(tokenId));
      for (const message of messages) put({ kind: 'message', message });
    },
    missed: (market, ids, reason) => {
      books.forget(ids);
      put({ kind: 'resync', market, tokenIds: ids, reason });
    },
    connected: () => put({ kind: 'connected' }),
    disconnected: (reason) => put({ kind: 'disconnected', reason }),
    failed: (error) => channel.end(error),
  };
  const subscriber = new MarketSubscriber(socket, tokenIds, wantsCustom, observer);
  return Object.assign(channel, {
    subscribe: (ids: readonly string[]) => subscriber.subscribe(ids),
    unsubscribe: (ids: readonly string[]) => {
      books.forget(ids);
      subscriber.unsubscribe(ids);
    },
    book: (tokenId: string) => books.prove(tokenId, (market) => subscriber.distrust('hash_mismatch', [market])),
    close: () => void channel.return(),
  });
}
