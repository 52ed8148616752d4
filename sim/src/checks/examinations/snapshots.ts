/** A snapshot of any age plus the entries after it lead to the same state as all entries. */
import {
  applyEntry,
  createState,
  decide,
  endOfTradingIsDue,
  hashState,
  heartbeatsAreDue,
  nextExpiration,
  nextSettlement,
  restoreSnapshot,
  type State,
} from '@bellwether/engine';
import type { StoredSnapshot } from '@bellwether/ports/snapshots.ts';
import { type AuditedLog, excerpt } from '../audited-log.ts';
import { agree, ledgerDifference, ledgerOf } from '../oracle/comparable.ts';
import type { Examine } from './examination.ts';

/** Maximum number of snapshots to examine, chosen at random: the newest are alike. */
const SNAPSHOTS_MAX = 2;

export const examineSnapshots: Examine = (end) => {
  const { world, log } = end;
  const missed = missedTimer(end.snapshots(), log);
  if (missed !== null) return missed;
  const dice = world.dice.fork('snapshots');
  const expected = hashState(log.state);
  const left = [...end.snapshots()];
  for (let taken = 0; taken < SNAPSHOTS_MAX && left.length > 0; taken++) {
    const [stored] = left.splice(dice.below(left.length), 1);
    if (stored === undefined) break;
    const { snapshot, sequence, hash, stateHash } = stored;
    if (log.entry(sequence)?.hash !== hash) return `the snapshot of entry ${sequence} is of another log`;
    const state = restoreSnapshot(snapshot);
    if (hashState(state) !== stateHash)
      return `the snapshot of entry ${sequence} restores another state than it was taken of`;
    for (const entry of log.entries.slice(sequence)) applyEntry(state, entry);
    if (hashState(state) !== expected)
      return `the snapshot of entry ${sequence} and what came after it lead to another state than the log`;
    const difference = ledgerDifference(ledgerOf(state), ledgerOf(log.state)) ?? repeatsDifference(state, log);
    if (difference !== null) return `the snapshot of entry ${sequence} and what came after it: ${difference}`;
    world.count('snapshot and tail');
  }
  return null;
};

/** Describes the first open order that, when sent again, gets another answer than from the log's own state. */
function repeatsDifference(state: State, { state: expected, entries }: AuditedLog): string | null {
  const open = new Set([...expected.openOrders.values()].map(({ orderId }) => orderId));
  const stamp = { sequence: expected.sequence + 1, timeMs: expected.timeMs };
  for (const { command } of entries) {
    if (command.kind !== 'PlaceOrder' || !open.has(command.orderId)) continue;
    const { request: _request, ...repeat } = command;
    const [mine, theirs] = [decide(state, repeat, stamp), decide(expected, repeat, stamp)];
    if (!agree(mine, theirs)) return `order ${command.orderId} is told ${excerpt(mine)}, not ${excerpt(theirs)}`;
  }
  return null;
}

/** Describes a snapshot from which other things are due than from the state at the same entry. */
function missedTimer(snapshots: readonly StoredSnapshot[], log: AuditedLog): string | null {
  const taken = snapshots.toSorted((a, b) => a.sequence - b.sequence);
  const state = createState();
  for (const stored of taken) {
    if ('damage' in stored) continue;
    for (const entry of log.entries.slice(state.sequence, stored.sequence)) applyEntry(state, entry);
    const [mine, theirs] = [dueIn(restoreSnapshot(stored.snapshot)), dueIn(state)];
    if (!agree(mine, theirs))
      return `from the snapshot of entry ${stored.sequence} is due ${excerpt(mine)}, not ${excerpt(theirs)}`;
  }
  return null;
}

const END_OF_TIME = Number.MAX_SAFE_INTEGER;

/** Everything that a leader would do next on its own. */
function dueIn(state: State): unknown {
  return {
    settlement: nextSettlement(state),
    expiration: nextExpiration(state),
    ends: endOfTradingIsDue(state, END_OF_TIME),
    misses: heartbeatsAreDue(state, END_OF_TIME),
  };
}
