/** What an account reads of itself, as query options. The account's feed keeps them in step. */
import type { OwnOrder } from '@bellwether/sdk';
import { queryOptions } from '@tanstack/react-query';
import { KEYS } from '../venue/keys.ts';
import type { Account } from './account.ts';
import { balancesKey, withNews } from './balance-news.ts';

/** More open orders than this are counted, not listed. */
export const OPEN_ORDERS_SHOWN_MAX = 1_000;

export const ORDERS = 'orders';

/** Wallets, balances and positions. */
export const balancesQuery = (account: Account) =>
  queryOptions({
    queryKey: balancesKey(account.address),
    queryFn: async ({ signal, client }) =>
      withNews(client, account.address, await account.client.account.get({ signal })),
    staleTime: 60_000,
  });

/** Open orders, latest first. */
export const openOrdersQuery = (account: Account) =>
  queryOptions({
    queryKey: [...KEYS.account(account.address), ORDERS] as const,
    queryFn: async ({ signal }): Promise<readonly OwnOrder[]> => {
      const orders: OwnOrder[] = [];
      for await (const order of account.client.orders.each({}, { signal })) {
        orders.push(order);
        if (orders.length >= OPEN_ORDERS_SHOWN_MAX) break;
      }
      return orders.reverse();
    },
    staleTime: 60_000,
  });

export function isSame(left: string, right: string): boolean {
  return left.toLowerCase() === right.toLowerCase();
}

/** Stands for the missing account in queries that are off. The cast holds because nothing is ever called. */
export const NOBODY = { address: '', wallet: '', client: null } as unknown as Account;
