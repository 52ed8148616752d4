/** The venue as its operator has it: one process, started, traded on, imported into, checked and stopped. */
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Event } from '@bellwether/engine';
import { createClient } from '@bellwether/sdk';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { lockDataFolder } from './adapters/data-folder/lock.ts';
import { openJournalReader } from './adapters/journal-sqlite/sqlite-journal.ts';
import { snapshotPaths, snapshotSequence } from './adapters/snapshot-file/snapshot-file.ts';
import { MAIN, openMarket, type Running, ready, runCommand, type Served } from './ops/testing/serve-process.ts';
import type { JournalHead } from './ports/journal.ts';
import { entriesOfRecord } from './record/journal-record.ts';

const PAYLOAD = join(import.meta.dirname, 'ops/fixtures/gamma_event.json');
const ORDERS = 200;

let dataDir: string;
let children: ChildProcess[];

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'serve-'));
  children = [];
});

afterEach(() => {
  for (const child of children) child.kill('SIGKILL');
  rmSync(dataDir, { recursive: true });
});

function run(args: readonly string[], settings: Readonly<Record<string, string>> = {}): Running {
  return runHere([process.execPath, MAIN, ...args], settings);
}

function runHere(command: readonly string[], settings: Readonly<Record<string, string>>): Running {
  const running = runCommand(command, dataDir, settings);
  children.push(running.child);
  return running;
}

/** Starts `serve`; resolves to its address when it answers. */
async function serve(settings: Readonly<Record<string, string>> = {}): Promise<Served> {
  return ready(run(['serve'], settings));
}

/** All events of a kind that the journal has. */
function journaled<K extends Event['kind']>(kind: K): Extract<Event, { kind: K }>[] {
  const reader = openJournalReader(dataDir);
  const found: Extract<Event, { kind: K }>[] = [];
  for (const record of reader.read(1)) {
    for (const { events } of entriesOfRecord(record, null)) {
      for (const event of events) if (isOf(event, kind)) found.push(event);
    }
  }
  reader.close();
  return found;
}

function journalHead(): JournalHead {
  const reader = openJournalReader(dataDir);
  const head = reader.head();
  reader.close();
  return head;
}

function isOf<K extends Event['kind']>(event: Event, kind: K): event is Extract<Event, { kind: K }> {
  return event.kind === kind;
}

