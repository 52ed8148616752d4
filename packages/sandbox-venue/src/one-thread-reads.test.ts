/** Reads of a sandbox whose store is not there yet. */
import { newFolder } from '@bellwether/ledger/files/testing/new-folder.ts';
import { ReadStoreRebuilding } from '@bellwether/ports/reader.ts';
import { MACHINE } from '@bellwether/venue/runtime/machine.ts';
import { expect, test } from 'vitest';
import { Background } from './background.ts';
import { OneThreadReads } from './one-thread-reads.ts';

test('one thread: a read that waits for the store of a start is refused when a stop begins [D86]', async () => {
  const reads = new OneThreadReads({
    dataDir: newFolder(),
    runtime: MACHINE,
    background: new Background(MACHINE.timers).share(),
    onFailure: expect.unreachable,
  });
  // The rows of this entry would be waited for, too.
  reads.acknowledged(1);
  const waiting = expect(reads.read('trades', {})).rejects.toThrow(ReadStoreRebuilding);
  reads.endWaiting();
  await waiting;
});
