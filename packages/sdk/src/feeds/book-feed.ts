/**
 * Live books as an async iterator: each item is a whole book, verified by sequence and hash. A reader slower than the
 * market gets the newest book and the number of skipped ones. The feed also reports when a book is unknown.
 */
import { Channel, type Endable } from './channel.ts';
import type { FeedBook } from './live-book.ts';
import { LiveBooks } from './live-books.ts';
import { type FeedResyncReason, MarketSubscriber } from './market-subscriber.ts';
import type { SocketOptions } from './socket.ts';

export type BookFeedItem =
  /** The newest book; `skipped` counts the books that came and went since the item before. */
  | { readonly kind: 'book'; readonly tokenId: string; readonly book: FeedBook; readonly skipped: number }
  /** The book is unknown until a new one arrives. */
  | { readonly kind: 'resync'; readonly tokenId: string; readonly reason: FeedResyncReason }
  | { readonly kind: 'connected' }
  /** The last book may be out of date from now on. The feed reconnects automatically. */
  | { readonly kind: 'disconnected'; readonly reason: string };

export interface BookFeed extends AsyncIterableIterator<BookFeedItem, undefined>, Endable {
  /** The newest book of a token; null while it is unknown. */
  current(tokenId: string): FeedBook | null;
  /** Ends the iteration. */
  close(): void;
}

interface Pending {
  resync: FeedResyncReason | null;
  /** Books received since the last one that was read. */
  books: number;
}

/** Creates a feed that connects on the first read. */
export function createBookFeed(socket: Omit<SocketOptions, 'hello'>, tokenIds: readonly string[]): BookFeed {
  const books = new LiveBooks();
  const pending = new Map<string, Pending>();
  let state: Extract<BookFeedItem, { kind: 'connected' | 'disconnected' }> | null = null;
  let isStarted = false;

  const take = (): BookFeedItem | null => {
    if (state !== null) {
      const item = state;
      state = null;
      return item;
    }
    for (const [tokenId, waiting] of pending) {
      if (waiting.resync !== null) {
        const item = { kind: 'resync', tokenId, reason: waiting.resync } as const;
        waiting.resync = null;
        if (waiting.books === 0) pending.delete(tokenId);
        return item;
      }
      pending.delete(tokenId);
      const book = current(tokenId);
      // If null, the book was wrong and its `resync` is queued.
      return book === null ? null : { kind: 'book', tokenId, book, skipped: waiting.books - 1 };
    }
    return null;
  };
  const current = (tokenId: string): FeedBook | null =>
    books.prove(tokenId, (market) => subscriber.distrust('hash_mismatch', [market]));
  // The channel queues nothing beyond the item that its reader waits for; the newest item of each token is kept here.
  const channel = new Channel<BookFeedItem>(
    1,
    () => {
      if (!isStarted) {
        isStarted = true;
        subscriber.start();
      }
      flush();
    },
    () => subscriber.close(),
  );
  const flush = (): void => {
    if (!channel.isWanted) return;
    const item = take();
    if (item !== null) channel.push(item);
  };
  const note = (tokenId: string): Pending => {
    const waiting = pending.get(tokenId) ?? { resync: null, books: 0 };
    pending.set(tokenId, waiting);
    return waiting;
  };

  const wanted = new Set(tokenIds);
  const subscriber = new MarketSubscriber(socket, tokenIds, false, {
    messages: (market, sequence, messages) => {
      books.fold(market, sequence, messages, (tokenId) => wanted.has(tokenId));
      for (const tokenId of books.tokensOf(market)) note(tokenId).books += 1;
      flush();
    },
    missed: (_market, ids, reason) => {
      books.forget(ids);
      for (const tokenId of ids) {
        const waiting = note(tokenId);
        waiting.resync ??= reason;
        waiting.books = 0;
      }
      flush();
    },
    connected: () => {
      state = { kind: 'connected' };
      flush();
    },
    disconnected: (reason) => {
      state = { kind: 'disconnected', reason };
      flush();
    },
    failed: (error) => channel.end(error),
  });
  return Object.assign(channel, { current, close: () => void channel.return() });
}
