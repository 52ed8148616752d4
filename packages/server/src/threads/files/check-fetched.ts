/** Checks that fetched files are whole and match the journal, before they take their place. */
import { join } from 'node:path';
import { readOrderRun } from '../../adapters/snapshot-file/order-runs.ts';
import { loadSnapshots } from '../../adapters/snapshot-file/snapshot-file.ts';
import { checkStoreFile } from '../../adapters/store-sqlite/page-checksums.ts';
import { hashAt } from '../../log/hash-at.ts';
import type { JournalReader } from '../../ops/open-journal.ts';
import { SNAPSHOTS_FOLDER, STORE_FILE } from '../../ports/data-folder.ts';
import { mismatchOf } from '../projector/store-mismatch.ts';

/** Throws a description of any fault of the snapshot, or of its closed orders. */
export async function checkSnapshot(folder: string, journal: JournalReader): Promise<void> {
  const [stored] = loadSnapshots(folder);
  if (stored === undefined) throw new Error('there is none');
  if ('damage' in stored) throw new Error(stored.damage);
  const { sequence, hash, runs } = stored;
  if ((await hashAt(journal, sequence)) !== hash) {
    throw new Error(`it is of another journal: entry ${sequence} of this one has not the hash ${hash}`);
  }
  for (const run of runs) for (const row of readOrderRun(join(folder, SNAPSHOTS_FOLDER), run)) void row;
}

/** Throws a description of any fault of the read store. */
export async function checkStore(folder: string, journal: JournalReader): Promise<void> {
  const storeFile = join(folder, STORE_FILE);
  checkStoreFile(storeFile);
  const mismatch = await mismatchOf(storeFile, journal, await journal.head());
  if (mismatch !== null) throw new Error(mismatch);
}
