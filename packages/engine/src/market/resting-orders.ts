/** Resting orders of a market. */
import { ASK, BID } from '../book/order-book.ts';
import type { OpenOrder } from '../orders/open-order.ts';
import type { Market } from './market.ts';

/** Up to `limit` orders of a market's book, bids first. O(orders returned). */
export function restingOrders(market: Market, limit = Number.POSITIVE_INFINITY): OpenOrder[] {
  const orders: OpenOrder[] = [];
  for (const side of [BID, ASK]) {
    let order = market.book?.first(side) ?? null;
    while (order !== null && orders.length < limit) {
      orders.push(order);
      order = market.book?.after(order) ?? null;
    }
  }
  return orders;
}
