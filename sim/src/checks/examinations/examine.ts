/**
 * Examines everything that would be too slow to check at every entry, once a run is over. Each examination is a rule of
 * its own (`Examined`). The slowest ones run for a share of the seeds, chosen by the seed.
 */

import { hashState, type State } from '@bellwether/engine';
import { emptyStart, Follower } from '@bellwether/ledger/log/follower.ts';
import type { OrderArchive } from '@bellwether/ports/order-archive.ts';
import { NaiveLedgerCheck } from '@bellwether/venue/ops/testing/naive-ledger-check.ts';
import { HistoryCheck } from '@bellwether/venue/ops/verify-history.ts';
import type { Feature } from '../../features/table.ts';
import type { World } from '../../world.ts';
import type { AuditedLog } from '../audited-log.ts';
import { EXAMINATIONS, type Examination } from '../facts.ts';
import { ledgerDifference, ledgerOf } from '../oracle/comparable.ts';
import type { EndOfRun, Examine } from './examination.ts';
import { examineRows, examineRowsNaively } from './rows.ts';
import { examineSnapshots } from './snapshots.ts';

/** Every live follower has reached the end of the log and has the state that the log leads to. */
export const examineFollowers: Examine = ({ followers, log }) => {
  const expected = ledgerOf(log.state);
  const expectedHash = hashState(log.state);
  for (const { name, state, head, archive } of followers) {
    if (head.sequence !== log.end || (log.end > 0 && head.hash !== log.entry(log.end)?.hash))
      return `${name} is at entry ${head.sequence}, the log ends at entry ${log.end}`;
    const difference = ledgerDifference(ledgerOf(state), expected);
    if (difference !== null) return `${name}: ${difference}`;
    // A follower that keeps less has no fingerprint to compare.
    if (state.requests.isKept && hashState(state) !== expectedHash)
      return `${name} has another state than the log leads to`;
    const forgotten = archive === null ? null : forgottenOrder(state, archive, log);
    if (forgotten !== null) return `${name}: ${forgotten}`;
  }
  return null;
};

/**
 * Describes an order of the log that is missing from both the state and its archive, or is there under another entry.
 */
function forgottenOrder({ orderResults }: State, archive: OrderArchive, { entries }: AuditedLog): string | null {
  for (const { sequence, events } of entries) {
    for (const event of events) {
      if (event.kind !== 'OrderAccepted') continue;
      const result = orderResults.get(event.orderId) ?? archive.find(event.orderId)?.result ?? null;
      if (result?.sequence !== sequence)
        return `order ${event.orderId} of entry ${sequence} is ${result === null ? 'forgotten' : `of entry ${result.sequence}`}`;
    }
  }
  return null;
}

/**
 * `bellwether verify` finds nothing when it decides every command again, and the events alone add up to every balance.
 */
export const verifyAgain: Examine = ({ world, records }) => {
  // The follower remembers as much as the venue, so it answers a late cancel the same way.
  const follower = new Follower(emptyStart(world.keeps));
  const check = new HistoryCheck(follower, []);
  const ledger = new NaiveLedgerCheck();
  try {
    for (const record of records) for (const entry of follower.foldRecord(record)) ledger.observe(entry);
  } catch (error) {
    throw check.named(error);
  }
  check.finish();
  ledger.finish(follower.state);
  return null;
};

/**
 * Percentage of the eligible seeds (those with the needed feature) that are examined this way. That makes half of all
 * seeds for snapshots, a quarter for rows.
 */
const TABLE: Readonly<Record<Examination, readonly [percent: number, needs: Feature | null, examine: Examine]>> = {
  'followers-agree': [100, null, examineFollowers],
  'snapshot-and-tail': [70, 'snapshots', examineSnapshots],
  'verify-agrees': [25, null, verifyAgain],
  'rows-rebuilt-are-the-same': [60, 'read_store', examineRows],
  'rows-are-a-naive-fold': [60, 'read_store', examineRowsNaively],
};

export function examine(end: EndOfRun, world: World): void {
  for (const by of EXAMINATIONS) {
    const [percent, needs, examineIt] = TABLE[by];
    if (needs !== null && !world.features.has(needs)) continue;
    if (world.dice.fork('examination').fork(by).below(100) >= percent) continue;
    world.count(`examined ${by}`);
    world.take({ kind: 'examined', by, problem: wordsOf(() => examineIt(end)) });
  }
}

function wordsOf(examineIt: () => string | null): string | null {
  try {
    return examineIt();
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
