import { expect, test } from 'vitest';
import { displayedHalfTicks, type PriceSources } from './displayed-price.ts';

const NOTHING: PriceSources = { payout: null, bid: 0, ask: 0, lastTrade: null, recordedHalfTicks: null };

test.each<[string, Partial<PriceSources>, number | null]>([
  ['nothing happened yet', {}, null],
  ['one bid alone is no price', { bid: 4_000 }, null],
  ['one offer alone is no price', { ask: 4_000 }, null],
  ['the midpoint of a close book', { bid: 100, ask: 110 }, 210],
  ['the midpoint at a spread of exactly 0.10', { bid: 4_000, ask: 5_000, lastTrade: 4_900 }, 9_000],
  ['the last trade at a wider one', { bid: 4_000, ask: 5_001, lastTrade: 4_900 }, 9_800],
  ['the best bid of a wide book for a last trade below it', { bid: 4_000, ask: 6_000, lastTrade: 3_000 }, 8_000],
  ['the best ask of a wide book for a last trade above it', { bid: 4_000, ask: 6_000, lastTrade: 8_000 }, 12_000],
  ['the only bid for a last trade below it', { bid: 4_000, lastTrade: 3_000 }, 8_000],
  ['the only ask for a last trade above it', { ask: 4_000, lastTrade: 5_000 }, 8_000],
  ['a wide spread before the first trade', { bid: 4_000, ask: 5_001 }, null],
  ['the last trade when no one offers', { bid: 10, lastTrade: 5_000 }, 10_000],
  ['the last trade when no one bids', { ask: 9_990, lastTrade: 5_000 }, 10_000],
  ['the last trade of an empty book', { lastTrade: 7_000 }, 14_000],
  ['what an import recorded', { recordedHalfTicks: 10_100 }, 10_100],
  ['a recorded price of nothing', { recordedHalfTicks: 0 }, 0],
  ['a trade here counts before what an import recorded', { lastTrade: 1, recordedHalfTicks: 10_100 }, 2],
  ['the payout, whatever rests or was traded', { payout: 10_000, bid: 1, ask: 2, lastTrade: 7_000 }, 20_000],
  ['a payout of nothing', { payout: 0, lastTrade: 7_000 }, 0],
])('displayed price: %s [B14]', (_name, sources, price) =>
  expect(displayedHalfTicks({ ...NOTHING, ...sources })).toBe(price),
);

test('displayed price: it never lies outside the book, and each price in a market has one for its other outcome [B61]', () => {
  // Every price on a grid of 0.05, and no price.
  const grid = Array.from({ length: 20 }, (_, step) => step * 500);
  for (const bid of grid)
    for (const ask of grid.filter((price) => price === 0 || price > bid))
      for (const lastTrade of [null, ...grid.slice(1)]) {
        const shown = displayedHalfTicks({ ...NOTHING, bid, ask, lastTrade });
        const other = displayedHalfTicks({
          ...NOTHING,
          bid: ask === 0 ? 0 : 10_000 - ask,
          ask: bid === 0 ? 0 : 10_000 - bid,
          lastTrade: lastTrade === null ? null : 10_000 - lastTrade,
        });
        expect(other).toBe(shown === null ? null : 20_000 - shown);
        if (shown === null) continue;
        expect(shown).toBeGreaterThanOrEqual(2 * bid);
        expect(shown).toBeLessThanOrEqual(ask === 0 ? 20_000 : 2 * ask);
      }
});
