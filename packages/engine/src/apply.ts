/**
 * The fold: only `apply` changes state. It never refuses an event; an event that does not fit the state breaks an
 * invariant and throws `InvariantViolation`.
 */
import { ASKING_EVENTS } from './apply/apply-asking.ts';
import { CATALOG_EVENTS } from './apply/apply-catalog.ts';
import { COMMUNITY_EVENTS } from './apply/apply-community.ts';
import { HOUSE_EVENTS } from './apply/apply-house.ts';
import { LEDGER_EVENTS } from './apply/apply-ledger.ts';
import { RESULT_EVENTS } from './apply/apply-results.ts';
import { RIGHTS_EVENTS } from './apply/apply-rights.ts';
import { bookPriceOf, bookSideOf, LadderBook } from './book/book.ts';
import type { Stamp } from './command.ts';
import type {
  Entry,
  Event,
  OrderAccepted,
  OrderCanceled,
  OrderCompleted,
  OrderRested,
  TradeExecuted,
} from './event.ts';
import {
  collectFee,
  creditFree,
  creditShares,
  debitFree,
  debitShares,
  hold,
  holdShares,
  lockPairs,
  release,
  releaseShares,
  spendHeld,
  spendHeldShares,
  unlockPairs,
} from './ledger/balances.ts';
import type { Wallet } from './ledger/wallet.ts';
import { type Market, touchBook } from './market/market.ts';
import type { OpenOrder } from './orders/open-orders.ts';
import { applyRulesAdopted } from './rules.ts';
import { type Applied, accountOf, marketOf, openOrderOf, type PendingOrder, type State, walletOf } from './state.ts';
import {
  addMicros,
  assert,
  InvariantViolation,
  type OrderNumber,
  orderNumber,
  subtractMicros,
  violated,
  ZERO_MICROS,
} from './units/units.ts';

type OrderEvent = OrderAccepted | TradeExecuted | OrderRested | OrderCompleted | OrderCanceled;

/** Applies one event of the entry at `stamp`. */
export function apply(state: State, event: Event, stamp: Stamp): void {
  // Nearly all events are of these kinds: a switch finds them faster than a table.
  switch (event.kind) {
    case 'OrderAccepted':
      return applyOrderAccepted(state, event);
    case 'TradeExecuted':
      return applyTradeExecuted(state, event, stamp);
    case 'OrderRested':
      return applyOrderRested(state, event, stamp);
    case 'OrderCompleted':
      return applyOrderCompleted(state, event, stamp.sequence);
    case 'OrderCanceled':
      return applyOrderCanceled(state, event, stamp);
    default: {
      const applyTo = FURTHER_EVENTS[event.kind] as ((...args: Parameters<typeof apply>) => void) | undefined;
      if (applyTo === undefined) throw new InvariantViolation(`unexpected case: ${JSON.stringify(event)}`);
      if (state.community.isKept || !Object.hasOwn(COMMUNITY_EVENTS, event.kind)) applyTo(state, event, stamp);
    }
  }
}

const FURTHER_EVENTS: Omit<Applied, OrderEvent['kind']> = {
  ...CATALOG_EVENTS,
  ...LEDGER_EVENTS,
  ...COMMUNITY_EVENTS,
  ...RESULT_EVENTS,
  ...ASKING_EVENTS,
  ...HOUSE_EVENTS,
  GrantPaid: ({ grants }, event) => grants.pay(event),
  StandingGrantSet: ({ grants }, { kind: _kind, ...terms }, { timeMs }) => grants.set({ ...terms, sinceMs: timeMs }),
  ...RIGHTS_EVENTS,
  LooksSet(state, { changes }) {
    state.looks = { ...state.looks, ...changes };
  },
  ModeSet(state, { mode }) {
    state.mode = mode;
  },
  RulesAdopted: applyRulesAdopted,
  RequestKept(state, event, { sequence, timeMs }) {
    const { nextOrderNumber: orders, community, requests } = state;
    if (requests.isKept) requests.keep(event, { sequence, timeMs, orders, comments: community.comments.count });
  },
  KeyAdded: ({ keys }, { kind: _kind, ...key }) => keys.add({ ...key, ended: false }),
  KeyEnded: ({ keys }, { wallet, key }) => keys.end(wallet, key),
  KeyRevoked: ({ keys }, { wallet, key }) => keys.remove(wallet, key),
  HeartbeatReceived: ({ heartbeats }, event) => heartbeats.receive(event),
  HeartbeatsRenewed: ({ heartbeats }, { deadlineMs }) => heartbeats.renew(deadlineMs),
  HeartbeatMissed({ heartbeats }, { account, apiKey, ordersBefore }) {
    assert(heartbeats.disarm(apiKey), `API key ${apiKey} missed a heartbeat unarmed`);
    heartbeats.startSweep({ account, apiKey, ordersBefore });
  },
  HeartbeatSwept: ({ heartbeats }, { apiKey }) =>
    assert(heartbeats.endSweep(apiKey), `API key ${apiKey} has no orders to cancel`),
};

