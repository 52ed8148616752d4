import { hashState, restoreSnapshot, takeSnapshot } from '@bellwether/engine';
import { MemoryJournal, MemoryRecords } from '@bellwether/ledger/adapters/testing/memory-journal.ts';
import { emptyStart, Follower, type FollowerStart } from '@bellwether/ledger/log/follower.ts';
import { tradingVenue } from '@bellwether/ledger/log/testing/busy-venue.ts';
import { FOLLOW_WAITING_MAX, LogTail } from '@bellwether/ports/follow-log.ts';
import { JournalCorruption, type JournalRecord } from '@bellwether/ports/journal.ts';
import { openStore, type Store } from '@bellwether/read-model/adapters/store-sqlite/open-store.ts';
import { ALL_PROJECTIONS } from '@bellwether/read-model/all-projections.ts';
import { createProjectionRunner, ProjectionMismatch } from '@bellwether/read-model/runner.ts';
import type { RecordedVenue } from '@bellwether/read-model/testing/recorded-venue.ts';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { MACHINE } from '../../runtime/machine.ts';
import { GATHERED_ENTRIES_MAX } from '../limits.ts';
import { Projector } from './projector.ts';

const WAIT = { interval: 5 };

/** Joins `count` records at a time into one, as group commit does. */
function grouped(records: readonly JournalRecord[], count: number): JournalRecord[] {
  const groups: JournalRecord[] = [];
  for (let start = 0; start < records.length; start += count) {
    const group = records.slice(start, start + count);
    const [first, last] = [group[0], group.at(-1)];
    if (first === undefined || last === undefined) break;
    const payload = group.map((record) => record.payload).join('');
    groups.push({ ...first, lastSequence: last.lastSequence, hash: last.hash, payload });
  }
  return groups;
}

let store: Store;
beforeEach(() => {
  store = openStore(':memory:');
});
afterEach(() => store.close());

interface Setup {
  readonly from?: FollowerStart;
  readonly onProjected?: (sequence: number) => void;
  readonly intervalMs?: { readonly wanted: number; readonly unwanted: number };
}

/** A projector of a log that is notified of new records. */
class ToldProjector extends Projector {
  readonly #log: MemoryRecords;

  constructor(log: MemoryRecords, { from = emptyStart(), ...setup }: Setup) {
    super({
      runner: createProjectionRunner(store, ALL_PROJECTIONS),
      log: new MemoryJournal(log),
      runtime: MACHINE,
      follower: new Follower(from),
      onProjected: () => {},
      ...setup,
    });
    this.#log = log;
  }

  tell(record: JournalRecord): void {
    this.#log.tail ??= new LogTail();
    this.#log.tail.published(record);
    this.published(record.lastSequence);
  }

