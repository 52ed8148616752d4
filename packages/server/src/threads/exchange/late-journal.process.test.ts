/** A node that stops while it starts to read leaves no connection open, which would keep its thread from ending. */
import { describeWithPostgres } from '@bellwether/postgres-process/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openPostgresLog } from '../../adapters/log-postgres/postgres-log.ts';
import { Databases } from '../../adapters/log-postgres/testing/databases.ts';
import { appendSamples } from '../../ports/testing/journal-suite.ts';
import { MACHINE } from '../../runtime/machine.ts';
import { LateJournal } from './late-journal.ts';

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
