/** The demo's past in a folder: the same everywhere, all or nothing if killed, and never over a history. */
import { cpSync, existsSync, readdirSync, readFileSync, rmSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { lockDataFolder } from '@bellwether/ledger/adapters/data-folder/lock.ts';
import { headOf } from '@bellwether/ledger/log/testing/journal-of.ts';
import type { JournalHead } from '@bellwether/ports/journal.ts';
import { createDataDir } from '@bellwether/venue-process';
import { Program, type ProgramEnd } from '@bellwether/venue-process/program';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { MACHINE } from '../../runtime/machine.ts';
import { recoverUnchanged } from '../../threads/exchange/open-exchange.ts';
import { writeHistory } from '../testing/sample-history.ts';
import { verified } from '../testing/verified.ts';
import { makePast, type PastStep } from './make-past.ts';

const NOW_MS = Date.UTC(2026, 10, 23, 14, 7, 30);
const PROGRAM = join(import.meta.dirname, '../testing/past-until-killed.ts');

const whole = createDataDir();
let head: JournalHead;
/** Copies of a folder after steps of another process that made the same past. */
const copies = createDataDir();
let elsewhere: ProgramEnd;
let folder: string;

beforeAll(async () => {
  const environment = { TZ: 'Pacific/Auckland', LC_ALL: 'tr_TR.UTF-8', LANG: 'tr_TR.UTF-8' };
  const other = makeElsewhere(createDataDir(), ['', '0', copies], environment);
  const made = await make(whole);
  if (made === null) throw new Error('nothing was made');
  head = made;
  elsewhere = await other;
});
beforeEach(() => {
  folder = createDataDir();
});

const make = (dataDir: string, nowMs = NOW_MS): Promise<JournalHead | null> =>
  makePast({ dataDir, runtime: { ...MACHINE, clock: { ...MACHINE.clock, wallMs: () => nowMs } } });

function makeElsewhere(dataDir: string, args: readonly string[], environment: NodeJS.ProcessEnv = {}) {
  const env = { ...process.env, ...environment };
  return new Program([process.execPath, PROGRAM, dataDir, String(NOW_MS), ...args], { env }).result();
}

test('past: another process, in another language and time zone, makes the same [X7]', () =>
  expect(JSON.parse(elsewhere.stdout), elsewhere.stderr).toEqual(head));

test('past: a venue starts from its snapshot, and verify finds nothing wrong [X7]', async () => {
  const recovered = await recoverUnchanged({ dataDir: whole, database: null }, MACHINE);
  expect(recovered).toMatchObject({ head, snapshotSequence: head.sequence, passedOver: [] });
  recovered.archive.close();
  await verified(whole);
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
  ['written', 1, 'whole'],
  ['saved', 1, 'whole'],
])('past: killed after %s (%i), the folder has nothing or all of it', async (step, count, left) => {
  cpSync(join(copies, `${step}-${count}`), folder, { recursive: true });
  expect(headOf(folder)).toBe(left === 'whole' ? head.sequence : 0);
  if (readdirSync(folder).length === 1) {
    // The past is made as in a new folder.
    expect([readdirSync(folder), left]).toEqual([['venue.lock'], 'none']);
    return;
  }
  expect(await make(folder)).toEqual(left === 'whole' ? null : head);
  const recovered = await recoverUnchanged({ dataDir: folder, database: null }, MACHINE);
  expect(recovered.head).toEqual(head);
  recovered.archive.close();
});

test('past: killed within the commit, wherever the log ends then [X7]', async () => {
  expect((await makeElsewhere(folder, ['committed', '1'])).signal).toBe('SIGKILL');
  const log = join(folder, 'journal.sqlite-wal');
  const torn = createDataDir();
  const headTorn = (bytes: number): number => {
    rmSync(torn, { recursive: true });
    cpSync(folder, torn, { recursive: true });
    rmSync(join(torn, 'journal.sqlite-shm'), { force: true });
    truncateSync(join(torn, 'journal.sqlite-wal'), bytes);
    return headOf(torn);
  };
  const bytes = readFileSync(log).length;
  expect(bytes).toBeGreaterThan(1_000_000);
  for (const part of [0, 32, 5_000, Math.trunc(bytes / 3), bytes - 4_096, bytes - 1])
    expect(headTorn(part), `${part} of ${bytes}`).toBe(0);
  expect(headTorn(bytes)).toBe(head.sequence);
});
