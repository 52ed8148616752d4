import { expect, test } from 'vitest';
import { ladderOf } from './ladder.ts';

const level = (price: string, size: string) => ({ price, size });

test('ladder: best prices come first, and sizes and cost add up outwards, exactly', () => {
  const bids = [level('0.38', '30.5'), level('0.4', '10.1')];
  const ladder = ladderOf({ bids, asks: [level('0.45', '5'), level('0.42', '20')], last_trade_price: '0.41' }, 8);
  expect(ladder.bids).toEqual([
    { price: '0.4', size: '10.1', depth: '10.1', cost: '4.04', fill: 24 },
    { price: '0.38', size: '30.5', depth: '40.6', cost: '15.63', fill: 100 },
  ]);
  expect(ladder.asks.map(({ price, depth, fill }) => `${price} ${depth} ${fill}`)).toEqual([
    '0.42 20 49',
    '0.45 25 61',
  ]);
  expect([ladder.spread, ladder.last]).toEqual(['0.02', '0.41']);
});

test('ladder: only the best levels are shown', () => {
  const bids = ['0.1', '0.2', '0.3'].map((price) => level(price, '1'));
  const { bids: shown } = ladderOf({ bids, asks: [], last_trade_price: '' }, 2);
  expect(shown.map(({ price }) => price)).toEqual(['0.3', '0.2']);
});

test('ladder: an empty side has no spread', () => {
  const ladder = ladderOf({ bids: [], asks: [level('0.5', '1')], last_trade_price: '' }, 8);
  expect(ladder).toMatchObject({ bids: [], spread: null, last: null });
});
