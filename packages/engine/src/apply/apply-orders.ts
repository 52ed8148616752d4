/** Applies events of orders and trades. */

import { LadderBook } from '../book/ladder-book.ts';
import type { Stamp } from '../command.ts';
import type { OrderAccepted, OrderCanceled, OrderCompleted, OrderRested, TradeExecuted } from '../event.ts';
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
} from '../ledger/balances.ts';
import { countResting } from '../ledger/resting-counts.ts';
import { accountOf, marketOf, openOrderOf, walletOf } from '../lookup.ts';
import { type Market, touchBook } from '../market/market.ts';
import { bookPriceOf, bookSideOf } from '../matching/match.ts';
import { createOpenOrder, type OpenOrder } from '../orders/open-order.ts';
import type { PendingOrder, State } from '../state.ts';
import { assert, violated } from '../units/assert.ts';
import { type OrderNumber, orderNumber } from '../units/ids.ts';
import { addMicros, subtractMicros, ZERO_MICROS } from '../units/micros.ts';

export function applyOrderAccepted(state: State, event: OrderAccepted): void {
  assert(state.pending === null, 'an entry accepts one order');
  if (event.order !== state.nextOrderNumber) violated(`order ${event.order} is out of turn`);
  state.nextOrderNumber = orderNumber(event.order + 1);
  state.pending = { accepted: event, making: ZERO_MICROS, taking: ZERO_MICROS };
}

export function applyTradeExecuted(state: State, event: TradeExecuted, stamp: Stamp): void {
  const market = marketOf(state, event.market);
  const taker = walletOf(state, event.wallet);
  const pending = pendingOrder(state, event.order);
  if (event.side === 'BUY') {
    debitFree(state, taker, addMicros(event.collateral, event.fee));
    pending.making = event.collateral;
    pending.taking = event.size;
  } else {
    debitShares(taker, market, event.outcome, event.size);
    pending.making = event.size;
    pending.taking = event.collateral;
  }
  for (const leg of event.legs) applyLeg(state, market, leg);
  if (event.side === 'BUY') creditShares(taker, market, event.outcome, event.size);
  else creditFree(state, taker, subtractMicros(event.collateral, event.fee));
  collectFee(state, event.fee);
  const last = event.legs.at(-1);
  assert(last !== undefined, 'a trade has at least one leg');
  market.lastTrade = { price: bookPriceOf(last.price, last.outcome), side: event.side, outcome: event.outcome };
  touchBook(market, stamp);
}

function applyLeg(state: State, market: Market, leg: TradeExecuted['legs'][number]): void {
  const order = openOrderOf(state, leg.order);
  const wallet = walletOf(state, leg.wallet);
  if (leg.settlement === 'mint') lockPairs(state, market, leg.size);
  if (leg.settlement === 'merge') unlockPairs(state, market, leg.size);
  if (leg.side === 'BUY') {
    const used = subtractMicros(order.held, leg.held);
    spendHeld(state, wallet, used);
    creditFree(state, wallet, subtractMicros(used, leg.collateral));
    creditShares(wallet, market, leg.outcome, leg.size);
  } else {
    spendHeldShares(wallet, market, leg.outcome, leg.size);
    creditFree(state, wallet, leg.collateral);
  }
  order.held = leg.held;
  assert(market.book !== null, 'a maker rests in a book');
  market.book.reduce(order, leg.size);
  if (order.remaining !== leg.remaining)
    violated(`maker ${leg.order} has ${order.remaining} left, not ${leg.remaining}`);
  if (order.remaining > 0) return;
  forget(state, market, order);
  state.orderResults.close(order.row, order.number, 'matched');
}

export function applyOrderRested(state: State, event: OrderRested, stamp: Stamp): void {
  const pending = pendingOrder(state, event.order);
  const order = restingOrder(pending.accepted, event, stamp.timeMs, recordResult(state, pending, stamp.sequence));
  const market = marketOf(state, order.market);
  const wallet = walletOf(state, order.wallet);
  if (order.side === 'BUY') hold(state, wallet, event.held);
  else holdShares(wallet, market, order.outcome, event.held);
  countResting(wallet, order, 1);
  market.book ??= new LadderBook<OpenOrder>();
  market.book.insert(order);
  state.openOrders.add(order);
  state.keyOrders.add(order);
  accountOf(state, order.account).openOrders.add(order);
  if (order.expiration > 0) state.expiries.add(order);
  touchBook(market, stamp);
}

function restingOrder(accepted: OrderAccepted, rested: OrderRested, createdMs: number, row: number): OpenOrder {
  const facts = {
    number: accepted.order,
    orderId: accepted.orderId,
    account: accepted.account,
    wallet: accepted.wallet,
    apiKey: accepted.apiKey,
    market: accepted.market,
    outcome: accepted.outcome,
    side: accepted.side,
    type: accepted.type,
    price: accepted.price,
    size: accepted.size,
    expiration: accepted.expiration,
    bookSide: bookSideOf(accepted.side, accepted.outcome),
    bookPrice: bookPriceOf(accepted.price, accepted.outcome),
    remaining: rested.remaining,
    held: rested.held,
    createdMs,
  };
  return createOpenOrder(facts, row);
}

export function applyOrderCompleted(state: State, event: OrderCompleted, sequence: number): void {
  const pending = pendingOrder(state, event.order);
  const row = recordResult(state, pending, sequence);
  state.orderResults.close(row, event.order, 'matched');
}

export function applyOrderCanceled(state: State, event: OrderCanceled, stamp: Stamp): void {
  const order = openOrderOf(state, event.order);
  const market = marketOf(state, order.market);
  const wallet = walletOf(state, order.wallet);
  if (order.side === 'BUY') release(state, wallet, order.held);
  else releaseShares(wallet, market, order.outcome, order.held);
  order.held = ZERO_MICROS;
  forget(state, market, order);
  state.orderResults.close(order.row, order.number, 'canceled');
  if (market.tradingEnded && market.book?.count === 0) state.draining.delete(market.id);
  touchBook(market, stamp);
}

function forget(state: State, market: Market, order: OpenOrder): void {
  assert(market.book !== null, 'an open order rests in a book');
  market.book.remove(order);
  countResting(walletOf(state, order.wallet), order, -1);
  state.openOrders.remove(order);
  state.keyOrders.remove(order);
  accountOf(state, order.account).openOrders.remove(order);
  if (order.expiration > 0) state.expiries.remove(order);
}

/** Answers the row of the order's result. */
function recordResult(state: State, pending: PendingOrder, sequence: number): number {
  const { accepted, making, taking } = pending;
  // A dust SELL can match for nothing: what it gave tells as well.
  const status = making > 0 || taking > 0 ? 'matched' : 'live';
  state.pending = null;
  return state.orderResults.add(accepted.orderId, accepted.order, { status, making, taking, sequence });
}

function pendingOrder(state: State, order: OrderNumber): PendingOrder {
  const pending = state.pending;
  if (pending === null || pending.accepted.order !== order) violated(`order ${order} is not being placed`);
  return pending;
}
