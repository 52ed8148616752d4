/** Data folders of a sandbox: the branches that its file names. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { newFolder } from '@bellwether/ledger/files/testing/new-folder.ts';
import { expect, test } from 'vitest';
import { dataFoldersOf } from './sandbox-folder.ts';

test('sandbox folder: a branch whose rewind was killed is no data folder, since nothing names it [D37]', () => {
  const dataDir = newFolder();
  for (const id of ['main', '1', '2']) mkdirSync(join(dataDir, 'branches', id), { recursive: true });
  writeFileSync(join(dataDir, 'sandbox.json'), JSON.stringify({ branches: [{ id: 'main' }, { id: '1' }] }));
  expect(dataFoldersOf(dataDir)).toEqual(['1', 'main'].map((id) => join(dataDir, 'branches', id)));
  expect(dataFoldersOf(join(dataDir, 'branches', 'main'))).toEqual([join(dataDir, 'branches', 'main')]);
});

test('sandbox folder: a file of names that cannot be read is told by its path', () => {
  const dataDir = newFolder();
  writeFileSync(join(dataDir, 'sandbox.json'), '{');
  expect(() => dataFoldersOf(dataDir)).toThrow(`${join(dataDir, 'sandbox.json')}, which names the branches`);
});
