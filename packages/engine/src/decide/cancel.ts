/** Decides cancels: by id, by market or all, and expiry. Cancels work in every mode but `disabled`. */
import type { CancelMatching, CancelOrders } from '../command.ts';
import type { Decision } from '../decision.ts';
import type { CancelReason, Event } from '../event.ts';
import { ORDERS_PER_CANCEL_MAX, STEPS_PER_COMMAND_MAX } from '../limits.ts';
import { findOpenOrder } from '../lookup.ts';
import type { OpenOrder } from '../orders/open-order.ts';
import { reject } from '../reject.ts';
import type { State } from '../state.ts';
import type { OrderId } from '../units/ids.ts';
import { accepted } from './accepted.ts';

export const NOT_FOUND_REASON = 'Order not found or already canceled';
export const MATCHED_REASON = 'Order already matched';

export function decideCancelOrders(state: Readonly<State>, command: CancelOrders): Decision {
  if (state.mode === 'disabled') return reject('mode_disabled');
  if (state.accounts[command.account] === undefined) return reject('unknown_account');
  if (command.orderIds.length > ORDERS_PER_CANCEL_MAX) {
    return reject('amount_out_of_range', { amount: command.orderIds.length, maximum: ORDERS_PER_CANCEL_MAX });
  }
  const orders: OpenOrder[] = [];
  const notCanceled: Record<string, string> = {};
  for (const orderId of new Set<OrderId>(command.orderIds)) {
    const order = findOpenOrder(state, orderId);
    if (order !== undefined && order.account === command.account) orders.push(order);
    else notCanceled[orderId] = state.orderResults.fate(orderId) === 'matched' ? MATCHED_REASON : NOT_FOUND_REASON;
  }
  return accepted(canceled(orders, 'user'), notCanceled);
}

export function decideCancelMatching(state: Readonly<State>, command: CancelMatching): Decision {
  if (state.mode === 'disabled') return reject('mode_disabled');
  const account = state.accounts[command.account];
  if (account === undefined) return reject('unknown_account');
  const orders: OpenOrder[] = [];
  for (const order of account.openOrders.values()) {
    if (orders.length >= ORDERS_PER_CANCEL_MAX) break;
    if (command.market !== null && order.market !== command.market) continue;
    if (command.outcome !== null && order.outcome !== command.outcome) continue;
    orders.push(order);
  }
  return accepted(canceled(orders, 'user'));
}

export function decideExpireOrders(state: Readonly<State>, timeMs: number): Decision {
  return accepted(canceled(state.expiries.due(Math.floor(timeMs / 1000), STEPS_PER_COMMAND_MAX), 'expired'));
}

export function canceled(orders: readonly OpenOrder[], reason: CancelReason): Event[] {
  return orders.map((order): Event => ({ kind: 'OrderCanceled', order: order.number, reason }));
}
