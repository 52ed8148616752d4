/**
 * Decides heartbeats: a dead man's switch for each API key that uses it. Works in every mode: a client could not make
 * up for a refused heartbeat, and orders must not outlive their owner's silence because the venue is restricted.
 */
import { accepted, type Decision } from '../decision.ts';
import type { Event } from '../event.ts';
import type { Beat } from '../heartbeats/commands.ts';
import type { HeartbeatMissed, MissCause } from '../heartbeats/events.ts';
import { HEARTBEAT_TIMEOUT_MS, STEPS_PER_COMMAND_MAX } from '../limits.ts';
import { reject } from '../reject.ts';
import type { State } from '../state.ts';
import type { ArmedKey } from '../timers.ts';
import { canceled } from './cancel.ts';

/** Accepts the id of the last heartbeat, or no id if the key is not armed. A refusal names the expected id. */
export function decideBeat(state: Readonly<State>, command: Beat, timeMs: number): Decision {
  const { account, apiKey, nextId } = command;
  const key = state.apiKeys.get(apiKey);
  if (key === undefined || key.account !== account || key.revoked) return reject('unknown_api_key');
  const expected = state.heartbeats.get(apiKey)?.heartbeatId ?? '';
  if ((command.heartbeatId ?? '') !== expected) return reject('heartbeat_id_invalid', { expected });
  const deadlineMs = timeMs + HEARTBEAT_TIMEOUT_MS;
  return accepted([{ kind: 'HeartbeatReceived', account, apiKey, heartbeatId: nextId, deadlineMs }]);
}

export function decideRenewHeartbeats(state: Readonly<State>, timeMs: number): Decision {
  const deadlineMs = timeMs + HEARTBEAT_TIMEOUT_MS;
  return accepted(state.heartbeats.size === 0 ? [] : [{ kind: 'HeartbeatsRenewed', deadlineMs }]);
}

/** Misses are recorded before anything is cancelled: orders placed afterwards are not affected by the sweep. */
export function decideExpireHeartbeats(state: Readonly<State>, timeMs: number): Decision {
  const misses = missedNow(state, timeMs);
  return accepted(misses.length > 0 ? misses : sweepStep(state));
}

/** The event that disarms a key and starts the cancelling of its orders. */
export function heartbeatMissed(state: Readonly<State>, key: Readonly<ArmedKey>, cause: MissCause): HeartbeatMissed {
  const { account, apiKey } = key;
  return { kind: 'HeartbeatMissed', account, apiKey, cause, ordersBefore: state.nextOrderNumber };
}

function missedNow(state: Readonly<State>, timeMs: number): Event[] {
  const misses: Event[] = [];
  for (const key of state.heartbeats.armed()) {
    if (key.deadlineMs > timeMs || misses.length >= STEPS_PER_COMMAND_MAX) break;
    misses.push(heartbeatMissed(state, key, 'timeout'));
  }
  return misses;
}

/** Gives every sweep an equal share of the step, so that a key with few orders does not wait for one with many. */
function sweepStep(state: Readonly<State>): Event[] {
  const events: Event[] = [];
  let left = STEPS_PER_COMMAND_MAX;
  let waiting = state.heartbeats.sweepCount;
  for (const { apiKey, ordersBefore } of state.heartbeats.sweeps()) {
    if (left <= 0) break;
    const share = Math.max(1, Math.floor(left / waiting));
    waiting--;
    const orders = state.keyOrders.oldest(apiKey, ordersBefore, share + 1);
    const now = orders.slice(0, share);
    events.push(...canceled(now, 'heartbeat'));
    if (orders.length <= share) events.push({ kind: 'HeartbeatSwept', apiKey });
    left -= Math.max(1, now.length);
  }
  return events;
}
