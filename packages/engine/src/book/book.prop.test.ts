/** Requirements of every `OrderBook`, as one suite for both books; then the two compared after random operations. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { NaiveBook } from '../testing/naive-book.ts';
import { runs } from '../testing/runs.ts';
import { InvariantViolation } from '../units/assert.ts';
import { MICROS_MAX, micros } from '../units/micros.ts';
import { price } from '../units/price.ts';
import { ASK, BID, type BookEntry, type BookSide, LadderBook, type OrderBook } from './book.ts';

/** An entry of the suite, identified by a letter. */
interface NamedEntry extends BookEntry {
  readonly name: string;
}

function entry(name: string, bookSide: BookSide, bookPrice: number, remaining: number): NamedEntry {
  const links = { previous: null, next: null, level: null };
  return { name, bookSide, bookPrice: price(bookPrice), remaining: micros(remaining), ...links };
}

/** Names in trading order, by walking the book from its best entry. */
function walk(book: OrderBook<NamedEntry>, side: BookSide): string {
  let names = '';
  for (let at = book.first(side); at !== null; at = book.after(at)) names += at.name;
  return names;
}

/** Levels as `price:size/orders`, best first. */
function ladder(book: OrderBook<NamedEntry>, side: BookSide): string {
  return [...book.levels(side)].map((level) => `${level.price}:${level.size}/${level.orders}`).join(' ');
}

interface Scenario {
  readonly title: string;
  /** `+ A bid 5000 10` adds A, `- A` removes it, `A 4` reduces it by 4. */
  readonly steps: string;
  readonly bids: string;
  readonly asks: string;
  readonly order: string;
}

const SCENARIOS: readonly Scenario[] = [
  { title: 'a new book has nothing', steps: '', bids: '', asks: '', order: '|' },
  {
    title: 'the better price trades first on either side',
    steps: '+ A bid 4000 1, + B bid 4100 2, + C bid 3900 3, + D ask 6000 4, + E ask 5900 5, + F ask 6100 6',
    bids: '4100:2/1 4000:1/1 3900:3/1',
    asks: '5900:5/1 6000:4/1 6100:6/1',
    order: 'BAC|EDF',
  },
  {
    title: 'within a price the older order trades first',
    steps: '+ A bid 5000 1, + B bid 5000 2, + C bid 5000 3, + D ask 7000 4, + E ask 7000 5',
    bids: '5000:6/3',
    asks: '7000:9/2',
    order: 'ABC|DE',
  },
  {
    title: 'the first, a middle and the last order of a price can leave',
    steps: '+ A bid 5000 1, + B bid 5000 2, + C bid 5000 4, + D bid 5000 8, + E bid 5000 16, - A, - C, - E',
    bids: '5000:10/2',
    asks: '',
    order: 'BD|',
  },
  {
    title: 'an order that comes back stands behind the others',
    steps: '+ A ask 5000 1, + B ask 5000 2, - A, + A ask 5000 1',
    bids: '',
    asks: '5000:3/2',
    order: '|BA',
  },
  {
    title: 'a reduced order keeps its place',
    steps: '+ A ask 5000 10, + B ask 5000 20, A 4, B 19',
    bids: '',
    asks: '5000:7/2',
    order: '|AB',
  },
  {
    title: 'an order filled to nothing leaves its price to the next one',
    steps: '+ A bid 5000 10, + B bid 4999 20, A 10, - A',
    bids: '4999:20/1',
    asks: '',
    order: 'B|',
  },
  {
    title: 'a price empties and fills again',
    steps: '+ A bid 5000 1, - A, + B bid 5000 2, - B, + C bid 5000 3',
    bids: '5000:3/1',
    asks: '',
    order: 'C|',
  },
  {
    title: 'the ends of the price range are prices like others',
    steps: '+ A bid 1 1, + B bid 9999 2, + C ask 9999 3, + D ask 1 4',
    bids: '9999:2/1 1:1/1',
    asks: '1:4/1 9999:3/1',
    order: 'BA|DC',
  },
  {
    title: 'prices far apart are found in order, across every width of gap',
    steps:
      '+ A bid 9999 1, + B bid 8191 1, + C bid 8192 1, + D bid 1024 1, + E bid 1023 1, + F bid 32 1, + G bid 31 1, + H bid 1 1',
    bids: '9999:1/1 8192:1/1 8191:1/1 1024:1/1 1023:1/1 32:1/1 31:1/1 1:1/1',
    asks: '',
    order: 'ACBDEFGH|',
  },
  {
    title: 'emptying the best price uncovers the next, however far',
    steps: '+ A ask 1 1, + B ask 31 1, + C ask 32 1, + D ask 5000 1, + E ask 9999 1, - A, - B, - C, - D',
    bids: '',
    asks: '9999:1/1',
    order: '|E',
  },
  {
    title: 'a price under the best leaves without touching the best',
    steps: '+ A bid 5000 1, + B bid 4000 1, + C bid 3000 1, - B',
    bids: '5000:1/1 3000:1/1',
    asks: '',
    order: 'AC|',
  },
  {
    title: 'a level is never shown larger than an amount can be, and is exact again below',
    steps: `+ A bid 1 ${MICROS_MAX}, + B bid 1 ${MICROS_MAX}, + C bid 1 7, + D bid 2 ${MICROS_MAX}, + E bid 2 5, D ${MICROS_MAX}, - D`,
    bids: `2:5/1 1:${MICROS_MAX}/3`,
    asks: '',
    order: 'EABC|',
  },
];

