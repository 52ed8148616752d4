/** A data folder that is removed under a running exchange: nothing is acknowledged after that, and the process ends. */

import { copyFileSync, mkdirSync, renameSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { placeOrder, setUpCommands } from '@bellwether/exchange/sequencer/testing/sample-venue.ts';
import { editDatabase } from '@bellwether/ledger/files/testing/edit-database.ts';
import { newFolder } from '@bellwether/ledger/files/testing/new-folder.ts';
import { openUnlocked } from '@bellwether/ledger/log/testing/journal-of.ts';
import { beforeEach, expect, test } from 'vitest';
import { ExchangeChild } from '../testing/exchange-child.ts';

let root: string;
let dataDir: string;

beforeEach(() => {
  root = newFolder();
  dataDir = join(root, 'data');
  mkdirSync(dataDir);
});

const path = (name: string): string => join(dataDir, name);

const ORDER = placeOrder({ salt: 1, account: 0, price: 100, shares: 5 });

/** The journal of another venue. */
function other(): string {
  void openUnlocked(join(root, 'other')).close();
  return join(root, 'other', 'journal.sqlite');
}

const LOSSES: [string, () => void, RegExp][] = [
  ['removed', () => rmSync(dataDir, { recursive: true }), /journal\.sqlite was removed/],
  ['moved away', () => renameSync(dataDir, join(root, 'elsewhere')), /journal\.sqlite was removed/],
  [
    'replaced by another folder',
    () => {
      renameSync(dataDir, join(root, 'elsewhere'));
      mkdirSync(dataDir);
      copyFileSync(other(), path('journal.sqlite'));
    },
    // The check may run while there is no file.
    /journal\.sqlite was (?:replaced|removed)/,
  ],
  ['given another journal', () => renameSync(other(), path('journal.sqlite')), /journal\.sqlite was replaced/],
  ['given another one in place', () => copyFileSync(other(), path('journal.sqlite')), /journal\.sqlite was replaced/],
  ['emptied of its journal', () => truncateSync(path('journal.sqlite')), /journal\.sqlite was replaced/],
  ['robbed of its log', () => rmSync(path('journal.sqlite-wal')), /journal\.sqlite-wal was removed/],
  ['robbed of what its log holds', () => writeFileSync(path('journal.sqlite-wal'), ''), /journal\.sqlite-wal was cut/],
];

test.each(LOSSES)('data folder lost: when it is %s, no order is acknowledged [D26]', async (_what, lose, message) => {
  const child = new ExchangeChild(dataDir);
  await child.ready;
  await child.submitAll(setUpCommands(2, 1));
  lose();
  void child.submit(ORDER);
  const { code, stderr } = await child.ended;
  expect(stderr).toMatch(message);
  expect(stderr).toMatch(/^bellwether: the exchange has stopped: \S+ was \w+ while the venue ran\. [^\n]+\n$/);
  expect([code, child.answers]).toEqual([1, 3]);
});

test('data folder lost: an idle venue notices by itself [D26]', async () => {
  const child = new ExchangeChild(dataDir);
  await child.ready;
  rmSync(dataDir, { recursive: true });
  const words = expect.stringContaining('was removed while the venue ran');
  expect(await child.ended).toMatchObject({ code: 1, stderr: words });
});

test("data folder lost: another tool's checkpoint is no loss", async () => {
  const child = new ExchangeChild(dataDir);
  await child.ready;
  await child.submitAll(setUpCommands(2, 1));
  editDatabase(path('journal.sqlite'), 'PRAGMA wal_checkpoint(PASSIVE)');
  expect(await child.submit(ORDER)).toMatchObject({ kind: 'accepted' });
  await child.end();
});
