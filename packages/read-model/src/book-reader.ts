/** Book figures for the projections, computed once per batch because all projections share the same state. */
import { ASK, BID, costRoundedDown, hasEnded, type Market } from '@bellwether/engine';

export type BookFigures = { readonly bestBid: number; readonly bestAsk: number; readonly liquidity: number };

const NO_BOOK: BookFigures = { bestBid: 0, bestAsk: 0, liquidity: 0 };

/**
 * Best prices, and the value of all levels of both sides at YES prices; O(levels). Zero if the book is not readable:
 * orders that rest in an ended market cannot be traded with.
 */
function bookFigures(market: Readonly<Market>): BookFigures {
  const { book } = market;
  if (book === null || hasEnded(market)) return NO_BOOK;
  let liquidity = 0;
  for (const side of [BID, ASK]) {
    for (const level of book.levels(side)) liquidity += costRoundedDown(level.price, level.size);
  }
  return { bestBid: book.bestPrice(BID), bestAsk: book.bestPrice(ASK), liquidity };
}

/** Caches book figures for one batch. */
export class BookReader {
  readonly #known = new Map<Readonly<Market>, BookFigures>();

  figures(market: Readonly<Market>): BookFigures {
    let figures = this.#known.get(market);
    if (figures === undefined) {
      figures = bookFigures(market);
      this.#known.set(market, figures);
    }
    return figures;
  }
}
