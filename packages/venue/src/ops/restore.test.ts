/** Restoring: checked before anything moves, nothing lost, completed by the same command after any kill. */
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { checkJournalIsThere } from '@bellwether/ledger/adapters/data-folder/has-journal.ts';
import { installSecrets, SECRET_FILES } from '@bellwether/ledger/adapters/data-folder/install-secrets.ts';
import { lockDataFolder } from '@bellwether/ledger/adapters/data-folder/lock.ts';
import { editDatabase } from '@bellwether/ledger/files/testing/edit-database.ts';
import { flipIn } from '@bellwether/ledger/files/testing/flipped.ts';
import { newFolder } from '@bellwether/ledger/files/testing/new-folder.ts';
import { addRecords, copyCrashed, headOf, openUnlocked } from '@bellwether/ledger/log/testing/journal-of.ts';
import { DataFolderInUse, JournalMissing } from '@bellwether/ports/data-folder.ts';
import { appendSamples } from '@bellwether/ports/testing/journal-suite.ts';
import { beforeEach, expect, test } from 'vitest';
import { MACHINE } from '../runtime/machine.ts';
import { ManualRuntime } from '../runtime/manual.testing.ts';
import { runBackup } from './backup.ts';
import { runRestore } from './restore.ts';

/** Files of the read store; here, each one's content is its name. */
const STORE: ReadonlySet<string> = new Set(['store.sqlite', 'store.sqlite-wal']);

let root: string;
let dataDir: string;
let backup: string;

/** A crashed venue at entry 9 with a log, a store and a snapshot, and a backup from entry 5. */
beforeEach(async () => {
  root = newFolder();
  dataDir = join(root, 'data');
  backup = join(root, 'backup');
  const running = join(root, 'running');
  mkdirSync(join(dataDir, 'snapshots'), { recursive: true });
  const journal = openUnlocked(running);
  await appendSamples(journal, [3, 2]);
  await runBackup({ runtime: MACHINE, dataDir: running, target: backup, withKeys: false, print: () => undefined });
  await appendSamples(journal, [4]);
  copyCrashed(running, dataDir);
  await journal.close();
  for (const name of STORE) writeFileSync(join(dataDir, name), name);
  writeFileSync(join(dataDir, 'snapshots', '0000000000000009.snapshot'), 'state');
  installSecrets(dataDir, MACHINE.random);
});

const RUNTIME = new ManualRuntime({ wallMs: Date.UTC(2026, 0, 2, 3, 4, 5) });

async function restore(source: string, onStep?: () => void): Promise<string> {
  const lines: string[] = [];
  const hear = onStep === undefined ? {} : { onStep };
  await runRestore({ dataDir, source, print: (line) => lines.push(line), runtime: RUNTIME, ...hear });
  return lines.join('\n');
}

/** Content of every file below a folder, regardless of file names. */
function contents(folder: string): Set<string> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return new Set(files.map((entry) => readFileSync(join(entry.parentPath, entry.name)).toString('latin1')));
}

const ASIDE = 'replaced-2026-01-02T03-04-05';

test('restore: over a crashed venue, the backup is the journal and all that was there but the read store is in a dated folder [D24]', async () => {
  const before = contents(dataDir).difference(STORE);
  expect(await restore(backup)).toMatch(
    new RegExp(`^restored: 5 entries, hash chain whole .*\nwhat was there before: .*/${ASIDE}\nkeys: as they were\n`),
  );
  expect(headOf(dataDir)).toBe(5);
  expect(readdirSync(dataDir).sort()).toEqual([...SECRET_FILES, 'journal.sqlite', ASIDE, 'venue.lock'].sort());
  const aside = ['journal.sqlite', 'journal.sqlite-wal', 'snapshots'];
  expect([readdirSync(join(dataDir, ASIDE)).sort(), headOf(join(dataDir, ASIDE))]).toEqual([aside, 9]);
  for (const content of before) expect(contents(dataDir).has(content)).toBe(true);
  // It may have texts of comments that were removed.
  expect(contents(dataDir).isDisjointFrom(STORE)).toBe(true);
  const [next] = await addRecords(dataDir, [1]);
  expect(next?.firstSequence).toBe(6);
});

test('restore: what was set aside can be restored in turn, with its log', async () => {
  await restore(backup);
  await restore(join(dataDir, ASIDE));
  expect([headOf(dataDir), headOf(join(dataDir, `${ASIDE}-2`)), headOf(join(dataDir, ASIDE))]).toEqual([9, 5, 9]);
});

test('restore: into a folder that does not exist, with the keys of the backup', async () => {
  const keys = installSecrets(backup, MACHINE.random);
  rmSync(dataDir, { recursive: true });
  expect(await restore(join(backup, 'journal.sqlite'))).toMatch(/there was no journal before\nkeys: master\.key/);
  expect([headOf(dataDir), installSecrets(dataDir, MACHINE.random)]).toEqual([5, keys]);
});

test('restore: keys of the data folder stay', async () => {
  const kept = installSecrets(dataDir, MACHINE.random);
  installSecrets(backup, MACHINE.random);
  await restore(backup);
  expect(installSecrets(dataDir, MACHINE.random)).toEqual(kept);
});

