/** The obvious book, one sorted array per side: the deliberately slow oracle of the fast book. */
import { BID, type BookEntry, type BookLevel, type BookSide, type OrderBook } from '../book/book.ts';
import { assert } from '../units/assert.ts';
import { MICROS_MAX, type Micros, micros } from '../units/micros.ts';
import type { Price } from '../units/price.ts';

export class NaiveBook<Entry extends BookEntry = BookEntry> implements OrderBook<Entry> {
  /** Entries of each side in trading order. */
  readonly #sides: readonly [Entry[], Entry[]] = [[], []];

  get count(): number {
    return this.#sides[0].length + this.#sides[1].length;
  }

  insert(entry: Entry): void {
    assert(entry.remaining > 0, 'an entry without size rests in no book');
    const entries = this.#sides[entry.bookSide];
    const worse = entries.findIndex((other) =>
      entry.bookSide === BID ? other.bookPrice < entry.bookPrice : other.bookPrice > entry.bookPrice,
    );
    entries.splice(worse < 0 ? entries.length : worse, 0, entry);
    this.#link(entry.bookSide);
  }

  remove(entry: Entry): void {
    this.#sides[entry.bookSide].splice(this.#placeOf(entry), 1);
    entry.previous = null;
    entry.next = null;
    this.#link(entry.bookSide);
  }

  reduce(entry: Entry, size: Micros): void {
    this.#placeOf(entry);
    entry.remaining = micros(entry.remaining - size);
  }

  first(side: BookSide): Entry | null {
    return this.#sides[side][0] ?? null;
  }

  after(entry: Entry): Entry | null {
    return this.#sides[entry.bookSide][this.#placeOf(entry) + 1] ?? null;
  }

  bestPrice(side: BookSide): Price | 0 {
    return this.#sides[side][0]?.bookPrice ?? 0;
  }

  levels(side: BookSide): Iterable<BookLevel> {
    return [...new Set(this.#sides[side].map((entry) => entry.bookPrice))].map((price) => {
      const entries = this.#sides[side].filter((entry) => entry.bookPrice === price);
      const size = entries.reduce((sum, entry) => sum + BigInt(entry.remaining), 0n);
      return { price, size: micros(Math.min(Number(size), MICROS_MAX)), orders: entries.length };
    });
  }

  #placeOf(entry: Entry): number {
    const place = this.#sides[entry.bookSide].indexOf(entry);
    assert(place >= 0, 'an entry is taken out of a book that it does not rest in');
    return place;
  }

  /** Resets the neighbours of all entries. */
  #link(side: BookSide): void {
    const entries = this.#sides[side];
    entries.forEach((entry, place) => {
      const [older, younger] = [entries[place - 1], entries[place + 1]];
      entry.previous = older?.bookPrice === entry.bookPrice ? older : null;
      entry.next = younger?.bookPrice === entry.bookPrice ? younger : null;
    });
  }
}
