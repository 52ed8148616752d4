/**
 * Checks that a data folder still has the journal of its venue. A start creates a journal where there is none. If
 * snapshots, a read store or a log show that there was one, that would be a new venue in place of the old.
 */
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import {
  COPY_FOLDER,
  JOURNAL_FILE,
  JournalMissing,
  REPLACED_PREFIX,
  SNAPSHOTS_FOLDER,
  STAGING_FOLDER,
  STORE_FILE,
} from '@bellwether/ports/data-folder.ts';
import { MASTER_KEY_FILE } from './install-secrets.ts';

/**
 * Throws `JournalMissing` when the folder has traces of a journal but no journal, or only part of a copied one. Creates
 * and changes nothing.
 */
export function checkJournalIsThere(dataDir: string): void {
  if (sizeOf(join(dataDir, JOURNAL_FILE)) > 0) return;
  if (existsSync(join(dataDir, COPY_FOLDER))) {
    throw new JournalMissing(
      `a journal is being copied into ${dataDir}, and that has not ended. Run the same "bellwether journal copy" again: it ` +
        `goes on where it was. To give it up, remove ${COPY_FOLDER} from the folder. Nothing was changed.`,
    );
  }
  checkJournalTraces(dataDir);
}

/** For a folder without a journal. Throws `JournalMissing` when there are traces of a venue's journal. */
export function checkJournalTraces(dataDir: string): void {
  const traces = tracesOf(dataDir);
  if (traces.length === 0) return;
  throw new JournalMissing(
    `${join(dataDir, JOURNAL_FILE)} is not there (or empty), and ${traces.join(', ')} in the same folder say that it was. ` +
      'Put it back together with its journal.sqlite-wal, or set up the folder from a backup with "bellwether restore". ' +
      'Nothing was changed.',
  );
}

function tracesOf(dataDir: string): string[] {
  if (!existsSync(dataDir)) return [];
  // A venue makes its key only once it has a journal. Without one, an empty file is left by a start that was cut short.
  const isTrace = existsSync(join(dataDir, MASTER_KEY_FILE)) ? existsSync : (path: string) => sizeOf(path) > 0;
  const files = [`${JOURNAL_FILE}-wal`, STORE_FILE, `${STORE_FILE}-wal`].filter((file) => isTrace(join(dataDir, file)));
  const snapshots = join(dataDir, SNAPSHOTS_FOLDER);
  if (existsSync(snapshots) && readdirSync(snapshots).some((name) => name.endsWith('.snapshot'))) {
    files.push(SNAPSHOTS_FOLDER);
  }
  const restored = readdirSync(dataDir).filter((name) => name.startsWith(REPLACED_PREFIX) || name === STAGING_FOLDER);
  return [...files, ...restored];
}

/** Size of the file in bytes; 0 if it does not exist. */
function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}
