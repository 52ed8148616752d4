/**
 * Messages of the user feed: changes of an entry to the orders, trades and balances of accounts, as JSON. Pure. An API
 * key is shown to its own account only; the address of a wallet is public.
 */
import { marketVersion, type ProfileKind } from '@bellwether/contract';
import {
  type AccountId,
  type CancelReason,
  type MakerLeg,
  type Market,
  type MarketId,
  marketOf,
  type OpenOrder,
  type OrderAccepted,
  type State,
  type TradeExecuted,
  walletOf,
} from '@bellwether/engine';
import type { WaitingOrder } from '@bellwether/gateway/http/extension.ts';
import type { ChainedEntry } from '@bellwether/ports/journal.ts';
import { toldStatus } from '@bellwether/read-model/orders/answer/status-words.ts';
import { CANCELED_STATUS } from '@bellwether/read-model/orders/tables.ts';
import { amountText, priceText } from '@bellwether/wire/forms/decimal.ts';
import type { ChangedBalance } from './entry-balances.ts';
import type { EntryOrders } from './entry-orders.ts';

/** Placeholder for the API key of another account. */
export const NIL_KEY = '00000000-0000-0000-0000-000000000000';

/** A message without its place in the stream: `{…` up to the last field, not closed. */
export interface UserMessage {
  readonly kind: 'order' | 'trade' | 'balance';
  readonly market: MarketId | null;
  readonly open: string;
}

const messageOf = (market: MarketId, message: UserWords): UserMessage => {
  return { kind: message.event_type, market, open: JSON.stringify(message).slice(0, -1) };
};

type Tell = (account: AccountId, market: MarketId, message: UserWords) => void;

/** Fields of a message, without its place in the stream. */
type UserWords = { readonly event_type: 'order' | 'trade'; readonly [field: string]: unknown };

/** The accounts that messages are made for, and the profile whose words they use. */
export interface Audience {
  readonly profile: ProfileKind;
  readonly isFollowed: (account: AccountId) => boolean;
}

/**
 * Returns the messages of an entry for the accounts that `isFollowed` accepts. `state` is the state after the entry.
 */
export function userMessages(
  entry: ChainedEntry,
  state: Readonly<State>,
  before: EntryOrders,
  { profile, isFollowed }: Audience,
): Map<AccountId, UserMessage[]> {
  const messages = new Map<AccountId, UserMessage[]>();
  const tell: Tell = (account, market, message) => {
    if (!isFollowed(account)) return;
    const own = messages.get(account) ?? [];
    // Clients of the ecosystem count a fill when it is matched, and take its settlement for a later step.
    if (profile === 'polymarket' && message.event_type === 'trade') {
      own.push(messageOf(market, { ...message, status: 'MATCHED' }));
    }
    own.push(messageOf(market, message));
    messages.set(account, own);
  };
  let accepted: OrderAccepted | null = null;
  let trade: TradeExecuted | null = null;
  for (const event of entry.events) {
    switch (event.kind) {
      case 'OrderAccepted':
        accepted = event;
        break;
      case 'TradeExecuted':
        trade = event;
        if (accepted !== null) tellTrade(entry, state, before, accepted, event, { isFollowed, tell });
        break;
      case 'OrderRested':
      case 'OrderCompleted':
        if (accepted !== null && isFollowed(accepted.account)) {
          tell(
            accepted.account,
            accepted.market,
            placement(entry, state, accepted, trade, event.kind === 'OrderRested' ? event.held : null),
          );
        }
        break;
      case 'OrderCanceled': {
        const order = before.order(event.order);
        if (isFollowed(order.account))
          tell(order.account, order.market, cancellation(entry, state, order, event.reason, profile));
        break;
      }
    }
  }
  return messages;
}

interface TradeAudience extends Pick<Audience, 'isFollowed'> {
  readonly tell: Tell;
}

