/** The read `own-orders`: a page of `GET /data/orders`, for order numbers from the gateway's view. */
import { END_CURSOR, OWN_PAGE, type OwnOrders } from '@bellwether/contract';
import { selectTradesOfOrder } from '../../queries/ledger/ledger.ts';
import { selectOrders } from '../../queries/orders/orders.ts';
import { encodeOffsetCursor } from '../../wire/forms/offset-cursor.ts';
import { flatOrder } from '../../wire/orders/order-record.ts';
import { byKey, found, marketTextsOf, ownersOf } from '../lookup.ts';
import { type Read, serializerOf } from '../read.ts';

/** Maximum number of trades listed with an order, its oldest first. */
const ORDER_TRADES_MAX = 1_000;

/** Parameters, built by the route from query and view. */
export interface OwnOrdersParameters {
  /** Orders of the answer, in order, with the API key shown for each. */
  readonly orders: readonly { readonly number: number; readonly apiKey: string }[];
  readonly account: number;
  /** False leaves out orders that have ended meanwhile. */
  readonly includesEnded: boolean;
  /** Order number that the next page begins with; null after the last page. */
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
