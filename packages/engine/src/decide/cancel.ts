/**
 * Decides cancels: by id, by market or all, and those of expired orders and of markets whose trading ends. Cancels by
 * users work in every mode except `disabled`.
 */
import type { CancelMatching, CancelOrders } from '../command.ts';
import { accepted, type Decision } from '../decision.ts';
import type { CancelReason, Event, OrderCanceled } from '../event.ts';
import { ORDERS_PER_CANCEL_MAX, STEPS_PER_COMMAND_MAX } from '../limits.ts';
import { restingOrders } from '../market/market.ts';
import type { OpenOrder } from '../orders/open-orders.ts';
import { outOfRange, reject } from '../reject.ts';
import { findOpenOrder, marketOf, type State } from '../state.ts';
import type { OrderId } from '../units/units.ts';

const NOT_FOUND_REASON = 'Order not found or already canceled';
const MATCHED_REASON = 'Order already matched';

export function decideCancelOrders(state: Readonly<State>, command: CancelOrders): Decision {
  if (state.mode === 'disabled') return reject('mode_disabled', { mode: state.mode });
  if (state.accounts[command.account] === undefined) return reject('unknown_account');
  if (command.orderIds.length > ORDERS_PER_CANCEL_MAX) {
    return outOfRange(command.orderIds.length, ORDERS_PER_CANCEL_MAX);
  }
  const only = command.orderIds.length === 1 ? ownOrder(state, command, command.orderIds[0]) : null;
  // Nearly every cancel names one existing order: no collections needed.
  if (only !== null) return accepted([orderCanceled(only, 'user')]);
  return cancelNamed(state, command);
}

function cancelNamed(state: Readonly<State>, command: CancelOrders): Decision {
  const orders: OpenOrder[] = [];
  const notCanceled: Record<string, string> = {};
  for (const orderId of new Set<OrderId>(command.orderIds)) {
    const order = ownOrder(state, command, orderId);
    if (order !== null) orders.push(order);
    else notCanceled[orderId] = state.orderResults.fate(orderId) === 'matched' ? MATCHED_REASON : NOT_FOUND_REASON;
  }
  return accepted(canceled(orders, 'user'), notCanceled);
}

/** The resting order with this id, if it belongs to the account in the command. */
function ownOrder(state: Readonly<State>, command: CancelOrders, orderId: OrderId | undefined): OpenOrder | null {
  const order = orderId === undefined ? undefined : findOpenOrder(state, orderId);
  return order !== undefined && order.account === command.account ? order : null;
}

export function decideCancelMatching(state: Readonly<State>, command: CancelMatching): Decision {
  if (state.mode === 'disabled') return reject('mode_disabled', { mode: state.mode });
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
  return orders.map((order): Event => orderCanceled(order, reason));
}

function orderCanceled(order: OpenOrder, reason: CancelReason): OrderCanceled {
  return { kind: 'OrderCanceled', order: order.number, reason };
}

/**
 * Marks all markets that have reached their closing time first, so that none waits for the cancels of another; then
 * cancels their orders in bounded steps.
 */
export function decideEndTrading(state: Readonly<State>, timeMs: number): Decision {
  const due = state.closings.due(timeMs, STEPS_PER_COMMAND_MAX);
  if (due.length > 0) return accepted(due.map((market) => ({ kind: 'TradingEnded', market })));
  const orders: OpenOrder[] = [];
  for (const market of state.draining) {
    if (orders.length >= STEPS_PER_COMMAND_MAX) break;
    orders.push(...restingOrders(marketOf(state, market), STEPS_PER_COMMAND_MAX - orders.length));
  }
  return accepted(canceled(orders, 'trading_ended'));
}
