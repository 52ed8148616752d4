import { expect, test } from 'vitest';
import { worthAt } from './market-holdings.ts';

const POSITION = { size: 23.33, initialValue: 9.7986, realizedPnl: -0.2, feesPaid: 1.05192 };

test('a position is worth its shares at the price, its profit has results and fees in it', () => {
  expect(worthAt(POSITION, '0.41')).toEqual({ value: 9_565_300n, profit: -1_485_220n });
  expect(worthAt(POSITION, '1')).toEqual({ value: 23_330_000n, profit: 12_279_480n });
});

test('without a price it is worth what it cost', () =>
  expect(worthAt(POSITION, null)).toEqual({ value: 9_798_600n, profit: -1_251_920n }));
