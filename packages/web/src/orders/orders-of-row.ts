/** Matches a row of the trade history to the account's orders. Pure. */
import type { OwnTrade, UserActivity } from '@bellwether/sdk';

export type TradeRow = Pick<
  UserActivity,
  'transactionHash' | 'side' | 'outcome' | 'outcomeIndex' | 'price' | 'size' | 'conditionId' | 'timestamp'
>;

/** Returns the ids of the orders behind a row. `trades` are the account's trades around that time, related or not. */
export function ordersOfRow(row: TradeRow, trades: readonly OwnTrade[]): readonly string[] {
  const same = trades.filter(({ transaction_hash: hash }) => hash.toLowerCase() === row.transactionHash.toLowerCase());
  const ids = same.flatMap((trade) =>
    trade.trader_side === 'TAKER'
      ? [trade.taker_order_id]
      : trade.maker_orders.filter((order) => isOf(row, order)).map(({ order_id: id }) => id),
  );
  return [...new Set(ids)];
}

/** True if a maker order matches the row. If two orders of one trade are identical, both match. */
function isOf(row: TradeRow, order: OwnTrade['maker_orders'][number]): boolean {
  return (
    order.side === row.side &&
    order.outcome_index === row.outcomeIndex &&
    order.matched_amount === row.size &&
    order.price === row.price
  );
}
