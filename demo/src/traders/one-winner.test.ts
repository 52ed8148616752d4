import fc from 'fast-check';
import { expect, test } from 'vitest';
import { boundByEvent } from './one-winner.ts';
import { ladder, type Quote } from './quotes.ts';

const best = (quotes: readonly Quote[], side: 'bid' | 'ask'): number =>
  side === 'bid'
    ? Math.max(0, ...quotes.filter((quote) => quote.side === side).map(({ price }) => price))
    : Math.min(10_000, ...quotes.filter((quote) => quote.side === side).map(({ price }) => price));

test('one winner: a ladder within its event stays as it is', () => {
  const quotes = ladder({ fairPpm: 333_000, tick: 100, minimumShares: 5, sharesMax: 1_000, netShares: 0 });
  expect(boundByEvent(quotes, [quotes, quotes], 100)).toEqual(quotes);
});

test('one winner: whatever each market is thought to be worth, no complete set is bought above one or sold below [X80]', () => {
  const turn = fc.record({
    market: fc.nat(4),
    fairPpm: fc.integer({ min: 500, max: 999_500 }),
    netShares: fc.integer({ min: -4_000, max: 4_000 }),
    staysToo: fc.boolean(),
  });
  const tick = fc.constantFrom(1, 10, 25, 50, 100);
  fc.assert(
    fc.property(
      fc.array(turn, { minLength: 1, maxLength: 40 }),
      fc.integer({ min: 2, max: 5 }),
      tick,
      (turns, markets, tick) => {
        const standing: Quote[][] = Array.from({ length: markets }, () => []);
        for (const { market, fairPpm, netShares, staysToo } of turns) {
          const at = market % markets;
          const others = standing.filter((_, index) => index !== at);
          const quotes = ladder({ fairPpm, tick, minimumShares: 5, sharesMax: 1_000, netShares });
          const bound = boundByEvent(quotes, others, tick);
          // Old quotes may stand beside the new ones for a while.
          standing[at] = staysToo ? [...(standing[at] ?? []), ...bound] : bound;
          const sumOf = (side: 'bid' | 'ask'): number => standing.reduce((total, each) => total + best(each, side), 0);
          expect(sumOf('bid')).toBeLessThanOrEqual(10_000);
          if (standing.every((each) => best(each, 'ask') < 10_000)) expect(sumOf('ask')).toBeGreaterThanOrEqual(10_000);
        }
      },
    ),
    { numRuns: 300 },
  );
});
