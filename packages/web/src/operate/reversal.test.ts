/** Money that the reversal of a paid result takes and pays. */
import { expect, test } from 'vitest';
import { OPEN, REFUND } from './event-payouts.ts';
import { type PastPosition, summarizeReversal } from './reversal.ts';

const position = (name: string, outcomeIndex: number, figures: readonly [number, number, number]): PastPosition => {
  const [redeemed, payout, realizedPnl] = figures;
  const held = { currentValue: 0, cashPnl: 0, feesPaid: 0.5 };
  return { proxyWallet: `0x${name}`, name, pseudonym: '', outcomeIndex, redeemed, payout, realizedPnl, ...held };
};
/** Yes won: Ada's 100 Yes cost 40, Bo's 100 No 60; Cy had sold all at a profit. */
const PAID = [[position('ada', 0, [100, 100, 60]), position('bo', 1, [100, 0, -60]), position('cy', 0, [0, 0, 5])]];
const told = (to: Parameters<typeof summarizeReversal>[1]) =>
  summarizeReversal(PAID, to).rows.map(({ name, change }) => `${name} ${change}`);

test('reversal: the other outcome is paid what the first one got', () => {
  expect(told([[0, 10_000]])).toEqual(['ada -100000000', 'bo 100000000']);
  const { taken, takenFrom, paid, paidTo } = summarizeReversal(PAID, [[2_500, 7_500]]);
  expect([taken, takenFrom, paid, paidTo]).toEqual(['75', 1, '75', 1]);
});

test('reversal: to open takes back what was paid, and no more', () => {
  expect(told(OPEN)).toEqual(['ada -100000000']);
});

test('reversal: a refund makes every profit zero, fees included', () => {
  expect(told(REFUND)).toEqual(['ada -59500000', 'cy -4500000', 'bo 60500000']);
});

test('refund: shares that are still held get back what they cost', () => {
  const held = { ...position('ada', 0, [0, 0, 2]), currentValue: 50, cashPnl: 10 };
  expect(summarizeReversal([[held]], REFUND).rows.map(({ change }) => change)).toEqual([38_500_000n]);
});

test('reversal: an account counts once over all markets of an event', () => {
  const both = [...PAID, [position('ada', 1, [50, 0, -20]), position('bo', 0, [50, 50, 30])]];
  const { rows, takenFrom } = summarizeReversal(both, [
    [0, 10_000],
    [0, 10_000],
  ]);
  expect([rows.map(({ change }) => change), takenFrom]).toEqual([[-50_000_000n, 50_000_000n], 1]);
});
