import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { newFolder } from '@bellwether/ledger/files/testing/new-folder.ts';
import { openUnlocked } from '@bellwether/ledger/log/testing/journal-of.ts';
import { expect, onTestFinished, test } from 'vitest';
import { SmallDisk } from '../ops/testing/small-disk.ts';
import { MACHINE } from '../runtime/machine.ts';
import { runDataExport } from './export-command.ts';
import { exportedVenue } from './testing/exported-venue.ts';

const disk = SmallDisk.mount(2);

test.skipIf(disk === null)('export: a full disk is named, and the files of an earlier export stay', async () => {
  onTestFinished(() => disk?.unmount());
  const [dataDir, out] = [newFolder(), disk?.path ?? ''];
  const journal = openUnlocked(dataDir);
  for (const record of exportedVenue().records) await journal.append(record);
  await journal.close();
  writeFileSync(join(out, 'trades.csv'), 'old');
  disk?.fill('filler');
  const plan = { what: ['trades'], format: 'csv', fromMs: null, toMs: null } as const;
  const run = runDataExport({
    dataDir,
    elsewhere: null,
    openPeople: async () => null,
    plan,
    out,
    timers: MACHINE.timers,
    print: () => undefined,
  });
  await expect(run).rejects.toThrow(/cannot write .*: the disk is full \(ENOSPC/);
  expect(readdirSync(out).sort()).toEqual(['filler', 'trades.csv']);
  expect(readFileSync(join(out, 'trades.csv'), 'utf8')).toBe('old');
});
