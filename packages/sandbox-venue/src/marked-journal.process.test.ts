/** A sandbox's journal never becomes a venue's ledger, nor the other way round, however it is copied. */
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { journalKind } from '@bellwether/ledger/adapters/journal-sqlite/journal-files.ts';
import { setKind } from '@bellwether/ledger/adapters/journal-sqlite/schema.ts';
import { Databases } from '@bellwether/ledger/adapters/log-postgres/testing/databases.ts';
import { contentsOf } from '@bellwether/ledger/files/testing/new-folder.ts';
import { recordsOf } from '@bellwether/ledger/log/testing/journal-of.ts';
import { JournalOfOtherKind } from '@bellwether/ports/journal-kind.ts';
import { describeWithPostgres } from '@bellwether/postgres-process/testing';
import { runJournalCopy } from '@bellwether/venue/ops/journal-copy/journal-copy.ts';
import { SANDBOX_FILE } from '@bellwether/venue/ops/sandbox-folder.ts';
import { writeHistory } from '@bellwether/venue/ops/testing/sample-history.ts';
import { copyUntilKilled } from '@bellwether/venue/ops/testing/until-killed.ts';
import { MACHINE } from '@bellwether/venue/runtime/machine.ts';
import { createDataDir, runBellwether } from '@bellwether/venue-process';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openMarket, play } from './testing/played.ts';
import { started } from './testing/started.ts';

const SAYS = "a sandbox's journal: its time was moved, and no venue starts on it";

const root = createDataDir();
// A stopped sandbox with a branch that forks from an earlier entry of its first branch, the same as a kill would leave
// it, with a WAL file beside each journal, and a venue with history.
const [sandbox, killed, venue] = [join(root, 'sandbox'), join(root, 'killed'), join(root, 'venue')];
mkdirSync(venue);
await writeHistory(venue);
const played = await play({ dataDir: sandbox });
const client = played.client('a');
await client.auth.credentials();
const { yes: tokenId } = await openMarket(client);
const { sequence } = await client.sandbox.clock();
await client.orders.place({ tokenId, side: 'BUY', price: '0.4', size: '5' });
await client.sandbox.rewind({ sequence });
await client.orders.place({ tokenId, side: 'BUY', price: '0.3', size: '5' });
cpSync(sandbox, killed, { recursive: true });
await played.stop();

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(root, 'data-'));
});

const branch = (id: string, of = sandbox): string => join(of, 'branches', id);

const run = (args: readonly string[], dataDir: string, settings: Readonly<Record<string, string>> = {}) =>
  runBellwether(args, { dataDir, settings: { BELLWETHER_LOG_LEVEL: 'silent', ...settings } });

/** Expects a refusal of one line that leaves every byte unchanged. */
async function expectRefused(dataDir: string): Promise<void> {
  const before = contentsOf(dataDir);
  const { code, stderr, stdout } = await run(['serve'], dataDir);
  expect(stderr).toMatch(
    /^bellwether: the journal in .* is a sandbox's, .* "bellwether sandbox" .* Nothing was changed\.\n$/,
  );
  expect([code, stdout, contentsOf(dataDir)]).toEqual([1, '', before]);
}

async function expectSound(dataDir: string): Promise<void> {
  const verified = await run(['verify'], dataDir);
  expect(verified.stdout).toContain(`${SAYS}\n`);
  expect(verified).toMatchObject({ code: 0, stderr: '', stdout: expect.stringMatching(/everything holds\n$/) });
}

async function copy(from: string, to: string): Promise<string[]> {
  const lines: string[] = [];
  await runJournalCopy({ from, to, print: (line) => lines.push(line), runtime: MACHINE });
  return lines;
}

test('marked journal: the folder of a branch, copied, linked and as it is [D52]', async () => {
  expect(['main', '1'].map((id) => journalKind(branch(id)))).toEqual(['sandbox', 'sandbox']);
  const copied = join(folder, 'copied');
  cpSync(branch('main'), copied, { recursive: true });
  await expectRefused(copied);
  await expectSound(copied);
  const linked = join(folder, 'linked');
  symlinkSync(branch('main'), linked);
  await expectRefused(linked);
  const alone = join(folder, 'alone');
  mkdirSync(alone);
  cpSync(join(branch('main'), 'journal.sqlite'), join(alone, 'journal.sqlite'));
  await expectRefused(alone);
  const played = await run(['sandbox'], copied);
  const words = expect.stringContaining('is the folder of one branch of a sandbox');
  expect([played.code, played.stderr]).toEqual([1, words]);
  // A symlink gets past the check of the command line, which only looks at the folder.
  rmSync(alone, { recursive: true });
  mkdirSync(alone);
  symlinkSync(join(branch('main'), 'journal.sqlite'), join(alone, 'journal.sqlite'));
  await expectRefused(alone);
});