describe('serve', () => {
  test('serve: SIGTERM under load ends it with code 0; what was acknowledged is kept, slow clients are cut off [D10]', async () => {
    const { child, ended, url } = await serve();
    const { client, tokenId } = await openMarket(dataDir, url);
    const slow = connect({ port: Number(new URL(url).port), host: '127.0.0.1' });
    slow.write('POST /order HTTP/1.1\r\nhost: venue\r\ncontent-type: application/json\r\ncontent-length: 9\r\n\r\n{');
    const slowEnded = once(slow, 'close');
    const orders = await Promise.all(
      Array.from({ length: ORDERS }, () => client.orders.sign({ tokenId, side: 'BUY', price: '0.4', size: '5' })),
    );
    const acknowledged: string[] = [];
    const answers = orders.map((order) =>
      client.orders.place(order).then(({ orderID }) => {
        acknowledged.push(orderID);
        if (acknowledged.length === ORDERS / 2) child.kill('SIGTERM');
      }),
    );
    await Promise.allSettled(answers);
    await slowEnded;
    expect(await ended).toMatchObject({ code: 0, stderr: '' });
    const accepted = new Set<string>(journaled('OrderAccepted').map(({ orderId }) => orderId));
    expect(acknowledged.filter((orderId) => !accepted.has(orderId))).toEqual([]);
    expect(acknowledged.length).toBeGreaterThanOrEqual(ORDERS / 2);

    const again = await serve({ BELLWETHER_SNAPSHOT_EVERY: '100' });
    // It read more than that, and the next start need not.
    expect(snapshotPaths(dataDir).map(snapshotSequence)).toEqual([journalHead().sequence]);
    const [first = ''] = acknowledged;
    const answer = (await (await fetch(`${again.url}/data/order/${first}`)).json()) as unknown;
    expect(answer).toMatchObject({ order: { id: first, status: 'LIVE' } });
    again.child.kill('SIGINT');
    expect(await again.ended).toMatchObject({ code: 0, stderr: '' });
  });

  test('serve: an address that it cannot listen at stops it with one line that names the setting', async () => {
    expect(await run(['serve'], { BELLWETHER_HOST: '192.0.2.1' }).ended).toMatchObject({
      code: 1,
      stdout: '',
      stderr: expect.stringMatching(/^bellwether: cannot listen at BELLWETHER_HOST=192\.0\.2\.1 .*\n$/),
    });
  });

  test('serve: verify and import run beside it, and a second venue is told where the first one is [D15]', async () => {
    const { child, ended, url } = await serve();
    const first = await run(['import', PAYLOAD]).ended;
    expect(first).toMatchObject({ code: 0, stderr: '' });
    expect(first.stdout).toMatch(/^gamma_event\.json: events: 1 added, 0 unchanged; markets: [1-9]\d* added/);
    expect((await run(['import', PAYLOAD]).ended).stdout).toMatch(/events: 0 added, 1 unchanged/);
    const [second, verified] = await Promise.all([run(['serve']).ended, run(['verify']).ended]);
    expect(second).toMatchObject({ code: 1, stdout: '' });
    expect(second.stderr).toMatch(new RegExp(`^bellwether: the data folder .* in use by .*${url}\\)\\n$`));
    expect(verified).toMatchObject({ code: 0, stderr: '' });
    expect(verified.stdout).toMatch(/everything holds\n$/);
    child.kill('SIGTERM');
    expect(await ended).toMatchObject({ code: 0, stderr: '' });
  });

  test('serve: what npm started ends with npm, though npm is killed and hands nothing on [D20]', async () => {
    // As npm does it: a shell between the two that passes no signal on.
    const script = `"${process.execPath}" "${MAIN}" serve; true`;
    const { child, ended } = await ready(runHere(['sh', '-c', script], { npm_lifecycle_event: 'start' }));
    child.kill('SIGKILL');
    // The pipes close when the venue has ended as well.
    expect((await ended).stderr).toBe('');
    expect(journalHead().sequence).toBeGreaterThan(0);
    lockDataFolder(dataDir).release();
  });

  test('serve: the demo opens an empty folder with ninety days behind it, once [X7]', async () => {
    const session = async (): Promise<string> => {
      const { child, url, ended } = await serve({ BELLWETHER_DEMO: 'on', BELLWETHER_LIMITS: 'off' });
      const client = createClient({ baseUrl: url });
      const [market] = await client.markets.list({ order: 'volumeNum', closed: false, limit: 1 });
      const [token = ''] = market?.tokenIds ?? [];
      const history = await client.prices.history({ market: token, interval: 'all', fidelity: 60 });
      const dayS = 86_400;
      const days = new Set(history.map(({ t }) => Math.trunc(t / dayS)));
      expect(days.size).toBeGreaterThanOrEqual(90);
      expect((await client.books.get(token)).bids.length).toBeGreaterThan(0);
      const resolved = await client.events.list({ closed: true, limit: 50 });
      expect(resolved.length).toBeGreaterThanOrEqual(18);
      const leaders = await client.trades.leaderboard({ timePeriod: 'ALL', limit: 50 });
      expect(leaders.filter(({ pnl }) => pnl > 0).length).toBeGreaterThanOrEqual(3);
      expect((await client.comments.list({ limit: 50 })).length).toBe(50);
      child.kill('SIGTERM');
      const { stdout, ...end } = await ended;
      expect(end).toMatchObject({ code: 0, stderr: '' });
      return stdout;
    };
    expect(await session()).toMatch(
      /^Ninety days of the demo's past, [0-9,]+ entries, were made in [0-9.]+ s\nBellwether is/,
    );
    expect(await session()).toMatch(/^Bellwether is ready/);
  });

  test('serve: house traders trade, end with it, and keep their wallets when the admin token changes [X6]', async () => {
    const session = async (adminToken: string, isOver: () => boolean): Promise<unknown[]> => {
      // Without a past the only accounts are theirs.
      const demo = { BELLWETHER_DEMO: 'on', BELLWETHER_DEMO_PAST: 'off' };
      const { child, ended } = await serve({ ...demo, BELLWETHER_ADMIN_TOKEN: adminToken });
      while (!isOver()) await wait(50);
      child.kill('SIGTERM');
      expect(await ended).toMatchObject({ code: 0, stderr: '' });
      return journaled('AccountOpened').map(({ address }) => address);
    };
    // All of the house is logged in before it places an order.
    const wallets = await session('a-token-for-tests-only', () => journaled('OrderAccepted').length > 0);
    expect(wallets.length).toBeGreaterThan(1);
    // Whatever it writes first when it is back, new wallets would have opened an account before.
    const { sequence } = journalHead();
    expect(await session('another-token-for-tests', () => journalHead().sequence > sequence)).toEqual(wallets);
  });
});

test('serve: every file of the data folder is its owner’s alone, whatever the folder and the umask allow [W20]', async () => {
  chmodSync(dataDir, 0o777);
  // As one that came from elsewhere.
  writeFileSync(join(dataDir, 'admin-token'), `${'ab'.repeat(24)}\n`, { mode: 0o644 });
  chmodSync(join(dataDir, 'admin-token'), 0o644);
  const command = `umask 000 && exec "$0" "$@"`;
  const venue = await ready(runHere(['/bin/sh', '-c', command, process.execPath, MAIN, 'serve'], {}));
  expect(venue.url).toContain('http://');
  const modes = readdirSync(dataDir, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map(({ name, parentPath }) => [name, (statSync(join(parentPath, name)).mode & 0o777).toString(8)]);
  const names = modes.map(([name]) => name);
  for (const name of [
    'journal.sqlite',
    'journal.sqlite-wal',
    'store.sqlite',
    'venue.json',
    'venue.lock',
    'master.key',
    'used-until',
  ]) {
    expect(names).toContain(name);
  }
  expect(modes.filter(([, mode]) => mode !== '600')).toEqual([]);
  venue.child.kill('SIGTERM');
  expect((await venue.ended).code).toBe(0);
});
