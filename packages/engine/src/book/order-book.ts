/**
 * The book of one market in YES terms, and its resting entries.
 * BUY YES at p and SELL NO at 1 - p are bids at p; SELL YES at p and BUY NO at 1 - p are asks at p. The book knows only
 * sides, prices, sizes and time priority; money and matching rules live elsewhere. Two books implement this interface
 * and one test suite proves that they agree: `LadderBook` (fast) and `NaiveBook` (the oracle).
 */
import type { Micros } from '../units/micros.ts';
import type { Price } from '../units/price.ts';

/** 0 = bid (wants YES), 1 = ask (offers YES). */
export type BookSide = 0 | 1;
export const BID: BookSide = 0;
export const ASK: BookSide = 1;

export const opposite = (side: BookSide): BookSide => (side === BID ? ASK : BID);

/** A book's data about a resting order. Only the book that holds it may write `previous`, `next` and `level`. */
export interface BookEntry {
  readonly bookSide: BookSide;
  /** Price in YES terms. */
  readonly bookPrice: Price;
  /** Unfilled size, above 0 while it rests. Only the book writes it, in `reduce`. */
  remaining: Micros;
  /** Neighbours at the same price, older and newer; null at the ends and outside a book. */
  previous: BookEntry | null;
  next: BookEntry | null;
  /** The price level, for book implementations that store it here; null outside a book. */
  level: object | null;
}

/** One price of one side: the price, the size resting there and how many orders make it up. */
export interface BookLevel {
  readonly price: Price;
  readonly size: Micros;
  readonly orders: number;
}

export interface OrderBook<Entry extends BookEntry = BookEntry> {
  /** Adds an entry after all others at its price. */
  insert(entry: Entry): void;
  /** Removes a resting entry. */
  remove(entry: Entry): void;
  /**
   * Reduces `entry.remaining` by `size`; the entry keeps its time priority. The caller must remove an entry that
   * reaches 0.
   */
  reduce(entry: Entry, size: Micros): void;
  /** The entry that trades next on a side: best price, then oldest; null if the side is empty. */
  first(side: BookSide): Entry | null;
  /** The entry that would trade after `entry` on the same side; null at the end. `entry` must rest in this book. */
  after(entry: Entry): Entry | null;
  /** Best price of a side, or 0 if it is empty. */
  bestPrice(side: BookSide): Price | 0;
  /** Price levels from best to worst. The book must not change during iteration. */
  levels(side: BookSide): Iterable<BookLevel>;
  /** Number of resting entries of both sides. */
  readonly count: number;
}
