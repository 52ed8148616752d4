/** A journal copied to another place: whole after a kill at any step, refused if it would mix two histories. */
import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { checkJournalIsThere } from '@bellwether/ledger/adapters/data-folder/has-journal.ts';
import { lockDataFolder } from '@bellwether/ledger/adapters/data-folder/lock.ts';
import { openPostgresLog } from '@bellwether/ledger/adapters/log-postgres/postgres-log.ts';
import { openPostgresReader } from '@bellwether/ledger/adapters/log-postgres/postgres-reader.ts';
import { Databases } from '@bellwether/ledger/adapters/log-postgres/testing/databases.ts';
import { addRecords, recordsOf } from '@bellwether/ledger/log/testing/journal-of.ts';
import { DataFolderInUse, JournalMissing } from '@bellwether/ports/data-folder.ts';
import type { JournalRecord } from '@bellwether/ports/journal.ts';
import { appendSamples, readAll } from '@bellwether/ports/testing/journal-suite.ts';
import { describeWithPostgres } from '@bellwether/postgres-process/testing';
import { createDataDir, runBellwether } from '@bellwether/venue-process';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { MACHINE } from '../../runtime/machine.ts';
import { writeHistory } from '../testing/sample-history.ts';
import { copyUntilKilled } from '../testing/until-killed.ts';
import { verified } from '../testing/verified.ts';
import { JournalInUse } from './ends.ts';
import { OtherHistory, runJournalCopy } from './journal-copy.ts';

const original = createDataDir();
await writeHistory(original);

let root: string;
let from: string;
let to: string;
beforeEach(() => {
  root = createDataDir();
  from = join(root, 'from');
  to = join(root, 'to');
  cpSync(original, from, { recursive: true });
});

async function copy(onStep?: () => void): Promise<string[]> {
  const lines: string[] = [];
  const hear = onStep === undefined ? {} : { onStep };
  await runJournalCopy({ from, to, print: (line) => lines.push(line), runtime: MACHINE, ...hear });
  return lines;
}

/** Every byte below a folder, by file name, without the lock, which names the last process that took it. */
function contents(folder: string): Map<string, string> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((file) => file.isFile());
  const named = files.map((file) => join(file.parentPath, file.name)).filter((path) => !path.includes('venue.'));
  return new Map(named.map((path) => [path, readFileSync(path, 'latin1')]));
}

describe('journal copy', () => {
  test('into a new folder: every record as it was, and every decision holds', async () => {
    const lines = await copy();
    expect([readdirSync(to).sort(), recordsOf(to)]).toEqual([['journal.sqlite', 'venue.lock'], recordsOf(from)]);
    expect(recordsOf(to).length).toBeGreaterThan(5);
    await verified(to);
    expect(lines.at(-1)).toContain(`hash chain whole up to ${recordsOf(from).at(-1)?.hash}`);
  });

  test('the command says what it does, also on the way there, and again when there is nothing to do', async () => {
    const run = () => runBellwether(['journal', 'copy', from, to]);
    expect(await run()).toMatchObject({ code: 0, stderr: '', stdout: expect.stringContaining(`to ${to}: new`) });
    expect(await run()).toMatchObject({ code: 0, stderr: '', stdout: expect.stringContaining('copied: 0 entries') });
    expect(await runBellwether(['journal', 'copy', from])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('journal copy needs'),
    });
  });

  test('it names the files of the folder that a venue needs and that are no part of a journal', async () => {
    const needed = ['master.key', 'bellwether.config.json'];
    for (const name of needed) writeFileSync(join(from, name), '');
    expect((await copy()).at(-1)).toBe(`not copied: ${needed.join(', ')}. A venue needs them in ${to}, too`);
    for (const name of needed) cpSync(join(from, name), join(to, name));
    expect((await copy()).at(-1)).toContain('copied: 0 entries');
  });

  test('what was added since goes after what was copied', async () => {
    await copy();
    await addRecords(from, [2, 3]);
    expect((await copy()).at(-1)).toContain('copied: 5 entries');
    expect(recordsOf(to)).toEqual(recordsOf(from));
  });

  test('killed at any step, the same again goes on where it was; no venue starts on a part', async () => {
    const records = recordsOf(from);
    const last = records.length;
    // During the copy, after the last record, after the check, and once the journal is in place.
    const steps = [1, 2, Math.floor(last / 2), last, last + 1, last + 2];
    for (const step of steps) {
      rmSync(to, { recursive: true, force: true });
      await copyUntilKilled(from, to, step);
      if (step === last + 2) checkJournalIsThere(to);
      else expect(() => checkJournalIsThere(to)).toThrow('a journal is being copied');
      const lines = await copy();
      const done = records[Math.min(step, last) - 1]?.lastSequence ?? 0;
      expect(lines[1]).toContain(`goes on after entry ${done}`);
      expect(recordsOf(to)).toEqual(records);
      checkJournalIsThere(to);
    }
    await verified(to);
  });
});

