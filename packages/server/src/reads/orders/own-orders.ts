/** The read `own-orders`: a page of `GET /data/orders`, orders that the gateway's view named by their numbers. */
import { END_CURSOR, OWN_PAGE, type OwnOrders } from '@bellwether/contract';
import { selectTradesOfOrder } from '../../queries/ledger/ledger.ts';
import { selectOrders } from '../../queries/orders/orders.ts';
import { encodeOffsetCursor } from '../../wire/forms/offset-cursor.ts';
import { flatOrder } from '../../wire/orders/order-record.ts';
import { byKey, found, marketTextsOf, ownersOf } from '../lookup.ts';
import { type Read, serializerOf } from '../read.ts';

/** Trades listed with an order at most: its oldest. */
const ORDER_TRADES_MAX = 1_000;

/** Parameters, as the route made them from query and view. */
export interface OwnOrdersParameters {
  /** In the order of the answer, with the API key each shows. */
  readonly orders: readonly { readonly number: number; readonly apiKey: string }[];
  readonly account: number;
  /** False: an order that has ended by now is left out. */
  readonly includesEnded: boolean;
  /** Number that the next page begins with; null after the last. */
  readonly next: number | null;
}

export function ownOrdersRead(responseSchema: object): Read<OwnOrdersParameters, OwnOrders> {
  return {
    name: 'own-orders',
    async run(database, { orders, account, includesEnded, next }) {
      const selected = await selectOrders(
        database,
        orders.map(({ number }) => number),
      );
      const rows = byKey(
        selected.filter((row) => row.account === account && (includesEnded || row.status === 'LIVE')),
        ({ number }) => number,
      );
      const markets = await marketTextsOf(
        database,
        [...rows.values()].map(({ market }) => market),
      );
      const owners = await ownersOf(
        database,
        [...rows.values()].map(({ wallet }) => wallet),
      );
      const data: OwnOrders['data'] = [];
      for (const { number, apiKey } of orders) {
        const row = rows.get(number);
        if (row === undefined) continue;
        const trades = row.matched_micros === 0 ? [] : await selectTradesOfOrder(database, number, ORDER_TRADES_MAX);
        data.push(
          flatOrder(row, found(markets, row.market, 'market'), found(owners, row.wallet, 'wallet'), trades, apiKey),
        );
      }
      const next_cursor = next === null ? END_CURSOR : encodeOffsetCursor(next);
      return { value: { limit: OWN_PAGE, count: data.length, next_cursor, data } };
    },
    serialize: serializerOf(responseSchema),
  };
}
