/** A store that is stopped while it is far behind its journal. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { newFolder } from '@bellwether/ledger/files/testing/new-folder.ts';
import type { FollowableLog } from '@bellwether/ports/log.ts';
import { openStore } from '@bellwether/read-model/adapters/store-sqlite/open-store.ts';
import { ALL_PROJECTIONS } from '@bellwether/read-model/all-projections.ts';
import { createProjectionRunner } from '@bellwether/read-model/runner.ts';
import { RecordedVenue } from '@bellwether/read-model/testing/recorded-venue.ts';
import { expect, test } from 'vitest';
import { foreignInStore } from '../../ops/store-schema.ts';
import { MACHINE } from '../../runtime/machine.ts';
import { KeptStore } from './kept-store.ts';
import { storeFilePlace } from './store-place.ts';

const ANY_ROOM = { keptBytes: 0, againBytes: 0 };

test.for([
  ['one that exists keeps what it has', true],
  ['one that is being built is removed', false],
] as const)('kept store: a stop does not wait until it has caught up; %s [D86]', async ([, exists]) => {
  const dataDir = newFolder();
  const file = join(dataDir, 'store.sqlite');
  const cursor = (): number => {
    const store = openStore(file);
    const { sequence } = createProjectionRunner(store, ALL_PROJECTIONS).cursor;
    store.close();
    return sequence;
  };
  if (exists) expect(cursor()).toBe(0);
  const venue = new RecordedVenue();
  venue.openAccounts(2);
  const [first] = venue.records;
  if (first === undefined) throw new Error('nothing was recorded');
  const written = Promise.withResolvers<void>();
  /** A journal so long that its end is never reached. */
  const log: FollowableLog = {
    async *read() {
      yield first;
      await new Promise(() => undefined);
    },
    follow: () => expect.unreachable(),
  };
  const store = new KeptStore({
    place: storeFilePlace(dataDir, file, ANY_ROOM),
    log,
    runtime: MACHINE,
    turnEntries: 1,
    send: ({ kind }) => kind === 'projected' && written.resolve(),
    onFailure: written.reject,
  });
  void store.open();
  store.published(first.lastSequence + 1);
  await written.promise;
  await store.stop();
  expect(existsSync(file)).toBe(exists);
  if (exists) expect(cursor()).toBe(first.lastSequence);
});

test('kept store: one with a foreign trigger, whose pages are as written, is made again [D55]', async () => {
  const dataDir = newFolder();
  const file = join(dataDir, 'store.sqlite');
  const changed = openStore(file);
  createProjectionRunner(changed, ALL_PROJECTIONS);
  changed.exec('CREATE TRIGGER lost AFTER INSERT ON fills BEGIN DELETE FROM fills; END');
  changed.close();
  const ready = Promise.withResolvers<void>();
  const messages: unknown[] = [];
  const store = new KeptStore({
    place: storeFilePlace(dataDir, file, ANY_ROOM),
    log: { read: () => [], follow: async function* () {} },
    runtime: MACHINE,
    turnEntries: 1,
    send: (message) => {
      messages.push(message);
      if (message.kind === 'ready') ready.resolve();
    },
    onFailure: ready.reject,
  });
  void store.open();
  await ready.promise;
  await store.stop();
  const message = `${file} has the trigger "lost", which this program does not create`;
  expect(messages[0]).toEqual({ kind: 'replaced', message });
  const again = openStore(file);
  expect(foreignInStore(again)).toBeNull();
  again.close();
});
