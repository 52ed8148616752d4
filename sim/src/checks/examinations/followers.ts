/** Every follower that lives has come to the end of the log and has what the log leads to. */
import { hashState } from '@bellwether/engine';
import { ledgerDifference, ledgerOf } from '../oracle/ledgers.ts';
import type { Examine } from './examination.ts';

export const examineFollowers: Examine = ({ followers }, { log }) => {
  const expected = ledgerOf(log.state);
  const expectedHash = hashState(log.state);
  for (const { name, state, head } of followers) {
    if (head.sequence !== log.end || (log.end > 0 && head.hash !== log.entry(log.end)?.hash))
      return `${name} is at entry ${head.sequence}, the log ends at entry ${log.end}`;
    const difference = ledgerDifference(ledgerOf(state), expected);
    if (difference !== null) return `${name}: ${difference}`;
    // One that keeps less has no fingerprint to compare.
    if (state.requests.isKept && hashState(state) !== expectedHash)
      return `${name} has another state than the log leads to`;
  }
  return null;
};
