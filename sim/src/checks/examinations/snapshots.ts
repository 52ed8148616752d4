/** A snapshot of any age, and the entries after it, lead to the state that all entries lead to. */
import { applyEntry, decide, hashState, restoreSnapshot, type State } from '@bellwether/engine';
import type { AuditedLog } from '../audited-log.ts';
import { agree } from '../oracle/comparable.ts';
import { ledgerDifference, ledgerOf } from '../oracle/ledgers.ts';
import { excerpt } from '../rule.ts';
import type { Examine } from './examination.ts';

/** Of those that there are, by chance: the newest are alike. */
const SNAPSHOTS_MAX = 2;

export const examineSnapshots: Examine = ({ world, snapshots }, { log }) => {
  const dice = world.dice.fork('snapshots');
  const expected = hashState(log.state);
  const left = [...snapshots];
  for (let taken = 0; taken < SNAPSHOTS_MAX && left.length > 0; taken++) {
    const [stored] = left.splice(dice.below(left.length), 1);
    if (stored === undefined) break;
    const { snapshot, sequence, hash, stateHash } = stored;
    if (log.entry(sequence)?.hash !== hash) return `the snapshot of entry ${sequence} is of another log`;
    const state = restoreSnapshot(structuredClone(snapshot));
    if (hashState(state) !== stateHash)
      return `the snapshot of entry ${sequence} restores another state than it was taken of`;
    for (const entry of log.entries.slice(sequence)) applyEntry(state, entry);
    if (hashState(state) !== expected)
      return `the snapshot of entry ${sequence} and what came after it lead to another state than the log`;
    const difference = ledgerDifference(ledgerOf(state), ledgerOf(log.state)) ?? repeatsDifference(state, log);
    if (difference !== null) return `the snapshot of entry ${sequence} and what came after it: ${difference}`;
    world.cover('snapshot and tail');
  }
  return null;
};

/** The first order that rests and, when it is sent again, is answered otherwise than by the log's own state; in words. */
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
