import fc from 'fast-check';
import { expect, test } from 'vitest';
import { forAll } from '../testing/runs.ts';
import { assert, InvariantViolation, MICROS_MAX, type Micros, micros, type Price, price } from '../units/units.ts';
import { ASK, BID, type BookEntry, type BookLevel, type BookSide, LadderBook, type OrderBook } from './book.ts';

/** The obvious book, one sorted array per side: the deliberately slow oracle of the fast book. */
class NaiveBook<Entry extends BookEntry = BookEntry> implements OrderBook<Entry> {
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

  grow(entry: Entry, size: Micros): void {
    this.#placeOf(entry);
    entry.remaining = micros(entry.remaining + size);
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

  sizeBeside(entry: Entry): Micros {
    const others = this.#sides[entry.bookSide].filter((one) => one.bookPrice === entry.bookPrice && one !== entry);
    const size = others.reduce((sum, { remaining }) => sum + BigInt(remaining), 0n);
    return micros(Math.min(Number(size), MICROS_MAX));
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

type NamedEntry = BookEntry & { readonly name: string };

function entry(name: string, bookSide: BookSide, bookPrice: number, remaining: number): NamedEntry {
  const links = { previous: null, next: null, level: null };
  return { name, bookSide, bookPrice: price(bookPrice), remaining: micros(remaining), ...links };
}

function walk(book: OrderBook<NamedEntry>, side: BookSide): string {
  let names = '';
  for (let at = book.first(side); at !== null; at = book.after(at)) names += at.name;
  return names;
}

/** Levels as `price:size/orders`, best first. */
const ladder = (book: OrderBook<NamedEntry>, side: BookSide): string =>
  [...book.levels(side)].map((level) => `${level.price}:${level.size}/${level.orders}`).join(' ');

test('book: an entry without size, one that rests elsewhere and more than an entry has are refused', () => {
  const book = new LadderBook<NamedEntry>();
  expect(() => book.insert(entry('A', BID, 5000, 0))).toThrow('without size');
  expect(() => book.remove(entry('A', BID, 5000, 1))).toThrow(InvariantViolation);
  const resting = entry('B', BID, 5000, 1);
  book.insert(resting);
  expect(() => book.remove(entry('A', BID, 5000, 1))).toThrow('does not rest in');
  expect(() => book.reduce(resting, micros(2))).toThrow('not an amount');
});

/** The same entry in both books: each book owns the links of its copy. */
type Pair = readonly [NamedEntry, NamedEntry];

const operation = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant('insert' as const),
      side: fc.constantFrom(BID, ASK),
      price: fc.oneof(
        fc.integer({ min: 4990, max: 5010 }),
        fc.constantFrom(1, 31, 32, 1023, 1024, 8191, 8192, 9998, 9999),
        fc.integer({ min: 1, max: 9999 }),
      ),
      size: fc.oneof(fc.integer({ min: 1, max: 1000 }), fc.integer({ min: 1, max: MICROS_MAX })),
    }),
  },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('remove' as const), pick: fc.nat() }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('reduce' as const), pick: fc.nat(), part: fc.nat() }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('grow' as const), pick: fc.nat(), part: fc.nat() }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('sweep' as const), side: fc.constantFrom(BID, ASK) }) },
);
type Operation = typeof operation extends fc.Arbitrary<infer T> ? T : never;

const view = (book: OrderBook<NamedEntry>): readonly unknown[] =>
  [BID, ASK].map((side) => [
    walk(book, side),
    ladder(book, side),
    book.bestPrice(side),
    book.first(side)?.name ?? null,
    book.count,
  ]);

const linksOf = (at: NamedEntry): readonly unknown[] => [
  at.remaining,
  (at.previous as NamedEntry | null)?.name,
  (at.next as NamedEntry | null)?.name,
];

test('book: ladder and naive book agree on everything after every operation [E14]', () => {
  forAll(100, [fc.array(operation, { maxLength: 120, size: 'max' })], (operations) => {
    const [fast, naive] = [new LadderBook<NamedEntry>(), new NaiveBook<NamedEntry>()];
    const resting: Pair[] = [];
    let names = 0;
    const take = (place: number): void => {
      const [pair] = resting.splice(place, 1) as [Pair];
      fast.remove(pair[0]);
      naive.remove(pair[1]);
      expect([pair[0].previous, pair[0].next]).toEqual([null, null]);
    };
    const perform = (step: Operation): void => {
      if (step.kind === 'insert') {
        const name = `${names++} `;
        const pair: Pair = [
          entry(name, step.side, step.price, step.size),
          entry(name, step.side, step.price, step.size),
        ];
        fast.insert(pair[0]);
        naive.insert(pair[1]);
        resting.push(pair);
      } else if (step.kind === 'sweep') {
        // A taker that consumes the whole best price.
        const best = naive.bestPrice(step.side);
        for (let at = naive.first(step.side); at !== null && at.bookPrice === best; at = naive.first(step.side))
          take(resting.findIndex((pair) => pair[1] === at));
      } else if (resting.length > 0) {
        const place = step.pick % resting.length;
        const pair = resting[place]!;
        if (step.kind === 'reduce') {
          const size = micros(step.part % (pair[0].remaining + 1));
          fast.reduce(pair[0], size);
          naive.reduce(pair[1], size);
        }
        if (step.kind === 'grow') {
          const size = micros(step.part % (MICROS_MAX - pair[0].remaining + 1));
          fast.grow(pair[0], size);
          naive.grow(pair[1], size);
        }
        if (step.kind === 'remove' || pair[0].remaining === 0) take(place);
      }
    };
    for (const step of operations) {
      perform(step);
      expect(view(fast)).toEqual(view(naive));
      for (const [mine, theirs] of resting) {
        expect(linksOf(mine)).toEqual(linksOf(theirs));
        expect(fast.sizeBeside(mine)).toBe(naive.sizeBeside(theirs));
      }
    }
  });
});
