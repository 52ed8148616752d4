/** Hooks for the account's own open orders. */
import type { OwnOrder } from '@bellwether/sdk';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useAccount } from './account-context.tsx';
import { NOBODY, openOrdersQuery } from './account-queries.ts';
import { priceInBook } from './open-orders.ts';

const NONE: readonly OwnOrder[] = [];

/** Returns open orders, newest first, of one market or of all. Empty for a visitor and until they are loaded. */
export function useOpenOrders(conditionId?: string): readonly OwnOrder[] {
  const account = useAccount();
  const { data = NONE } = useQuery({ ...openOrdersQuery(account ?? NOBODY), enabled: account !== null });
  return useMemo(
    () =>
      account === null ? NONE : conditionId === undefined ? data : data.filter(({ market }) => market === conditionId),
    [account, data, conditionId],
  );
}

/**
 * Returns the prices at which own orders rest in the book of a token. If the market's condition id is given, orders on
 * its other outcome are included at their price in this book.
 */
export function useOwnPrices(tokenId: string, conditionId?: string): ReadonlySet<string> {
  const orders = useOpenOrders();
  return useMemo(() => {
    const here = orders.filter((order) => order.asset_id === tokenId || order.market === conditionId);
    return new Set(here.map((order) => priceInBook(order, tokenId)));
  }, [orders, tokenId, conditionId]);
}
