/**
 * Examines everything that would be too slow to check at every entry, once a run is over. Each examination is a rule of
 * its own (`Examined`). The slowest ones run for a share of the seeds, chosen by the seed.
 */
import type { EndOfRun, Feature } from '../../world.ts';
import type { RunAuditor } from '../audit.ts';
import type { Examination } from '../facts.ts';
import type { Examine } from './examination.ts';
import { examineFollowers } from './followers.ts';
import { examineRows, examineRowsNaively } from './rows.ts';
import { examineSnapshots } from './snapshots.ts';
import { verifyAgain } from './verify.ts';

interface ExaminationRow {
  readonly by: Examination;
  /**
   * Percentage of the eligible seeds (those with the needed feature) that are examined this way. That makes half of all
   * seeds for snapshots, a quarter for rows.
   */
  readonly percent: number;
  readonly needs: Feature | null;
  readonly examineIt: Examine;
}

const EXAMINATIONS: readonly ExaminationRow[] = [
  { by: 'followers', percent: 100, needs: null, examineIt: examineFollowers },
  { by: 'snapshots', percent: 70, needs: 'snapshots', examineIt: examineSnapshots },
  { by: 'verify', percent: 25, needs: null, examineIt: verifyAgain },
  { by: 'rows', percent: 60, needs: 'read_store', examineIt: examineRows },
  { by: 'rows-naive', percent: 60, needs: 'read_store', examineIt: examineRowsNaively },
];

export function examine(end: EndOfRun, auditor: RunAuditor): void {
  const { world } = end;
  for (const { by, needs, percent, examineIt } of EXAMINATIONS) {
    if (needs !== null && !world.features.has(needs)) continue;
    if (world.dice.fork('examination').fork(by).below(100) >= percent) continue;
    world.count(`examined ${by}`);
    auditor.take({ kind: 'examined', by, problem: wordsOf(() => examineIt(end, auditor)) });
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
