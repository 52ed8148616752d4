/**
 * Marks of branch journals: each journal says that it is a sandbox's, and a journal without the mark is never played.
 */

import { journalKind } from '../adapters/journal-sqlite/journal-files.ts';
import { markAsRehearsal } from '../adapters/journal-sqlite/mark-kind.ts';
import { JournalCorruption } from '../ports/journal.ts';
import { checkJournalKind } from '../ports/journal-kind.ts';

/** Throws `JournalOfOtherKind` if a journal is a venue's; changes nothing. */
export function checkBranchJournals(folders: readonly string[]): void {
  for (const folder of folders) {
    whereWhole(() => checkJournalKind(folder, journalKind(folder), 'rehearsal'));
  }
}

/** Marks the journals of a sandbox that was written before marks existed. */
export function markBranchJournals(folders: readonly string[]): void {
  for (const folder of folders) whereWhole(() => markAsRehearsal(folder));
}

/** Returns the error for a sandbox that is started in a folder with a journal. */
export function notASandbox(dataDir: string): Error {
  if (journalKind(dataDir) !== 'rehearsal') {
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

/** Skips a damaged journal: opening it fails anyway, in a venue too, and the other branches stay playable. */
function whereWhole(work: () => void): void {
  try {
    work();
  } catch (error) {
    if (!(error instanceof JournalCorruption)) throw error;
  }
}