describe('journal copy refuses', () => {
  test('a target with another history, a longer one too, and leaves it as it was', async () => {
    await addRecords(to, [3]);
    const before = contents(to);
    await expect(copy()).rejects.toThrow(OtherHistory);
    expect(contents(to)).toEqual(before);
    rmSync(to, { recursive: true });
    cpSync(from, to, { recursive: true });
    await addRecords(to, [1]);
    await expect(copy()).rejects.toThrow('the other way round');
  });

  test('either end while a venue runs on it', async () => {
    const running = lockDataFolder(from);
    await expect(copy()).rejects.toThrow(DataFolderInUse);
    running.release();
    expect(existsSync(to)).toBe(false);
    const other = lockDataFolder(to);
    await expect(copy()).rejects.toThrow(DataFolderInUse);
    other.release();
    expect(readdirSync(to)).toEqual(['venue.lock']);
  });

  test('a folder that lost its journal, one that has none, and itself', async () => {
    mkdirSync(join(to, 'snapshots'), { recursive: true });
    appendFileSync(join(to, 'store.sqlite'), 'rows');
    await expect(copy()).rejects.toThrow('is not there (or empty)');
    [from, to] = [to, from];
    await expect(copy()).rejects.toThrow('there is no journal');
    to = join(from, '.');
    await expect(copy()).rejects.toThrow('to where it is');
    for (to of ['postgres:/venue:secret@db/venue', 'mysql://venue:secret@db/venue']) {
      await expect(copy()).rejects.toThrow('a journal is in a data folder, or at postgres://');
      expect(existsSync(to)).toBe(false);
    }
  });

  test('a damaged record, of which nothing is written', async () => {
    const records = recordsOf(from);
    const sound = records.length - 2;
    const { DatabaseSync } = await import('node:sqlite');
    const database = new DatabaseSync(join(from, 'journal.sqlite'));
    const first = records[sound]?.firstSequence ?? 0;
    database.prepare("UPDATE records SET bytes = CAST(bytes || x'00' AS BLOB) WHERE first_sequence = ?").run(first);
    database.close();
    let steps = 0;
    await expect(copy(() => steps++)).rejects.toThrow(`journal record ${first}`);
    expect(steps).toBe(sound);
    expect(existsSync(join(to, 'journal.sqlite'))).toBe(false);
  });
});

