/** A venue that takes over a journal in the database: changes to it between reading and takeover. */

import { openPostgresLog } from '@bellwether/ledger/adapters/log-postgres/postgres-log.ts';
import { Databases } from '@bellwether/ledger/adapters/log-postgres/testing/databases.ts';
import type { JournalHead, JournalRecord } from '@bellwether/ports/journal.ts';
import { appendSamples, sampleRecord } from '@bellwether/ports/testing/journal-suite.ts';
import { describeWithPostgres } from '@bellwether/postgres-process/testing';
import { createDataDir } from '@bellwether/venue-process';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { MACHINE } from '../../runtime/machine.ts';
import { LateJournal } from './late-journal.ts';
import { openExchange } from './open-exchange.ts';

const INSERT = 'INSERT INTO bellwether.journal VALUES ($1, $2, 1, $3, $4, false, $5)';
const MOVE = 'UPDATE bellwether.head SET last_sequence = $1, last_hash = $2';
const TAKING = `
  SELECT FROM pg_stat_activity
  WHERE datname = $1 AND application_name = 'bellwether journal' AND wait_event_type = 'Lock'`;

let databases: Databases;
const dataDir = createDataDir();

/** Opens the exchange on these records; `meanwhile` runs after they were read and before it is taken over. */
async function openWhile(counts: number[], meanwhile: (held: Client, last: JournalRecord) => Promise<unknown>) {
  const database = { url: await databases.create(), isTest: false };
  const other = await openPostgresLog({ ...database, runtime: MACHINE, holder: 'another', renewMs: 3_600_000 });
  const records = await appendSamples(other, counts);
  await other.close();
  const held = new Client({ connectionString: database.url });
  await held.connect();
  // However long the opening takes to come to the lock.
  await held.query('SET idle_in_transaction_session_timeout = 0');
  await held.query('BEGIN; SELECT FROM bellwether.head FOR UPDATE');
  const opening = openExchange({ dataDir, database }, MACHINE);
  // Polls outside the transaction, which only sees the data at its beginning.
  while ((await databases.admin(TAKING, [new URL(database.url).pathname.slice(1)])).length === 0);
  await meanwhile(held, records.at(-1) as JournalRecord);
  await held.query('COMMIT');
  await held.end();
  return opening;
}

const endOf = ({ lastSequence, hash }: JournalRecord): JournalHead => ({ sequence: lastSequence, hash });

describeWithPostgres('exchange on postgres', () => {
  beforeAll(async () => {
    databases = await Databases.start();
  });
  afterAll(() => databases?.stop());

  test('exchange: what the one before wrote after it was read is read as well', async () => {
    let end: JournalHead | null = null;
    const exchange = await openWhile([2], async (held, last) => {
      const record = sampleRecord(endOf(last), 3);
      end = endOf(record);
      const { firstSequence, lastSequence, previousHash, hash, payload } = record;
      await held.query(INSERT, [firstSequence, lastSequence, previousHash, hash, payload]);
      await held.query(MOVE, [lastSequence, hash]);
    });
    expect([exchange.head, exchange.state.sequence]).toEqual([end, 5]);
    expect(await exchange.log.append(sampleRecord(exchange.head, 1))).toEqual({ kind: 'durable' });
    await exchange.close();
  });

  test('exchange: what was read and is lost is forgotten', async () => {
    const exchange = await openWhile([2, 1], async (held, last) => {
      await held.query('DELETE FROM bellwether.journal WHERE first_sequence = $1', [last.firstSequence]);
      await held.query(MOVE, [last.firstSequence - 1, last.previousHash]);
    });
    expect([exchange.head.sequence, exchange.state.sequence]).toEqual([2, 2]);
    expect(await exchange.log.append(sampleRecord(exchange.head, 1))).toEqual({ kind: 'durable' });
    await exchange.close();
  });
});

/** A node that stops while it starts to read leaves no connection open, which would keep its thread from ending. */
describeWithPostgres('late journal', () => {
  let databases: Databases;
  let url: string;
  let journal: LateJournal;

  const firstOf = async (): Promise<number | undefined> => {
    for await (const { firstSequence } of journal.read(1)) return firstSequence;
    return undefined;
  };
  const readers = async (): Promise<unknown> => {
    const [row] = await databases.admin(
      "SELECT count(*)::int AS count FROM pg_stat_activity WHERE application_name = 'bellwether reader'",
    );
    return row?.['count'];
  };

  beforeAll(async () => {
    databases = await Databases.start();
    url = await databases.create();
    const log = await openPostgresLog({ url, isTest: false, runtime: MACHINE, holder: 'a test' });
    await appendSamples(log, [1]);
    await log.close();
  });
  afterAll(() => databases?.stop());

  const late = (): LateJournal => new LateJournal({ dataDir: '/nowhere', database: { url, isTest: false } }, MACHINE);

  test('late journal: closed once it is read, and while it is being opened', async () => {
    journal = late();
    expect(await firstOf()).toBe(1);
    await journal.close();
    await expect.poll(readers).toBe(0);
    journal = late();
    const reading = firstOf().catch(String);
    await journal.close();
    await reading;
    await expect.poll(readers).toBe(0);
  });

  test('late journal: not opened again once it is closed', async () => {
    journal = late();
    await journal.close();
    await expect(firstOf()).rejects.toThrow('this node stops');
    expect(await readers()).toBe(0);
  });
});