function tellTrade(
  entry: ChainedEntry,
  state: Readonly<State>,
  before: EntryOrders,
  accepted: OrderAccepted,
  trade: TradeExecuted,
  { isFollowed, tell }: TradeAudience,
): void {
  const ownLegs = new Map<AccountId, MakerLeg[]>();
  for (const leg of trade.legs) {
    const { account } = before.order(leg.order);
    if (!isFollowed(account)) continue;
    const legs = ownLegs.get(account) ?? [];
    legs.push(leg);
    ownLegs.set(account, legs);
  }
  for (const [account, legs] of ownLegs) {
    tell(account, trade.market, tradeMessage(entry, state, before, { accepted, trade, reader: account, legs }));
    for (const leg of legs) tell(account, trade.market, makerUpdate(entry, state, before.order(leg.order), leg));
  }
  if (isFollowed(accepted.account)) {
    const message = tradeMessage(entry, state, before, { accepted, trade, reader: accepted.account, legs: trade.legs });
    tell(accepted.account, trade.market, message);
  }
}

interface SeenTrade {
  readonly accepted: OrderAccepted;
  readonly trade: TradeExecuted;
  readonly reader: AccountId;
  /** Legs that the reader sees. */
  readonly legs: readonly MakerLeg[];
}

function tradeMessage(
  entry: ChainedEntry,
  state: Readonly<State>,
  before: EntryOrders,
  { accepted, trade, reader, legs }: SeenTrade,
): UserWords {
  const market = marketOf(state, trade.market);
  const isTaker = accepted.account === reader;
  const firstOwn = legs[0];
  const own = isTaker || firstOwn === undefined ? accepted : before.order(firstOwn.order);
  const seconds = String(Math.floor(entry.timeMs / 1000));
  return {
    event_type: 'trade',
    type: 'TRADE',
    id: String(entry.sequence),
    taker_order_id: accepted.orderId,
    market: market.conditionId,
    asset_id: market.tokenIds[trade.outcome],
    side: trade.side,
    size: amountText(trade.size),
    price: averagePriceText(trade),
    fee_rate_bps: String(market.takerFeeRate),
    ...(isTaker && { fee: amountText(trade.fee) }),
    status: 'CONFIRMED',
    match_time: seconds,
    last_update: seconds,
    outcome: market.outcomes[trade.outcome],
    owner: own.apiKey,
    trade_owner: own.apiKey,
    maker_address: walletOf(state, own.wallet).address,
    transaction_hash: `0x${entry.hash}`,
    bucket_index: 0,
    maker_orders: legs.map((leg) => makerOrder(state, market, before.order(leg.order), leg, reader)),
    trader_side: isTaker ? 'TAKER' : 'MAKER',
    timestamp: String(entry.timeMs),
  };
}

function makerOrder(state: Readonly<State>, market: Market, order: OpenOrder, leg: MakerLeg, reader: AccountId) {
  return {
    order_id: order.orderId,
    owner: order.account === reader ? order.apiKey : NIL_KEY,
    maker_address: walletOf(state, leg.wallet).address,
    matched_amount: amountText(leg.size),
    price: priceText(leg.price),
    fee_rate_bps: '0',
    asset_id: market.tokenIds[leg.outcome],
    outcome: market.outcomes[leg.outcome],
    outcome_index: leg.outcome,
    side: leg.side,
  };
}

/**
 * Average that the taker paid or got per share, before the fee: 6 decimals, rounded half up, as the ledger shows it.
 */
function averagePriceText({ collateral, size }: TradeExecuted): string {
  const total = BigInt(size);
  return amountText(Number((BigInt(collateral) * 2_000_000n + total) / (2n * total)));
}

/** Facts of an order that every kind of message shows. */
type OrderTerms = Pick<
  OpenOrder,
  'orderId' | 'apiKey' | 'wallet' | 'market' | 'outcome' | 'side' | 'size' | 'price' | 'type' | 'expiration'
> & { readonly createdMs: number };

interface OrderNews {
  readonly type: 'PLACEMENT' | 'UPDATE' | 'CANCELLATION';
  readonly status: string;
  readonly matched: number;
  /** Amount held from the wallet afterwards. */
  readonly held: number;
  readonly trades: readonly string[];
}

