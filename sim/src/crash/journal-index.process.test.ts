/** Tests how the audit follows a journal in the database: entries must not disappear. */

import { openPostgresLog } from '@bellwether/ledger/adapters/log-postgres/postgres-log.ts';
import { Databases } from '@bellwether/ledger/adapters/log-postgres/testing/databases.ts';
import type { JournalPlace } from '@bellwether/ports/journal-place.ts';
import { appendSamples } from '@bellwether/ports/testing/journal-suite.ts';
import { describeWithPostgres } from '@bellwether/postgres-process/testing';
import { MACHINE } from '@bellwether/venue/runtime/machine.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { JournalIndex } from './ledger.ts';

let databases: Databases;

const CUT = `
  UPDATE bellwether.head SET last_sequence = 2,
    last_hash = (SELECT previous_hash FROM bellwether.journal WHERE first_sequence = 3);
  DELETE FROM bellwether.journal WHERE first_sequence = 3`;

/** A journal with two records, three entries, that the audit has seen. */
async function seen(): Promise<{ readonly index: JournalIndex; readonly place: JournalPlace; readonly url: string }> {
  const url = await databases.create();
  const place = { dataDir: '', database: { url, isTest: false } };
  await append(url, [2, 1]);
  const index = new JournalIndex();
  await index.follow(place);
  expect(index.entries).toBe(3);
  await index.follow(place);
  return { index, place, url };
}

async function append(url: string, counts: readonly number[]): Promise<void> {
  const log = await openPostgresLog({ url, isTest: false, runtime: MACHINE, holder: 'a test' });
  await appendSamples(log, counts);
  await log.close();
}

describeWithPostgres('crash audit of a database', () => {
  beforeAll(async () => {
    databases = await Databases.start();
  });
  afterAll(() => databases?.stop());

  test('crash audit: what is new is taken, and no more', async () => {
    const { index, place, url } = await seen();
    await append(url, [4]);
    await index.follow(place);
    expect(index.entries).toBe(7);
  });

  test('crash audit: a lost end is found', async () => {
    const { index, place, url } = await seen();
    await databases.within(url, CUT);
    await expect(index.follow(place)).rejects.toThrow('the journal ended with entry 3 and now ends with 2');
  });

  test('crash audit: another entry in the place of one that was there is found', async () => {
    const { index, place, url } = await seen();
    await databases.within(url, CUT);
    await append(url, [1]);
    await expect(index.follow(place)).rejects.toThrow('entry 3 is another than before');
  });

  test('crash audit: a lost journal is found', async () => {
    const { index, place, url } = await seen();
    await databases.within(url, 'DROP SCHEMA bellwether CASCADE');
    await expect(index.follow(place)).rejects.toThrow('there is no journal any more');
  });
});
