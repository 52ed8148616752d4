/** The read `notifications`: the latest fills of an account's own orders as messages to the trader. */
import { NOTIFICATIONS_MAX, type Notifications } from '@bellwether/contract';
import { amountText } from '@bellwether/wire/forms/decimal.ts';
import { byKey, found } from '../../lookup.ts';
import { selectOrders } from '../../orders/query/orders.ts';
import type { Read } from '../../read.ts';
import { idsOfTimes } from '../query/id-ranges.ts';
import { marketLooksOf, marketTextsOf } from '../query/ledger-context.ts';
import { selectNotificationDrops, selectOwnFillIds, selectWholeFills } from '../query/own-trades.ts';
import { sequenceOfFill } from '../tables.ts';
import { assetOf } from './data-output.ts';

const ORDER_FILLED = 2;

export interface NotificationsParameters {
  readonly account: number;
  readonly wallets: readonly number[];
  readonly apiKey: string;
  /** Unix seconds; older fills are no longer reported. */
  readonly since: number;
  /** Steps of `timestamp` per second: 1, or 1000 in profiles whose clients read milliseconds. */
  readonly perSecond: number;
}

export const notificationsRead: Read<NotificationsParameters, Notifications> = {
  name: 'notifications',
  async run(database, { account, wallets, apiKey, since, perSecond }) {
    const times = await idsOfTimes(database, { start: since });
    if (times === null) return { value: [] };
    const dropped = await selectNotificationDrops(database, account);
    const from = Math.max(times.from, dropped.upTo + 1);
    const filter = { account, wallets, wallet: null, market: null, outcome: null, ...times, from };
    const gone = new Set(dropped.ids);
    const ids = await selectOwnFillIds(database, filter, NOTIFICATIONS_MAX + gone.size);
    const shown = ids.filter((id) => !gone.has(id)).slice(0, NOTIFICATIONS_MAX);
    const fills = [...(await selectWholeFills(database, shown)).values()].sort((a, b) => b.id - a.id);
    const markets = await marketTextsOf(database, fills);
    const looks = await marketLooksOf(database, fills);
    const numbers = fills.map(({ order_number }) => order_number);
    const orders = byKey(await selectOrders(database, numbers), ({ number }) => number);
    const value = fills.map((fill): Notifications[number] => {
      const market = found(markets, fill.market, 'market');
      const look = found(looks, fill.market, 'market');
      const order = found(orders, fill.order_number, 'order');
      return {
        id: fill.id,
        owner: apiKey,
        type: ORDER_FILLED,
        timestamp: fill.time_s * perSecond,
        payload: {
          ...assetOf(fill, market),
          market: market.condition_id,
          condition_id: market.condition_id,
          owner: apiKey,
          order_id: `0x${Buffer.from(order.order_id).toString('hex')}`,
          price: amountText(fill.price_micros),
          original_size: amountText(order.size_micros),
          matched_size: amountText(fill.size_micros),
          // A market BUY at a better price gets more shares than its order was signed for.
          remaining_size: amountText(Math.max(0, order.size_micros - order.matched_micros)),
          outcome_index: fill.outcome,
          type: order.type,
          trade_id: String(sequenceOfFill(fill.id)),
          transaction_hash: `0x${fill.hash}`,
          question: market.question,
          market_slug: market.slug,
          eventSlug: market.event_slug ?? '',
          seriesSlug: look.series_slug ?? '',
          icon: market.icon,
          image: look.image,
        },
      };
    });
    return { value };
  },
};
