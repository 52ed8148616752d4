/** An accepted order as the interface shows it, and as the flat fields that clients of the ecosystem read. */
import type { OwnOrder, ShownOrderStatus, SingleOrder } from '@bellwether/contract';
import { amountText, priceText } from '@bellwether/wire/forms/decimal.ts';
import type { MarketText, WalletOwner } from '../../ledger/query/ledger-context.ts';
import type { OrderRow } from '../tables.ts';

export type ShownOrder = Omit<
  OrderRow,
  | 'number'
  | 'sequence'
  | 'account'
  | 'wallet'
  | 'market'
  | 'status'
  | 'updated_ms'
  | 'updated_sequence'
  | 'builder'
  | 'ahead_micros'
  | 'cancel_reason'
> & { readonly status: ShownOrderStatus };
type ShownMarket = Pick<MarketText, 'condition_id' | 'outcome_0' | 'outcome_1' | 'token_0' | 'token_1'>;
type ShownOwner = Pick<WalletOwner, 'address' | 'account_address'>;

/** Order for the interface. `trades`: sequences of its trades; `shownOwner`: the owner shown in the flat fields. */
export function singleOrder(
  order: ShownOrder,
  market: ShownMarket,
  owner: ShownOwner,
  trades: readonly number[],
  shownOwner: string,
): SingleOrder {
  const isFirstOutcome = order.outcome === 0;
  return {
    ...flatOrder(order, market, owner, trades, shownOwner),
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

/** The flat fields; `shownOwner` is an API key or an account's address. */
export function flatOrder(
  order: ShownOrder,
  market: ShownMarket,
  owner: ShownOwner,
  trades: readonly number[],
  shownOwner: string,
): Required<OwnOrder> {
  const isFirstOutcome = order.outcome === 0;
  return {
    id: `0x${Buffer.from(order.order_id).toString('hex')}`,
    status: order.status,
    owner: shownOwner,
    maker_address: owner.address,
    market: market.condition_id,
    asset_id: isFirstOutcome ? market.token_0 : market.token_1,
    side: order.side,
    original_size: amountText(order.size_micros),
    size_matched: amountText(order.matched_micros),
    price: priceText(order.price_ticks),
    outcome: isFirstOutcome ? market.outcome_0 : market.outcome_1,
    expiration: String(order.expiration_s),
    order_type: order.type,
    held: amountText(order.held_micros),
    associate_trades: trades.map(String),
    created_at: Math.floor(order.created_ms / 1000),
  };
}