/** Applies a whole entry, which must directly follow the last one. */
export function applyEntry(state: State, entry: Entry): void {
  if (entry.sequence !== state.sequence + 1) violated(`entry ${entry.sequence} does not follow ${state.sequence}`);
  if (entry.timeMs < state.timeMs) violated(`entry ${entry.sequence} goes back in time`);
  for (const event of entry.events) apply(state, event, entry);
  if (state.pending !== null) violated(`entry ${entry.sequence} leaves an order unfinished`);
  state.sequence = entry.sequence;
  state.timeMs = entry.timeMs;
}

// Orders and trades.

function applyOrderAccepted(state: State, event: OrderAccepted): void {
  assert(state.pending === null, 'an entry accepts one order');
  if (event.order !== state.nextOrderNumber) violated(`order ${event.order} is out of turn`);
  state.nextOrderNumber = orderNumber(event.order + 1);
  state.pending = { accepted: event, making: ZERO_MICROS, taking: ZERO_MICROS };
}

function applyTradeExecuted(state: State, event: TradeExecuted, stamp: Stamp): void {
  const market = marketOf(state, event.market);
  const taker = walletOf(state, event.wallet);
  const pending = pendingOrder(state, event.order);
  if (event.side === 'BUY') {
    debitFree(state, taker, addMicros(event.collateral, event.fee));
    pending.making = event.collateral;
    pending.taking = event.size;
  } else {
    debitShares(taker, market, event.outcome, event.size, event.collateral - event.fee);
    pending.making = event.size;
    pending.taking = event.collateral;
  }
  for (const leg of event.legs) applyLeg(state, market, leg);
  if (event.side === 'BUY') creditShares(taker, market, event.outcome, event.size, event.collateral + event.fee);
  else creditFree(state, taker, subtractMicros(event.collateral, event.fee));
  collectFee(state, event.fee);
  market.feesTaken = addMicros(market.feesTaken, event.fee);
  const last = event.legs.at(-1);
  assert(last !== undefined, 'a trade has at least one leg');
  market.lastTrade = { price: bookPriceOf(last.price, last.outcome), side: event.side, outcome: event.outcome };
  touchBook(market, stamp);
}

function applyLeg(state: State, market: Market, leg: TradeExecuted['legs'][number]): void {
  assert(market.book !== null, 'a maker rests in a book');
  // A filled maker is usually first in the queue, where the look-up is fastest.
  const first = market.book.first(bookSideOf(leg.side, leg.outcome));
  const order = first !== null && first.number === leg.order ? first : openOrderOf(state, leg.order);
  const wallet = walletOf(state, leg.wallet);
  if (leg.settlement === 'mint') lockPairs(state, market, leg.size);
  if (leg.settlement === 'merge') unlockPairs(state, market, leg.size);
  if (leg.side === 'BUY') {
    const used = subtractMicros(order.held, leg.held);
    spendHeld(state, wallet, used);
    creditFree(state, wallet, subtractMicros(used, leg.collateral));
    creditShares(wallet, market, leg.outcome, leg.size, leg.collateral);
  } else {
    spendHeldShares(wallet, market, leg.outcome, leg.size, leg.collateral);
    creditFree(state, wallet, leg.collateral);
  }
  order.held = leg.held;
  market.book.reduce(order, leg.size);
  if (order.remaining !== leg.remaining)
    violated(`maker ${leg.order} has ${order.remaining} left, not ${leg.remaining}`);
  if (order.remaining > 0) return noteHouse(state, market, order);
  state.orderResults.close(order.row, order.number, 'matched');
  forget(state, market, order);
}

