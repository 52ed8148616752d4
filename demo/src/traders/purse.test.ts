/** Tests for a trader's funds. */
import { expect, test } from 'vitest';
import { Purse } from './purse.ts';

test('purse: reads what is free in the trader’s own wallet, in whole units', () => {
  const position = { conditionId: '0x1', tokenId: '1', outcome: '', outcomeIndex: 0, free: '3.7', held: '7' };
  const own = { address: '0xaa', free: '99.99', held: '20', positions: [position] };
  const other = { ...own, address: '0xbb', free: '1000000' };
  const read = new Purse({
    ...{ address: '0xAA', depositWallet: '0xbb', openOrders: 0, sequence: 1, debt: '0' },
    wallets: [other, own],
  });
  expect([read.collateral, read.shares('1'), read.shares('9')]).toEqual([99, 3, 0]);
});
