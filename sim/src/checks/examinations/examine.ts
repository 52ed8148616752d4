/**
 * What is too dear for every entry is examined once a run is over, each of it as a rule of its own name (`rules/examined.ts`).
 * What takes longest is left to a part of the seeds, chosen by the seed.
 */
import type { EndOfRun } from '../../world.ts';
import type { RunAuditor } from '../audit.ts';
import type { Examination } from '../facts.ts';
import type { Examine } from './examination.ts';
import { examineFollowers } from './followers.ts';
import { examineRows } from './rows.ts';
import { examineRowsNaively } from './rows-naively.ts';
import { examineSnapshots } from './snapshots.ts';
import { verifyAgain } from './verify.ts';

/** How many seeds of a hundred are examined so. */
const EXAMINATIONS: readonly (readonly [by: Examination, percent: number, examine: Examine])[] = [
  ['followers', 100, examineFollowers],
  ['snapshots', 50, examineSnapshots],
  ['verify', 25, verifyAgain],
  ['rows', 25, examineRows],
  ['rows-naive', 25, examineRowsNaively],
];

export function examine(end: EndOfRun, auditor: RunAuditor): void {
  const { world } = end;
  for (const [by, percent, examineIt] of EXAMINATIONS) {
    if (world.dice.fork('examination').fork(by).below(100) >= percent) continue;
    world.count(`examined ${by}`);
    auditor.take({ kind: 'examined', by, problem: wordsOf(() => examineIt(end, auditor)) });
  }
}

/** What an examination throws is what it has found. */
function wordsOf(examineIt: () => string | null): string | null {
  try {
    return examineIt();
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
