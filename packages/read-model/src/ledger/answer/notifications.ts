/**
 * The read `notifications`: the latest fills of an account's own orders, results of its markets, grants to it, and
 * clarifications of questions that it holds shares of, as messages to the trader.
 */
import { NOTIFICATIONS_MAX, type Notifications } from '@bellwether/contract';
import { amountText } from '@bellwether/wire/forms/decimal.ts';
import { noticedClarifications } from '../../asking/query/asking.ts';
import { resultLine } from '../../catalog/answer/results.ts';
import { noticedLines, type ResultLineRow } from '../../catalog/query/resolutions.ts';
import type { ReadStore } from '../../database.ts';
import { grantReasons } from '../../grants/query/grants.ts';
import { byKey, found } from '../../lookup.ts';
import { selectOrders } from '../../orders/query/orders.ts';
import type { OrderRow } from '../../orders/tables.ts';
import { ACTIVITY } from '../../portfolio/tables.ts';
import type { Read } from '../../read.ts';
import { selectActivities, selectActivityIds } from '../query/activity.ts';
import { type IdRange, idsOfTimes } from '../query/id-ranges.ts';
import { marketLooksOf, marketTextsOf } from '../query/ledger-context.ts';
import { selectNotificationDrops, selectOwnFillIds, selectWholeFills } from '../query/own-trades.ts';
import { type FillRow, KIND_TAKER, sequenceOfFill } from '../tables.ts';
import { assetOf } from './data-output.ts';

const ORDER_FILLED = 2;
const OF_RESULT = 4;
const OF_GRANT = 5;
const OF_CLARIFICATION = 6;

export interface NotificationsParameters {
  readonly account: number;
  readonly wallets: readonly number[];
  readonly apiKey: string;
  /** Unix seconds; older fills are no longer reported. */
  readonly since: number;
  /** Steps of `timestamp` per second: 1, or 1000 in profiles whose clients read milliseconds. */
  readonly perSecond: number;
}

type Notification = Notifications[number];

export const notificationsRead: Read<NotificationsParameters, Notifications> = {
  name: 'notifications',
  async run(database, parameters) {
    const { account, wallets, since } = parameters;
    const dropped = await selectNotificationDrops(database, account);
    const gone = new Set(dropped.ids);
    const most = NOTIFICATIONS_MAX + gone.size;
    const times = await idsOfTimes(database, { start: since });
    const from = Math.max(times?.from ?? 0, dropped.upTo + 1);
    const filter = { account, wallets, wallet: null, market: null, outcome: null, below: 0, ...times, from };
    const fills = times === null ? [] : await selectOwnFillIds(database, filter, most);
    const lines = byKey(await noticedLines(database, wallets, since, dropped.upTo, most).execute(), ({ id }) => id);
    const others = new Map([
      ...(times === null ? [] : await grantsTo({ ...times, from }, parameters, database, most)),
      ...(await clarificationsTo(dropped.upTo, parameters, database, most)),
    ]);
    const newest = [...fills, ...lines.keys(), ...others.keys()].sort((a, b) => b - a);
    const shown = newest.filter((id) => !gone.has(id)).slice(0, NOTIFICATIONS_MAX);
    const wholeFills = await selectWholeFills(
      database,
      shown.filter((id) => !lines.has(id) && !others.has(id)),
    );
    const notified = [...wholeFills.values(), ...lines.values()];
    const context = {
      ...parameters,
      markets: await marketTextsOf(database, notified),
      looks: await marketLooksOf(database, notified),
      orders: byKey(
        await selectOrders(
          database,
          [...wholeFills.values()].map(({ order_number }) => order_number),
        ),
        ({ number }) => number,
      ),
    };
    const value = shown.map((id): Notification => {
      const line = lines.get(id);
      const other = others.get(id);
      if (other !== undefined) return other;
      return line === undefined ? ofFill(found(wholeFills, id, 'fill'), context) : ofResult(line, context);
    });
    return { value };
  },
};

