/** Reads of accepted orders: a single one by its number, and a page of an account's own. */
import {
  END_CURSOR,
  OWN_PAGE,
  type OwnOrder,
  type OwnOrders,
  type ProfileKind,
  type ShownOrderStatus,
  type SingleOrder,
} from '@bellwether/contract';
import { encodeOffsetCursor } from '@bellwether/wire/forms/cursors.ts';
import { amountText, priceText } from '@bellwether/wire/forms/decimal.ts';
import { selectTradesOfOrder } from '../../ledger/query/ledger.ts';
import { type MarketText, marketTextsOf, ownersOf, type WalletOwner } from '../../ledger/query/ledger-context.ts';
import { byKey, found } from '../../lookup.ts';
import type { Read } from '../../read.ts';
import { selectOrder, selectOrders } from '../query/orders.ts';
import type { OrderRow } from '../tables.ts';
import { shownStatus } from './status-words.ts';

/** Maximum number of trades listed with a single order and with an order of a page, its oldest first. */
const ORDER_TRADES_MAX = 10_000;
const LISTED_TRADES_MAX = 1_000;

export interface OrderParameters {
  readonly orderNumber: number;
  readonly profile: ProfileKind;
  /** Authenticated caller, if any: the flat fields of its own order show the API key as owner. */
  readonly viewer?: { readonly account: number; readonly apiKey: string };
}

export const orderRead: Read<OrderParameters, SingleOrder> = {
  name: 'order',
  async run(database, { orderNumber, profile, viewer }) {
    const order = await selectOrder(database, orderNumber);
    if (order === null) return null;
    const market = found(await marketTextsOf(database, [order]), order.market, 'market');
    const owner = found(await ownersOf(database, [order]), order.wallet, 'wallet');
    const trades = await selectTradesOfOrder(database, order.number, ORDER_TRADES_MAX);
    const shownOwner = viewer?.account === order.account ? viewer.apiKey : owner.account_address;
    const shown = { ...order, status: shownStatus(order.status, profile) };
    return { value: singleOrder(shown, market, owner, trades, shownOwner) };
  },
};

/** Parameters, built by the route from query and view. */
export interface OwnOrdersParameters {
  /** Orders of the answer, in order, with the API key shown for each. */
  readonly orders: readonly { readonly number: number; readonly apiKey: string }[];
  readonly account: number;
  /** False leaves out orders that have ended meanwhile. */
  readonly includesEnded: boolean;
  /** Order number that the next page begins with; null after the last page. */
  readonly next: number | null;
  /** False leaves out `associate_trades`. */
  readonly listsTrades: boolean;
  readonly profile: ProfileKind;
}

/** Read of `GET /data/orders`, for order numbers from the gateway's view. */
export const ownOrdersRead: Read<OwnOrdersParameters, OwnOrders> = {
  name: 'own-orders',
  async run(database, { orders, account, includesEnded, next, listsTrades, profile }) {
    const numbers = orders.map(({ number }) => number);
    const selected = (await selectOrders(database, numbers)).filter(
      (row) => row.account === account && (includesEnded || row.status === 'LIVE'),
    );
    const rows = byKey(selected, ({ number }) => number);
    const markets = await marketTextsOf(database, selected);
    const owners = await ownersOf(database, selected);
    const data: OwnOrders['data'] = [];
    for (const { number, apiKey } of orders) {
      const row = rows.get(number);
      if (row === undefined) continue;
      const market = found(markets, row.market, 'market');
      const owner = found(owners, row.wallet, 'wallet');
      const isTraded = listsTrades && row.matched_micros > 0;
      const trades = isTraded ? await selectTradesOfOrder(database, number, LISTED_TRADES_MAX) : [];
      const order = { ...row, status: shownStatus(row.status, profile) };
      const { associate_trades, ...shown } = flatOrder(order, market, owner, trades, apiKey);
      data.push({ ...shown, ...(listsTrades && { associate_trades }) });
    }
    const next_cursor = next === null ? END_CURSOR : encodeOffsetCursor(next);
    return { value: { limit: OWN_PAGE, count: data.length, next_cursor, data } };
  },
};

type ShownOrder = Omit<
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
function flatOrder(
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
