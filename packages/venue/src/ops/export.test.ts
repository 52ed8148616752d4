import { createHash } from 'node:crypto';
import { Writable } from 'node:stream';
import type { Command } from '@bellwether/engine';
import { newFolder } from '@bellwether/ledger/files/testing/new-folder.ts';
import { openUnlocked } from '@bellwether/ledger/log/testing/journal-of.ts';
import { RecordWriter } from '@bellwether/ledger/record/record-bytes.ts';
import { RecordedVenue } from '@bellwether/read-model/testing/recorded-venue.ts';
import { beforeEach, expect, test } from 'vitest';
import { runExport } from './export.ts';
import { exported } from './testing/exported.ts';

let dataDir: string;
let venue: RecordedVenue;

beforeEach(async () => {
  dataDir = newFolder();
  venue = new RecordedVenue();
  venue.openAccounts(2);
  venue.addMarkets(1);
  for (let count = 0; count < 50; count += 1) venue.place({ trader: 0, side: 'BUY', price: 4_000, shares: 5 });
  const journal = openUnlocked(dataDir);
  for (const record of venue.records) await journal.append(record);
  await journal.close();
});

const linesOf = async (): Promise<string[]> => (await exported(dataDir)).split('\n').slice(0, -1);

test('export: every entry is a line, and its chain value is that of the value before and the entry’s text [D16]', async () => {
  const lines = await linesOf();
  let previous = '0'.repeat(64);
  const chain = lines.map((line) => {
    const text = line.slice('{"hash":"","entry":'.length + 64, -1);
    previous = createHash('sha256').update(previous).update(text).digest('hex');
    return previous;
  });
  expect(chain).toEqual(venue.entries.map(({ hash }) => hash));
  expect(lines.map((line) => (JSON.parse(line) as { hash: string }).hash)).toEqual(chain);
});

test('export: every entry is a line, and its chain value is that of the value before and the entry’s bytes [D42]', async () => {
  const journal = openUnlocked(dataDir);
  const writer = new RecordWriter(await journal.head());
  const { sequence, timeMs } = venue.entries.at(-1) ?? { sequence: 0, timeMs: 0 };
  const command: Command = { kind: 'SetMode', mode: 'post_only' };
  const events = [{ kind: 'ModeSet', mode: 'post_only' }] as const;
  writer.write({ sequence: sequence + 1, timeMs }, command, JSON.stringify(command), events);
  writer.keep();
  const record = writer.finish()?.record;
  if (record !== undefined) await journal.append(record);
  await journal.close();
  type Line = { readonly hash: string; readonly bytes?: string; readonly entry: object };
  const [before, last] = (await linesOf()).slice(-2).map((line) => JSON.parse(line) as Line);
  const parts = [Buffer.from(before?.hash ?? '', 'hex'), Buffer.from(last?.bytes ?? '', 'base64')];
  const chained = createHash('sha256').update(Buffer.concat(parts)).digest('hex');
  expect([last?.hash, record?.hash]).toEqual([chained, chained]);
  expect(last?.entry).toEqual({ sequence: sequence + 1, timeMs, command, events });
  expect(before).not.toHaveProperty('bytes');
});

test('export: it ends quietly when no one reads on, and with the error when writing fails', async () => {
  const failing = (code: string): Writable =>
    new Writable({ write: (_chunk, _encoding, done) => done(Object.assign(new Error(code), { code })) });
  await expect(runExport(dataDir, failing('EPIPE'))).resolves.toBeUndefined();
  await expect(runExport(dataDir, failing('ENOSPC'))).rejects.toThrow('ENOSPC');
});
