/** The demo's past in a data folder: the same everywhere, all of it or nothing whenever the process is killed, and never over a history. */
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, truncateSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { lockDataFolder } from '../../adapters/data-folder/lock.ts';
import { checkJournalFiles, openJournalFiles } from '../../adapters/journal-sqlite/journal-files.ts';
import type { JournalHead } from '../../ports/journal.ts';
import { MACHINE } from '../../runtime/machine.ts';
import { recoverUnchanged } from '../../threads/exchange/open-exchange.ts';
import { writeHistory } from '../testing/sample-history.ts';
import { verifyDataFolder } from '../verify.ts';
import { makePast, type PastStep } from './make-past.ts';

const NOW_MS = Date.UTC(2026, 10, 23, 14, 7, 30);
const PROGRAM = join(import.meta.dirname, '../testing/past-until-killed.ts');

/** A folder with a past, made once. */
let whole: string;
let head: JournalHead;
let folder: string;

beforeAll(async () => {
  whole = mkdtempSync(join(tmpdir(), 'bellwether-past-whole-'));
  const made = await make(whole);
  if (made === null) throw new Error('nothing was made');
  head = made;
});
afterAll(() => rmSync(whole, { recursive: true }));
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'bellwether-past-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

function make(dataDir: string, nowMs = NOW_MS): Promise<JournalHead | null> {
  return makePast({ dataDir, runtime: { ...MACHINE, clock: { ...MACHINE.clock, wallMs: () => nowMs } } });
}

function spawnPast(args: readonly string[], environment: NodeJS.ProcessEnv = {}) {
  const env = { ...process.env, ...environment };
  return spawnSync(process.execPath, [PROGRAM, folder, String(NOW_MS), ...args], { encoding: 'utf8', env });
}

/** As the files say. */
function headOf(dataDir: string): number {
  checkJournalFiles(dataDir);
  const files = openJournalFiles(dataDir);
  try {
    return files?.head().sequence ?? 0;
  } finally {
    files?.close();
  }
}

describe('past', () => {
  test('past: another process, in another language and time zone, makes the same [X7]', () => {
    const { stdout, stderr } = spawnPast([], { TZ: 'Pacific/Auckland', LC_ALL: 'tr_TR.UTF-8', LANG: 'tr_TR.UTF-8' });
    expect(JSON.parse(stdout), stderr).toEqual(head);
  });

  test('past: a venue starts from its snapshot, and verify finds nothing wrong [X7]', async () => {
    const recovered = await recoverUnchanged({ dataDir: whole, database: null }, MACHINE);
    expect(recovered).toMatchObject({ head, snapshotSequence: head.sequence, passedOver: [] });
    recovered.archive.close();
    const lines: string[] = [];
    expect(await verifyDataFolder(whole, (line) => lines.push(line)), lines.join('\n')).toBe(true);
  });

  test('past: a folder with a history is left as it was', async () => {
    await writeHistory(folder);
    const before = readFileSync(join(folder, 'journal.sqlite'));
    expect(await make(folder)).toBeNull();
    expect(readFileSync(join(folder, 'journal.sqlite')).equals(before)).toBe(true);
    expect(existsSync(join(folder, 'snapshots'))).toBe(false);
  });

  test('past: one that is there is not made again', async () => {
    expect(await make(whole, NOW_MS + 86_400_000)).toBeNull();
    expect(headOf(whole)).toBe(head.sequence);
  });

  test('past: a folder that someone has is not waited for', async () => {
    const lock = lockDataFolder(folder);
    await expect(make(folder)).rejects.toThrow(/in use by/);
    lock.release();
  });

  test('past: a journal that has gone missing is not made anew', async () => {
    cpSync(join(whole, 'snapshots'), join(folder, 'snapshots'), { recursive: true });
    await expect(make(folder)).rejects.toThrow(/is not there/);
  });

  test.each<[PastStep, number, 'none' | 'whole']>([
    ['locked', 1, 'none'],
    ['played', 1, 'none'],
    ['empty', 1, 'none'],
    ['record', 500, 'none'],
    ['committed', 1, 'whole'],
    ['written', 1, 'whole'],
    ['saved', 1, 'whole'],
  ])('past: killed after %s (%i), the folder has nothing or all of it', async (step, count, left) => {
    expect(spawnPast([step, String(count)]).signal).toBe('SIGKILL');
    expect(headOf(folder)).toBe(left === 'whole' ? head.sequence : 0);
    expect(await make(folder)).toEqual(left === 'whole' ? null : head);
    const recovered = await recoverUnchanged({ dataDir: folder, database: null }, MACHINE);
    expect(recovered.head).toEqual(head);
    recovered.archive.close();
  });

  test('past: killed within the commit, wherever the log ends then [X7]', async () => {
    expect(spawnPast(['committed', '1']).signal).toBe('SIGKILL');
    const log = join(folder, 'journal.sqlite-wal');
    const bytes = readFileSync(log).length;
    expect(bytes).toBeGreaterThan(1_000_000);
    const torn = mkdtempSync(join(tmpdir(), 'bellwether-past-torn-'));
    for (const part of [0, 32, 5_000, Math.trunc(bytes / 3), bytes - 4_096, bytes - 1]) {
      rmSync(torn, { recursive: true });
      cpSync(folder, torn, { recursive: true });
      rmSync(join(torn, 'journal.sqlite-shm'), { force: true });
      truncateSync(join(torn, 'journal.sqlite-wal'), part);
      expect(headOf(torn), `${part} of ${bytes}`).toBe(0);
    }
    expect(await make(torn)).toEqual(head);
    rmSync(torn, { recursive: true });
  });
});
