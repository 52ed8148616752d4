/**
 * Live books of the tokens on screen. The market feed maintains them, verified by hash. This class samples them once
 * per beat and skips states in between.
 */
import type { Book } from '@bellwether/contract';
import type { MarketMessage } from '@bellwether/sdk';
import type { Beat } from './beat.ts';
import type { MarketStream } from './market-stream.ts';

export interface BookState {
  /** Null until the first book arrives. */
  readonly book: Book | null;
  /** True if the book may be outdated because the connection is lost or messages are missing. */
  readonly isStale: boolean;
}

export const NO_BOOK: BookState = { book: null, isStale: false };

interface Watched {
  readonly callbacks: Set<() => void>;
  readonly unfollow: () => void;
  state: BookState;
}

export class BookStreams {
  readonly #markets: MarketStream;
  readonly #beat: Beat;
  readonly #watched = new Map<string, Watched>();

  constructor(markets: MarketStream, beat: Beat) {
    this.#markets = markets;
    this.#beat = beat;
    markets.listen({ message: (message) => this.#heard(message), gap: () => this.#ask() });
    markets.watchConnection(() => this.#ask());
  }

  state(tokenId: string): BookState {
    return this.#watched.get(tokenId)?.state ?? NO_BOOK;
  }

  /** Follows a book until the returned function is called. Calls back at most once per beat. */
  watch(tokenId: string, callback: () => void): () => void {
    const watched = this.#watched.get(tokenId) ?? this.#open(tokenId);
    watched.callbacks.add(callback);
    return () => {
      watched.callbacks.delete(callback);
      if (watched.callbacks.size > 0 || this.#watched.get(tokenId) !== watched) return;
      this.#watched.delete(tokenId);
      watched.unfollow();
    };
  }

  #open(tokenId: string): Watched {
    const unfollow = this.#markets.follow([tokenId]);
    const watched: Watched = { callbacks: new Set(), unfollow, state: this.#newest(tokenId, NO_BOOK) };
    this.#watched.set(tokenId, watched);
    return watched;
  }

  #heard(message: MarketMessage): void {
    for (const { state } of this.#watched.values()) {
      const isOwn = state.book === null ? message.event_type === 'book' : message.market === state.book.market;
      if (isOwn) return this.#ask();
    }
  }

  #ask(): void {
    if (this.#watched.size > 0) this.#beat.ask(this.#renew);
  }

  readonly #renew = (): void => {
    const changed = new Set<() => void>();
    for (const [tokenId, watched] of this.#watched) {
      const state = this.#newest(tokenId, watched.state);
      if (state.book === watched.state.book && state.isStale === watched.state.isStale) continue;
      watched.state = state;
      for (const callback of watched.callbacks) changed.add(callback);
    }
    for (const callback of changed) callback();
  };

  /** Returns the feed's current book. While the feed has none, returns the previous book marked as stale. */
  #newest(tokenId: string, before: BookState): BookState {
    const book = this.#markets.book(tokenId);
    if (book === null) return { book: before.book, isStale: before.book !== null };
    return { book, isStale: this.#markets.connection === 'lost' };
  }
}