  offer(record: JournalRecord): void {
    if (record.firstSequence > (this.#log.records.at(-1)?.lastSequence ?? 0)) this.#log.records.push(record);
    this.tell(record);
  }
}

const startProjector = (records: readonly JournalRecord[], setup: Setup = {}): ToldProjector =>
  new ToldProjector(new MemoryRecords([...records]), setup);

/** Writes at once what a read waits for, and otherwise only when enough has gathered. */
const PATIENT = { intervalMs: { wanted: 0, unwanted: 2 ** 31 - 1 } } as const;

/** Rows of the tables that trading fills, cursors included. */
function rows(): unknown {
  const tables = [
    'projection_cursors',
    'wallets',
    'orders',
    'market_terms',
    'fills',
    'fill_blocks',
    'positions',
    'market_stats',
    'price_points',
    'markets',
  ];
  return tables.map((table) => store.prepare(`SELECT * FROM ${table}`).all());
}

/** The same rows, written straight by the runner one entry at a time. */
function expectedRows(venue: RecordedVenue): unknown {
  const own = store;
  store = openStore(':memory:');
  const runner = createProjectionRunner(store, ALL_PROJECTIONS);
  const { state, prices } = venue;
  for (const entry of venue.entries) runner.write([entry], runner.cursor.hash, { state, prices });
  const expected = rows();
  store.close();
  store = own;
  return expected;
}

test('projector: catches up from the journal and then writes what is published, many records in one go', async () => {
  const venue = tradingVenue(300);
  const records = grouped(venue.records, 7);
  const progress: number[] = [];
  const projector = startProjector(records.slice(0, 10), { onProjected: (sequence) => progress.push(sequence) });
  await projector.catchUp();
  expect(progress).toEqual([70]);
  for (const record of records.slice(10)) projector.offer(record);
  await projector.awaitWritten();
  expect([progress, rows()]).toEqual([[70, venue.entries.length], expectedRows(venue)]);
});

test('projector: records offered twice, or while it catches up, are written once', async () => {
  const venue = tradingVenue(60);
  const projector = startProjector(venue.records.slice(0, 50));
  const caughtUp = projector.catchUp();
  for (const record of venue.records.slice(20, 55)) projector.offer(record);
  await caughtUp;
  for (const record of venue.records.slice(50)) projector.offer(record);
  await projector.awaitWritten();
  expect(rows()).toEqual(expectedRows(venue));
});

/** A gathering projector that has just written the first record; the others are still to come. */
async function patientAfterFirst(venue: RecordedVenue) {
  const progress: number[] = [];
  const projector = startProjector([], { ...PATIENT, onProjected: (sequence) => progress.push(sequence) });
  await projector.catchUp();
  const [first, ...others] = venue.records;
  if (first !== undefined) projector.offer(first);
  await expect.poll(() => progress, WAIT).toEqual([1]);
  return { projector, progress, others };
}

test('projector: a read that waits has the rows written at once, with all that has come [D35]', async () => {
  const venue = tradingVenue(30);
  const { projector, progress, others } = await patientAfterFirst(venue);
  for (const record of others.slice(0, 10)) projector.offer(record);
  projector.hurry(5);
  await expect.poll(() => progress, WAIT).toEqual([1, 11]);
  // Requested before the entry exists.
  projector.hurry(venue.entries.length);
  for (const record of others.slice(10)) projector.offer(record);
  await expect.poll(() => progress.at(-1), WAIT).toBe(venue.entries.length);
  expect(rows()).toEqual(expectedRows(venue));
});

test('projector: enough entries are written though no one waits for them [D35]', async () => {
  const venue = tradingVenue(GATHERED_ENTRIES_MAX + 100);
  const { projector, progress, others } = await patientAfterFirst(venue);
  for (const record of others.slice(0, GATHERED_ENTRIES_MAX - 1)) projector.offer(record);
  // While entries gather the store is at rest, and may be checked.
  await expect.poll(() => projector.isIdle, WAIT).toBe(true);
  expect(progress).toEqual([1]);
  for (const record of others.slice(GATHERED_ENTRIES_MAX - 1)) projector.offer(record);
  await expect.poll(() => progress, WAIT).toEqual([1, venue.entries.length]);
  expect(rows()).toEqual(expectedRows(venue));
});

test('projector: more records than it keeps are read from the journal instead', async () => {
  const venue = tradingVenue(FOLLOW_WAITING_MAX + 300);
  const projector = startProjector(venue.records.slice(0, 1), PATIENT);
  await projector.catchUp();
  for (const record of venue.records.slice(1)) projector.offer(record);
  await projector.awaitWritten();
  expect([projector.projected, rows()]).toEqual([venue.entries.length, expectedRows(venue)]);
});

test('projector: a record it was never offered is found in the journal [D45]', async () => {
  const venue = tradingVenue(20);
  const log = new MemoryRecords(venue.records.slice(0, 3));
  const projector = new ToldProjector(log, {});
  await projector.catchUp();
  log.records.push(...venue.records.slice(3));
  for (const record of venue.records.slice(3, 5)) projector.tell(record);
  for (const record of venue.records.slice(8)) projector.tell(record);
  await projector.awaitWritten();
  expect(rows()).toEqual(expectedRows(venue));
});

test('projector: a published record that neither follows nor is in the journal ends it', async () => {
  const venue = tradingVenue(20);
  const projector = startProjector(venue.records.slice(0, 5));
  await projector.catchUp();
  for (const record of venue.records.slice(8)) projector.tell(record);
  await expect(projector.awaitWritten()).rejects.toThrow(JournalCorruption);
});

test.each([
  ['is shorter', 0],
  ['is as long', 40],
  ['goes further', 80],
])('projector: a store of another journal is refused when this one %s [D13]', async (_, orders) => {
  const other = tradingVenue(40);
  await startProjector(other.records).catchUp();
  const before = rows();
  const venue = tradingVenue(0);
  for (let salt = 0; salt < orders; salt += 1) venue.place({ trader: 0, side: 'BUY', price: 1_000, shares: 9 });
  await expect(startProjector(venue.records).catchUp()).rejects.toThrow(ProjectionMismatch);
  expect(rows()).toEqual(before);
});

test('projector: rows go on from a snapshot that is not ahead of them', async () => {
  const venue = tradingVenue(100);
  const from = emptyStart();
  await startProjector(venue.records.slice(0, 35), { from }).catchUp();
  const state = restoreSnapshot(structuredClone(takeSnapshot(from.state)));
  const head = { sequence: 35, hash: venue.entries[34]?.hash ?? '' };
  await startProjector(venue.records).catchUp();

  // A new process: the rows are ahead of the snapshot, and the journal ahead of the rows.
  venue.place({ trader: 0, side: 'BUY', price: 4_000, shares: 5 });
  await startProjector(venue.records, { from: { state, head } }).catchUp();
  expect(hashState(state)).toBe(hashState(venue.state));
  expect(rows()).toEqual(expectedRows(venue));
  // The store is lost: only the state before the first entry can show the effect of each entry.
  store.close();
  store = openStore(':memory:');
  expect(() => startProjector(venue.records, { from: { state, head } })).toThrow('ahead of the rows');
  await startProjector(venue.records).catchUp();
  expect(rows()).toEqual(expectedRows(venue));
});
