/**
 * The books of a feed's tokens, folded from whole sequences of their markets. Folding is cheap and done for every
 * sequence. A book is verified by its hash when it is read, so that no unverified book is returned. Knows no
 * connection.
 */
import { type FeedBook, LiveBook } from './live-book.ts';
import type { MarketMessage } from './market-subscriber.ts';

export class LiveBooks {
  /** Books by market, then by token. */
  readonly #markets = new Map<string, Map<string, LiveBook>>();
  readonly #marketOf = new Map<string, string>();

  /** Applies all messages of a market's next sequence. Whole books are kept only for tokens that are `wanted`. */
  fold(
    market: string,
    sequence: number,
    messages: readonly MarketMessage[],
    isWanted: (tokenId: string) => boolean,
  ): void {
    const books = this.#markets.get(market) ?? new Map<string, LiveBook>();
    for (const message of messages) {
      if (message.event_type === 'book') {
        const { event_type: _type, index: _index, count: _count, ...book } = message;
        if (!isWanted(book.asset_id)) continue;
        books.set(book.asset_id, new LiveBook({ ...book, sequence }));
        this.#marketOf.set(book.asset_id, market);
      } else for (const book of books.values()) book.apply(message);
    }
    for (const book of books.values()) book.passed(sequence);
    if (books.size > 0) this.#markets.set(market, books);
  }

  /** Tokens of a market whose books are known. */
  tokensOf(market: string): Iterable<string> {
    return this.#markets.get(market)?.keys() ?? [];
  }

  /**
   * The newest book of a token, verified; null while it is unknown. If the book does not match the venue's hash, calls
   * `onWrong` with its market and returns null. O(levels), once per sequence.
   */
  prove(tokenId: string, onWrong: (market: string) => void): FeedBook | null {
    const market = this.#marketOf.get(tokenId);
    const book = market === undefined ? undefined : this.#markets.get(market)?.get(tokenId);
    if (market === undefined || book === undefined) return null;
    const proven = book.proven();
    if (proven === null) onWrong(market);
    return proven;
  }

  forget(tokenIds: Iterable<string>): void {
    for (const tokenId of tokenIds) {
      const market = this.#marketOf.get(tokenId);
      if (market === undefined) continue;
      const books = this.#markets.get(market);
      books?.delete(tokenId);
      if (books?.size === 0) this.#markets.delete(market);
      this.#marketOf.delete(tokenId);
    }
  }

  clear(): void {
    this.#markets.clear();
    this.#marketOf.clear();
  }
}
