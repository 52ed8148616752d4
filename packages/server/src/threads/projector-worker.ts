/**
 * Entry of the projector thread: the follower state and the writing connection to the read store live here. It reads the
 * journal read-only to catch up and then writes what the exchange publishes. A store that is damaged or cannot be written
 * is mended while the venue goes on (`kept-store.ts`). It answers no one; it only says how far it is.
 */

import { parentPort, receiveMessageOnPort, workerData } from 'node:worker_threads';
import type { JournalRecord } from '../ports/journal.ts';
import { MACHINE } from '../runtime/machine.ts';
import { EarlyJournal } from './early-journal.ts';
import { KeptStore } from './kept-store.ts';
import { PROJECTOR_NICE } from './limits.ts';
import type { FromProjector, ProjectorWorkerData, ToProjector } from './projector-messages.ts';
import { lowerThreadPriority } from './thread-priority.ts';

if (parentPort === null) throw new Error('projector-worker.ts runs as a worker thread');
const port = parentPort;
const { dataDir, storeFile, storeRoom, isEarly, recordPort } = workerData as ProjectorWorkerData;

lowerThreadPriority(PROJECTOR_NICE);

const send = (message: FromProjector): void => port.postMessage(message);

function fail(error: unknown): void {
  const { name, message } = error instanceof Error ? error : { name: 'Error', message: String(error) };
  send({ kind: 'failed', name, message });
  recordPort.close();
  port.close();
}

const journal = new EarlyJournal(dataDir);
if (!isEarly) journal.recovered();
const kept = new KeptStore({ dataDir, storeFile, journal, room: storeRoom, runtime: MACHINE, send, onFailure: fail });
let isStopping = false;

async function stop(): Promise<void> {
  if (isStopping) return;
  isStopping = true;
  recordPort.removeAllListeners('message');
  // Whatever was published before the stop has been handed over already, if not yet taken.
  for (let next = receiveMessageOnPort(recordPort); next !== undefined; next = receiveMessageOnPort(recordPort)) {
    kept.offer(next.message as JournalRecord);
  }
  await kept.stop();
  journal.close();
  send({ kind: 'stopped' });
  recordPort.close();
  port.close();
}

port.on('message', (message: ToProjector) => {
  switch (message.kind) {
    case 'stop':
      return void stop().catch(fail);
    case 'recovered':
      return journal.recovered();
    case 'rebuild':
      return kept.rebuild(message.message);
    case 'hurry':
      return kept.hurry(message.sequence);
    case 'released':
      return kept.released();
  }
});
// Records are taken from the start on, so that they wait in the projector's bounded queue and not in the port.
recordPort.on('message', (record: JournalRecord) => kept.offer(record));
void kept.open();
