/**
 * Takes one snapshot of a data folder, beside the journal's writer. It recovers from the newest snapshot and the
 * journal just as a start does. So no thread that serves requests is held up, and every saved snapshot has been reached
 * by recovery itself.
 */

import {
  loadSnapshots,
  SNAPSHOTS_KEPT,
  saveSnapshot,
} from '@bellwether/ledger/adapters/snapshot-file/snapshot-file.ts';
import { closing } from '@bellwether/ledger/files/closing.ts';
import { journalSumOf } from '@bellwether/ledger/log/journal-sum.ts';
import { recover, snapshotOf } from '@bellwether/ledger/log/recovery.ts';
import type { JournalPlace } from '@bellwether/ports/journal-place.ts';
import type { Runtime } from '@bellwether/ports/runtime.ts';
import { openJournalBeside } from '../../ops/open-journal.ts';
import type { FromSnapshots } from './snapshot-messages.ts';

/** Takes a snapshot at the end of the record that holds entry `sequence`. Never rejects. */
export async function takeNextSnapshot(
  place: JournalPlace,
  sequence: number,
  runtime: Runtime,
  kept = SNAPSHOTS_KEPT,
): Promise<FromSnapshots> {
  try {
    return { kind: 'saved', sequence: await take(place, sequence, runtime, kept) };
  } catch (error) {
    return { kind: 'failed', message: error instanceof Error ? error.message : String(error) };
  }
}

async function take(place: JournalPlace, sequence: number, runtime: Runtime, kept: number): Promise<number> {
  const { dataDir } = place;
  await using journal = closing(await openJournalBeside(place, runtime));
  const { state, head, archive, journalSum } = await recover(journal, () => loadSnapshots(dataDir), sequence);
  // If it continues a snapshot from before checksums existed, this reads the whole journal, once.
  const sum = journalSum ?? (await journalSumOf(journal, head.sequence));
  saveSnapshot(dataDir, ...snapshotOf(state, head, sum), archive, kept);
  archive.close();
  return head.sequence;
}
