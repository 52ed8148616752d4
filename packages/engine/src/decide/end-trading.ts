/**
 * Decides the timer command for closing times. First all markets that have reached their closing time are marked, so
 * that none waits for the cancels of another; then their orders are cancelled in bounded steps.
 */
import type { Decision } from '../decision.ts';
import { STEPS_PER_COMMAND_MAX } from '../limits.ts';
import { marketOf } from '../lookup.ts';
import { restingOrders } from '../market/resting-orders.ts';
import type { OpenOrder } from '../orders/open-order.ts';
import type { State } from '../state.ts';
import { accepted } from './accepted.ts';
import { canceled } from './cancel.ts';

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
