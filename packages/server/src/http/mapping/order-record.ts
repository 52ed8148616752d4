/** `GET /data/order/{id}`: an accepted order as the interface shows it. */
import type { SingleOrder } from '@bellwether/contract';
import type { MarketText, WalletOwner } from '../../queries/ledger-context.ts';
import type { OrderRow } from '../../queries/orders-tables.ts';

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
      originalSize: decimal(order.size_micros, 6),
      outcome: isFirstOutcome ? market.outcome_0 : market.outcome_1,
      makerAddress: owner.address,
      owner: owner.account_address,
      price: decimal(order.price_ticks, 4),
      sizeMatched: decimal(order.matched_micros, 6),
      assetId: isFirstOutcome ? market.token_0 : market.token_1,
      side: order.side,
      type: order.type,
      createdAt: new Date(order.created_ms).toISOString(),
    },
  };
}

/** `units` × 10^-places as a decimal without exponent and trailing zeros. */
export function decimal(units: number, places: number): string {
  const digits = String(units).padStart(places + 1, '0');
  const fraction = digits.slice(-places).replace(/0+$/, '');
  const whole = digits.slice(0, -places);
  return fraction === '' ? whole : `${whole}.${fraction}`;
}
