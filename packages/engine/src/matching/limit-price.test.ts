import { expect, test } from 'vitest';
import { micros } from '../units/micros.ts';
import type { OrderType, Side } from '../units/terms.ts';
import { limitPrice } from './pricing.ts';

/** Collateral and shares in micros, tick in 1/10000. */
const REFUSED: readonly [string, number, number, number, string][] = [
  ['0.405 between two ticks', 405_000, 1_000_000, 100, 'price_off_grid'],
  ['two thirds', 2_000_000, 3_000_000, 100, 'price_off_grid'],
  ['half a tick', 5_000, 1_000_000, 100, 'price_out_of_range'],
  ['a third of a tick', 10_000, 3_000_000, 100, 'price_out_of_range'],
  ['just below the lowest tick', 9_900, 1_000_000, 100, 'price_out_of_range'],
  ['half a tick above the highest', 995_000, 1_000_000, 100, 'price_out_of_range'],
  ['above the highest, no whole price', 2_996_000, 3_000_000, 100, 'price_out_of_range'],
  ['0.9999 with a tick of 0.1', 999_900, 1_000_000, 1000, 'price_out_of_range'],
  ['0.05 with a tick of 0.1', 50_000, 1_000_000, 1000, 'price_out_of_range'],
  ['one', 1_000_000, 1_000_000, 100, 'price_out_of_range'],
  ['two', 2_000_000, 1_000_000, 100, 'price_out_of_range'],
  ['seven thirds', 7_000_000, 3_000_000, 100, 'price_out_of_range'],
  ['next to nothing', 1, 1_000_000_000_000_000, 1, 'price_out_of_range'],
];

const TYPES: readonly OrderType[] = ['GTC', 'GTD', 'FOK', 'FAK'];
const SIDES: readonly Side[] = ['BUY', 'SELL'];

test.each(REFUSED)('limit price: %s is refused alike whatever the order', (_name, collateral, shares, tick, code) => {
  for (const type of TYPES) {
    for (const side of SIDES)
      expect([type, side, limitPrice(type, side, micros(collateral), micros(shares), tick)]).toMatchObject([
        type,
        side,
        { code },
      ]);
  }
});

test('limit price: amounts a client rounded beyond the end of the range still say the last tick [E19]', () => {
  // Slightly below 0.01, slightly above 0.99, and below 0.01 again: each within a rounding unit of the tick's product.
  expect(limitPrice('FOK', 'BUY', micros(3_030_000), micros(303_000_050), 100)).toBe(100);
  expect(limitPrice('FOK', 'BUY', micros(1_000_000), micros(1_010_100), 100)).toBe(9900);
  expect(limitPrice('FAK', 'SELL', micros(3_330), micros(333_330), 100)).toBe(100);
  expect(limitPrice('GTC', 'BUY', micros(1_000_000), micros(1_010_100), 100)).toMatchObject({
    code: 'price_out_of_range',
  });
});
