/** The journals of a sandbox's branches: each says that it is a sandbox's, and none that does not is played with. */

import { journalKind } from '../../adapters/journal-sqlite/journal-files.ts';
import { markAsSandbox } from '../../adapters/journal-sqlite/mark-sandbox.ts';
import { JournalCorruption } from '../../ports/journal.ts';
import { checkJournalKind } from '../../ports/journal-kind.ts';

/** Throws `JournalOfOtherKind` when one is a venue's, and changes nothing. */
export function checkBranchJournals(folders: readonly string[]): void {
  for (const folder of folders) {
    whereWhole(() => checkJournalKind(folder, journalKind(folder), 'sandbox'));
  }
}

/** Of a sandbox from before journals said whose they are. */
export function markBranchJournals(folders: readonly string[]): void {
  for (const folder of folders) whereWhole(() => markAsSandbox(folder));
}

/** Why a sandbox does not begin in a folder that has a journal. */
export function notASandbox(dataDir: string): Error {
  if (journalKind(dataDir) !== 'sandbox') {
    return new Error(
      `${dataDir} is the folder of a venue: a sandbox, whose time is moved, does not run on it. Give it a folder of its own ` +
        'with BELLWETHER_DATA_DIR.',
    );
  }
  return new Error(
    `${dataDir} is the folder of one branch of a sandbox, or a copy of one. Start the sandbox in its own folder; what was ` +
      'copied is played on when it is back in the folder of its branch.',
  );
}

/** A damaged one is refused by whoever opens it, a venue too; the other branches can be played all the same. */
function whereWhole(work: () => void): void {
  try {
    work();
  } catch (error) {
    if (!(error instanceof JournalCorruption)) throw error;
  }
}
