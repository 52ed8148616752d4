/** A journal copied to another place: whole after a kill at any step, refused if it would mix two histories. */
import { appendFileSync, cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { createDataDir, runBellwether } from '@bellwether/venue-process';
import { beforeEach, describe, expect, test } from 'vitest';
import { checkJournalIsThere } from '../../adapters/data-folder/has-journal.ts';
import { lockDataFolder } from '../../adapters/data-folder/lock.ts';
import { addRecords, recordsOf } from '../../log/testing/journal-of.ts';
import { DataFolderInUse } from '../../ports/data-folder.ts';
import { MACHINE } from '../../runtime/machine.ts';
import { writeHistory } from '../testing/sample-history.ts';
import { copyUntilKilled } from '../testing/until-killed.ts';
import { verified } from '../testing/verified.ts';
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
    expect(readdirSync(to).sort()).toEqual(['journal.sqlite', 'venue.lock']);
    expect(recordsOf(to)).toEqual(recordsOf(from));
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
