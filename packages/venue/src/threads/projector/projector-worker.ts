/** Entry of the projector thread. */
import type { JournalRecord } from '@bellwether/ports/journal.ts';
import type { Texts } from '@bellwether/ports/people.ts';
import { peoplePlace } from '../../config/people-place.ts';
import { PortChannel, workerEntry } from '../../runtime/channels.ts';
import { MACHINE } from '../../runtime/machine.ts';
import { standBack } from '../thread-priority.ts';
import { EarlyJournal } from './early-journal.ts';
import { passGate } from './projector-gate.ts';
import type { FromProjector, ProjectorWorkerData, ToProjector } from './projector-messages.ts';
import { ProjectorService } from './projector-service.ts';
import { storeFilePlace } from './store-place.ts';

const { data, channel } = workerEntry<ProjectorWorkerData, FromProjector, ToProjector>();
const records = new PortChannel<never, JournalRecord>(data.recordPort);
const log = new EarlyJournal({ dataDir: data.dataDir, database: data.database }, MACHINE);
if (!data.isEarly) log.recovered();
const place = storeFilePlace(data.dataDir, data.storeFile, data.storeRoom);
// Reads wait until the rows show the journal, so a start runs at the priority of the process.
const onReady = standBack;
const texts: Texts = {
  // Loaded by the first comment that needs it.
  textsOf: async (hashes) =>
    (await import('@bellwether/people/texts'))
      .textsBeside(peoplePlace(data.dataDir, data.database), 'reading')
      .textsOf(hashes),
};
const service = { log, place, channel, records, runtime: MACHINE, texts, onReady };
if (passGate(data.gate)) new ProjectorService(service).start();
