/** Snapshots by a real thread from a real journal: when they are due, their contents, and the effect of missing ones. */

import { once } from 'node:events';
import { appendFileSync, existsSync, rmSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import type { Worker } from 'node:worker_threads';
import { applyEntry, createState, hashState, restoreSnapshot, type State } from '@bellwether/engine';
import { lockDataFolder } from '@bellwether/ledger/adapters/data-folder/lock.ts';
import { openJournal, type SqliteJournal } from '@bellwether/ledger/adapters/journal-sqlite/sqlite-journal.ts';
import { loadSnapshots, readSnapshot, snapshotPaths } from '@bellwether/ledger/adapters/snapshot-file/snapshot-file.ts';
import { newFolder } from '@bellwether/ledger/files/testing/new-folder.ts';
import { journalSumOf } from '@bellwether/ledger/log/journal-sum.ts';
import type { DataFolderLock } from '@bellwether/ports/data-folder.ts';
import type { JournalDatabase } from '@bellwether/ports/journal-place.ts';
import { RecordedVenue } from '@bellwether/read-model/testing/recorded-venue.ts';
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest';
import { MACHINE } from '../../runtime/machine.ts';
import { snapshotThreads } from './snapshot-thread.ts';
import { Snapshots } from './snapshots.ts';

let dataDir: string;
let lock: DataFolderLock;
let journal: SqliteJournal;
let venue: RecordedVenue;
let snapshots: Snapshots;
let heard: (number | string)[];

beforeEach(async () => {
  dataDir = newFolder();
  lock = lockDataFolder(dataDir);
  journal = openJournal(lock, MACHINE.random);
  venue = new RecordedVenue();
  venue.openAccounts(2);
  venue.addMarkets(1);
  for (let index = 0; index < 100; index++) venue.place({ trader: 0, side: 'BUY', price: 5_000, shares: 5 + index });
  for (const record of venue.records) await journal.append(record);
  heard = [];
});

afterEach(async () => {
  await snapshots.stop();
  await journal.close();
  lock.release();
});

function start(lastSequence = 0, database: JournalDatabase | null = null): void {
  const hear = (what: number | string) => void heard.push(what);
  const taker = snapshotThreads({ dataDir, database });
  snapshots = new Snapshots({ taker, everyEntries: 30, lastSequence, onSaved: hear, onFailure: hear });
}

/** Repeats the call until the previous thread has ended and a new one starts. */
async function reachedUntilHeard(sequence: number, count: number): Promise<void> {
  while (heard.length < count) {
    snapshots.reached(sequence);
    await new Promise((resolve) => setImmediate(resolve));
  }
}

function stateAt(sequence: number): State {
  const state = createState();
  for (const entry of venue.entries.slice(0, sequence)) applyEntry(state, entry);
  return state;
}

const recoveredAt = (sequence: number) => ({
  state: stateAt(sequence),
  head: { sequence, hash: hashAt(sequence) },
  archive: { runs: [], pending: [] },
  journalSum: null,
});

/** True if the newest snapshot stands at that entry and is the state there. */
function newestIsOf(sequence: number): boolean {
  const [newest] = loadSnapshots(dataDir);
  if (newest === undefined || 'damage' in newest) throw new Error('no snapshot');
  const expected = hashState(stateAt(sequence));
  expect(newest).toMatchObject({ sequence, hash: hashAt(sequence), stateHash: expected });
  return hashState(restoreSnapshot(newest.snapshot)) === expected;
}

const hashAt = (sequence: number): string => venue.entries[sequence - 1]?.hash ?? '';

test('snapshots: one is taken when it is due, of exactly that entry, and the next counts from it', async () => {
  start();
  snapshots.reached(29);
  snapshots.reached(35);
  // A snapshot is being taken.
  snapshots.reached(70);
  await expect.poll(() => heard.length).toBeGreaterThan(0);
  await reachedUntilHeard(66, 2);
  expect(heard).toEqual([35, 66]);

  expect(newestIsOf(66)).toBe(true);
  // Each has the checksum of the journal at its entry, although the second was reached from the first.
  for (const stored of loadSnapshots(dataDir))
    expect(stored).toMatchObject({ journalSum: await journalSumOf(journal, stored.sequence) });
});

test('snapshots: they go on from the one that there is', async () => {
  start(60);
  snapshots.reached(89);
  snapshots.reached(90);
  await expect.poll(() => heard.length).toBeGreaterThan(0);
  expect(snapshotPaths(dataDir).map((path) => readSnapshot(path)?.sequence)).toEqual([90]);
});

test('snapshots: a start that had to read many entries saves its own state before anybody is served', () => {
  start(40);
  snapshots.started(recoveredAt(69));
  expect(snapshotPaths(dataDir)).toEqual([]);
  snapshots.started(recoveredAt(70));
  expect([heard, newestIsOf(70)]).toEqual([[70], true]);
});

test('snapshots: a start whose state cannot be saved is told of, and goes on', () => {
  appendFileSync(join(dataDir, 'snapshots'), 'no folder');
  start();
  snapshots.started(recoveredAt(70));
  expect(heard).toEqual([expect.stringMatching(/EEXIST|ENOTDIR/)]);
});

/** The address of a database that ends each connection: a snapshot of its journal is never done. */
async function away(connected: () => void): Promise<string> {
  const server = createServer((socket) => {
    connected();
    socket.destroy();
  }).listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  return `postgres://bellwether@127.0.0.1:${(server.address() as AddressInfo).port}/postgres`;
}

test('snapshots: while the database of the journal is away, its thread lives and tries again', async () => {
  let attempts = 0;
  start(0, { url: await away(() => void attempts++), isTest: false });
  snapshots.reached(40);
  await expect.poll(() => attempts).toBeGreaterThan(2);
  expect(heard).toEqual([]);
});

test('snapshots: one that cannot be taken is told of, and the next is tried as many entries later', async () => {
  // A file in place of the snapshot folder.
  appendFileSync(join(dataDir, 'snapshots'), 'no folder');
  start();
  snapshots.reached(40);
  await expect.poll(() => heard.length).toBeGreaterThan(0);
  expect(heard[0]).toMatch(/EEXIST|ENOTDIR/);
  rmSync(join(dataDir, 'snapshots'));
  await reachedUntilHeard(70, 2);
  expect(heard[1]).toBe(70);
});

test('snapshots: a stop drops the one that is being taken and starts no other', async () => {
  const threads: Worker[] = [];
  const begun = (worker: Worker): void => void threads.push(worker);
  process.on('worker', begun);
  onTestFinished(() => void process.off('worker', begun));
  start(0, { url: await away(() => undefined), isTest: false });
  snapshots.reached(40);
  await expect.poll(() => threads).toHaveLength(1);
  await snapshots.stop();
  // Of a thread that has ended.
  expect(threads[0]?.threadId).toBe(-1);
  snapshots.reached(100);
  expect([heard, threads.length, existsSync(join(dataDir, 'snapshots'))]).toEqual([[], 1, false]);
});
