/** The database of a venue, taken back to a moment from a backup and its archive, as docs/CLUSTER.md has it. */
import type { ChildProcess } from 'node:child_process';
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type PostgresPair, startPostgresPair } from '@bellwether/postgres-process';
import { describeWithPostgres } from '@bellwether/postgres-process/testing';
import { afterAll, expect, test } from 'vitest';
import { clientOf, MAIN, openMarket, type Running, ready, runCommand } from './ops/testing/serve-process.ts';

let pair: PostgresPair;
const folders: string[] = [];
const children: ChildProcess[] = [];

function folder(): string {
  const path = mkdtempSync(join(tmpdir(), 'postgres-recovery-'));
  folders.push(path);
  return path;
}

function run(command: string, dataDir: string, settings: Readonly<Record<string, string>> = {}): Running {
  const journal = { BELLWETHER_JOURNAL: pair.primary.url, BELLWETHER_LOG_LEVEL: 'silent', ...settings };
  const running = runCommand([process.execPath, MAIN, command], dataDir, journal);
  children.push(running.child);
  return running;
}

/** The last file of the log that has anything is in the archive. */
async function archived(): Promise<void> {
  const file = await pair.primary.query('SELECT pg_walfile_name(pg_switch_wal())');
  await expect
    .poll(async () => (await pair.primary.query('SELECT last_archived_wal FROM pg_stat_archiver')) >= file)
    .toBe(true);
}

describeWithPostgres('recovery of the database', () => {
  afterAll(async () => {
    for (const child of children) child.kill('SIGKILL');
    await pair?.stop();
    for (const path of folders) rmSync(path, { recursive: true, force: true });
  });

  test('postgres recovery: it has what was acknowledged before the moment, nothing after, and the venue goes on', async () => {
    pair = await startPostgresPair({ standby: true, archive: true });
    const dataDir = folder();
    const venue = await ready(run('serve', dataDir));
    const { client, tokenId } = await openMarket(dataDir, venue.url);
    const [one, two, three] = await Promise.all(
      ['0.1', '0.2', '0.3'].map((price) => client.orders.sign({ tokenId, side: 'BUY', price, size: '5' })),
    );
    if (one === undefined || two === undefined || three === undefined) throw new Error('three are signed');
    const kept = [(await client.orders.place(one)).orderID];
    const backup = await pair.backUp();
    kept.push((await client.orders.place(two)).orderID);
    const moment = await pair.primary.query('SELECT clock_timestamp()');
    const lost = (await client.orders.place(three)).orderID;
    // Its read store has it, too.
    expect((await fetch(`${venue.url}/data/order/${lost}`)).status).toBe(200);
    venue.child.kill('SIGKILL');
    await venue.ended;
    await archived();

    await pair.recover(backup, moment);
    const anew = folder();
    for (const key of ['master.key', 'verifying-contract', 'admin-token']) {
      copyFileSync(join(dataDir, key), join(anew, key));
    }
    const unsafe = await run('verify', anew).ended;
    expect(unsafe.stdout + unsafe.stderr).toContain('synchronous_standby_names is empty');
    const verified = await run('verify', anew, { BELLWETHER_JOURNAL_UNSAFE_TEST: '1' }).ended;
    expect(verified).toMatchObject({ code: 0, stdout: expect.stringMatching(/everything holds\n$/) });

    await pair.rejoin();
    // What a node made of the entries that are gone does not go with what is there.
    const refused = await run('serve', dataDir).ended;
    expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining('acknowledged entries are missing') });
    const again = await ready(run('serve', anew));
    const returned = clientOf(again.url, '7');
    await returned.auth.credentials();
    const open = async (): Promise<string[]> => {
      const ids: string[] = [];
      for await (const { id } of returned.orders.each()) ids.push(id);
      return ids.toSorted();
    };
    expect(await open()).toEqual(kept.toSorted());
    // Whoever has the signed order can send it again: it is as if it had never come.
    expect((await returned.orders.place(three)).orderID).toBe(lost);
    expect(await open()).toEqual([...kept, lost].toSorted());
    again.child.kill('SIGTERM');
    expect(await again.ended).toMatchObject({ code: 0 });
    expect(await run('verify', anew).ended).toMatchObject({ code: 0 });
  });
});
