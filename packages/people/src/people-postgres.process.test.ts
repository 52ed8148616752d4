import { type PostgresPair, startPostgresPair } from '@bellwether/postgres-process';
import { describeWithPostgres } from '@bellwether/postgres-process/testing';
import { Client } from 'pg';
import { afterAll, beforeAll } from 'vitest';
import { describePeople } from './testing/people-suite.ts';
import { describeTexts } from './testing/texts-suite.ts';

describeWithPostgres('people on postgres', () => {
  let pair: PostgresPair;
  let count = 0;
  beforeAll(async () => {
    pair = await startPostgresPair({ standby: false });
  });
  afterAll(() => pair?.stop());

  const run = async (url: string, sql: string): Promise<unknown[]> => {
    const client = new Client({ connectionString: url, options: '-c search_path=people' });
    await client.connect();
    try {
      return (await client.query(sql)).rows;
    } finally {
      await client.end();
    }
  };

  for (const describeSuite of [describePeople, describeTexts])
    describeSuite('in a database', async () => {
      const name = `people_${++count}`;
      await run(pair.primary.url, `CREATE DATABASE ${name}`);
      const database = pair.primary.url.replace(/[^/]*$/, name);
      return { place: { database }, run: (sql) => run(database, sql) };
    });
});
