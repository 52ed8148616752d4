/** Entry of the snapshot thread, which takes one snapshot and ends. */

import { workerEntry } from '../../runtime/channels.ts';
import { MACHINE } from '../../runtime/machine.ts';
import { keptAlive } from '../kept-alive.ts';
import { standBack } from '../thread-priority.ts';
import type { FromSnapshots, SnapshotWorkerData } from './snapshot-messages.ts';
import { takeNextSnapshot } from './take-snapshot.ts';

const { data, channel } = workerEntry<SnapshotWorkerData, FromSnapshots, never>();
standBack();
// While its database is away, nothing but a timer waits.
channel.send(await keptAlive(takeNextSnapshot(data, data.sequence, MACHINE, data.kept)));
