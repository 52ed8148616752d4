/** Entry of the projector thread. */
import type { JournalRecord } from '../../ports/journal.ts';
import { MACHINE } from '../../runtime/machine.ts';
import { PortChannel } from '../../runtime/port-channel.ts';
import { workerEntry } from '../../runtime/worker-entry.ts';
import { PROJECTOR_NICE } from '../limits.ts';
import { lowerThreadPriority } from '../thread-priority.ts';
import type { FromProjector, ProjectorWorkerData, ToProjector } from './projector-messages.ts';
import { ProjectorService } from './projector-service.ts';

const { data, channel } = workerEntry<ProjectorWorkerData, FromProjector, ToProjector>();
lowerThreadPriority(PROJECTOR_NICE);
const records = new PortChannel<never, JournalRecord>(data.recordPort);
new ProjectorService({ ...data, channel, records, runtime: MACHINE }).start();
