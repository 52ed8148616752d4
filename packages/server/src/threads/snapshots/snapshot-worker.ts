/** Entry of the snapshot thread, which takes one snapshot and ends. */
import { MACHINE } from '../../runtime/machine.ts';
import { workerEntry } from '../../runtime/worker-entry.ts';
import { SNAPSHOTS_NICE } from '../limits.ts';
import { lowerThreadPriority } from '../thread-priority.ts';
import type { FromSnapshots, SnapshotWorkerData } from './snapshot-messages.ts';
import { takeNextSnapshot } from './take-snapshot.ts';

const { data, channel } = workerEntry<SnapshotWorkerData, FromSnapshots, never>();
lowerThreadPriority(SNAPSHOTS_NICE);
channel.send(await takeNextSnapshot(data, data.sequence, MACHINE, data.kept));
