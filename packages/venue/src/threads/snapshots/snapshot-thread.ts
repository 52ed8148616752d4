/** Takes the snapshots of a data folder in threads, each for one snapshot. */
import { Worker } from 'node:worker_threads';
import { EXCHANGE_HEAP_MB_MAX } from '@bellwether/exchange/sequencer/limits.ts';
import { SNAPSHOTS_KEPT, saveSnapshot } from '@bellwether/ledger/adapters/snapshot-file/snapshot-file.ts';
import { snapshotOf } from '@bellwether/ledger/log/recovery.ts';
import type { JournalPlace } from '@bellwether/ports/journal-place.ts';
import type { FromSnapshots, SnapshotWorkerData } from './snapshot-messages.ts';
import type { SnapshotTaker } from './snapshots.ts';

/** `place`: the journal, which must exist; `kept`: maximum number of snapshots. */
export function snapshotThreads(place: JournalPlace, kept = SNAPSHOTS_KEPT): SnapshotTaker {
  const { dataDir, database } = place;
  return {
    save: ({ state, head, archive, journalSum }) =>
      saveSnapshot(dataDir, ...snapshotOf(state, head, journalSum), archive, kept),
    take: (sequence) => {
      const workerData: SnapshotWorkerData = { dataDir, database, sequence, kept };
      const worker = new Worker(new URL('./snapshot-worker.ts', import.meta.url), {
        name: 'snapshots',
        workerData,
        resourceLimits: { maxOldGenerationSizeMb: EXCHANGE_HEAP_MB_MAX },
      });
      let told: FromSnapshots = { kind: 'failed', message: 'its thread has ended' };
      worker.on('message', (message: FromSnapshots) => {
        told = message;
      });
      worker.on('error', (error) => {
        told = { kind: 'failed', message: error instanceof Error ? error.message : String(error) };
      });
      let isDropped = false;
      // A dropped snapshot has no outcome.
      const taken = new Promise<FromSnapshots>((resolve) => {
        worker.on('exit', () => !isDropped && resolve(told));
      });
      const drop = (): Promise<unknown> => {
        isDropped = true;
        return worker.terminate();
      };
      return { taken, drop };
    },
  };
}
