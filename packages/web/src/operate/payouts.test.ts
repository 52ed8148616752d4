/** Payouts of a market. */
import { expect, test } from 'vitest';
import { payoutText, readSplit, summarizePayouts } from './payouts.ts';

const holder = (name: string, outcomeIndex: number, amount: number) => ({
  proxyWallet: `0x${name}`,
  name,
  pseudonym: `Quiet-${name}`,
  displayUsernamePublic: name !== 'shy',
  outcomeIndex,
  amount,
});
const GROUPS = [{ holders: [holder('ada', 0, 120.5), holder('bo', 0, 10)] }, { holders: [holder('shy', 1, 130.5)] }];

test('payouts: the winner’s shares pay one each, the others nothing, largest first', () => {
  const { payees, total, shares, paid, unpaid } = summarizePayouts(GROUPS, [10_000, 0]);
  expect(payees.map(({ name, payout }) => [name, payout])).toEqual([
    ['ada', '120.5'],
    ['bo', '10'],
    ['Quiet-shy', '0'],
  ]);
  expect([total, shares, paid, unpaid]).toEqual(['130.5', ['130.5', '130.5'], 2, 1]);
});

test('payouts: a split pays both sides, and all shares together what is locked', () => {
  const { payees, total } = summarizePayouts(GROUPS, [2_500, 7_500]);
  expect(payees.map(({ payout }) => payout)).toEqual(['97.875', '30.125', '2.5']);
  expect(total).toBe('130.5');
});

test.each([
  ['0', 0],
  ['1', 10_000],
  ['1.0', 10_000],
  ['0.5', 5_000],
  ['.25', 2_500],
  [' 0.3333 ', 3_333],
  ['0.00001', null],
  ['1.1', null],
  ['-0.5', null],
  ['50%', null],
  ['', null],
])('payouts: a split of %j is read as %j', (text, payout) => {
  expect(readSplit(text)).toBe(payout);
});

test('payouts: ten-thousandths are written as decimals', () => {
  expect([payoutText(10_000), payoutText(3_333), payoutText(0)]).toEqual(['1', '0.3333', '0']);
});
