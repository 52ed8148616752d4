import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { applyEntry, createState, hashState, takeSnapshot } from '@bellwether/engine';
import { Rig } from '@bellwether/exchange/sequencer/testing/rig.ts';
import {
  sampleTraffic,
  seededRandom,
  setUpCommands,
  takeCommands,
} from '@bellwether/exchange/sequencer/testing/sample-venue.ts';
import { STORE_FILE } from '@bellwether/ports/data-folder.ts';
import { JournalCorruption, type JournalRecord } from '@bellwether/ports/journal.ts';
import type { LoadSnapshots } from '@bellwether/ports/snapshots.ts';
import { ROOM_FOR_STORE } from '@bellwether/ports/storage.ts';
import { storeFilePlace } from '@bellwether/venue/threads/projector/store-place.ts';
import { beforeEach, expect, test } from 'vitest';
import {
  loadSnapshots,
  SNAPSHOTS_KEPT,
  saveSnapshot,
  snapshotPaths,
  snapshotSequence,
} from '../adapters/snapshot-file/snapshot-file.ts';
import { MemoryJournal } from '../adapters/testing/memory-journal.ts';
import { flipIn, flipped } from '../files/testing/flipped.ts';
import { newFolder } from '../files/testing/new-folder.ts';
import { entriesOfRecord } from '../record/journal-record.ts';
import { journalSumOf } from './journal-sum.ts';
import { checkSpared, newestStart, recover, snapshotOf } from './recovery.ts';

let dataDir: string;

beforeEach(() => {
  dataDir = newFolder();
});

/** Runs traffic and takes a snapshot after each of `snapshots` rounds, then one round more. */
async function history(snapshots: number): Promise<Rig> {
  const rig = new Rig();
  const traffic = sampleTraffic(seededRandom(3), { accounts: 3, markets: 2, firstSalt: 1 });
  rig.enqueue(...setUpCommands(3, 2));
  for (let round = 0; round <= snapshots; round++) {
    await rig.run(...takeCommands(traffic, 100));
    if (round < snapshots) saveSnapshot(dataDir, ...snapshotOf(rig.state, rig.sequencer.head));
  }
  return rig;
}

const recoverFrom = (journal: MemoryJournal) => recover(journal, () => loadSnapshots(dataDir));

function turned(payload: JournalRecord['payload']): Uint8Array<ArrayBuffer> {
  if (typeof payload === 'string') throw new Error('the record is text');
  return flipped(payload, payload.length - 10);
}

test('recovery: can end with the record of an entry that is asked for', async () => {
  const { journal } = await history(2);
  const { sequence } = await journal.head();
  const recovered = await recover(journal, () => loadSnapshots(dataDir), sequence - 20);
  expect(recovered.state.sequence).toBe(recovered.head.sequence);
  expect(recovered.head.sequence).toBeGreaterThanOrEqual(sequence - 20);
  const [record] = await Array.fromAsync(journal.read(sequence - 20));
  expect(recovered.head.hash).toBe(record?.hash);
});

test('recovery: rows that are at an earlier entry begin with a snapshot of before, and no later one is read', async () => {
  await history(3);
  const [newest = 0, ...before] = snapshotPaths(dataDir).map(snapshotSequence);
  const place = storeFilePlace(dataDir, join(dataDir, STORE_FILE), ROOM_FOR_STORE);
  expect(Array.from(place.loadSnapshots(newest - 1), ({ sequence }) => sequence)).toEqual(before);
  const asked: number[] = [];
  const load = (atMost: number): ReturnType<LoadSnapshots> => {
    asked.push(atMost);
    return place.loadSnapshots(atMost);
  };
  expect(newestStart(load, newest - 1).head.sequence).toBe(before[0]);
  expect([newestStart(load, 0).head.sequence, asked]).toEqual([0, [newest - 1, 0]]);
});

test('recovery: a start from the newest snapshot goes on with the tail; damaged ones are passed over, at last all [D7]', async () => {
  const { journal, state } = await history(3);
  const began: number[] = [];
  const damaged: number[] = [];
  for (const path of [null, ...snapshotPaths(dataDir)]) {
    if (path !== null) {
      flipIn(path);
      damaged.push(snapshotSequence(path));
    }
    const recovered = await recoverFrom(journal);
    expect(recovered.damaged).toEqual(damaged);
    expect(recovered.passedOver).toEqual(
      damaged.map((at) =>
        expect.stringMatching(new RegExp(`^the snapshot of entry ${at} is not used: 0*${at}\\.snapshot is damaged: `)),
      ),
    );
    expect(hashState(recovered.state)).toBe(hashState(state));
    expect(recovered.head).toEqual(await journal.head());
    began.push(recovered.snapshotSequence);
  }
  expect(began).toHaveLength(4);
  expect([began, began.at(-1)]).toEqual([[...new Set(began)].sort((a, b) => b - a), 0]);
});