test('marked journal: one that was killed, with its log [D52]', async () => {
  const copied = join(folder, 'copied');
  cpSync(branch('1', killed), copied, { recursive: true });
  expect(readFileSync(join(copied, 'journal.sqlite-wal')).length).toBeGreaterThan(0);
  await expectRefused(copied);
  for (const suffix of ['-wal', '-shm']) rmSync(join(copied, `journal.sqlite${suffix}`), { force: true });
  expect(journalKind(copied)).toBe('sandbox');
});

test('marked journal: a backup, and what is restored from it, which takes the place of no venue [D52]', async () => {
  const [backup, restored] = [join(folder, 'backup'), join(folder, 'restored')];
  expect((await run(['backup', backup], branch('main'))).stdout).toContain(`${SAYS}\n`);
  await expectRefused(backup);
  expect((await run(['restore', backup], restored)).stdout).toContain(`${SAYS}\n`);
  await expectRefused(restored);
  await expectSound(restored);
  expect(recordsOf(restored)).toEqual(recordsOf(branch('main')));
  const used = join(folder, 'used');
  cpSync(venue, used, { recursive: true });
  const journal = readFileSync(join(used, 'journal.sqlite'));
  const refused = await run(['restore', backup], used);
  expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining("it is a sandbox's journal, and")]);
  expect(readFileSync(join(used, 'journal.sqlite'))).toEqual(journal);
  expect(readdirSync(used).filter((name) => name.startsWith('replaced-'))).toEqual([]);
  // In the opposite direction, a restore turns the folder into a venue's.
  expect([(await run(['restore', venue], restored)).code, journalKind(restored)]).toEqual([0, 'venue']);
});

test('marked journal: a copy by "journal copy", killed on the way too; and none goes after that of a venue [D52]', async () => {
  const copied = join(folder, 'copied');
  await copyUntilKilled(branch('main'), copied, 2);
  expect(await copy(branch('main'), copied)).toContain(SAYS);
  expect(recordsOf(copied)).toEqual(recordsOf(branch('main')));
  await expectRefused(copied);
  const before = contentsOf(venue);
  await expect(copy(branch('main'), venue)).rejects.toThrow(JournalOfOtherKind);
  await expect(copy(venue, branch('main'))).rejects.toThrow(JournalOfOtherKind);
  expect(contentsOf(venue)).toMatchObject(before);
});

test('marked journal: export and tape take it as any other, and import does not', async () => {
  const copied = join(folder, 'copied');
  cpSync(branch('main'), copied, { recursive: true });
  const exported = await run(['export'], copied);
  expect(exported).toMatchObject({ code: 0, stderr: '' });
  const lines = (text: string): number => text.trim().split('\n').length;
  expect(lines(exported.stdout)).toBe(lines((await run(['export'], branch('main'))).stdout));
  expect((await run(['tape', join(folder, 'market.tape'), '--from-journal'], copied)).code).toBe(0);
  writeFileSync(join(folder, 'events.json'), '[]');
  const refused = await run(['import', join(folder, 'events.json')], copied);
  expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining("is a sandbox's")]);
});

/** Rewrites the folder as versions without marks wrote it. */
function unmark(ids: readonly string[]): void {
  const file = join(folder, SANDBOX_FILE);
  writeFileSync(file, JSON.stringify({ ...JSON.parse(readFileSync(file, 'utf8')), format: 1 }));
  for (const id of ids) {
    using database = new DatabaseSync(join(branch(id, folder), 'journal.sqlite'));
    setKind(database, 'venue');
  }
}

test.each([
  ['none of its branches is marked', ['main', '1']],
  ['a start was killed while it marked them', ['1']],
])('marked journal: a sandbox from before is played on, all its branches are marked: %s [D52]', async (_what, ids) => {
  cpSync(killed, folder, { recursive: true });
  unmark(ids);
  const entries = recordsOf(branch('main', folder));
  const played = await started({ dataDir: folder });
  for (const id of ['main', '1']) expect(journalKind(branch(id, folder))).toBe('sandbox');
  expect(JSON.parse(readFileSync(join(folder, SANDBOX_FILE), 'utf8'))).toMatchObject({ format: 2 });
  expect(recordsOf(branch('main', folder))).toEqual(entries);
  const client = played.client('a');
  await client.sandbox.advance('1h');
  expect(await client.sandbox.rewind({ sequence: 2 }, 'main')).toMatchObject({ id: '2', sequence: 2 });
  expect(journalKind(branch('2', folder))).toBe('sandbox');
});