type Noticed = readonly (readonly [id: number, Notification])[];

/** Deposits of grants to the account's wallets. */
async function grantsTo(
  range: IdRange,
  { wallets, apiKey, perSecond }: NotificationsParameters,
  database: ReadStore,
  most: number,
): Promise<Noticed> {
  const filter = { wallets, markets: null, fillKinds: [], activityKinds: [ACTIVITY.DEPOSIT], ...range };
  const ids = await selectActivityIds(database, filter, { column: 'id', ascending: false }, most, 0);
  const rows = await selectActivities(database, ids);
  const reasons = await grantReasons(
    database,
    rows.map(({ id }) => sequenceOfFill(id)),
  );
  return rows.flatMap(({ id, time_s, collateral_micros }): Noticed => {
    const note = reasons.get(sequenceOfFill(id));
    if (note === undefined) return [];
    const payload = { amount: amountText(collateral_micros), note };
    return [[id, { id, owner: apiKey, type: OF_GRANT, timestamp: time_s * perSecond, payload }]];
  });
}

async function clarificationsTo(
  upTo: number,
  { wallets, apiKey, perSecond, since }: NotificationsParameters,
  database: ReadStore,
  most: number,
): Promise<Noticed> {
  const rows = await noticedClarifications(database, wallets, since, upTo, most).execute();
  return rows.map(({ id, title, slug, text, created_ms }) => {
    const timestamp = Math.floor((created_ms * perSecond) / 1_000);
    const payload = { title, eventSlug: slug, note: text };
    return [id, { id, owner: apiKey, type: OF_CLARIFICATION, timestamp, payload }];
  });
}

interface Context extends NotificationsParameters {
  readonly markets: Awaited<ReturnType<typeof marketTextsOf>>;
  readonly looks: Awaited<ReturnType<typeof marketLooksOf>>;
  readonly orders: ReadonlyMap<number, OrderRow>;
}

function ofFill(fill: FillRow, context: Context): Notification {
  const order = found(context.orders, fill.order_number, 'order');
  return {
    id: fill.id,
    owner: context.apiKey,
    type: ORDER_FILLED,
    timestamp: fill.time_s * context.perSecond,
    payload: {
      ...assetOf(fill, found(context.markets, fill.market, 'market')),
      ...marketOf(fill.market, context),
      order_id: `0x${Buffer.from(order.order_id).toString('hex')}`,
      trader_side: (fill.kind & KIND_TAKER) === 0 ? 'MAKER' : 'TAKER',
      price: amountText(fill.price_micros),
      original_size: amountText(order.size_micros),
      matched_size: amountText(fill.size_micros),
      // A market BUY at a better price gets more shares than its order was signed for.
      remaining_size: amountText(Math.max(0, order.size_micros - order.matched_micros)),
      outcome_index: fill.outcome,
      type: order.type,
      trade_id: String(sequenceOfFill(fill.id)),
      transaction_hash: `0x${fill.hash}`,
    },
  };
}

function ofResult(row: ResultLineRow, context: Context): Notification {
  const { status, payouts, refund, note } = resultLine(row);
  const { outcome_0, outcome_1 } = found(context.markets, row.market, 'market');
  return {
    id: row.id,
    owner: context.apiKey,
    type: OF_RESULT,
    timestamp: Math.floor((row.time_ms * context.perSecond) / 1_000),
    payload: { ...marketOf(row.market, context), status, payouts, refund, outcomes: [outcome_0, outcome_1], note },
  };
}

function marketOf(id: number, { markets, looks, apiKey }: Context) {
  const market = found(markets, id, 'market');
  const look = found(looks, id, 'market');
  return {
    market: market.condition_id,
    condition_id: market.condition_id,
    owner: apiKey,
    question: market.question,
    market_slug: market.slug,
    eventSlug: market.event_slug ?? '',
    seriesSlug: look.series_slug ?? '',
    icon: market.icon,
    image: look.image,
  };
}
