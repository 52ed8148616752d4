/** Balance messages folded into an answer of `GET /account`. */
import type { Account, BalanceMessage } from '@bellwether/contract';
import { expect, test } from 'vitest';
import { foldBalance } from './account-balances.ts';

const WALLET = `0x${'a'.repeat(40)}`;
const OTHER = `0x${'b'.repeat(40)}`;

/** An account with positions, each as `id free held`. */
const account = (free: string, ...tokens: string[]): Account => ({
  ...{ address: WALLET, depositWallet: OTHER, openOrders: 0, sequence: 10, debt: '0' },
  wallets: [{ address: WALLET, free, held: '0', positions: tokens.map(positionOf) }],
});

function positionOf(token: string) {
  const [tokenId = '', free = '', held = ''] = token.split(' ');
  return { conditionId: '0xc1', tokenId, outcome: 'Yes', outcomeIndex: 0, free, held };
}

const place = { timestamp: '1795200000000', index: 0, count: 1, previous: 10 } as const;
const cash = (free: string, sequence = 11): BalanceMessage => ({
  ...{ event_type: 'balance', wallet: WALLET, asset_type: 'COLLATERAL', market: '', asset_id: '', outcome: '' },
  ...{ balance: free, free, held: '0', sequence },
  ...place,
});
const shares = (id: string, free: string, held = '0', sequence = 11): BalanceMessage => ({
  ...cash(free, sequence),
  ...{ asset_type: 'CONDITIONAL', market: '0xc1', asset_id: id, outcome: 'Yes', outcome_index: 0 },
  balance: String(Number(free) + Number(held)),
  held,
});

test('balances: collateral and shares of a message take the place of what was known', () => {
  const known = account('5', '1 2 0', '2 3 0');
  const news = [cash('7'), shares('1', '1.5', '0.5')];
  expect(news.reduce(foldBalance, known)).toEqual(account('7', '1 1.5 0.5', '2 3 0'));
});

test('balances: a position appears, and leaves when nothing is left of it', () => {
  const both = foldBalance(account('5', '1 2 0'), shares('2', '4'));
  expect(both).toEqual(account('5', '1 2 0', '2 4 0'));
  expect(foldBalance(both, shares('1', '0', '0', 12))).toEqual(account('5', '2 4 0'));
});

test('balances: a message that the answer has in it already changes nothing', () => {
  const known = account('5', '1 2 0');
  for (const message of [cash('9', 10), shares('1', '0', '0', 9)]) expect(foldBalance(known, message)).toBe(known);
});

test('balances: each wallet has its own, whatever the case of its address, and a new one is added', () => {
  const upper = foldBalance(account('5'), { ...cash('6'), wallet: `0x${'A'.repeat(40)}` });
  expect(upper.wallets).toEqual([{ address: WALLET, free: '6', held: '0', positions: [] }]);
  const added = foldBalance(upper, { ...cash('3', 12), wallet: OTHER });
  expect(added.wallets.map(({ address, free }) => [address, free])).toEqual([
    [WALLET, '6'],
    [OTHER, '3'],
  ]);
});
