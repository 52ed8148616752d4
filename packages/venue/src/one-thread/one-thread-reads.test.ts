/** Reads of one thread whose store is not there yet. */
import { join } from 'node:path';
import { MemoryJournal } from '@bellwether/ledger/adapters/testing/memory-journal.ts';
import { newFolder } from '@bellwether/ledger/files/testing/new-folder.ts';
import { ReadStoreRebuilding } from '@bellwether/ports/reader.ts';
import { expect, test } from 'vitest';
import { DirectChannel } from '../runtime/channels.ts';
import { MACHINE } from '../runtime/machine.ts';
import { storeFilePlace } from '../threads/projector/store-place.ts';
import { OneThreadReads, toldLog } from './one-thread-reads.ts';

test('one thread: a read that waits for the store of a start is refused when a stop begins [D86]', async () => {
  const dataDir = newFolder();
  const reads = new OneThreadReads({
    log: toldLog(new MemoryJournal()),
    place: storeFilePlace(dataDir, join(dataDir, 'store.sqlite'), { keptBytes: 0, againBytes: 0 }),
    openRows: expect.unreachable,
    connect: () => DirectChannel.pair(MACHINE.timers),
    runtime: MACHINE,
    projecting: MACHINE,
    onFailure: expect.unreachable,
  });
  // The rows of this entry would be waited for, too.
  reads.acknowledged(1);
  const waiting = expect(reads.reader.read('trades', {})).rejects.toThrow(ReadStoreRebuilding);
  reads.endWaiting();
  await waiting;
});
