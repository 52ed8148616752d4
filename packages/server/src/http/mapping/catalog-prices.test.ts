import { describe, expect, test } from 'vitest';
import { decimalText, displayedPriceNumbers, displayedPriceTexts } from './catalog-prices.ts';

const priced = (bid: number, ask: number, last: number | null, payout: number | null = null) => ({
  best_bid_ticks: bid,
  best_ask_ticks: ask,
  last_price_ticks: last,
  payout_0: payout,
});

describe('displayed price', () => {
  test.each([
    ['midpoint of a close book', priced(100, 110, 5_000), ['0.0105', '0.9895']],
    ['midpoint at a spread of exactly 0.10', priced(4_000, 5_000, 4_900), ['0.45', '0.55']],
    ['last trade when the spread is wider', priced(4_000, 5_001, 4_900), ['0.49', '0.51']],
    ['midpoint of a wide book without a trade', priced(4_000, 5_001, null), ['0.45005', '0.54995']],
    ['an empty offer counts as 1', priced(9_990, 0, 5_000), ['0.9995', '0.0005']],
    ['an empty bid counts as 0', priced(0, 10, 5_000), ['0.0005', '0.9995']],
    ['an empty book without a trade', priced(0, 0, null), ['0.5', '0.5']],
    ['an empty book after a trade', priced(0, 0, 7_000), ['0.7', '0.3']],
    ['the payout once resolved', priced(0, 0, 7_000, 10_000), ['1', '0']],
    ['half each', priced(0, 0, 7_000, 5_000), ['0.5', '0.5']],
  ])('displayed price: %s', (_name, view, prices) => {
    expect(displayedPriceTexts(view)).toEqual(prices);
    expect(displayedPriceNumbers(view)).toEqual(prices.map(Number));
  });

  test.each([
    [0, '0'],
    [1, '0.000001'],
    [14_970_000, '14.97'],
    [1_000_000, '1'],
    [8_999_999_999_999_999, '8999999999.999999'],
  ])('decimals: %i micros are %s', (micros, text) => {
    expect(decimalText(micros, 6)).toBe(text);
  });
});
