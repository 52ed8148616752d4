/**
 * Entry of the snapshot thread, which takes one snapshot and ends. It recovers from the newest snapshot and the journal
 * just as a start does, so no one who serves requests stands still for it, and every snapshot that is saved has been
 * reached by recovery itself.
 */
import { parentPort, workerData } from 'node:worker_threads';
import { openJournalReader } from '../adapters/journal-sqlite/sqlite-journal.ts';
import { loadSnapshots, saveSnapshot } from '../adapters/snapshot-file/snapshot-file.ts';
import { recover, snapshotOf } from '../log/recovery.ts';
import { SNAPSHOTS_NICE } from './limits.ts';
import type { FromSnapshots, SnapshotWorkerData } from './snapshot-messages.ts';
import { lowerThreadPriority } from './thread-priority.ts';

if (parentPort === null) throw new Error('snapshot-worker.ts runs as a worker thread');
const port = parentPort;
const { dataDir, sequence } = workerData as SnapshotWorkerData;

lowerThreadPriority(SNAPSHOTS_NICE);

async function run(): Promise<FromSnapshots> {
  const journal = openJournalReader(dataDir);
  try {
    const { state, head, archive } = await recover(journal, () => loadSnapshots(dataDir), sequence);
    saveSnapshot(dataDir, ...snapshotOf(state, head), archive);
    archive.close();
    return { kind: 'saved', sequence: head.sequence };
  } finally {
    journal.close();
  }
}

function failure(error: unknown): FromSnapshots {
  return { kind: 'failed', message: error instanceof Error ? error.message : String(error) };
}

port.postMessage(await run().catch(failure));
