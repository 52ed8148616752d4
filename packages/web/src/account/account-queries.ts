/** Query options for the account's own data. The account feed keeps the cache up to date. */
import type { Client, OwnOrder } from '@bellwether/sdk';
import { queryOptions } from '@tanstack/react-query';
import { KEYS } from '../venue/keys.ts';
import { reading } from '../venue/queries.ts';
import { balancesKey, withNews } from './balance-news.ts';

/** Maximum number of open orders that are listed. Further ones are only counted. */
export const OPEN_ORDERS_SHOWN_MAX = 1_000;

export const ORDERS = 'orders';

export const balancesQuery = (account: Account) =>
  queryOptions({
    queryKey: balancesKey(account.address),
    queryFn: async ({ signal, client }) =>
      withNews(client, account.address, await account.client.account.get({ signal })),
    staleTime: 60_000,
  });

export const openOrdersQuery = (account: Account) =>
  reading([...KEYS.account(account.address), ORDERS], async (call): Promise<readonly OwnOrder[]> => {
    const orders: OwnOrder[] = [];
    for await (const order of account.client.orders.each({}, call)) {
      orders.push(order);
      if (orders.length >= OPEN_ORDERS_SHOWN_MAX) break;
    }
    return orders.reverse();
  });

export function isSame(left: string, right: string): boolean {
  return left.toLowerCase() === right.toLowerCase();
}

/** Placeholder account for disabled queries. The cast is safe because none of its members is ever used. */
export const NOBODY = { address: '', wallet: '', client: null } as unknown as Account;

export interface Account {
  /** Address of the signer. */
  readonly address: string;
  /** Wallet that holds the funds. */
  readonly wallet: string;
  readonly client: Client;
}