/** A journal copied to PostgreSQL and back: the same journal, even if processes are killed on the way. */
describeWithPostgres('journal copy with PostgreSQL', () => {
  let databases: Databases;
  /** A venue with history. */
  let folder: string;
  let back: string;
  let database: string;

  beforeAll(async () => {
    databases = await Databases.start();
  });
  afterAll(() => databases?.stop());

  beforeEach(async () => {
    folder = createDataDir();
    await writeHistory(folder);
    back = join(createDataDir(), 'back');
    database = await databases.create();
  });

  async function copy(from: string, to: string): Promise<string[]> {
    const lines: string[] = [];
    await runJournalCopy({ from, to, print: (line) => lines.push(line), runtime: MACHINE });
    return lines;
  }

  const openLog = () => openPostgresLog({ url: database, isTest: false, runtime: MACHINE, holder: 'a venue' });

  async function recordsInDatabase(): Promise<JournalRecord[]> {
    const reader = await openPostgresReader({ url: database, isTest: false, runtime: MACHINE });
    const records = reader === null ? [] : await readAll(reader);
    await reader?.close();
    return records;
  }

  test('there and back: every record as it was, goes on at both places, and every decision holds', async () => {
    await copy(folder, database);
    expect(await recordsInDatabase()).toEqual(recordsOf(folder));
    await copy(database, back);
    expect(recordsOf(back)).toEqual(recordsOf(folder));
    await verified(back);
    const log = await openLog();
    await appendSamples(log, [2, 1]);
    await log.close();
    expect((await copy(database, folder)).at(-1)).toContain('copied: 3 entries');
    expect(recordsOf(folder)).toEqual(await recordsInDatabase());
  });

  test('the command takes a password from the environment, and never shows one', async () => {
    const { password } = new URL(database);
    const settings = { PGPASSWORD: password };
    const [target, source] = [database.replace(`:${password}@`, '@'), database];
    const there = await runBellwether(['journal', 'copy', folder, target], { settings });
    const shown = 'PostgreSQL at 127.0.0.1';
    expect(there).toMatchObject({ code: 0, stderr: '', stdout: expect.stringContaining(`to ${shown}`) });
    const none = await runBellwether(['journal', 'copy', source, source]);
    expect(none).toMatchObject({ code: 1, stderr: expect.stringContaining('to where it is') });
    const again = await runBellwether(['journal', 'copy', source, back]);
    expect(again).toMatchObject({ code: 0, stderr: '', stdout: expect.stringContaining(`from ${shown}`) });
    for (const { stdout, stderr } of [there, none, again]) expect(stdout + stderr).not.toContain(password);
  });

  test('a database that no standby follows is refused, unless a test says so', async () => {
    const run = (settings: Readonly<Record<string, string>>) =>
      runBellwether(['journal', 'copy', folder, database], { settings });
    await databases.dropStandbys();
    try {
      const words = expect.stringContaining('BELLWETHER_JOURNAL_UNSAFE_TEST=1');
      expect(await run({})).toMatchObject({ code: 1, stderr: words });
      expect(await recordsInDatabase().catch(() => [])).toEqual([]);
      expect(await run({ BELLWETHER_JOURNAL_UNSAFE_TEST: '1' })).toMatchObject({ code: 0, stderr: '' });
    } finally {
      await databases.replicate();
    }
    expect(await recordsInDatabase()).toEqual(recordsOf(folder));
  });

  test('killed at any step, the same again goes on where it was; no venue starts on a part', async () => {
    const records = recordsOf(folder);
    const last = records.length;
    const untilKilled = async (from: string, to: string, step: number, perStep: number): Promise<void> => {
      await copyUntilKilled(from, to, step);
      const isPart = step <= Math.ceil(last / perStep) + 1;
      if (isPart && to === database) await expect(openLog()).rejects.toThrow(JournalMissing);
      if (isPart && to === back) expect(() => checkJournalIsThere(back)).toThrow(JournalMissing);
      const done = records[Math.min(step * perStep, last) - 1]?.lastSequence ?? 0;
      expect((await copy(from, to))[1]).toContain(`goes on after entry ${done}`);
    };
    for (const point of [1, Math.floor(last / 2), last + 1, last + 2]) {
      database = await databases.create();
      await untilKilled(folder, database, point > last ? Math.ceil(last / 2) + point - last : Math.ceil(point / 2), 2);
      expect(await recordsInDatabase()).toEqual(records);
      await (await openLog()).close();
      rmSync(back, { recursive: true, force: true });
      await untilKilled(database, back, point, 1);
      expect(recordsOf(back)).toEqual(records);
    }
    await verified(back);
  });

  test('another history is refused, and left as it was', async () => {
    const log = await openLog();
    const records = await appendSamples(log, [3]);
    await log.close();
    await expect(copy(folder, database)).rejects.toThrow(OtherHistory);
    expect(await recordsInDatabase()).toEqual(records);
    const before = recordsOf(folder);
    await expect(copy(database, folder)).rejects.toThrow(OtherHistory);
    expect(recordsOf(folder)).toEqual(before);
  });

  test('a database that a venue writes is refused as source and as target; one that was killed is not', async () => {
    await copy(folder, database);
    const venue = await openLog();
    await expect(copy(database, back)).rejects.toThrow(JournalInUse);
    await expect(copy(folder, database)).rejects.toThrow('in use by a venue');
    expect(await venue.append((await appendableAfter(folder))[0] as JournalRecord)).toEqual({ kind: 'durable' });
    await venue.close();
    await databases.within(
      database,
      "UPDATE bellwether.head SET holder = 'one killed', lease_until = clock_timestamp() + interval '1 s'",
    );
    await copy(database, back);
    expect(recordsOf(back)).toEqual(await recordsInDatabase());
  });

  test('a venue whose standby is away has let its lease run out, and is refused all the same', async () => {
    await copy(folder, database);
    const venue = await openLog();
    await databases.stopReplication();
    try {
      const appending = venue.append((await appendableAfter(folder))[0] as JournalRecord);
      await databases.awaitingStandby(database);
      await expect(copy(database, back)).rejects.toThrow(JournalInUse);
      await databases.replicate();
      expect(await appending).toEqual({ kind: 'durable' });
    } finally {
      await databases.replicate();
    }
    await venue.close();
  });

  test('a part of a journal is no source', async () => {
    await copyUntilKilled(folder, database, 2);
    await expect(copy(database, back)).rejects.toThrow('holds a part of a journal');
    // Each of its entries is right, which says nothing about those that are missing.
    for (const command of ['verify', 'export', 'doctor']) {
      const settings = { BELLWETHER_JOURNAL: database, BELLWETHER_PORT: '0' };
      const { code, stdout, stderr } = await runBellwether([command], { dataDir: createDataDir(), settings });
      expect({ command, code, words: stdout + stderr }).toMatchObject({
        code: 1,
        words: expect.stringContaining('Run the same "bellwether journal copy" again'),
      });
    }
    database = await databases.create();
    await expect(copy(database, back)).rejects.toThrow('there is no journal in PostgreSQL at');
  });

  /** Records that continue the journal of `dataDir` without being written there. */
  async function appendableAfter(dataDir: string): Promise<JournalRecord[]> {
    const copied = join(createDataDir(), 'longer');
    await copy(dataDir, copied);
    return addRecords(copied, [1]);
  }
});
