import fc from 'fast-check';
import { expect, test } from 'vitest';
import { NaiveBook } from '../testing/naive-book.ts';
import { forAll } from '../testing/runs.ts';
import { InvariantViolation } from '../units/assert.ts';
import { MICROS_MAX, micros } from '../units/micros.ts';
import { price } from '../units/price.ts';
import { ASK, BID, type BookEntry, type BookSide, LadderBook, type OrderBook } from './book.ts';

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
        if (step.kind === 'remove' || pair[0].remaining === 0) take(place);
      }
    };
    for (const step of operations) {
      perform(step);
      expect(view(fast)).toEqual(view(naive));
      for (const [mine, theirs] of resting) expect(linksOf(mine)).toEqual(linksOf(theirs));
    }
  });
});
