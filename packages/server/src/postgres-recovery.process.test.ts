/** Point-in-time recovery of a venue's database from a backup and its archive, as docs/guides/postgresql.md describes. */
import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { type PostgresPair, startPostgresPair } from '@bellwether/postgres-process';
import { describeWithPostgres } from '@bellwether/postgres-process/testing';
import { clientOf, openMarket } from '@bellwether/venue/ops/testing/venue-client.ts';
import { createDataDir, runBellwether, startVenueProcess, type VenueProcess } from '@bellwether/venue-process';
import { eventually } from '@bellwether/venue-process/progress';
import { afterAll, expect, test } from 'vitest';

let pair: PostgresPair;

const settingsOf = (more: Readonly<Record<string, string>>) => ({
  BELLWETHER_JOURNAL: pair.primary.url,
  BELLWETHER_LOG_LEVEL: 'silent',
  ...more,
});
const serve = (dataDir: string): Promise<VenueProcess> => startVenueProcess({ dataDir, settings: settingsOf({}) });
const run = (command: string, dataDir: string, more: Readonly<Record<string, string>> = {}) =>
  runBellwether([command], { dataDir, settings: settingsOf(more) });

async function archived(): Promise<void> {
  const file = await pair.primary.query('SELECT pg_walfile_name(pg_switch_wal())');
  await eventually(async () => {
    const last = await pair.primary.query('SELECT last_archived_wal FROM pg_stat_archiver');
    expect([last, file].toSorted()).toEqual([file, last]);
  });
}

describeWithPostgres('recovery of the database', () => {
  afterAll(() => pair?.stop());

  test('postgres recovery: it has what was acknowledged before the moment, nothing after, and the venue goes on', async () => {
    pair = await startPostgresPair({ standby: true, archive: true });
    const venue = await serve(createDataDir());
    const { dataDir } = venue;
    const client = clientOf(venue, '7');
    const tokenId = await openMarket(client);
    const [one, two, three] = await Promise.all(
      ['0.1', '0.2', '0.3'].map((price) => client.orders.sign({ tokenId, side: 'BUY', price, size: '5' })),
    );
    if (one === undefined || two === undefined || three === undefined) throw new Error('three are signed');
    const kept = [(await client.orders.place(one)).orderID];
    const backup = await pair.backUp();
    kept.push((await client.orders.place(two)).orderID);
    const moment = await pair.primary.query('SELECT clock_timestamp()');
    const lost = (await client.orders.place(three)).orderID;
    // The read store has the order too.
    expect((await fetch(`${venue.url}/data/order/${lost}`)).status).toBe(200);
    await venue.end('SIGKILL');
    await archived();

    await pair.recover(backup, moment);
    const anew = createDataDir();
    for (const key of ['master.key', 'verifying-contract', 'admin-token'])
      copyFileSync(join(dataDir, key), join(anew, key));
    const unsafe = await run('verify', anew);
    expect(unsafe.stdout + unsafe.stderr).toContain('synchronous_standby_names is empty');
    const verified = await run('verify', anew, { BELLWETHER_JOURNAL_UNSAFE_TEST: '1' });
    expect(verified).toMatchObject({ code: 0, stdout: expect.stringMatching(/everything holds\n$/) });

    await pair.rejoin();
    // The local state of a node does not match a journal that has lost its last entries.
    const refused = await run('serve', dataDir);
    expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining('acknowledged entries are missing') });
    const again = await serve(anew);
    const returned = clientOf(again, '7');
    await returned.auth.credentials();
    const open = async (): Promise<string[]> => {
      const ids: string[] = [];
      for await (const { id } of returned.orders.each()) ids.push(id);
      return ids.toSorted();
    };
    expect(await open()).toEqual(kept.toSorted());
    // The signed order can be sent again, as if it had never arrived.
    expect((await returned.orders.place(three)).orderID).toBe(lost);
    expect(await open()).toEqual([...kept, lost].toSorted());
    expect(await again.end()).toMatchObject({ code: 0 });
    expect(await run('verify', anew)).toMatchObject({ code: 0 });
  });
});
