/** A snapshot of any age, and the entries after it, lead to the state that all entries lead to. */
import { applyEntry, hashState, restoreSnapshot } from '@bellwether/engine';
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
    world.cover('snapshot and tail');
  }
  return null;
};