function applyOrderRested(state: State, event: OrderRested, stamp: Stamp): void {
  const pending = pendingOrder(state, event.order);
  const { accepted, making, taking } = pending;
  const { sequence, timeMs } = stamp;
  state.pending = null;
  const row = state.orderResults.add(accepted.orderId, accepted.order, making, taking, sequence);
  const order = state.openOrders.add(accepted, event.remaining, event.held, timeMs, row);
  const market = marketOf(state, order.market);
  if (order.side === 'BUY') hold(state, walletOf(state, order.wallet), event.held);
  else holdShares(walletOf(state, order.wallet), market, order.outcome, event.held);
  enlist(state, market, order);
  touchBook(market, stamp);
}

/** Adds a resting order to its book and to all lists except the one of all open orders. */
export function enlist(state: State, market: Market, order: OpenOrder): void {
  countResting(walletOf(state, order.wallet), order, 1);
  market.book ??= new LadderBook<OpenOrder>();
  market.book.insert(order);
  state.keyOrders.add(order);
  accountOf(state, order.account).openOrders.add(order);
  if (order.expiration > 0) state.expiries.add(order);
}

function applyOrderCompleted(state: State, event: OrderCompleted, sequence: number): void {
  const pending = pendingOrder(state, event.order);
  const { accepted, making, taking } = pending;
  state.pending = null;
  state.orderResults.addClosed(accepted.orderId, accepted.order, making, taking, sequence);
}

function applyOrderCanceled(state: State, event: OrderCanceled, stamp: Stamp): void {
  const order = openOrderOf(state, event.order);
  const market = marketOf(state, order.market);
  const wallet = walletOf(state, order.wallet);
  if (order.side === 'BUY') release(state, wallet, order.held);
  else releaseShares(wallet, market, order.outcome, order.held);
  order.held = ZERO_MICROS;
  state.orderResults.close(order.row, order.number, 'canceled');
  forget(state, market, order);
  if (market.tradingEnded && market.book?.count === 0) state.draining.delete(market.id);
  touchBook(market, stamp);
}

function forget(state: State, market: Market, order: OpenOrder): void {
  assert(market.book !== null, 'an open order rests in a book');
  market.book.remove(order);
  countResting(walletOf(state, order.wallet), order, -1);
  state.keyOrders.remove(order);
  accountOf(state, order.account).openOrders.remove(order);
  if (order.expiration > 0) state.expiries.remove(order);
  state.openOrders.remove(order);
  noteHouse(state, market, order);
}

/** An order that was filled or is gone makes room for quotes of the house, or was one. */
function noteHouse({ houses: { due } }: State, { curve }: Market, order: OpenOrder): void {
  if (curve === null || !(curve.withheld || order.wallet === curve.house.wallet)) return;
  due.set(curve.id, curve.withheld || due.get(curve.id) === true);
}

function pendingOrder(state: State, order: OrderNumber): PendingOrder {
  const pending = state.pending;
  if (pending === null || pending.accepted.order !== order) violated(`order ${order} is not being placed`);
  return pending;
}

/**
 * Counts an order that starts (1) or stops (-1) resting, so that a refusal can state how many hold the wallet's funds
 * without a walk over all orders. Derived from the open orders: snapshots omit it.
 */
function countResting(wallet: Wallet, order: Pick<OpenOrder, 'side' | 'market' | 'outcome'>, by: 1 | -1): void {
  if (order.side === 'BUY') {
    wallet.buys += by;
    return;
  }
  const position = wallet.positions.get(order.market);
  // A sold-out position is gone, along with its counts.
  if (position === undefined) return assert(by === -1, 'a resting SELL holds shares');
  position.sells ??= [0, 0];
  position.sells[order.outcome] += by;
}
