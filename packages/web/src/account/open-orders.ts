/** Applies feed messages to the account's open orders. Pure. */
import type { OwnOrder, UserMessage } from '@bellwether/sdk';
import { complement } from '../format/decimal.ts';

export type OrderNews = Extract<UserMessage, { readonly event_type: 'order' }>;

/** Returns the list with one message applied: live orders are added or updated, ended ones removed. */
export function foldOrder(orders: readonly OwnOrder[], news: OrderNews): readonly OwnOrder[] {
  const others = orders.filter(({ id }) => id !== news.id);
  if (news.type === 'CANCELLATION' || news.status !== 'LIVE') return others;
  const known = orders.find(({ id }) => id === news.id);
  const changed = known === undefined ? orderOf(news) : { ...known, size_matched: news.size_matched, held: news.held };
  // Known orders keep their position; new ones come first.
  return known === undefined ? [changed, ...orders] : orders.map((order) => (order.id === news.id ? changed : order));
}

function orderOf(news: OrderNews): OwnOrder {
  return {
    id: news.id,
    status: 'LIVE',
    owner: news.owner,
    maker_address: news.maker_address,
    market: news.market,
    asset_id: news.asset_id,
    side: news.side,
    original_size: news.original_size,
    size_matched: news.size_matched,
    price: news.price,
    outcome: news.outcome,
    expiration: news.expiration,
    order_type: news.order_type === 'GTD' ? 'GTD' : 'GTC',
    held: news.held,
    associate_trades: news.associate_trades,
    created_at: Number(news.created_at),
  };
}

/** Returns the order's price in the book of `tokenId`; one on the other outcome has the complementary price. */
export function priceInBook(order: Pick<OwnOrder, 'asset_id' | 'price'>, tokenId: string): string {
  return order.asset_id === tokenId ? order.price : complement(order.price);
}

/** Returns the order's side in the book of `tokenId`. */
export function sideInBook(order: Pick<OwnOrder, 'asset_id' | 'side'>, tokenId: string): 'BUY' | 'SELL' {
  if (order.asset_id === tokenId) return order.side;
  return order.side === 'BUY' ? 'SELL' : 'BUY';
}
