/** An order of either outcome in the terms of its market's book, which are those of YES. */
import type { Outcome } from '../units/ids.ts';
import { complement, type Price } from '../units/price.ts';
import type { Side } from '../units/terms.ts';
import type { BookSide } from './order-book.ts';

/** Side of the YES book an order belongs to: BUY YES and SELL NO are bids. */
export function bookSideOf(side: Side, outcome: Outcome): BookSide {
  return (side === 'BUY') === (outcome === 0) ? 0 : 1;
}

/** The order's price in YES terms. */
export function bookPriceOf(p: Price, outcome: Outcome): Price {
  return outcome === 0 ? p : complement(p);
}
