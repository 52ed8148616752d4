/** Tests for a trader's remaining funds. */
import { expect, test } from 'vitest';
import type { HouseMarket } from './market.ts';
import { Purse } from './purse.ts';

const market: HouseMarket = {
  ...{ conditionId: '0x1', slug: 'm', event: '', tokens: ['1', '2'], negRisk: false },
  ...{ tick: 100, minimumShares: 5, feeRate: 400 },
};

function purse(free: string, yes = '0', no = '0'): Purse {
  const position = (tokenId: string, shares: string) => ({
    ...{ conditionId: '0x1', tokenId, outcome: '', outcomeIndex: 0, free: shares, held: '7' },
  });
  const own = { address: '0xaa', free, held: '20', positions: [position('1', yes), position('2', no)] };
  const other = { ...own, address: '0xbb', free: '1000000' };
  return new Purse({
    address: '0xAA',
    depositWallet: '0xbb',
    openOrders: 0,
    sequence: 1,
    debt: '0',
    wallets: [other, own],
  });
}

test('purse: reads the trader’s own wallet, in whole units', () => {
  const read = purse('99.99', '3.7');
  expect([read.collateral, read.wealth]).toEqual([99, 119]);
  expect([read.shares('1'), read.owned('1'), read.shares('9')]).toEqual([3, 10, 0]);
});

test('purse: a quote is made from shares while there are enough, then from collateral', () => {
  const read = purse('100', '15');
  const ask = { side: 'ask', price: 6_000, shares: 10 } as const;
  expect(read.orderFor(market, ask)).toEqual({ tokenId: '1', side: 'SELL', price: '0.6', size: '10' });
  expect(read.orderFor(market, ask)).toEqual({ tokenId: '2', side: 'BUY', price: '0.4', size: '10' });
  expect([read.shares('1'), read.collateral]).toEqual([5, 95]);
});

test('purse: a bid buys YES, or sells NO at what is left to one', () => {
  const bid = { side: 'bid', price: 3_000, shares: 10 } as const;
  expect(purse('100').orderFor(market, bid)).toEqual({ tokenId: '1', side: 'BUY', price: '0.3', size: '10' });
  const sale = { tokenId: '2', side: 'SELL', price: '0.7', size: '10' };
  expect(purse('0', '0', '10').orderFor(market, bid)).toEqual(sale);
});

test('purse: cost and the largest fee must both be there', () => {
  const bid = { side: 'bid', price: 5_000, shares: 10 } as const;
  expect(purse('5.1').orderFor(market, bid)).toBeNull();
  expect(purse('5.100001').orderFor(market, bid)).not.toBeNull();
});

test('purse: never spends more than there is', () => {
  const read = purse('10');
  expect([read.spend(6), read.spend(6), read.spend(4), read.collateral]).toEqual([true, false, true, 0]);
});
