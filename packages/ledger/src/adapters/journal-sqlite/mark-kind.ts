/** The mark of a sandbox, added to a journal that was written before journals recorded their kind. */
import { join } from 'node:path';
import { JOURNAL_FILE } from '@bellwether/ports/data-folder.ts';
import { checkJournalFiles, journalKind } from './journal-files.ts';
import { guarded } from './reading.ts';
import { checkFormat, emptyLog, makeDurable, setKind, withDatabase } from './schema.ts';

/**
 * Marks the journal. The caller holds the lock of the folder, or of its parent. A no-op if there is no journal, or it
 * has the mark. Entries and their chain stay unchanged. On return the mark, and everything in the log, is in the file.
 * Throws `JournalCorruption` or `StorageError`.
 */
export function markAsSandbox(dataDir: string): void {
  checkJournalFiles(dataDir);
  if (journalKind(dataDir) !== 'venue') return;
  withDatabase(join(dataDir, JOURNAL_FILE), (database) =>
    guarded(null, () => {
      makeDurable(database);
      checkFormat(database);
      setKind(database, 'sandbox');
      emptyLog(database);
    }),
  );
}
