/** Heartbeats for the naive exchange: lists in the order of the last heartbeat, searched linearly. Tests only. */
import type { Stamp } from '../command.ts';
import type { Decision } from '../decision.ts';
import type { Event } from '../event.ts';
import type { HeartbeatCommand } from '../heartbeats/commands.ts';
import type { MissCause } from '../heartbeats/events.ts';
import { reject } from '../reject.ts';
import { orderNumber } from '../units/units.ts';
import { closeOrder } from './naive-placement.ts';
import { decided, type NaiveState } from './naive-state.ts';

const PERIOD_MS = 10_000;
const STEPS = 200;

export function naiveHeartbeat(state: NaiveState, command: HeartbeatCommand, { timeMs }: Stamp): Decision {
  const { heartbeats } = state;
  const deadlineMs = timeMs + PERIOD_MS;
  if (command.kind === 'Beat') {
    const { account, apiKey, nextId } = command;
    const valid = state.keys.some((key) => key.apiKey === apiKey && key.account === account && !key.revoked);
    if (!valid) return reject('unknown_api_key');
    const last = heartbeats.armed.find((key) => key.apiKey === apiKey);
    const sent = command.heartbeatId === null ? '' : command.heartbeatId;
    if (last === undefined ? sent !== '' : sent !== last.id) return reject('heartbeat_id_invalid');
    const others = heartbeats.armed.filter((key) => key !== last);
    heartbeats.armed = [...others, { apiKey, account, id: nextId, deadlineMs }];
    return decided([{ kind: 'HeartbeatReceived', account, apiKey, heartbeatId: nextId, deadlineMs }]);
  }
  if (command.kind === 'RenewHeartbeats') {
    for (const key of heartbeats.armed) key.deadlineMs = deadlineMs;
    return decided(heartbeats.armed.length > 0 ? [{ kind: 'HeartbeatsRenewed', deadlineMs }] : []);
  }
  const late = heartbeats.armed.filter((key) => timeMs >= key.deadlineMs).slice(0, STEPS);
  if (late.length > 0) return decided(late.flatMap(({ apiKey }) => naiveMiss(state, apiKey, 'timeout')));
  return decided(sweep(state));
}

export function naiveMiss(state: NaiveState, apiKey: string, cause: MissCause): Event[] {
  const { heartbeats, nextOrder } = state;
  const key = heartbeats.armed.find((armed) => armed.apiKey === apiKey);
  if (key === undefined) return [];
  heartbeats.armed = heartbeats.armed.filter((armed) => armed !== key);
  const before = heartbeats.missed.find((missed) => missed.apiKey === apiKey);
  if (before === undefined) heartbeats.missed.push({ apiKey, before: nextOrder });
  else before.before = nextOrder;
  return [{ kind: 'HeartbeatMissed', account: key.account, apiKey, cause, ordersBefore: orderNumber(nextOrder) }];
}

/** Every missed key gets an equal part of the steps left by the keys before it. */
function sweep(state: NaiveState): Event[] {
  const events: Event[] = [];
  const keys = [...state.heartbeats.missed];
  let steps = STEPS;
  keys.forEach(({ apiKey, before }, index) => {
    if (steps <= 0) return;
    const part = Math.max(1, Math.floor(steps / (keys.length - index)));
    const orders = state.orders.filter((order) => order.apiKey === apiKey && order.number < before);
    for (const order of orders.slice(0, part)) {
      closeOrder(state, order, 'canceled');
      events.push({ kind: 'OrderCanceled', order: order.number, reason: 'heartbeat' });
      steps--;
    }
    if (orders.length === 0) steps--;
    if (orders.length > part) return;
    state.heartbeats.missed = state.heartbeats.missed.filter((missed) => missed.apiKey !== apiKey);
    events.push({ kind: 'HeartbeatSwept', apiKey });
  });
  return events;
}
