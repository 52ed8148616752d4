import { copyFileSync, existsSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { DataFolderLock } from '@bellwether/ports/data-folder.ts';
import { GENESIS_HASH, JournalCorruption, type JournalRecord } from '@bellwether/ports/journal.ts';
import type { JournalKind } from '@bellwether/ports/journal-kind.ts';
import {
  appendSamples,
  type BrokenAppend,
  type JournalHarness,
  journalSuite,
  type RecordFormat,
  readAll,
} from '@bellwether/ports/testing/journal-suite.ts';
import { MACHINE } from '@bellwether/venue/runtime/machine.ts';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { editDatabase } from '../../files/testing/edit-database.ts';
import { flipped } from '../../files/testing/flipped.ts';
import { newFolder } from '../../files/testing/new-folder.ts';
import { recordsOf } from '../../log/testing/journal-of.ts';
import { entriesOfRecord } from '../../record/journal-record.ts';
import { openJournalFiles } from './journal-files.ts';
import { makeDurable, prepareSchema, WRITER_CACHE_KIB } from './schema.ts';
import { openJournal, openJournalReader, type SqliteJournal } from './sqlite-journal.ts';

let dataDir: string;
let lock: DataFolderLock;
let journal: SqliteJournal | null = null;
const overtaken: SqliteJournal[] = [];

beforeEach(() => {
  dataDir = newFolder();
  lock = { dataDir, release: () => undefined };
});

afterEach(async () => {
  vi.restoreAllMocks();
  await journal?.close();
  for (const old of overtaken.splice(0)) await old.close();
  journal = null;
});

const path = (): string => join(dataDir, 'journal.sqlite');

async function open(kind: JournalKind = 'venue'): Promise<SqliteJournal> {
  await journal?.close();
  journal = null;
  journal = openJournal(lock, MACHINE.random, { kind });
  return journal;
}

async function close(): Promise<void> {
  await journal?.close();
  journal = null;
}

function takeOver(): Promise<SqliteJournal> {
  if (journal !== null) overtaken.push(journal);
  journal = openJournal(lock, MACHINE.random);
  return Promise.resolve(journal);
}

/** Simulates a bad disk: the next transaction fails at its beginning, or its commit has no answer. */
function breakNext(how: BrokenAppend): void {
  const run = DatabaseSync.prototype.exec;
  vi.spyOn(DatabaseSync.prototype, 'exec').mockImplementation(function (this: DatabaseSync, sql: string): void {
    const isBroken = sql === (how === 'failed' ? 'BEGIN IMMEDIATE' : 'COMMIT');
    if (isBroken) vi.restoreAllMocks();
    if (isBroken && how === 'unknown and lost') run.call(this, 'ROLLBACK');
    else if (!isBroken || how === 'unknown and there') run.call(this, sql);
    if (isBroken) throw Object.assign(new Error('disk I/O error'), { code: 'ERR_SQLITE_ERROR', errcode: 10 });
  });
}

journalSuite('sqlite journal', (): JournalHarness => ({ open, reopen: open, takeOver, breakNext }));

/** Ten records in the database file itself, with the journal closed. */
async function written(format: RecordFormat): Promise<JournalRecord[]> {
  const counts = Array.from({ length: 10 }, () => 3);
  const records = await appendSamples(await open(), counts, format);
  await close();
  return records;
}

const edit = (sql: string): void => editDatabase(path(), sql);

/** Reads everything as recovery does: rows, places, content, chain. */
async function readChecked(): Promise<number> {
  const opened = await open();
  let head = { sequence: 0, hash: '0'.repeat(64) };
  for (const record of opened.read(1)) {
    entriesOfRecord(record, head);
    head = { sequence: record.lastSequence, hash: record.hash };
  }
  return head.sequence;
}

test('journal: a database that cannot be made durable is refused [D3]', () => {
  using database = new DatabaseSync(':memory:');
  expect(() => makeDurable(database)).toThrow('journal_mode is memory, must be wal');
});

test('journal: its writer keeps few of the pages that it has written', () => {
  using database = new DatabaseSync(path());
  makeDurable(database);
  expect(database.prepare('PRAGMA cache_size').get()).toEqual({ cache_size: -WRITER_CACHE_KIB });
  expect(WRITER_CACHE_KIB).toBeLessThanOrEqual(4_096);
});

test('journal: a reader in the same process sees records as they come', async () => {
  const writer = await open();
  const reader = openJournalReader(dataDir);
  const records = await appendSamples(writer, [1, 2]);
  expect([...reader.read(1)]).toEqual(records);
  records.push(...(await appendSamples(writer, [1])));
  expect([[...reader.read(1)], reader.head()]).toEqual([records, await writer.head()]);
  reader.close();
});

test('journal: a reader of a folder without a journal says so', () => {
  expect(() => openJournalReader(dataDir)).toThrow(/there is no journal in/);
  expect(existsSync(path())).toBe(false);
});

/** A change of the record of three entries that begins at one, or its removal; and what is said of it. */
type Damage = readonly [what: string, at: number, set: string | null, says: string];

const ALTERED = 'is damaged: its content does not match its hash';
const DAMAGE_OF_TEXT: readonly Damage[] = [
  ['altered content in the middle', 13, "payload = replace(payload, 'batch 4', 'batch 9')", `13..15 ${ALTERED}`],
  ['altered content at the end', 28, "payload = replace(payload, 'batch 9', 'batch 8')", `28..30 ${ALTERED}`],
  ['a broken line', 7, `payload = replace(payload, '"events":', '"events"')`, '7..9 is damaged: entry 7 is not JSON'],
  ['a lost line', 4, 'payload = substr(payload, 1 + instr(payload, char(10)))', '4..6 is damaged: its payload has 2'],
  ['a cut payload', 4, 'payload = substr(payload, 1, length(payload) - 1)', '4..6 is damaged'],
];
const DAMAGE_OF_BYTES: readonly Damage[] = [
  ['altered content', 13, "bytes = CAST(replace(bytes, 'batch 4', 'batch 9') AS BLOB)", `13..15 ${ALTERED}`],
  ['a payload that is text', 13, "payload = 'x'", '13 is damaged: a column has the wrong type'],
  ['no payload at all', 13, 'bytes = NULL', '13..15 is damaged: its payload has 0 complete lines'],
  ['format 9', 7, "bytes = CAST(x'09' || substr(bytes, 2) AS BLOB)", '7..9 is damaged: it has format 9, which this'],
  ['a cut payload', 4, 'bytes = substr(bytes, 1, length(bytes) - 1)', '4..6 is damaged: it ends too early'],
];
const DAMAGE: readonly Damage[] = [
  ['a lost record in the middle', 10, null, 'record 13..15 does not continue: the entry before it is 9'],
  ['a lost record at the end', 28, null, 'its last record ends with 27'],
  ['a lost first record', 1, null, 'record 4..6 does not continue: the entry before it is 0'],
  ['a changed chain value', 16, 'previous_hash = hash', '16..18 is damaged: it does not continue the hash chain after'],
  ['a changed last hash', 28, 'hash = previous_hash', 'must end with entry 30'],
  ['a record without an end', 13, 'last_sequence = 12', 'record 13..12'],
];

const damages = [
  ...[...DAMAGE_OF_TEXT, ...DAMAGE].map((damage) => ['text', ...damage] as const),
  ...[...DAMAGE_OF_BYTES, ...DAMAGE].map((damage) => ['bytes', ...damage] as const),
];

const refusal = async (): Promise<string> => {
  const failure = await readChecked().catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(JournalCorruption);
  return String(failure);
};

test.each(damages)('journal: in records of %s, %s is refused by name [D5]', async (format, _what, at, set, says) => {
  await written(format);
  edit(`${set === null ? 'DELETE FROM records' : `UPDATE records SET ${set}`} WHERE first_sequence = ${at}`);
  expect(await refusal()).toContain(says);
});

test.each(['text', 'bytes'] as const)(
  'journal: any byte of any page of %s turned over is refused, or was not part of any record [D5]',
  async (format) => {
    const records = await written(format);
    const good = readFileSync(path());
    let refused = 0;
    // A stride that is coprime to the page size visits headers, cells and free space of every page.
    for (let at = 0; at < good.length; at += 61) {
      writeFileSync(path(), flipped(good, at, 0x55));
      const outcome = await readChecked().catch((error: unknown) => error);
      await close();
      for (const suffix of ['-wal', '-shm']) rmSync(path() + suffix, { force: true });
      if (outcome instanceof Error) refused++;
      else expect(outcome).toBe(records.at(-1)?.lastSequence);
    }
    expect(refused).toBeGreaterThan(50);
  },
);

test('journal: a lost head, a file cut short and one that is something else are refused', async () => {
  await written('bytes');
  edit('DELETE FROM head');
  expect(await refusal()).toMatch(/does not say where it ends/);
  await close();
  truncateSync(path(), readFileSync(path()).length - 4096);
  await refusal();
  writeFileSync(path(), 'this is not a database, but it is long enough to be read as the header of one'.repeat(100));
  await refusal();
});

/** Copies the files that a process killed right now would leave: database and log as they are on disk. */
function crashCopy(): void {
  const copy = `${dataDir}/crash`;
  copyFileSync(path(), `${copy}.sqlite`);
  copyFileSync(`${path()}-wal`, `${copy}.wal`);
}

async function restoreCrashCopy(wal: Buffer): Promise<void> {
  await close();
  copyFileSync(`${dataDir}/crash.sqlite`, path());
  rmSync(`${path()}-shm`, { force: true });
  writeFileSync(`${path()}-wal`, wal);
}

function inFiles(): JournalRecord[] {
  const files = openJournalFiles(dataDir);
  const records = [...(files?.read(1) ?? [])];
  files?.close();
  return records;
}

/** Turns the closed journal into one of format 1. */
const asFormatOne = (): void => edit('ALTER TABLE records DROP COLUMN bytes; PRAGMA user_version = 1');

test('journal: it is read as it is, and goes on in bytes once it is written [D42]', async () => {
  const old = await written('text');
  asFormatOne();
  const bytes = readFileSync(path());
  expect([recordsOf(dataDir), inFiles(), readFileSync(path())]).toEqual([old, old, bytes]);
  const more = await appendSamples(await open(), [2]);
  expect(await readAll(await open())).toEqual([...old, ...more]);
  await close();
  expect(inFiles()).toEqual([...old, ...more]);
});

test('journal: a crash within the change of format, wherever, leaves a journal that starts [D42]', async () => {
  const old = await written('text');
  asFormatOne();
  const before = readFileSync(path());
  const changed = new DatabaseSync(path());
  makeDurable(changed);
  prepareSchema(changed, GENESIS_HASH);
  const wal = readFileSync(`${path()}-wal`);
  changed.close();
  const starts = new Set<number>();
  for (let length = wal.length; length >= 0; length -= 509) {
    writeFileSync(path(), before);
    rmSync(`${path()}-shm`, { force: true });
    writeFileSync(`${path()}-wal`, wal.subarray(0, length));
    starts.add((await readAll(await open())).length);
    await close();
  }
  expect([...starts]).toEqual([old.length]);
});

const FRAME = 24 + 4096;

async function crashed(): Promise<{ records: JournalRecord[]; wal: Buffer }> {
  const records = await appendSamples(await open(), [1, 1, 1, 1]);
  crashCopy();
  return { records, wal: readFileSync(`${dataDir}/crash.wal`) };
}

test('journal: torn at any place, an exact prefix is left, and all of it where nothing is torn [D4]', async () => {
  const { records, wal } = await crashed();
  const lengths = new Set<number>();
  for (let length = 0; length < wal.length + 509; length += 509) {
    await restoreCrashCopy(wal.subarray(0, length));
    // Before the log's first commits the file has no journal yet: its creation is cut off too.
    const read = await readAll(await open());
    expect(read).toEqual(records.slice(0, read.length));
    lengths.add(read.length);
  }
  expect([...lengths].sort()).toEqual([0, 1, 2, 3, 4]);
});

test('journal: a torn last transaction is cut even if its pages were written out of order', async () => {
  const { records, wal } = await crashed();
  const frames = Math.floor((wal.length - 32) / FRAME);
  const torn = Buffer.from(wal);
  torn.fill(0, 32 + (frames - 2) * FRAME, 32 + (frames - 1) * FRAME);
  await restoreCrashCopy(torn);
  expect(await readAll(await open())).toEqual(records.slice(0, 3));
});

test('journal: damaged before later commits, it is refused and not cut', async () => {
  const { wal } = await crashed();
  const frames = Math.floor((wal.length - 32) / FRAME);
  // A torn write could explain damage in the last transaction's two frames, but in no other byte.
  for (let at = 0; at < 32 + (frames - 2) * FRAME; at += 251) {
    await restoreCrashCopy(flipped(wal, at, 0x10));
    const failure = await open().catch((error: unknown) => error);
    expect(failure, `byte ${at}`).toBeInstanceOf(JournalCorruption);
    expect(String(failure)).toMatch(/journal\.sqlite-wal is damaged after entry \d+/);
  }
});
