/** Tests the takers' choices. */
import type { OrderRequest } from '@bellwether/sdk';
import { expect, test } from 'vitest';
import { bestPrices, type HouseMarket } from './market.ts';
import { createRandom } from './random.ts';
import { chooseOrder, type MarketPrices, type TakerFunds } from './taker-choice.ts';

const market: HouseMarket = {
  ...{ conditionId: '0x1', slug: 'm', tokens: ['1', '2'], negRisk: false, tick: 100, minimumShares: 5 },
};
const best = { bid: 4_000, ask: 4_400, value: 4_650 };

/** Orders at an opinion above the book's prices, and at one below. */
function choices(
  funds: TakerFunds,
  prices: readonly MarketPrices[] = [best, { ...best, value: 3_750 }],
): OrderRequest[] {
  const random = createRandom('taker');
  return Array.from({ length: 500 }, (_, turn) => prices[turn % prices.length] ?? best).flatMap(
    (each) => chooseOrder(market, each, funds, random) ?? [],
  );
}

test.each([
  ['where one market wins alone', { ...market, negRisk: true }, false],
  ['of a steady taker', market, true],
])('taker: no order rests %s [X81]', (_where, where, isAtOnce) => {
  const random = createRandom('at once');
  for (let turn = 0; turn < 200; turn++) {
    const order = chooseOrder(where, best, { collateral: 10_000, shares: [50, 50] }, random, isAtOnce);
    expect(order?.type).toBe('FAK');
  }
});

test('taker: with shares and collateral it does a bit of everything', () => {
  const orders = choices({ collateral: 10_000, shares: [50, 50] });
  const seen = orders.map(({ side, type, tokenId }) => `${side} ${type} ${tokenId}`);
  expect([...new Set(seen)].sort()).toEqual([
    ...['BUY FAK 1', 'BUY FAK 2', 'BUY GTC 1', 'BUY GTC 2'],
    ...['SELL FAK 1', 'SELL FAK 2', 'SELL GTC 1', 'SELL GTC 2'],
  ]);
});

test('taker: without shares it only buys, without collateral only sells, without both nothing', () => {
  expect(choices({ collateral: 10_000, shares: [0, 4] }).every(({ side }) => side === 'BUY')).toBe(true);
  const sales = choices({ collateral: 0, shares: [0, 50] });
  expect(sales.every(({ side, tokenId }) => side === 'SELL' && tokenId === '2')).toBe(true);
  expect(choices({ collateral: 0, shares: [4, 4] })).toEqual([]);
});

test('taker: spends at most 1% of its collateral, and at most 100', () => {
  const spent = (collateral: number) =>
    choices({ collateral, shares: [0, 0] }).flatMap((order) => ('amount' in order ? [Number(order.amount)] : []));
  expect([Math.max(...spent(5_000)), Math.max(...spent(1_000_000))]).toEqual([50, 100]);
});

test('taker: prices lie on the tick and between one tick and one less a tick', () => {
  for (const prices of [best, { bid: 100, ask: 9_900, value: 5 }, { bid: 9_800, ask: 9_900, value: 9_995 }])
    for (const { price } of choices({ collateral: 10_000, shares: [50, 50] }, [prices])) {
      const ticks = Number(price) * 100;
      expect(Math.abs(ticks - Math.round(ticks))).toBeLessThan(1e-9);
      expect(ticks > 0.5 && ticks < 99.5).toBe(true);
    }
});

test('taker: sells all of a small position and never more than it has', () => {
  const sold = choices({ collateral: 0, shares: [12, 0] });
  expect(new Set(sold.map((order) => Number('amount' in order ? order.amount : order.size)))).toEqual(new Set([12]));
});

test('taker: trades towards its opinion, as far as that goes, and at least at the best price', () => {
  const limits = (value: number) =>
    choices({ collateral: 10_000, shares: [50, 50] }, [{ ...best, value }]).flatMap(({ type, side, tokenId, price }) =>
      type === 'FAK' ? [`${side} ${tokenId} ${price}`] : [],
    );
  expect(new Set(limits(4_650))).toEqual(new Set(['BUY 1 0.46', 'SELL 2 0.54']));
  expect(new Set(limits(4_210))).toEqual(new Set(['BUY 1 0.44', 'SELL 2 0.56']));
  expect(new Set(limits(3_750))).toEqual(new Set(['BUY 2 0.62', 'SELL 1 0.38']));
});

test('book: the best is the last of each side', () => {
  const bids = ['0.3', '0.4'].map((price) => ({ price, size: '10' }));
  expect(bestPrices({ bids, asks: [{ price: '0.5', size: '7' }] })).toEqual({ bid: 4_000, ask: 5_000 });
  expect(bestPrices({ bids: [], asks: [] })).toEqual({ bid: null, ask: null });
});