test.each(['main', '1'])('marked journal: a venue’s as branch %s is refused, and stays [D52]', async (id) => {
  cpSync(sandbox, folder, { recursive: true });
  cpSync(join(venue, 'journal.sqlite'), join(branch(id, folder), 'journal.sqlite'));
  for (const name of ['store.sqlite', 'snapshots'])
    rmSync(join(branch(id, folder), name), { recursive: true, force: true });
  const before = contentsOf(folder);
  const { code, stderr } = await run(['sandbox'], folder);
  expect(stderr).toMatch(
    /^bellwether: the journal in .* is a venue's: a sandbox, .* does not run on it\. .* Nothing was changed\.\n$/,
  );
  expect([code, contentsOf(folder)]).toEqual([1, before]);
});

test('marked journal: one put there while it runs is not played with either', async () => {
  cpSync(sandbox, folder, { recursive: true });
  const played = await started({ dataDir: folder });
  for (const suffix of ['', '-wal', '-shm'])
    rmSync(join(branch('main', folder), `journal.sqlite${suffix}`), { force: true });
  cpSync(join(venue, 'journal.sqlite'), join(branch('main', folder), 'journal.sqlite'));
  await expect(played.sandbox.rewind({ sequence: 1 }, 'main')).rejects.toThrow(JournalOfOtherKind);
  expect([played.sandbox.branch, journalKind(branch('main', folder))]).toEqual(['1', 'venue']);
});

/** Offset of SQLite's `application_id`. */
const MARK_AT = 68;

test.each([
  [
    'whose mark is damaged',
    (bytes: Buffer) => Buffer.from(bytes.fill(0xff, MARK_AT, MARK_AT + 1)),
    'does not say whose journal it is',
  ],
  ['that is no journal', () => Buffer.from('no journal'), 'is damaged: it is no SQLite file'],
])('marked journal: one %s is named, and keeps no one from the others', async (_what, damage, words) => {
  cpSync(sandbox, folder, { recursive: true });
  const path = join(branch('main', folder), 'journal.sqlite');
  writeFileSync(path, damage(readFileSync(path)));
  expect(() => journalKind(branch('main', folder))).toThrow(`journal.sqlite ${words}`);
  expect((await started({ dataDir: folder })).sandbox.branch).toBe('1');
});

describeWithPostgres('a venue on what was copied into a database', () => {
  let databases: Databases;
  let database: string;

  beforeAll(async () => {
    databases = await Databases.start();
  });
  afterAll(() => databases?.stop());
  beforeEach(async () => {
    database = await databases.create();
  });

  const head = (): Promise<unknown> => databases.within(database, 'SELECT * FROM bellwether.head');

  test('marked journal: it is refused, killed on the way too, alone and as a node; and back in a folder [D52]', async () => {
    await copyUntilKilled(branch('main'), database, 1);
    expect(await copy(branch('main'), database)).toContain(SAYS);
    const before = await head();
    const settings = { BELLWETHER_JOURNAL: database };
    const secret = { BELLWETHER_CLUSTER_SECRET: 's'.repeat(32) };
    const node = { ...settings, BELLWETHER_CLUSTER_ADDRESS: '127.0.0.1:7101', ...secret };
    for (const each of [settings, node]) {
      const { code, stderr } = await run(['serve'], join(folder, 'venue'), each);
      expect(stderr).toMatch(/^bellwether: the journal in the database of BELLWETHER_JOURNAL is a sandbox's, .*\n$/);
      expect(code).toBe(1);
    }
    expect(await head()).toEqual(before);
    expect(await databases.within(database, "SELECT to_regclass('bellwether.secrets') AS secrets")).toEqual([
      { secrets: null },
    ]);
    const verified = await run(['verify'], join(folder, 'venue'), settings);
    expect(verified).toMatchObject({ code: 0, stdout: expect.stringContaining(`${SAYS}\n`) });
    const back = join(folder, 'back');
    await copy(database, back);
    expect(recordsOf(back)).toEqual(recordsOf(branch('main')));
    await expectRefused(back);
  });
});
