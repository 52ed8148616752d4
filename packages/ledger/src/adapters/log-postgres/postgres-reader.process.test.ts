/** Records that a reader may treat as durable while a visible commit is only on the primary. */

import { appendSamples } from '@bellwether/ports/testing/journal-suite.ts';
import { describeWithPostgres } from '@bellwether/postgres-process/testing';
import { MACHINE } from '@bellwether/venue/runtime/machine.ts';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openPostgresLog } from './postgres-log.ts';
import { openPostgresReader } from './postgres-reader.ts';
import { Databases } from './testing/databases.ts';

let databases: Databases;

describeWithPostgres('reader', () => {
  beforeAll(async () => {
    databases = await Databases.start();
  });
  afterAll(() => databases?.stop());

  test('journal: what a standby may not have is seen, and told as durable once it has', async () => {
    const url = await databases.create();
    const options = { url, isTest: false, runtime: MACHINE };
    const log = await openPostgresLog({ ...options, holder: 'a test' });
    await appendSamples(log, [2]);
    await log.close();
    const reader = (await openPostgresReader(options)) ?? expect.unreachable('there is a journal');
    await databases.stopReplication();
    const writer = new Client({ connectionString: url });
    // The session is ended while it is connected.
    writer.on('error', () => undefined);
    await writer.connect();
    const ended = writer.query('UPDATE bellwether.head SET last_sequence = 3').catch(() => undefined);
    const pid = await databases.awaitingStandby(url);
    await databases.admin('SELECT pg_terminate_backend($1)', [pid]);
    await ended;
    expect(await databases.within(url, 'SELECT last_sequence FROM bellwether.head')).toEqual([{ last_sequence: '3' }]);
    const durable = reader.durableHead();
    const first = await Promise.race([durable, databases.awaitingStandby(url, pid).then(() => 'it waits')]);
    expect(first).toBe('it waits');
    await databases.replicate();
    expect((await durable).sequence).toBe(3);
    await reader.close();
  });
});
