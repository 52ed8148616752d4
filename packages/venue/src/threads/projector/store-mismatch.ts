/** Checks whether the read store matches the journal, and explains a mismatch. */
import { basename, join } from 'node:path';
import { entryAt } from '@bellwether/ledger/log/entry-at.ts';
import { STORE_FILE } from '@bellwether/ports/data-folder.ts';
import type { JournalHead } from '@bellwether/ports/journal.ts';
import type { LogRecords } from '@bellwether/ports/log.ts';
import { checkStoreFile, StoreDamaged } from '@bellwether/read-model/adapters/store-sqlite/page-checksums.ts';
import { readStoreCursors } from '@bellwether/read-model/adapters/store-sqlite/store-cursors.ts';

/** Only the operator can know which of the two is right: nothing is emptied here. */
export function storeMismatch(storeFile: string, what: string, cause?: unknown): Error {
  const name = basename(storeFile);
  return new Error(
    `the read store ${storeFile} does not fit the journal: ${what}. If the journal is the right one and complete, ` +
      `remove ${name} and the files that begin with its name: they are written again from it. Otherwise restore the journal first.`,
    cause === undefined ? undefined : { cause },
  );
}

/** For a start that has written nothing yet. Throws when the store holds entries that the journal does not. */
export async function checkStoreFits(dataDir: string, journal: LogRecords, head: JournalHead): Promise<void> {
  const storeFile = join(dataDir, STORE_FILE);
  const mismatch = await mismatchOf(storeFile, journal, head);
  // A damaged store proves nothing; it is rebuilt.
  if (mismatch !== null && !isDamaged(storeFile)) throw storeMismatch(storeFile, mismatch);
}

function isDamaged(storeFile: string): boolean {
  try {
    checkStoreFile(storeFile);
    return false;
  } catch (error) {
    if (error instanceof StoreDamaged) return true;
    throw error;
  }
}

/** Description of entries that the store holds and the journal does not; null if there are none. */
export async function mismatchOf(storeFile: string, journal: LogRecords, head: JournalHead): Promise<string | null> {
  const hashes = new Map<number, string | undefined>();
  for (const { projection, sequence, hash } of readStoreCursors(storeFile)) {
    if (sequence === 0) continue;
    if (sequence > head.sequence) {
      return (
        `${projection} holds entry ${sequence}, the journal ends at entry ${head.sequence}: acknowledged entries are ` +
        'missing, or the read store is of another journal'
      );
    }
    if (!hashes.has(sequence)) hashes.set(sequence, (await entryAt(journal, sequence))?.hash);
    if (hashes.get(sequence) !== hash) return `${projection} holds entry ${sequence} of another journal`;
  }
  return null;
}
