/** Tests the quotes that the market maker wants, and the steps to reach them. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type LadderInput, ladder, planRequote, type Quote, type StandingQuote } from './quotes.ts';

const base: LadderInput = { fairPpm: 500_000, tick: 100, minimumShares: 5, sharesMax: 1_000, netShares: 0 };
const show = (quotes: readonly Quote[]): string[] =>
  quotes.map(({ side, price, shares }) => `${side} ${shares} @ ${price / 10_000}`);

test('ladder: four levels on each side, larger further out', () =>
  expect(show(ladder(base))).toEqual([
    ...['bid 81 @ 0.49', 'ask 85 @ 0.51', 'bid 184 @ 0.48', 'ask 200 @ 0.52'],
    ...['bid 231 @ 0.47', 'ask 267 @ 0.53', 'bid 352 @ 0.46', 'ask 312 @ 0.54'],
  ]));

test('ladder: fine ticks do not make the levels crowd together', () => {
  const prices = ladder({ ...base, tick: 10 }).map(({ price }) => price);
  expect(prices).toEqual([4_930, 5_070, 4_800, 5_200, 4_670, 5_330, 4_540, 5_460]);
});

test('ladder: near zero only what has a price remains', () => {
  const quotes = ['bid 89 @ 0.01', 'ask 93 @ 0.03', 'ask 164 @ 0.04', 'ask 291 @ 0.05', 'ask 344 @ 0.06'];
  expect(show(ladder({ ...base, fairPpm: 18_000 }))).toEqual(quotes);
});

test('ladder: small funds make fewer levels, too small ones none', () => {
  expect(ladder({ ...base, sharesMax: 16 })).toHaveLength(4);
  expect(ladder({ ...base, sharesMax: 4 })).toEqual([]);
});

test('ladder: a quote that stays at its price keeps its size, neighbours differ', () => {
  const sizes = (fairPpm: number) => new Map(ladder({ ...base, fairPpm }).map(({ price, shares }) => [price, shares]));
  expect(sizes(501_000)).toEqual(sizes(500_000));
  expect(sizes(500_000).get(4_900)).not.toBe(sizes(500_000).get(5_100));
});

test('ladder: a long position moves quotes down, a short one up, both only so far', () => {
  const bid = (netShares: number): number => ladder({ ...base, netShares })[0]!.price;
  expect(bid(1_000)).toBeLessThan(bid(0));
  expect(bid(-1_000)).toBeGreaterThan(bid(0));
  expect(bid(1_000_000)).toBe(bid(2_000));
  expect(bid(1_000_000)).toBe(4_600);
});

test('ladder: prices lie on the tick, inside the market, and never cross', () => {
  const input = fc.record({
    fairPpm: fc.integer({ min: 500, max: 999_500 }),
    tick: fc.constantFrom(1_000, 100, 50, 25, 10, 1),
    minimumShares: fc.integer({ min: 1, max: 100 }),
    sharesMax: fc.integer({ min: 0, max: 100_000 }),
    netShares: fc.integer({ min: -1_000_000, max: 1_000_000 }),
  });
  fc.assert(
    fc.property(input, (given) => {
      const quotes = ladder(given);
      const bids = quotes.filter(({ side }) => side === 'bid');
      const asks = quotes.filter(({ side }) => side === 'ask');
      for (const { price, shares } of quotes) {
        expect(price % given.tick).toBe(0);
        expect(price).toBeGreaterThanOrEqual(given.tick);
        expect(price).toBeLessThanOrEqual(10_000 - given.tick);
        expect(shares).toBeGreaterThanOrEqual(given.minimumShares);
      }
      expect(new Set(quotes.map(({ side, price }) => `${side} ${price}`)).size).toBe(quotes.length);
      const best = [Math.max(0, ...bids.map(({ price }) => price)), Math.min(1e4, ...asks.map(({ price }) => price))];
      expect(best[0]).toBeLessThan(best[1]!);
      expect(bids.reduce((sum, { shares }) => sum + shares, 0)).toBeLessThanOrEqual(given.sharesMax);
    }),
  );
});

const bid: StandingQuote = { orderId: 'a', side: 'bid', price: 4_900, shares: 100 };
const ask: StandingQuote = { orderId: 'b', side: 'ask', price: 5_100, shares: 100 };
const everything = () => 1_000;

test('requote: what stands where it is wanted is left alone', () => {
  const target = [bid, ask].map(({ side, price }, index) => ({ side, price, shares: [120, 80][index]! }));
  expect(planRequote([bid, ask], target, everything)).toEqual({ keep: [bid, ask], cancel: [], place: [] });
});

test('requote: a moved price changes only the orders that are elsewhere', () => {
  const moved: Quote = { side: 'ask', price: 5_200, shares: 100 };
  const plan = planRequote([bid, ask], [{ side: 'bid', price: 4_900, shares: 100 }, moved], everything);
  expect(plan).toEqual({ keep: [bid], cancel: [ask], place: [moved] });
});

test('requote: an order that the book shows as mostly gone is replaced', () => {
  const target: Quote[] = [{ side: 'bid', price: 4_900, shares: 100 }];
  expect(planRequote([bid], target, () => 50).cancel).toEqual([]);
  expect(planRequote([bid], target, () => 49)).toEqual({ keep: [], cancel: [bid], place: target });
});

test('requote: a bid does not stand in for an ask at the same price', () => {
  const target: Quote[] = [{ side: 'ask', price: 4_900, shares: 100 }];
  expect(planRequote([bid], target, everything)).toEqual({ keep: [], cancel: [bid], place: target });
});