test('restore: people who stay have to sign in again if the journal may be younger than they are', async () => {
  const file = join(dataDir, 'people-changes');
  const isMarked = (): boolean => existsSync(file) && readFileSync(file, 'utf8').startsWith('older');
  const later = join(root, 'running');
  writeFileSync(join(dataDir, 'people.sqlite'), 'people');
  writeFileSync(file, '7 done\n');
  expect([await restore(backup), isMarked()]).toEqual([expect.not.stringContaining('sign in again'), false]);
  expect([await restore(later), isMarked()]).toEqual([expect.stringContaining('sign in again'), true]);
  // People of a backup that no venue has used since.
  writeFileSync(join(backup, 'people.sqlite'), 'people');
  for (const name of ['people.sqlite', 'people-changes']) rmSync(join(dataDir, name));
  await restore(backup);
  expect([existsSync(file), await restore(backup), existsSync(file)]).toMatchObject([false, expect.any(String), false]);
  await restore(later);
  expect(isMarked()).toBe(true);
});

const BAD: [string, () => string, RegExp][] = [
  ['a file that is not there', () => join(root, 'none'), /none is not there/],
  ['a folder without a journal', () => root, /there is no journal\.sqlite in/],
  ['something else', () => join(dataDir, 'master.key'), /master\.key cannot be restored: .*it is no SQLite file/],
  ['a journal with a changed byte', () => damaged(), /cannot be restored: .*its content does not match its hash/],
  ['a journal without entries', () => empty(), /cannot be restored: it holds no entries/],
  [
    'a journal with a foreign trigger [D55]',
    () => changed(),
    /backup\/journal\.sqlite has the trigger "lost", which .*Restore/,
  ],
  ['a journal with a log of another', () => mixed(), /cannot be restored: .*do not belong together/],
];
test.each(BAD)('restore: %s is refused, and nothing has moved', async (_what, source, message) => {
  const path = source();
  const before = contents(dataDir);
  const names = readdirSync(dataDir);
  await expect(restore(path)).rejects.toThrow(message);
  rmSync(join(dataDir, 'venue.lock'), { force: true });
  expect([contents(dataDir), readdirSync(dataDir).sort(), headOf(dataDir)]).toEqual([before, names.sort(), 9]);
});

test('restore: refused while a venue has the folder', async () => {
  const lock = lockDataFolder(dataDir);
  await expect(restore(backup)).rejects.toThrow(DataFolderInUse);
  lock.release();
  expect(headOf(dataDir)).toBe(9);
});

test('restore: killed at any step, a start finds the old journal whole or refuses, and the same command completes it [D24]', async () => {
  let steps = 0;
  await restore(backup, () => void steps++);
  expect(steps).toBeGreaterThan(6);
  for (let killedAt = 1; killedAt <= steps; killedAt++) {
    const folder = join(root, `killed-${killedAt}`);
    dataDir = folder;
    mkdirSync(dataDir);
    // The folder set aside by the first run is the complete crashed venue.
    const old = join(root, 'data', ASIDE);
    for (const name of readdirSync(old)) if (name !== 'snapshots') copyFileSync(join(old, name), join(dataDir, name));
    const before = contents(dataDir);
    for (const name of STORE) writeFileSync(join(dataDir, name), name);
    // A kill before the first step leaves a partial copy.
    mkdirSync(join(dataDir, 'restore.new'));
    writeFileSync(join(dataDir, 'restore.new', 'journal.sqlite'), 'half');
    let step = 0;
    await restore(backup, () => {
      if (++step === killedAt) throw new Error('killed');
    }).catch((error: unknown) => expect(String(error)).toContain('killed'));
    if (existsSync(join(dataDir, 'journal.sqlite'))) {
      expect([5, 9], `step ${killedAt}`).toContain(headOf(dataDir));
      checkJournalIsThere(dataDir);
    } else expect(() => checkJournalIsThere(dataDir), `step ${killedAt}`).toThrow(JournalMissing);
    await restore(backup);
    expect([headOf(dataDir), existsSync(join(dataDir, 'restore.new'))]).toEqual([5, false]);
    expect(contents(dataDir).isDisjointFrom(STORE)).toBe(true);
    for (const content of before) expect(contents(dataDir).has(content)).toBe(true);
  }
});

function copyOf(name: string): string {
  const folder = join(root, name);
  mkdirSync(folder);
  copyFileSync(join(backup, 'journal.sqlite'), join(folder, 'journal.sqlite'));
  return join(folder, 'journal.sqlite');
}

/** The backup with a trigger that drops every later record. */
function changed(): string {
  const sql = 'CREATE TRIGGER lost BEFORE INSERT ON records BEGIN SELECT raise(IGNORE); END';
  editDatabase(join(backup, 'journal.sqlite'), sql);
  return backup;
}

function damaged(): string {
  const path = copyOf('damaged');
  flipIn(path, readFileSync(path).indexOf('batch 1'));
  return path;
}

function empty(): string {
  void openUnlocked(join(root, 'empty')).close();
  return join(root, 'empty');
}

function mixed(): string {
  const path = copyOf('mixed');
  copyFileSync(join(dataDir, 'journal.sqlite-wal'), `${path}-wal`);
  return path;
}
