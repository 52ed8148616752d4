/**
 * Live books as an async iterator: each item is a whole book, proven by sequence and hash. A reader that is slower than
 * the market gets the newest book and how many it has skipped. While a book is not known, it is told so.
 */
import { Channel, type Endable } from './channel.ts';
import type { FeedBook } from './live-book.ts';
import { LiveBooks } from './live-books.ts';
import { type FeedResyncReason, MarketSubscriber } from './market-subscriber.ts';
import type { SocketOptions } from './socket.ts';

export type BookFeedItem =
  /** The newest book; `skipped` books came and went since the item before. */
  | { readonly kind: 'book'; readonly tokenId: string; readonly book: FeedBook; readonly skipped: number }
  /** The book is not known any more; the next one begins again. */
  | { readonly kind: 'resync'; readonly tokenId: string; readonly reason: FeedResyncReason }
  | { readonly kind: 'connected' }
  /** The last book may be old from now on. It connects again by itself. */
  | { readonly kind: 'disconnected'; readonly reason: string };

export interface BookFeed extends AsyncIterableIterator<BookFeedItem, undefined>, Endable {
  /** The newest book of a token; null while it is not known. */
  current(tokenId: string): FeedBook | null;
  /** Ends the iteration. */
  close(): void;
}

interface Pending {
  resync: FeedResyncReason | null;
  /** Books since the last that was read. */
  books: number;
}

/** Connects when it is first read. */
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
      // One that is wrong has been told of as missing meanwhile.
      return book === null ? null : { kind: 'book', tokenId, book, skipped: waiting.books - 1 };
    }
    return null;
  };
  const current = (tokenId: string): FeedBook | null =>
    books.prove(tokenId, (market) => subscriber.distrust('hash_mismatch', [market]));
  // Nothing is queued in the channel but what its reader waits for; the rest is kept here, the newest of each.
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
  return Object.assign(channel, {
    current,
    close: () => void channel.return(),
  });
}
