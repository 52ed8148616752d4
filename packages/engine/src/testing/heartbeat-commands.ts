/** Generates heartbeat commands: mostly the right id, occasionally each kind of wrong one. Tests only. */
import type { HeartbeatCommand } from '../heartbeats/commands.ts';
import type { State } from '../state.ts';
import { accountId } from '../units/units.ts';
import type { Dice } from './dice.ts';

/** Keys `key-0`… of the accounts with these numbers; orders carry them too. */
const KEYS = 4;

export function heartbeatCommand(dice: Dice, state: Readonly<State>, nextId: string): HeartbeatCommand {
  if (dice.once(3)) return { kind: 'ExpireHeartbeats' };
  if (dice.once(30)) return { kind: 'RenewHeartbeats' };
  const key = dice.below(KEYS);
  const apiKey = dice.once(40) ? 'key-9' : `key-${key}`;
  const account = accountId(dice.once(40) ? (key + 1) % KEYS : key);
  const expected = state.heartbeats.get(apiKey)?.heartbeatId ?? dice.pick([null, '']);
  const heartbeatId = dice.once(6) ? dice.pick([null, '', 'beat-0', `${expected ?? ''}x`]) : expected;
  return { kind: 'Beat', account, apiKey, heartbeatId, nextId };
}

/** Lets time pass: not at all, a little, or to the end of the earliest period or the moment before it. */
export function heartbeatTime(dice: Dice, state: Readonly<State>, timeMs: number): number {
  const deadlineMs = state.heartbeats.nextDeadlineMs();
  if (deadlineMs !== null && dice.once(4)) return Math.max(timeMs, deadlineMs - dice.below(2));
  return timeMs + dice.pick([0, 0, 0, 1, 250, 4000]);
}
