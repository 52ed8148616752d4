/** Converts orders of either outcome into YES terms, as used by the market's book. */
import type { Outcome } from '../units/ids.ts';
import { complement, type Price } from '../units/price.ts';
import type { Side } from '../units/terms.ts';
import type { BookSide } from './order-book.ts';

/** The side of the YES book that an order belongs to: BUY YES and SELL NO are bids. */
export function bookSideOf(side: Side, outcome: Outcome): BookSide {
  return (side === 'BUY') === (outcome === 0) ? 0 : 1;
}

/** The order's price in YES terms. */
export function bookPriceOf(p: Price, outcome: Outcome): Price {
  return outcome === 0 ? p : complement(p);
}
