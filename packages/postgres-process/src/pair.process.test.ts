import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { basename } from 'node:path';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type PostgresPair, type PostgresServer, startPostgresPair } from './index.ts';
import { postgresProcesses } from './processes.ts';
import { describeWithPostgres } from './testing/describe-with-postgres.ts';

describeWithPostgres('a primary with its standby', () => {
  let pair: PostgresPair;

  beforeAll(async () => {
    pair = await startPostgresPair({ standby: true, settings: { work_mem: '8MB' } });
    await run(pair.primary, 'CREATE TABLE counted (n int)');
  });
  afterAll(() => pair.stop());

  test('is durable, checked and synchronous', async () => {
    const settings: Record<string, string> = {};
    const rows = await run(pair.primary, 'SELECT name, setting FROM pg_settings');
    for (const { name, setting } of rows) settings[String(name)] = String(setting);
    expect(settings).toMatchObject({
      fsync: 'on',
      full_page_writes: 'on',
      synchronous_commit: 'on',
      data_checksums: 'on',
      data_sync_retry: 'off',
      tcp_user_timeout: '3000',
      synchronous_standby_names: `ANY 1 ("${standbyOf(pair).clusterName}")`,
      work_mem: '8192',
    });
    expect(await run(pair.primary, 'SELECT sync_state FROM pg_stat_replication')).toEqual([{ sync_state: 'quorum' }]);
  });

  test('the standby takes over with all that was committed, and the old primary follows it', async () => {
    const [primary, standby] = [pair.primary, standbyOf(pair)];
    await run(primary, 'INSERT INTO counted VALUES (1)');
    await primary.kill();
    await pair.promote();
    expect(pair.primary).toBe(standby);
    expect(pair.standby).toBe(null);
    await run(standby, 'INSERT INTO counted VALUES (2)');
    expect(await numbers(standby)).toEqual([1, 2]);
    await pair.rejoin();
    expect(pair.standby).toBe(primary);
    await run(standby, 'INSERT INTO counted VALUES (3)');
    await expect.poll(() => numbers(primary)).toContain(3);
    const names = await run(standby, 'SHOW synchronous_standby_names');
    expect(names).toEqual([{ synchronous_standby_names: `ANY 1 ("${primary.clusterName}")` }]);
  });
});

describeWithPostgres('the end of a pair', () => {
  test('leaves no process and no folder, whatever state its servers are in', async () => {
    const pair = await startPostgresPair({ standby: true });
    const name = basename(pair.folder);
    expect(postgresProcesses([name]).length).toBeGreaterThan(2);
    await standbyOf(pair).pause();
    await pair.primary.kill();
    await pair.stop();
    expect([postgresProcesses([name]), existsSync(pair.folder)]).toEqual([[], false]);
    await pair.stop();
  });

  test('comes with the end of the process that started it', async () => {
    const script =
      "import { startPostgresPair } from './index.ts'; console.log((await startPostgresPair({ standby: false })).folder);";
    const starter = spawn(process.execPath, ['--input-type=module', '-e', `${script} setInterval(() => 0, 1000);`], {
      cwd: import.meta.dirname,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const folder = await firstLine(starter);
    expect(postgresProcesses([basename(folder)]).length).toBeGreaterThan(1);
    starter.kill('SIGKILL');
    await expect.poll(() => postgresProcesses([basename(folder)])).toEqual([]);
    await expect.poll(() => existsSync(folder)).toBe(false);
  });
});

describe('a pair that cannot start', () =>
  test('says what PostgreSQL says, and leaves nothing', async () => {
    const start = startPostgresPair({ standby: false, settings: { no_such_setting: 'on' } });
    await expect(start).rejects.toThrow(/unrecognized configuration parameter "no_such_setting"|not installed/);
  }));

function standbyOf({ standby }: PostgresPair): PostgresServer {
  if (standby === null) throw new Error('there is no standby');
  return standby;
}

/** Runs a query on a new connection. */
async function run({ url }: PostgresServer, sql: string): Promise<Record<string, unknown>[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows;
  } finally {
    await client.end();
  }
}

const numbers = async (server: PostgresServer): Promise<unknown[]> =>
  (await run(server, 'SELECT n FROM counted ORDER BY n')).map(({ n }) => n);

async function firstLine({ stdout }: ChildProcess): Promise<string> {
  if (stdout === null) throw new Error('nothing is read from it');
  const [chunk] = (await once(stdout, 'data')) as [Buffer];
  return chunk.toString().trim();
}
