/** Balance messages of the feed that arrive before or after a slower read. */
import type { Account, BalanceMessage } from '@bellwether/sdk';
import { QueryClient } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { balancesKey, takeBalance, withNews } from './balance-news.ts';

const ADDRESS = `0x${'a'.repeat(40)}`;

const answer = (free: string, sequence: number): Account => ({
  ...{ address: ADDRESS, depositWallet: `0x${'b'.repeat(40)}`, openOrders: 0, sequence, debt: '0' },
  wallets: [{ address: ADDRESS, free, held: '0', positions: [] }],
});

const told = (free: string, sequence: number): BalanceMessage => ({
  ...{ event_type: 'balance', wallet: ADDRESS, asset_type: 'COLLATERAL', market: '', asset_id: '', outcome: '' },
  ...{ balance: free, free, held: '0', timestamp: '1795200000000' },
  ...{ sequence, index: 0, count: 1, previous: sequence - 1 },
});

const free = (account: Account | undefined): string | undefined => account?.wallets[0]?.free;

test('balances: what the feed tells is shown at once', () => {
  const queries = new QueryClient();
  takeBalance(queries, ADDRESS, told('1', 4));
  expect(queries.getQueryData(balancesKey(ADDRESS))).toBeUndefined();
  queries.setQueryData(balancesKey(ADDRESS), answer('1', 4));
  takeBalance(queries, ADDRESS, told('2', 5));
  takeBalance(queries, ADDRESS, told('3', 6));
  expect(free(queries.getQueryData(balancesKey(ADDRESS)))).toBe('3');
  queries.clear();
});

test('balances: an answer that was under way does not put an older balance back, a newer one counts', () => {
  const queries = new QueryClient();
  takeBalance(queries, ADDRESS, told('2', 5));
  takeBalance(queries, ADDRESS, told('3', 6));
  expect(free(withNews(queries, ADDRESS, answer('1', 4)))).toBe('3');
  expect(free(withNews(queries, ADDRESS, answer('2', 5)))).toBe('3');
  expect(free(withNews(queries, ADDRESS, answer('9', 7)))).toBe('9');
  queries.clear();
});
