/** Invariants of heartbeats and of the lists of orders by key. O(armed keys + open orders). */
import { HEARTBEAT_TIMEOUT_MS } from '../limits.ts';
import type { State } from '../state.ts';
import { assert } from '../units/assert.ts';

/** Recounts; for tests, `verify`, and other places where time allows. */
export function assertHeartbeats(state: Readonly<State>): void {
  const { heartbeats, timeMs } = state;
  let armed = 0;
  let deadlineMs = 0;
  for (const key of heartbeats.armed()) {
    armed++;
    assert(key.deadlineMs >= deadlineMs, `API key ${key.apiKey} is out of turn`);
    deadlineMs = key.deadlineMs;
    assert(deadlineMs <= timeMs + HEARTBEAT_TIMEOUT_MS, `API key ${key.apiKey} has too long a period`);
    const issued = state.apiKeys.get(key.apiKey);
    assert(issued?.account === key.account && !issued.revoked, `API key ${key.apiKey} is armed but not valid`);
  }
  assert(armed === heartbeats.size, 'armed keys are miscounted');
  for (const { apiKey, ordersBefore } of heartbeats.sweeps()) {
    assert(ordersBefore <= state.nextOrderNumber, `API key ${apiKey} missed a beat for orders to come`);
  }
  let listed = 0;
  let previous: { readonly apiKey: string; readonly number: number } | null = null;
  for (const [apiKey, order] of state.keyOrders.entries()) {
    assert(state.openOrders.get(order.number) === order, `order ${order.number} of key ${apiKey} is not open`);
    assert(order.apiKey === apiKey, `order ${order.number} is listed under another key`);
    assert(previous?.apiKey !== apiKey || previous.number < order.number, `order ${order.number} is out of turn`);
    previous = order;
    listed++;
  }
  assert(listed === state.openOrders.size, 'open orders by key are miscounted');
}