test('recovery: a snapshot of another version is passed over', async () => {
  const { journal, state } = await history(1);
  const head = await journal.head();
  saveSnapshot(dataDir, { ...takeSnapshot(state), version: 999 }, { ...head, stateHash: hashState(state) });
  const recovered = await recoverFrom(journal);
  expect(recovered.snapshotSequence).toBeLessThan(head.sequence);
  expect(hashState(recovered.state)).toBe(hashState(state));
});

test('recovery: a snapshot inside a record is continued with the rest of that record', async () => {
  const { journal, state } = await history(0);
  const entries = journal.records.flatMap((record) => entriesOfRecord(record, null)).slice(0, 10);
  const partial = createState();
  for (const entry of entries) applyEntry(partial, entry);
  const mark = { sequence: 10, hash: entries[9]?.hash ?? '', stateHash: hashState(partial) };
  saveSnapshot(dataDir, takeSnapshot(partial), mark);
  const recovered = await recoverFrom(journal);
  expect(recovered.snapshotSequence).toBe(10);
  expect(hashState(recovered.state)).toBe(hashState(state));
  expect(journal.records[0]?.lastSequence).toBeGreaterThan(10);
});

test('recovery: a journal that ends before a snapshot has lost acknowledged entries and is refused [D6]', async () => {
  const { journal } = await history(1);
  const lost = new MemoryJournal(journal.records.slice(0, 0));
  await expect(recoverFrom(lost)).rejects.toThrow(/ends before entry \d+, which a snapshot includes/);
});

test('recovery: a snapshot and a journal that disagree are refused', async () => {
  const { journal, state } = await history(0);
  const head = await journal.head();
  saveSnapshot(dataDir, takeSnapshot(state), { ...head, hash: 'e'.repeat(64), stateHash: hashState(state) });
  const failure = await recoverFrom(journal).catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(JournalCorruption);
  expect(String(failure)).toContain(`journal entry ${head.sequence} has hash ${head.hash}`);
});

test('recovery: any change before a snapshot is found by its checksum, and named [D5]', async () => {
  const { journal } = await history(3);
  const began = await recover(journal, () => []);
  saveSnapshot(dataDir, ...snapshotOf(began.state, began.head, began.journalSum));
  const recovered = await recoverFrom(journal);
  expect(recovered.snapshotSequence).toBe(began.head.sequence);
  await checkSpared(journal, recovered);
  expect(journal.records).toHaveLength(4);
  for (const [place, record] of journal.records.entries()) {
    const altered = journal.records.with(place, { ...record, payload: turned(record.payload) });
    const named = `journal record ${record.firstSequence}..${record.lastSequence} is damaged`;
    await expect(checkSpared(new MemoryJournal(altered), recovered)).rejects.toThrow(named);
  }
});

test('recovery: what a snapshot without a checksum spares is checked entry by entry', async () => {
  const { journal } = await history(1);
  const recovered = await recoverFrom(journal);
  expect(recovered).toMatchObject({ snapshotSum: null, journalSum: null });
  await checkSpared(journal, recovered);
  const [first] = journal.records as [JournalRecord];
  const altered = new MemoryJournal(journal.records.with(0, { ...first, payload: turned(first.payload) }));
  await expect(checkSpared(altered, recovered)).rejects.toThrow('is damaged');
});

test('recovery: the checksum goes on from that of the snapshot', async () => {
  const { journal } = await history(3);
  const half = journal.records[1]?.lastSequence ?? 0;
  const first = await recover(journal, () => [], half);
  for (const path of snapshotPaths(dataDir)) rmSync(path);
  expect(first.journalSum).toBe(await journalSumOf(journal, half));
  saveSnapshot(dataDir, ...snapshotOf(first.state, first.head, first.journalSum));
  const second = await recoverFrom(journal);
  expect(second).toMatchObject({ snapshotSequence: half, snapshotSum: first.journalSum });
  expect(second.journalSum).toBe(await journalSumOf(journal, second.head.sequence));
  expect(second.journalSum).not.toBe(first.journalSum);
});

test('snapshots: only the newest few are kept, and nothing half-written', async () => {
  await history(SNAPSHOTS_KEPT + 2);
  const paths = snapshotPaths(dataDir);
  expect(paths).toHaveLength(SNAPSHOTS_KEPT);
  expect([...paths].sort().reverse()).toEqual(paths);
});

test('snapshots: every byte counts: any one turned over makes the file unusable', async () => {
  await history(1);
  const [path = ''] = snapshotPaths(dataDir);
  const good = readFileSync(path);
  const step = Math.max(1, Math.floor(good.length / 400));
  for (let at = 0; at < good.length; at += at < 300 ? 1 : step) {
    writeFileSync(path, flipped(good, at));
    expect([...loadSnapshots(dataDir)], `byte ${at}`).toEqual([
      { sequence: snapshotSequence(path), damage: expect.stringMatching(/^0+\d+\.snapshot is damaged: \w/) },
    ]);
  }
  writeFileSync(path, good);
  expect([...loadSnapshots(dataDir)]).toEqual([expect.objectContaining({ sequence: snapshotSequence(path) })]);
});
