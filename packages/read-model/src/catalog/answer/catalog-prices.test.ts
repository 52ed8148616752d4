import { expect, test } from 'vitest';
import { shownPriceNumbers, shownPriceTexts } from './catalog-prices.ts';

const UNTRADED = { payout_0: null, last_price_ticks: null, recorded_half_ticks: null };
const MARKET = { ...UNTRADED, closed: 0, archived: 0, best_bid_ticks: 0, best_ask_ticks: 0 } as const;
type Changes = Partial<Parameters<typeof shownPriceTexts>[0]>;
const book = (best_bid_ticks: number, best_ask_ticks: number): Changes => ({ best_bid_ticks, best_ask_ticks });

test.each<[string, Changes, [string, string]]>([
  ['midpoint of a close book', { best_bid_ticks: 100, best_ask_ticks: 110 }, ['0.0105', '0.9895']],
  ['midpoint between two finest ticks', { best_bid_ticks: 5_000, best_ask_ticks: 5_001 }, ['0.50005', '0.49995']],
  ['last trade when no one offers', { best_bid_ticks: 4_000, last_price_ticks: 5_000 }, ['0.5', '0.5']],
  ['best bid when the last trade lies below it', { ...book(9_990, 0), last_price_ticks: 5_000 }, ['0.999', '0.001']],
  ['the payout once resolved', { last_price_ticks: 7_000, payout_0: 10_000 }, ['1', '0']],
  ['half each', { last_price_ticks: 7_000, payout_0: 5_000 }, ['0.5', '0.5']],
  [
    'the last trade of a closed market, whatever rests',
    { ...book(100, 110), last_price_ticks: 7_000, closed: 1 },
    ['0.7', '0.3'],
  ],
  ['what an import recorded of a closed market', { recorded_half_ticks: 16_200, closed: 1 }, ['0.81', '0.19']],
  ['the book of a recorded, opened market', { ...book(100, 110), recorded_half_ticks: 16_200 }, ['0.0105', '0.9895']],
])('displayed price: %s', (_name, changes, prices) => {
  expect(shownPriceTexts({ ...MARKET, ...changes })).toEqual({ prices, isKnown: true });
  expect(shownPriceNumbers({ ...MARKET, ...changes })).toEqual({ prices: prices.map(Number), isKnown: true });
});

test.each<[string, Changes]>([
  ['nothing happened', {}],
  ['one bid', { best_bid_ticks: 4_000 }],
  ['one offer', { best_ask_ticks: 10 }],
  ['a wide book before the first trade', book(4_000, 5_001)],
  ['a close book of a closed market', { ...book(100, 110), closed: 1 }],
  ['a close book of an archived market', { ...book(100, 110), archived: 1 }],
  ['a recorded price of a market that was opened', { recorded_half_ticks: 16_200 }],
])('displayed price: unknown is 0.5 and says so: %s', (_name, changes) => {
  expect(shownPriceTexts({ ...MARKET, ...changes })).toEqual({ prices: ['0.5', '0.5'], isKnown: false });
  expect(shownPriceNumbers({ ...MARKET, ...changes })).toEqual({ prices: [0.5, 0.5], isKnown: false });
});
