/** Backups of a venue under load and of a killed one; readable refusals for sources and targets that cannot be used. */

import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { placeOrder, setUpCommands } from '@bellwether/exchange/sequencer/testing/sample-venue.ts';
import { installSecrets, SECRET_FILES } from '@bellwether/ledger/adapters/data-folder/install-secrets.ts';
import { flipIn } from '@bellwether/ledger/files/testing/flipped.ts';
import { addRecords, copyCrashed, headOf, openUnlocked } from '@bellwether/ledger/log/testing/journal-of.ts';
import { appendSamples } from '@bellwether/ports/testing/journal-suite.ts';
import { createDataDir, runBellwether } from '@bellwether/venue-process';
import { eventually } from '@bellwether/venue-process/progress';
import { beforeEach, expect, test } from 'vitest';
import { CONFIG_FILE } from '../config/venue-settings.ts';
import { MACHINE } from '../runtime/machine.ts';
import { ExchangeChild } from '../threads/testing/exchange-child.ts';
import { runBackup } from './backup.ts';
import { runRestore } from './restore.ts';
import { verified } from './testing/verified.ts';

let root: string;
let dataDir: string;

beforeEach(() => {
  root = createDataDir();
  dataDir = join(root, 'data');
});

async function backup(target: string, withKeys = true): Promise<string> {
  const lines: string[] = [];
  await runBackup({ runtime: MACHINE, dataDir, target, withKeys, print: (line) => lines.push(line) });
  return lines.join('\n');
}

/** Fills a stopped venue's folder with keys and some records. */
async function filled(): Promise<void> {
  await addRecords(dataDir, [3, 2, 4]);
  installSecrets(dataDir, MACHINE.random);
}

test('backup: beside a venue that commits all the time it ends, is whole, and holds what was acknowledged before [D23]', async () => {
  let acknowledged = 0;
  let feeding = true;
  let salt = 0;
  const order = () => placeOrder({ salt: ++salt, account: salt % 3, price: 100 + 100 * (salt % 30), shares: 5 });
  const child = new ExchangeChild(dataDir, {
    projects: true,
    onAnswer(id, { sequence }) {
      acknowledged = Math.max(acknowledged, sequence);
      if (feeding) child.send(id, order());
    },
  });
  await child.ready;
  await child.submitAll(setUpCommands(3, 1));
  for (let index = 0; index < 40; index++) child.send(0, order());
  installSecrets(dataDir, MACHINE.random);
  const before: number[] = [];
  for (const name of ['first', 'second']) {
    before.push(acknowledged);
    // The backup would never finish if commits made it start over: there is always one more.
    expect((await runBellwether(['backup', join(root, name)], { dataDir })).code).toBe(0);
    // The venue may have stood still for as long as that took; it commits on.
    await eventually(() => expect(acknowledged).toBeGreaterThan(before.at(-1) ?? 0));
  }
  feeding = false;
  await child.end();
  const heads = [headOf(join(root, 'first')), headOf(join(root, 'second')), headOf(dataDir)];
  expect(heads[0]).toBeGreaterThanOrEqual(before[0] ?? 0);
  expect(heads[1]).toBeGreaterThanOrEqual(before[1] ?? 0);
  expect(heads).toEqual([...heads].sort((a, b) => a - b));
  expect(readdirSync(join(root, 'first')).sort()).toEqual(['journal.sqlite', ...SECRET_FILES].sort());
  // The backup is a venue's journal: restored into a new folder, it verifies.
  const fresh = join(root, 'fresh');
  await runRestore({ runtime: MACHINE, dataDir: fresh, source: join(root, 'second'), print: () => undefined });
  await verified(fresh);
  for (const file of SECRET_FILES)
    expect(readFileSync(join(fresh, file), 'utf8')).toBe(readFileSync(join(dataDir, file), 'utf8'));
});

test('backup: keys are there for their owner alone, or left out when asked [D23]', async () => {
  await filled();
  expect(await backup(join(root, 'with'))).toMatch(/journal: 9 entries, hash chain whole .*\nkeys: master\.key/);
  for (const file of SECRET_FILES) {
    expect(statSync(join(root, 'with', file)).mode & 0o777, file).toBe(0o600);
    expect(readFileSync(join(root, 'with', file))).toEqual(readFileSync(join(dataDir, file)));
  }
  expect(statSync(join(root, 'with')).mode & 0o777).toBe(0o700);
  expect(statSync(join(root, 'with', 'journal.sqlite')).mode & 0o777).toBe(0o600);
  expect(await backup(join(root, 'without'), false)).toMatch(/keys: left out/);
  expect(readdirSync(join(root, 'without'))).toEqual(['journal.sqlite']);
});

test('backup: takes the venue’s own settings along, so that one for listed addresses comes back as one', async () => {
  await filled();
  const settings = '{"join": "listed"}';
  writeFileSync(join(dataDir, CONFIG_FILE), settings);
  await backup(join(root, 'without'), false);
  const dataFolder = join(root, 'restored');
  mkdirSync(dataFolder);
  await runRestore({ runtime: MACHINE, dataDir: dataFolder, source: join(root, 'without'), print: () => undefined });
  expect(readFileSync(join(dataFolder, CONFIG_FILE), 'utf8')).toBe(settings);
});

test('backup: of a venue that was killed it holds what the log holds', async () => {
  const running = join(root, 'running');
  const journal = openUnlocked(running);
  await appendSamples(journal, [3, 2, 4]);
  mkdirSync(dataDir);
  copyCrashed(running, dataDir);
  await journal.close();
  await backup(join(root, 'copy'));
  expect(headOf(join(root, 'copy'))).toBe(9);
});

const REFUSED: [string, () => string, RegExp][] = [
  ['a folder with something in it', () => dataDir, /data is not empty; nothing is overwritten/],
  ['a file', () => join(dataDir, 'master.key'), /master\.key is a file; a backup needs a folder of its own/],
  ['a folder below a file', () => join(dataDir, 'master.key', 'x'), /cannot write .*: a part of its path is not/],
];
test.each(REFUSED)('backup: into %s is refused, and nothing is changed', async (_what, target, message) => {
  await filled();
  const before = readdirSync(dataDir).map((name) => readFileSync(join(dataDir, name)));
  await expect(backup(target())).rejects.toThrow(message);
  expect(readdirSync(dataDir).filter((name) => name !== 'venue.lock')).toHaveLength(before.length);
});

test('backup: a damaged journal gives none, and leaves nothing behind [D23]', async () => {
  await filled();
  const path = join(dataDir, 'journal.sqlite');
  flipIn(path, readFileSync(path).indexOf('batch 1'));
  await expect(backup(join(root, 'copy'))).rejects.toThrow(/its content does not match its hash/);
  expect(existsSync(join(root, 'copy'))).toBe(false);
});

test('backup: a folder without a journal is refused, and none is made', async () => {
  await expect(backup(join(root, 'copy'))).rejects.toThrow(/there is no journal in/);
  expect(existsSync(dataDir)).toBe(false);
});
