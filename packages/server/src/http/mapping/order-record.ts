/** `GET /data/order/{id}`: an accepted order as the interface shows it. */
import type { SingleOrder } from '@bellwether/contract';
import type { OrderRow } from '../../ports/orders-tables.ts';
import type { MarketText, WalletOwner } from '../../queries/ledger-context.ts';
import { amountText, priceText } from './decimal.ts';

/** `trades` are sequences of the trades it took part in. */
export function singleOrder(
  order: OrderRow,
  market: MarketText,
  owner: WalletOwner,
  trades: readonly number[],
): SingleOrder {
  const isFirstOutcome = order.outcome === 0;
  return {
    order: {
      associateTrades: trades.map(String),
      id: `0x${Buffer.from(order.order_id).toString('hex')}`,
      status: order.status,
      market: market.condition_id,
      originalSize: amountText(order.size_micros),
      outcome: isFirstOutcome ? market.outcome_0 : market.outcome_1,
      makerAddress: owner.address,
      owner: owner.account_address,
      price: priceText(order.price_ticks),
      sizeMatched: amountText(order.matched_micros),
      assetId: isFirstOutcome ? market.token_0 : market.token_1,
      side: order.side,
      type: order.type,
      createdAt: new Date(order.created_ms).toISOString(),
    },
  };
}
