/** A whole venue whose journal is on PostgreSQL with a synchronous standby: killed, fenced, delayed, refused. */
import { join } from 'node:path';
import { Databases } from '@bellwether/ledger/adapters/log-postgres/testing/databases.ts';
import { claimPort } from '@bellwether/postgres-process/ports';
import { describeWithPostgres } from '@bellwether/postgres-process/testing';
import { writeHistory } from '@bellwether/venue/ops/testing/sample-history.ts';
import { clientOf, openMarket, placeMany } from '@bellwether/venue/ops/testing/venue-client.ts';
import {
  createDataDir,
  runBellwether,
  startBellwether,
  startVenueProcess,
  type VenueProcess,
  venueOf,
} from '@bellwether/venue-process';
import { afterAll, beforeAll, expect, test } from 'vitest';

const ORDERS = 200;
/** Equal at every venue of a journal, because accounts and tokens derive from these keys. */
const KEYS = { BELLWETHER_MASTER_KEY: 'ab'.repeat(32), BELLWETHER_ADMIN_TOKEN: 'the-same-token-everywhere-0123456789' };
type Settings = Readonly<Record<string, string>>;

let databases: Databases;
let url: string;
/** The leading venue, carried from one test to the next. */
let leader: VenueProcess;

const settingsOf = (more: Settings = {}): Settings => ({
  BELLWETHER_JOURNAL: url,
  BELLWETHER_LOG_LEVEL: 'silent',
  ...KEYS,
  ...more,
});

const serve = (dataDir: string, settings: Settings = {}): Promise<VenueProcess> =>
  startVenueProcess({ dataDir, settings: settingsOf(settings) });
const run = (command: readonly string[], dataDir = leader.dataDir) =>
  runBellwether(command, { dataDir, settings: settingsOf() });

/** Checks with `export` that each of these orders was accepted exactly once. */
async function expectOnce(acknowledged: readonly string[]): Promise<void> {
  const exported = await run(['export']);
  expect(exported).toMatchObject({ code: 0, stderr: '' });
  const counts = new Map<string, number>();
  for (const line of exported.stdout.trim().split('\n')) {
    const { entry } = JSON.parse(line) as { entry: { events: { kind: string; orderId: string }[] } };
    for (const { kind, orderId } of entry.events)
      if (kind === 'OrderAccepted') counts.set(orderId, (counts.get(orderId) ?? 0) + 1);
  }
  expect(acknowledged.filter((orderId) => !counts.has(orderId))).toEqual([]);
  expect([...counts].filter(([, count]) => count !== 1)).toEqual([]);
}

async function expectWhole(): Promise<void> {
  const verified = await run(['verify']);
  expect(verified.stdout).toMatch(/everything holds\n$/);
  expect(verified).toMatchObject({ code: 0, stderr: '' });
}

const nodeSettings = async (): Promise<Settings> => ({
  BELLWETHER_CLUSTER_ADDRESS: `127.0.0.1:${await claimPort()}`,
  BELLWETHER_CLUSTER_SECRET: 's'.repeat(32),
});

