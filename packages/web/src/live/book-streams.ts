/**
 * Live books, one connection per token that somebody looks at. A book is read once per frame: what comes and goes in
 * between is skipped by the SDK, which proves each book by its hash before it hands it on.
 */
import type { Book } from '@bellwether/contract';
import type { Client } from '@bellwether/sdk';
import { nextFrame } from './frame.ts';

export interface BookState {
  /** null until the first one came. */
  readonly book: Book | null;
  /** The book may be old: the connection is lost or messages were missing. */
  readonly isStale: boolean;
}

export const NO_BOOK: BookState = { book: null, isStale: false };

const CLOSE_DELAY_MS = 3_000;
const RESTART_MS = 15_000;

interface Followed {
  readonly abort: AbortController;
  readonly watchers: Set<() => void>;
  state: BookState;
}

export class BookStreams {
  readonly #client: Client;
  readonly #books = new Map<string, Followed>();

  constructor(client: Client) {
    this.#client = client;
  }

  state(tokenId: string): BookState {
    return this.#books.get(tokenId)?.state ?? NO_BOOK;
  }

  /** Follows a book until the returned function is called; `callback` comes at most once per frame. */
  watch(tokenId: string, callback: () => void): () => void {
    const followed = this.#books.get(tokenId) ?? this.#open(tokenId);
    followed.watchers.add(callback);
    return () => {
      followed.watchers.delete(callback);
      setTimeout(() => {
        if (followed.watchers.size > 0 || this.#books.get(tokenId) !== followed) return;
        this.#books.delete(tokenId);
        followed.abort.abort();
      }, CLOSE_DELAY_MS);
    };
  }

  #open(tokenId: string): Followed {
    const followed: Followed = { abort: new AbortController(), watchers: new Set(), state: NO_BOOK };
    this.#books.set(tokenId, followed);
    void this.#read(tokenId, followed);
    return followed;
  }

  async #read(tokenId: string, followed: Followed): Promise<void> {
    const { signal } = followed.abort;
    const set = (state: BookState): void => {
      followed.state = state;
      for (const callback of followed.watchers) callback();
    };
    while (!signal.aborted) {
      try {
        for await (const item of this.#client.feeds.book(tokenId, { signal })) {
          if (item.kind === 'book') {
            set({ book: item.book, isStale: false });
            await nextFrame();
          } else if (item.kind !== 'connected') set({ ...followed.state, isStale: true });
        }
      } catch {
        // Aborted, or refused by the venue: a new beginning is all that there is to try.
      }
      if (signal.aborted) return;
      set({ ...followed.state, isStale: true });
      await new Promise((resolve) => setTimeout(resolve, RESTART_MS));
    }
  }
}
