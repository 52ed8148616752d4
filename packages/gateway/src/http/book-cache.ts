/** Serialised books, built once per change and served from memory. One entry per token that was requested. */
import { hasEnded, type Market, type Outcome, type State, type TokenId } from '@bellwether/engine';
import { bookJson, hashedBookJson } from '@bellwether/wire/prices/book.ts';

type CachedBook = { readonly version: number; readonly changedMs: number; readonly bytes: Buffer };

export class BookCache {
  /**
   * Cached books by market and outcome. There are far fewer books than tokens, because only books that clients read are
   * kept.
   */
  readonly #books = new Map<number, CachedBook>();

  readonly #write: typeof bookJson;

  /** `hasSequence`: true if books carry their feed sequence in addition to the fields that their hash covers. */
  constructor(hasSequence: boolean) {
    this.#write = hasSequence ? bookJson : hashedBookJson;
  }

  /** The JSON of a token's book as it is now; null when its market has none to show. */
  read({ market, outcome }: TokenOfMarket): Buffer | null {
    const key = market.id * 2 + outcome;
    const cached = this.#books.get(key);
    if (cached !== undefined && cached.version === market.bookVersion && cached.changedMs === market.bookChangedMs) {
      return cached.bytes;
    }
    if (hasEnded(market)) {
      this.#books.delete(key);
      return null;
    }
    const bytes = Buffer.from(this.#write(market, outcome));
    this.#books.set(key, { version: market.bookVersion, changedMs: market.bookChangedMs, bytes });
    return bytes;
  }
}

export type TokenOfMarket = { readonly market: Market; readonly outcome: Outcome };

export function marketOfToken(state: Readonly<State>, tokenId: string): TokenOfMarket | null {
  const token = state.tokens.get(tokenId as TokenId);
  const market = token === undefined ? undefined : state.markets[token.market];
  return token === undefined || market === undefined ? null : { market, outcome: token.outcome };
}
