/** Entry of the thread of one export: makes the next piece of the file when it is asked. It yields to everything else. */
import { openStoreReader } from '@bellwether/read-model/adapters/store-sqlite/open-store.ts';
import { exportedPieces, type RowsReader } from '../../exports/exported-pieces.ts';
import { workerEntry } from '../../runtime/channels.ts';
import { standBack } from '../thread-priority.ts';
import type { ExportReply, ExportWorkerData } from './export-threads.ts';

const { data, channel } = workerEntry<ExportWorkerData, ExportReply, 'next'>();
standBack();
const store = openStoreReader(data.storeFile);
// Mapped pages of a large store would count as memory of the process.
store.exec('PRAGMA mmap_size = 0; BEGIN');
const pieces = exportedPieces(store as unknown as RowsReader, data.request);
channel.receive(() => void reply());

async function reply(): Promise<void> {
  try {
    const { value = null } = await pieces.next();
    channel.send({ piece: value }, value === null ? [] : [value.buffer as ArrayBuffer]);
  } catch (error) {
    channel.send({ failure: error instanceof Error ? (error.stack ?? error.message) : String(error) });
  }
}