function orderMessage(timeMs: number, state: Readonly<State>, order: OrderTerms, news: OrderNews): UserWords {
  const market = marketOf(state, order.market);
  return {
    event_type: 'order',
    type: news.type,
    id: order.orderId,
    owner: order.apiKey,
    order_owner: order.apiKey,
    market: market.conditionId,
    asset_id: market.tokenIds[order.outcome],
    side: order.side,
    original_size: amountText(order.size),
    size_matched: amountText(news.matched),
    price: priceText(order.price),
    held: amountText(news.held),
    associate_trades: news.trades,
    outcome: market.outcomes[order.outcome],
    created_at: String(Math.floor(order.createdMs / 1000)),
    // `0` for none, as in `GET /data/order`: clients read the field as a number.
    expiration: String(order.expiration),
    order_type: order.type,
    status: news.status,
    maker_address: walletOf(state, order.wallet).address,
    timestamp: String(timeMs),
  };
}

/** Returns the message of a placed order. `held` is null for an order that does not rest. */
function placement(
  entry: ChainedEntry,
  state: Readonly<State>,
  accepted: OrderAccepted,
  trade: TradeExecuted | null,
  held: number | null,
): UserWords {
  return orderMessage(
    entry.timeMs,
    state,
    { ...accepted, createdMs: entry.timeMs },
    {
      type: 'PLACEMENT',
      status: held === null ? 'MATCHED' : 'LIVE',
      held: held ?? 0,
      matched: trade?.size ?? 0,
      trades: trade === null ? [] : [String(entry.sequence)],
    },
  );
}

function makerUpdate(entry: ChainedEntry, state: Readonly<State>, order: OpenOrder, leg: MakerLeg): UserWords {
  return orderMessage(entry.timeMs, state, order, {
    type: 'UPDATE',
    status: leg.remaining === 0 ? 'MATCHED' : 'LIVE',
    matched: order.size - leg.remaining,
    held: leg.held,
    trades: [String(entry.sequence)],
  });
}

function cancellation(
  entry: ChainedEntry,
  state: Readonly<State>,
  order: OpenOrder,
  reason: CancelReason,
  profile: ProfileKind,
): UserWords {
  const message = orderMessage(entry.timeMs, state, order, {
    type: 'CANCELLATION',
    status: toldStatus(CANCELED_STATUS[reason], profile),
    matched: order.size - order.remaining,
    held: 0,
    trades: [],
  });
  return { ...message, reason };
}

/** Returns the message of an order that is not at the exchange. */
export function waitingMessage(order: WaitingOrder, state: Readonly<State>): UserMessage {
  const { accepted, status, createdMs, sinceMs } = order;
  const message = orderMessage(
    sinceMs,
    state,
    { ...accepted, createdMs },
    { type: status === 'DELAYED' ? 'PLACEMENT' : 'CANCELLATION', status, held: 0, matched: 0, trades: [] },
  );
  return { kind: 'order', market: accepted.market, open: JSON.stringify(message).slice(0, -1) };
}

/** Returns the message of a balance that an entry changed; `timeMs` is the time of the entry. */
export function balanceMessage(change: ChangedBalance, state: Readonly<State>, timeMs: number): UserMessage {
  const { wallet, token, free, held, debt } = change;
  const message = {
    event_type: 'balance',
    wallet: walletOf(state, wallet).address,
    ...assetTerms(change, state),
    balance: amountText(free + held),
    free: amountText(free),
    held: amountText(held),
    ...(debt > 0 && { debt: amountText(debt) }),
    timestamp: String(timeMs),
  };
  return { kind: 'balance', market: token?.market ?? null, open: JSON.stringify(message).slice(0, -1) };
}

function assetTerms({ token }: ChangedBalance, state: Readonly<State>): object {
  if (token === null) return { asset_type: 'COLLATERAL', market: '', asset_id: '', outcome: '' };
  const market = marketOf(state, token.market);
  return {
    asset_type: marketVersion(market.conditionId, market.tokenIds[0]) === 'v2' ? 'CONDITIONAL-V2' : 'CONDITIONAL',
    market: market.conditionId,
    asset_id: market.tokenIds[token.outcome],
    outcome: market.outcomes[token.outcome],
    outcome_index: token.outcome,
  };
}
