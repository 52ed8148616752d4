/** Which of the account's orders a line of its history tells of. Pure. */
import type { OwnTrade, UserActivity } from '@bellwether/sdk';

export type TradeRow = Pick<
  UserActivity,
  'transactionHash' | 'side' | 'outcome' | 'outcomeIndex' | 'price' | 'size' | 'conditionId' | 'timestamp'
>;

/** Ids of the orders that traded as the row says; `trades` are the account's own of that moment, others among them. */
export function ordersOfRow(row: TradeRow, trades: readonly OwnTrade[]): readonly string[] {
  const same = trades.filter(({ transaction_hash: hash }) => hash.toLowerCase() === row.transactionHash.toLowerCase());
  const ids = same.flatMap((trade) =>
    trade.trader_side === 'TAKER'
      ? [trade.taker_order_id]
      : trade.maker_orders.filter((order) => isOf(row, order)).map(({ order_id: id }) => id),
  );
  return [...new Set(ids)];
}

/** Two of one trade may be alike: then both are told of. */
function isOf(row: TradeRow, order: OwnTrade['maker_orders'][number]): boolean {
  return (
    order.side === row.side &&
    order.outcome_index === row.outcomeIndex &&
    Number(order.matched_amount) === row.size &&
    Number(order.price) === row.price
  );
}
