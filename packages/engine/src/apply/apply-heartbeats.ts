/** Applies events of heartbeats. */
import type { HeartbeatMissed, HeartbeatReceived, HeartbeatSwept, HeartbeatsRenewed } from '../heartbeats/events.ts';
import type { State } from '../state.ts';
import { assert } from '../units/assert.ts';

export function applyHeartbeatReceived(state: State, event: HeartbeatReceived): void {
  state.heartbeats.receive(event);
}

export function applyHeartbeatsRenewed(state: State, event: HeartbeatsRenewed): void {
  state.heartbeats.renew(event.deadlineMs);
}

export function applyHeartbeatMissed(state: State, { account, apiKey, ordersBefore }: HeartbeatMissed): void {
  assert(state.heartbeats.disarm(apiKey), `API key ${apiKey} missed a heartbeat unarmed`);
  state.heartbeats.startSweep({ account, apiKey, ordersBefore });
}

export function applyHeartbeatSwept(state: State, { apiKey }: HeartbeatSwept): void {
  assert(state.heartbeats.endSweep(apiKey), `API key ${apiKey} has no orders to cancel`);
}
