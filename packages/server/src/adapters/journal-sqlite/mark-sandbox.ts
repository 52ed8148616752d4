/** The mark of a sandbox, put on a journal that a sandbox wrote before journals said whose they are. */
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { isStorageFailure, storageError } from '../../files/storage-error.ts';
import { JOURNAL_FILE } from '../../ports/data-folder.ts';
import { checkJournalFiles, journalKind } from './journal-files.ts';
import { guarded } from './reading.ts';
import { checkFormat, emptyLog, makeDurable, setKind } from './schema.ts';

/**
 * The caller holds the lock of the folder, or of the one that it is in. Nothing is done where there is no journal, or one that
 * has the mark. Entries and their chain stay as they are. In the file, with all that its log held, when it returns. Throws
 * `JournalCorruption` or `StorageError`.
 */
export function markAsSandbox(dataDir: string): void {
  checkJournalFiles(dataDir);
  if (journalKind(dataDir) !== 'venue') return;
  const path = join(dataDir, JOURNAL_FILE);
  try {
    const database = new DatabaseSync(path);
    try {
      guarded(null, () => {
        makeDurable(database);
        checkFormat(database);
        setKind(database, 'sandbox');
        emptyLog(database);
      });
    } finally {
      database.close();
    }
  } catch (error) {
    throw isStorageFailure(error) ? storageError('write', path, error) : error;
  }
}
