/** A refused start leaves every byte of the data folder unchanged, and the folder starts once it is repaired. */

import { copyFileSync, cpSync, mkdtempSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { placeOrder, setUpCommands } from '@bellwether/exchange/sequencer/testing/sample-venue.ts';
import { openJournalReader } from '@bellwether/ledger/adapters/journal-sqlite/sqlite-journal.ts';
import { loadSnapshots, saveSnapshot } from '@bellwether/ledger/adapters/snapshot-file/snapshot-file.ts';
import { editDatabase } from '@bellwether/ledger/files/testing/edit-database.ts';
import { flipIn } from '@bellwether/ledger/files/testing/flipped.ts';
import { contentsOf } from '@bellwether/ledger/files/testing/new-folder.ts';
import { recover, snapshotOf } from '@bellwether/ledger/log/recovery.ts';
import { createDataDir } from '@bellwether/venue-process';
import { beforeEach, expect, test } from 'vitest';
import { verified } from '../../ops/testing/verified.ts';
import { ExchangeChild } from '../testing/exchange-child.ts';

let salt = 0;

// One venue that was killed with a log beside its journal, and one that was stopped, both with store and snapshot.
const root = createDataDir();
const killed = join(root, 'killed');
const stopped = join(root, 'stopped');
await fill(stopped, 40);
cpSync(stopped, killed, { recursive: true });
await fill(killed, 20, false);
expect(statSync(join(killed, 'journal.sqlite-wal')).size).toBeGreaterThan(0);

let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(join(root, 'data-'));
});

/** Runs an exchange on a folder until it has answered this many orders. */
async function fill(folder: string, orders: number, ends = true): Promise<void> {
  const child = new ExchangeChild(folder, { projects: true });
  await child.ready;
  if (salt === 0) await child.submitAll(setUpCommands(2, 1));
  const placed = Array.from({ length: orders }, () => placeOrder({ salt: ++salt, account: 0, price: 100, shares: 5 }));
  await child.submitAll(placed);
  if (!ends) return child.kill();
  await child.end();
  const reader = openJournalReader(folder);
  const { state, head, journalSum } = await recover(reader, () => []);
  saveSnapshot(folder, ...snapshotOf(state, head, journalSum));
  reader.close();
}

async function startAt(): Promise<number> {
  const child = new ExchangeChild(dataDir, { projects: true });
  const sequence = await child.ready;
  await child.end();
  return sequence;
}

async function expectRefused(message: RegExp): Promise<void> {
  const before = contentsOf(dataDir);
  const child = new ExchangeChild(dataDir, { projects: true });
  const { code, stderr } = await child.ended;
  expect(stderr).toMatch(message);
  expect([code, contentsOf(dataDir)]).toEqual([1, before]);
}

const path = (name: string): string => join(dataDir, name);

async function sequenceOf(folder: string): Promise<number> {
  cpSync(folder, dataDir, { recursive: true });
  const sequence = await startAt();
  rmSync(dataDir, { recursive: true });
  return sequence;
}

const TRACES: [string, readonly string[]][] = [
  ['a read store and snapshots', []],
  ['a read store', ['snapshots']],
  ['snapshots', ['store.sqlite', 'store.sqlite-wal', 'store.sqlite-shm']],
];

test.each(TRACES)('refused start: the journal moved away, %s say that it was there [D21]', async (_what, others) => {
  cpSync(stopped, dataDir, { recursive: true });
  for (const name of others) rmSync(path(name), { recursive: true, force: true });
  renameSync(path('journal.sqlite'), join(root, 'moved.sqlite'));
  await expectRefused(/journal\.sqlite is not there \(or empty\), and .* say that it was\. .*bellwether restore/);
  renameSync(join(root, 'moved.sqlite'), path('journal.sqlite'));
  expect(await startAt()).toBeGreaterThan(40);
});

test('refused start: without a lock file in the folder none is made', async () => {
  cpSync(killed, dataDir, { recursive: true });
  rmSync(path('venue.lock'));
  copyFileSync(join(stopped, 'journal.sqlite'), path('journal.sqlite'));
  await expectRefused(/do not belong together/);
  rmSync(path('journal.sqlite'));
  await expectRefused(/journal\.sqlite is not there/);
});

test('refused start: a backup copied over a crashed venue by hand; put back, the venue goes on [D21]', async () => {
  const sequence = await sequenceOf(killed);
  cpSync(killed, dataDir, { recursive: true });
  copyFileSync(join(stopped, 'journal.sqlite'), path('journal.sqlite'));
  for (const suffix of ['', '-wal', '-shm']) rmSync(path(`store.sqlite${suffix}`), { force: true });
  await expectRefused(/journal\.sqlite and journal\.sqlite-wal in .* do not belong together/);
  copyFileSync(join(killed, 'journal.sqlite'), path('journal.sqlite'));
  expect(await startAt()).toBe(sequence);
});

test('refused start: a journal that ends before its read store, and one that ends before its snapshot', async () => {
  const older = join(root, 'older');
  cpSync(stopped, older, { recursive: true });
  cpSync(killed, dataDir, { recursive: true });
  await startAt();
  for (const name of ['journal.sqlite-wal', 'journal.sqlite-shm']) rmSync(path(name), { force: true });
  copyFileSync(join(older, 'journal.sqlite'), path('journal.sqlite'));
  await expectRefused(/the read store .* does not fit the journal: \w+ holds entry \d+, the journal ends at entry \d+/);
  cpSync(killed, dataDir, { recursive: true });
  const reader = openJournalReader(dataDir);
  const { state, head } = await recover(reader, () => loadSnapshots(dataDir));
  reader.close();
  saveSnapshot(dataDir, ...snapshotOf(state, head));
  for (const name of ['journal.sqlite-wal', 'journal.sqlite-shm']) rmSync(path(name), { force: true });
  copyFileSync(join(older, 'journal.sqlite'), path('journal.sqlite'));
  await expectRefused(/the journal ends before entry \d+, which a snapshot includes/);
});

test('refused start: a damaged snapshot is no reason; it is set aside and the next one is kept [D22]', async () => {
  const sequence = await sequenceOf(stopped);
  cpSync(stopped, dataDir, { recursive: true });
  const [name = ''] = readdirSync(path('snapshots')).filter((file) => file.endsWith('.snapshot'));
  flipIn(path(`snapshots/${name}`), 500, 4);
  expect(await startAt()).toBe(sequence);
  expect(readdirSync(path('snapshots'))).toEqual([`${name}.damaged`]);
  expect(await startAt()).toBe(sequence);
});

test('refused start: a damaged record in a venue that was killed', async () => {
  cpSync(stopped, dataDir, { recursive: true });
  const sql = "UPDATE records SET bytes = CAST(substr(bytes, 1, 40) || x'00' || substr(bytes, 42) AS BLOB)";
  editDatabase(path('journal.sqlite'), sql);
  await expectRefused(
    /journal record \d+\.\.\d+ is damaged: .* The journal is \/.*\/journal\.sqlite\. .* restore a backup/,
  );
});

test('refused start: a journal of a format that only a newer version knows', async () => {
  cpSync(stopped, dataDir, { recursive: true });
  editDatabase(path('journal.sqlite'), 'PRAGMA user_version = 9');
  await expectRefused(/has format 9, this program reads up to 2: start the version that wrote it\n/);
  await expect(verified(dataDir)).rejects.toThrow(/has format 9/);
});
