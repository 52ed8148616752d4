/**
 * The fast book: insert, remove, reduce, best and next are O(1), no memory is allocated per order, and a book without
 * orders takes a few hundred bytes. Owned by `State`; only `apply` changes it. It must never look at money, accounts or
 * matching rules.
 */
import { assert } from '../units/assert.ts';
import type { Micros } from '../units/micros.ts';
import type { Price } from '../units/price.ts';
import { LadderSide } from './ladder-side.ts';
import { ASK, BID, type BookEntry, type BookLevel, type BookSide, type OrderBook } from './order-book.ts';

export class LadderBook<Entry extends BookEntry = BookEntry> implements OrderBook<Entry> {
  readonly #bids = new LadderSide<Entry>(BID);
  readonly #asks = new LadderSide<Entry>(ASK);
  #count = 0;

  get count(): number {
    return this.#count;
  }

  insert(entry: Entry): void {
    assert(entry.remaining > 0, 'an entry without size rests in no book');
    this.#sideOf(entry.bookSide).insert(entry);
    this.#count++;
  }

  remove(entry: Entry): void {
    this.#sideOf(entry.bookSide).remove(entry);
    this.#count--;
  }

  reduce(entry: Entry, size: Micros): void {
    this.#sideOf(entry.bookSide).reduce(entry, size);
  }

  first(side: BookSide): Entry | null {
    return this.#sideOf(side).first;
  }

  after(entry: Entry): Entry | null {
    return this.#sideOf(entry.bookSide).after(entry);
  }

  bestPrice(side: BookSide): Price | 0 {
    return this.#sideOf(side).bestPrice;
  }

  levels(side: BookSide): Iterable<BookLevel> {
    return this.#sideOf(side).levels();
  }

  #sideOf(side: BookSide): LadderSide<Entry> {
    return side === BID ? this.#bids : this.#asks;
  }
}
