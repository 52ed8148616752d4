/** A read store that is built while the exchange still recovers: visible once recovery succeeds, removed if it fails. */

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { MessageChannel } from 'node:worker_threads';
import { lockDataFolder } from '@bellwether/ledger/adapters/data-folder/lock.ts';
import { openJournal } from '@bellwether/ledger/adapters/journal-sqlite/sqlite-journal.ts';
import { newFolder } from '@bellwether/ledger/files/testing/new-folder.ts';
import { openStoreReader } from '@bellwether/read-model/adapters/store-sqlite/open-store.ts';
import { RecordedVenue } from '@bellwether/read-model/testing/recorded-venue.ts';
import { beforeEach, expect, test } from 'vitest';
import { MACHINE } from '../../runtime/machine.ts';
import { UNHEARD } from '../testing/unheard.ts';
import { type ProjectorHandle, startProjector } from './projector-thread.ts';

let dataDir: string;
let venue: RecordedVenue;
let storeFile: string;
let written: number;

beforeEach(async () => {
  dataDir = newFolder();
  storeFile = join(dataDir, 'store.sqlite');
  written = 0;
  venue = new RecordedVenue();
  venue.openAccounts(2);
  venue.addMarkets(1);
  await writeRecords();
});

/** Leaves the journal closed, as a start finds it. */
async function writeRecords(): Promise<void> {
  const lock = lockDataFolder(dataDir);
  const journal = openJournal(lock, MACHINE.random);
  for (const record of venue.records.slice(written)) expect(await journal.append(record)).toEqual({ kind: 'durable' });
  written = venue.records.length;
  await journal.close();
  lock.release();
}

const start = (recovered: Promise<unknown>, stopped?: Promise<void>): Promise<ProjectorHandle> =>
  startProjector({
    dataDir,
    storeFile,
    recovered,
    ...(stopped !== undefined && { stopped }),
    recordPort: new MessageChannel().port2,
    ...UNHEARD,
  });

function orders(): number {
  const store = openStoreReader(storeFile);
  try {
    return Number(store.prepare('SELECT count(*) AS orders FROM orders').get()?.['orders']);
  } finally {
    store.close();
  }
}

test('early build: it is shown once the exchange has recovered, with what came until then [D36]', async () => {
  venue.place({ trader: 0, side: 'BUY', price: 4_000, shares: 5 });
  await writeRecords();
  const recovered = Promise.withResolvers<void>();
  const starting = start(recovered.promise);
  venue.place({ trader: 1, side: 'BUY', price: 4_100, shares: 5 });
  await writeRecords();
  recovered.resolve();
  const projector = await starting;
  try {
    expect(orders()).toBe(2);
  } finally {
    await projector.stop();
  }
});

test('early build: a start that is refused leaves the folder as it was [D36]', async () => {
  const journal = join(dataDir, 'journal.sqlite');
  const [files, bytes] = [readdirSync(dataDir), readFileSync(journal)];
  const recovered = Promise.withResolvers<void>();
  const starting = start(recovered.promise);
  recovered.reject(new Error('it does not recover'));
  await expect(starting).rejects.toThrow('stopped before it was ready');
  expect([readdirSync(dataDir), readFileSync(journal).equals(bytes)]).toEqual([files, true]);
});

test('early build: a venue that stops before its store is ready waits for no more of it', async () => {
  const stopped = Promise.withResolvers<void>();
  const starting = start(new Promise(() => undefined), stopped.promise);
  stopped.resolve();
  await expect(starting).rejects.toThrow('stopped before it was ready');
});
