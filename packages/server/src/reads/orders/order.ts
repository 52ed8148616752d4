/** The read `order`: one accepted order by its number, as `GET /data/order/{id}` shows it. */
import type { SingleOrder } from '@bellwether/contract';
import { selectTradesOfOrder } from '../../queries/ledger/ledger.ts';
import { selectMarketTexts, selectWalletOwners } from '../../queries/ledger/ledger-context.ts';
import { selectOrder } from '../../queries/orders/orders.ts';
import { singleOrder } from '../../wire/orders/order-record.ts';
import { type Read, serializerOf } from '../read.ts';

/** Maximum number of trades listed with an order, its oldest first. */
const ORDER_TRADES_MAX = 10_000;

/** Parameters of the read `order`. */
export interface OrderParameters {
  /** Number of the order in the engine. */
  readonly orderNumber: number;
  /** Authenticated caller, if any: the flat fields of its own order show the API key as owner. */
  readonly viewer?: { readonly account: number; readonly apiKey: string };
}

export function orderRead(responseSchema: object): Read<OrderParameters, SingleOrder> {
  return {
    name: 'order',
    async run(database, { orderNumber, viewer }) {
      const order = await selectOrder(database, orderNumber);
      if (order === null) return null;
      const [market] = await selectMarketTexts(database, [order.market]);
      const [owner] = await selectWalletOwners(database, [order.wallet]);
      if (market === undefined || owner === undefined) throw new Error(`order ${order.number} has no market or wallet`);
      const trades = await selectTradesOfOrder(database, order.number, ORDER_TRADES_MAX);
      const shownOwner = viewer?.account === order.account ? viewer.apiKey : owner.account_address;
      return { value: singleOrder(order, market, owner, trades, shownOwner) };
    },
    serialize: serializerOf(responseSchema),
  };
}
