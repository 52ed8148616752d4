/** Serialised books, made once per change and served from memory. One entry for each token that was asked for. */
import type { Market, Outcome, State, TokenId } from '@bellwether/engine';
import type { VenueView } from '../ports/venue-view.ts';
import { bookJson, hasBook, hashedBookJson } from './mapping/book.ts';

interface CachedBook {
  readonly version: number;
  readonly changedMs: number;
  readonly bytes: Buffer;
}

export class BookCache {
  readonly #view: VenueView;
  /** By market and outcome. Books are few next to tokens: only those somebody reads are kept. */
  readonly #books = new Map<number, CachedBook>();

  readonly #write: typeof bookJson;

  /** `hasSequence`: whether books carry their place in the feed besides what their hash covers. */
  constructor(view: VenueView, hasSequence = true) {
    this.#view = view;
    this.#write = hasSequence ? bookJson : hashedBookJson;
  }

  /** The JSON of a token's book; null when no market trades it. */
  read(tokenId: string): Buffer | null {
    const { state } = this.#view;
    const token = state.tokens.get(tokenId as TokenId);
    if (token === undefined) return null;
    const market = state.markets[token.market];
    return market === undefined ? null : this.#serialised(market, token.outcome);
  }

  #serialised(market: Market, outcome: Outcome): Buffer | null {
    const key = market.id * 2 + outcome;
    const cached = this.#books.get(key);
    if (cached !== undefined && cached.version === market.bookVersion && cached.changedMs === market.bookChangedMs) {
      return cached.bytes;
    }
    if (!hasBook(market)) {
      this.#books.delete(key);
      return null;
    }
    const bytes = Buffer.from(this.#write(market, outcome));
    this.#books.set(key, { version: market.bookVersion, changedMs: market.bookChangedMs, bytes });
    return bytes;
  }
}

/** What a token stands for. */
export interface TokenOfMarket {
  readonly market: Market;
  readonly outcome: Outcome;
}

/** The market and outcome of a token; null when there is none. */
export function marketOfToken(state: Readonly<State>, tokenId: string): TokenOfMarket | null {
  const token = state.tokens.get(tokenId as TokenId);
  const market = token === undefined ? undefined : state.markets[token.market];
  return token === undefined || market === undefined ? null : { market, outcome: token.outcome };
}
