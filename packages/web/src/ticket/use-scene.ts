/** Live inputs of a ticket's order: the book, own orders in it, the terms and the available funds. */
import { isTick } from '@bellwether/sdk';
import { useMemo } from 'react';
import { useAccount } from '../account/account-context.tsx';
import { OPEN_ORDERS_SHOWN_MAX } from '../account/account-queries.ts';
import type { Funds } from '../account/funds.ts';
import { priceInBook, sideInBook } from '../account/open-orders.ts';
import { useOpenOrders } from '../account/own-orders.ts';
import { useClock } from '../clock/clock-context.tsx';
import { toMicros } from '../format/decimal.ts';
import { useBook } from '../live/live-context.tsx';
import type { Market } from '../venue/market-model.ts';
import type { Scene } from './plan.ts';
import { reservedOf } from './reserved.ts';

export function useScene(market: Market, outcomeIndex: 0 | 1, funds: Funds | null): Scene {
  const { tokenId, label } = market.outcomes[outcomeIndex];
  const { book } = useBook(tokenId);
  const clock = useClock();
  const orders = useOpenOrders(market.conditionId);
  const all = useOpenOrders();
  const account = useAccount();
  return useMemo(() => {
    // The operator may change the terms while the page is open; the book has the newer ones.
    const tick = book?.tick_size ?? market.tick;
    return {
      tokenId,
      conditionId: market.conditionId,
      outcome: label,
      terms: {
        tick: isTick(tick) ? tick : '0.01',
        minimumSize: book?.min_order_size ?? market.minimumSize,
        negRisk: market.negRisk,
      },
      feeBps: market.feeBps,
      book,
      own: orders.map((order) => ({
        side: sideInBook(order, tokenId),
        price: toMicros(priceInBook(order, tokenId)) ?? 0n,
        size: (toMicros(order.original_size) ?? 0n) - (toMicros(order.size_matched) ?? 0n),
      })),
      funds:
        funds === null
          ? null
          : { collateral: toMicros(funds.free) ?? 0n, shares: toMicros(funds.shares.get(tokenId) ?? '0') ?? 0n },
      // A truncated list reveals neither the number of orders nor their total hold.
      reserved:
        account === null || all.length >= OPEN_ORDERS_SHOWN_MAX ? null : reservedOf(all, account.wallet, tokenId),
      nowMs: clock.now(),
    };
  }, [market, tokenId, label, book, orders, all, account, funds, clock]);
}
