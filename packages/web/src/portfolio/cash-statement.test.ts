import { expect, test } from 'vitest';
import { cashAfter, cashStatement } from './cash-statement.ts';

const trade = (side: 'BUY' | 'SELL', usdcSize: number, fee: number, cashChange: number) =>
  ({ type: 'TRADE', side, usdcSize: `${usdcSize}`, fee: `${fee}`, cashChange: `${cashChange}` }) as const;
const act = (type: 'DEPOSIT' | 'SPLIT' | 'MERGE' | 'REDEEM' | 'WITHDRAWAL', cashChange: number) =>
  ({ type, side: '', usdcSize: `${Math.abs(cashChange)}`, fee: '0', cashChange: `${cashChange}` }) as const;

const ROWS = [
  act('REDEEM', 12.5),
  act('REDEEM', 0),
  trade('SELL', 4.2, 0.24361, 3.95639),
  trade('BUY', 13.9986, 0.81192, -14.81052),
  act('SPLIT', -10),
  act('MERGE', 2.000001),
  act('WITHDRAWAL', -100),
  act('DEPOSIT', 1_000),
];

test('the lines of a history add up by kind, fees apart, to the millionth [Z1]', () => {
  const { lines, count, sum } = cashStatement(ROWS);
  expect(lines).toEqual([
    { name: 'Deposited', change: 1_000_000_000n },
    { name: 'Withdrawn', change: -100_000_000n },
    { name: 'Bought', change: -13_998_600n },
    { name: 'Sold', change: 4_200_000n },
    { name: 'Fees', change: -1_055_530n },
    { name: 'Split', change: -10_000_000n },
    { name: 'Merged', change: 2_000_001n },
    { name: 'Payouts', change: 12_500_000n },
  ]);
  expect([count, sum]).toEqual([8, 893_645_871n]);
});

test('the cash after each line leads back to nothing before the first', () => {
  const after = cashAfter(ROWS, 893_645_871n);
  expect([after[0], after.at(-1)]).toEqual([893_645_871n, 1_000_000_000n]);
  expect(cashStatement([]).sum).toBe(0n);
});