describeWithPostgres('venue on postgres', () => {
  beforeAll(async () => {
    databases = await Databases.start();
    url = await databases.create();
    leader = await serve(createDataDir());
  });
  afterAll(() => databases?.stop());

  test('postgres venue: killed under load, all that was acknowledged is there once, and it goes on [D1]', async () => {
    const client = clientOf(leader, '7');
    const kill = (): void => void leader.program.child.kill('SIGKILL');
    const acknowledged = await placeMany(client, await openMarket(client), ORDERS, kill);
    await leader.program.result();
    expect(acknowledged.length).toBeGreaterThanOrEqual(ORDERS / 2);
    await expectWhole();
    leader = await serve(leader.dataDir, { BELLWETHER_SNAPSHOT_EVERY: '100' });
    const [one = ''] = acknowledged;
    expect(await (await fetch(`${leader.url}/data/order/${one}`)).json()).toMatchObject({
      order: { id: one, status: 'LIVE' },
    });
    await clientOf(leader, '7').admin.addTag({ label: 'It goes on' });
    await expectOnce(acknowledged);
  });

  test('postgres venue: a second one waits, and leads when the first is killed', async () => {
    const dataDir = createDataDir();
    const settings = settingsOf({ BELLWETHER_LOG_LEVEL: 'warn' });
    const waiting = startBellwether(['serve'], { dataDir, settings });
    await waiting.said(/another venue leads \(\S+, process \d+\): this one waits/);
    await leader.end('SIGKILL');
    leader = await venueOf(waiting, dataDir, settings);
    expect(await clientOf(leader, '7').admin.addTag({ label: 'Taken over' })).toMatchObject({ label: 'Taken over' });
  });

  /** Resolves when the venue's health check answers with this status. */
  const health = async (status: number): Promise<void> => {
    while ((await fetch(`${leader.url}/ok`)).status !== status);
  };

  test('postgres venue: while commits wait an idle one says so, and once more when they do not', async () => {
    await health(200);
    await databases.stopReplication();
    await leader.program.said(/"level":"error".*confirms no commit: look at its standby/);
    await health(503);
    await databases.replicate();
    await leader.program.said(/confirms commits again/);
    await health(200);
  });

  test('postgres venue: while commits wait a write is answered in words, and a repeat is told what became of it', async () => {
    const client = clientOf(leader, '7');
    const tokenId = await openMarket(client);
    const order = await client.orders.sign({ tokenId, side: 'BUY', price: '0.3', size: '5' });
    await databases.stopReplication();
    await expect(client.orders.place(order)).rejects.toThrow(/the outcome is unknown/);
    await databases.replicate();
    const placed = await clientOf(leader, '7', true).orders.place(order);
    await expectOnce([placed.orderID]);
  });

  test('postgres venue: a start that finds no server says which one it waits for', async () => {
    const settings = settingsOf({ BELLWETHER_JOURNAL: url.replace(/:\d+\//, ':1/'), BELLWETHER_LOG_LEVEL: 'warn' });
    const waiting = startBellwether(['serve'], { dataDir: createDataDir(), settings });
    const [line] = await waiting.said(/no primary answers yet: .*/);
    expect(line).toContain('PostgreSQL at 127.0.0.1:1, database');
    await waiting.end('SIGKILL');
  });

  test('postgres venue: a start whose standby is missing says that it waits for it', async () => {
    const { dataDir } = leader;
    await leader.end('SIGKILL');
    await databases.stopReplication();
    const settings = settingsOf({ BELLWETHER_LOG_LEVEL: 'warn' });
    const waiting = startBellwether(['serve'], { dataDir, settings });
    await waiting.said(/no commit is confirmed yet: .* standby of PostgreSQL at 127\.0\.0\.1:\d+, database/);
    await databases.replicate();
    leader = await venueOf(waiting, dataDir, settings);
  });

  test.each([
    ['a venue', () => ({})],
    ['a node', nodeSettings],
  ])(
    'postgres venue: the very first start of %s whose standby is missing says that it waits for it',
    async (what, more) => {
      const own = { BELLWETHER_JOURNAL: await databases.create(), BELLWETHER_LOG_LEVEL: 'warn', ...(await more()) };
      const dataDir = createDataDir();
      // A node also says so at a later start.
      for (let start = 0; start < (what === 'a node' ? 2 : 1); start++) {
        await databases.stopReplication();
        const waiting = startBellwether(['serve'], { dataDir, settings: settingsOf(own) });
        await waiting.said(/no commit is confirmed yet: .* standby of PostgreSQL at 127\.0\.0\.1:\d+, database/);
        await databases.replicate();
        await (await venueOf(waiting, dataDir, settingsOf(own))).end();
      }
    },
  );

  test('postgres venue: one that is fenced ends with a line that says so', async () => {
    await databases.within(url, 'UPDATE bellwether.head SET epoch = epoch + 1');
    const { code, stderr } = await leader.program.result();
    expect(stderr).toContain('another process has taken over the journal');
    expect(code).toBe(1);
    await expectWhole();
  });

  test('postgres venue: a database that no standby follows is refused, unless a test says so everywhere', async () => {
    url = await databases.create();
    await databases.dropStandbys();
    const dataDir = createDataDir();
    const { password } = new URL(url);
    const refused = await run(['serve'], dataDir);
    expect(refused).toMatchObject({ code: 1, stdout: '' });
    expect(refused.stderr).toMatch(
      /^bellwether: .*synchronous_standby_names is empty.*BELLWETHER_JOURNAL_UNSAFE_TEST=1.*\n$/,
    );
    const venue = await serve(dataDir, { BELLWETHER_JOURNAL_UNSAFE_TEST: '1', BELLWETHER_LOG_LEVEL: 'warn' });
    const about = (await (await fetch(`${venue.url}/venue`)).json()) as { readonly warning?: string };
    expect(about.warning).toMatch(/BELLWETHER_JOURNAL_UNSAFE_TEST is set/);
    const { stdout, stderr, code } = await venue.end();
    await databases.replicate();
    expect(code).toBe(0);
    expect(stderr).toMatch(/WARNING {2}BELLWETHER_JOURNAL_UNSAFE_TEST is set/);
    expect(stdout).toMatch(/"setting":"BELLWETHER_JOURNAL_UNSAFE_TEST"/);
    for (const text of [refused.stderr, stdout, stderr]) expect(text).not.toContain(password);
  });

  test('postgres venue: a journal in the folder and one in a database is one too many; backup says whose it is', async () => {
    const dataDir = createDataDir();
    await writeHistory(dataDir);
    const words = expect.stringContaining('has a journal of its own');
    expect(await run(['serve'], dataDir)).toMatchObject({ code: 1, stderr: words });
    const backup = await run(['backup', join(dataDir, 'to')], dataDir);
    expect(backup.stderr).toMatch(/^bellwether: backup is for a journal in/);
  });
});
