/**
 * Examines everything that would be too slow to check at every entry, once a run is over. Each examination is a rule of
 * its own (`Examined`). The slowest ones run for a share of the seeds, chosen by the seed.
 */
import type { Feature } from '../../features/table.ts';
import type { World } from '../../world.ts';
import { EXAMINATIONS, type Examination } from '../facts.ts';
import type { EndOfRun, Examine } from './examination.ts';
import { examineFollowers, verifyAgain } from './followers.ts';
import { examineRows, examineRowsNaively } from './rows.ts';
import { examineSnapshots } from './snapshots.ts';

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

/** Returns what the examination reports; a thrown error counts as a report. */
function wordsOf(examineIt: () => string | null): string | null {
  try {
    return examineIt();
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