function perform(book: OrderBook<NamedEntry>, steps: string): Map<string, NamedEntry> {
  const entries = new Map<string, NamedEntry>();
  for (const step of steps.split(', ').filter((text) => text !== '')) {
    const words = step.split(' ');
    const name = words[0] === '+' || words[0] === '-' ? words[1]! : words[0]!;
    if (words[0] === '+') {
      entries.set(name, entry(name, words[2] === 'bid' ? BID : ASK, Number(words[3]), Number(words[4])));
      book.insert(entries.get(name)!);
    } else if (words[0] === '-') {
      book.remove(entries.get(name)!);
    } else {
      book.reduce(entries.get(name)!, micros(Number(words[1])));
    }
  }
  return entries;
}

describe.each([
  ['ladder', () => new LadderBook<NamedEntry>()],
  ['naive', () => new NaiveBook<NamedEntry>()],
] as [string, () => OrderBook<NamedEntry>][])('book: %s', (_name, create) => {
  test.each(SCENARIOS)('$title', ({ steps, bids, asks, order }) => {
    const book = create();
    perform(book, steps);
    expect([ladder(book, BID), ladder(book, ASK)]).toEqual([bids, asks]);
    expect(`${walk(book, BID)}|${walk(book, ASK)}`).toBe(order);
    expect(book.count).toBe(order.length - 1);
    expect(book.first(BID)?.name ?? '').toBe(order.split('|')[0]!.slice(0, 1));
    expect(book.first(ASK)?.name ?? '').toBe(order.split('|')[1]!.slice(0, 1));
    expect(book.bestPrice(BID)).toBe(Number(bids.split(':')[0]));
    expect(book.bestPrice(ASK)).toBe(Number(asks.split(':')[0]));
  });

  test('an entry knows its neighbours of the same price only', () => {
    const entries = perform(create(), '+ A bid 5000 1, + B bid 5000 1, + C bid 5000 1, + D bid 4999 1, - B');
    const neighbours = [...entries.values()].map((at) => [at.previous, at.next]);
    const [a, , c] = [...entries.values()];
    expect(neighbours).toEqual([
      [null, c],
      [null, null],
      [a, null],
      [null, null],
    ]);
  });

  test('a reduction changes the entry by exactly its size and never below 0', () => {
    const book = create();
    const a = perform(book, '+ A ask 5000 10').get('A')!;
    book.reduce(a, micros(10));
    expect(a.remaining).toBe(0);
    expect(() => book.reduce(a, micros(1))).toThrow('not an amount');
  });

  test('an entry without size and an entry that rests elsewhere are refused', () => {
    const book = create();
    expect(() => book.insert(entry('A', BID, 5000, 0))).toThrow('without size');
    expect(() => book.remove(entry('A', BID, 5000, 1))).toThrow(InvariantViolation);
    perform(book, '+ B bid 5000 1');
    expect(() => book.remove(entry('A', BID, 5000, 1))).toThrow('does not rest in');
  });

  test('levels can be taken as far as they are needed', () => {
    const book = create();
    perform(book, '+ A bid 5000 1, + B bid 4000 1, + C bid 3000 1');
    const prices: number[] = [];
    for (const level of book.levels(BID)) {
      prices.push(level.price);
      if (prices.length === 2) break;
    }
    expect(prices).toEqual([5000, 4000]);
  });
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

function view(book: OrderBook<NamedEntry>): readonly unknown[] {
  return [BID, ASK].map((side) => [
    walk(book, side),
    ladder(book, side),
    book.bestPrice(side),
    book.first(side)?.name ?? null,
    book.count,
  ]);
}

const linksOf = (at: NamedEntry): readonly unknown[] => [
  at.remaining,
  (at.previous as NamedEntry | null)?.name,
  (at.next as NamedEntry | null)?.name,
];

test('book: ladder and naive book agree on everything after every operation [E14]', () => {
  fc.assert(
    fc.property(fc.array(operation, { maxLength: 120, size: 'max' }), (operations) => {
      const [fast, naive] = [new LadderBook<NamedEntry>(), new NaiveBook<NamedEntry>()];
      const resting: Pair[] = [];
      let names = 0;
      const take = (place: number): void => {
        const [pair] = resting.splice(place, 1) as [Pair];
        fast.remove(pair[0]);
        naive.remove(pair[1]);
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
          for (let at = naive.first(step.side); at !== null && at.bookPrice === best; at = naive.first(step.side)) {
            take(resting.findIndex((pair) => pair[1] === at));
          }
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
    }),
    { numRuns: runs(100) },
  );
});
