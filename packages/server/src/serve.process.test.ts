/** `bellwether serve` as operators use it: with other commands, file permissions, npm as its parent, and the demo. */
import { chmodSync, existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { lockDataFolder } from '@bellwether/ledger/adapters/data-folder/lock.ts';
import { openJournalReader } from '@bellwether/ledger/adapters/journal-sqlite/sqlite-journal.ts';
import { entriesOfRecord } from '@bellwether/ledger/record/journal-record.ts';
import { createClient } from '@bellwether/sdk';
import { clientOf, openMarket } from '@bellwether/venue/ops/testing/venue-client.ts';
import { createDataDir, runBellwether, startVenueProcess, type VenueProcess } from '@bellwether/venue-process';
import { eventually } from '@bellwether/venue-process/progress';
import { beforeAll, describe, expect, test } from 'vitest';

const PAYLOAD = join(import.meta.dirname, '../../venue/src/ops/fixtures/gamma_event.json');
const DAY_S = 86_400;

/** Last sequence of a folder's journal, and the events after entry `after`. */
function journalOf(dataDir: string, after = 0) {
  const reader = openJournalReader(dataDir);
  const entries = [...reader.read(after + 1)].flatMap((record) => entriesOfRecord(record, null));
  const { sequence } = reader.head();
  reader.close();
  return { sequence, events: entries.filter((entry) => entry.sequence > after).flatMap(({ events }) => events) };
}

test('serve: an address that it cannot listen at stops it with one line that names the setting, and leaves no new folder', async () => {
  for (const dataDir of [createDataDir(), join(createDataDir(), 'new')]) {
    const isNew = !existsSync(dataDir);
    expect(await runBellwether(['serve'], { dataDir, settings: { BELLWETHER_HOST: '192.0.2.1' } })).toMatchObject({
      code: 1,
      stdout: '',
      stderr: 'bellwether: 192.0.2.1:0 is no address of this machine: change BELLWETHER_HOST\n',
    });
    expect(existsSync(dataDir)).toBe(!isNew);
  }
});

test('serve: BELLWETHER_MODE sets the mode before clients can trade, and a start without it leaves the mode [M12]', async () => {
  const dataDir = createDataDir();
  const start = (mode?: string) =>
    startVenueProcess({ dataDir, ...(mode !== undefined && { settings: { BELLWETHER_MODE: mode } }) });
  let venue = await start();
  const owner = clientOf(venue, '7');
  const order = { tokenId: await openMarket(owner), side: 'BUY', price: '0.4', size: '5' } as const;
  const { orderID } = await owner.orders.place(order);
  await venue.end();
  // Others each time: a wallet signs in once a second.
  for (const digit of ['8', '9']) {
    venue = await start('cancel_only');
    await expect(clientOf(venue, digit).orders.place(order)).rejects.toMatchObject({ code: 'mode_cancel_only' });
    await venue.end();
  }
  const events = journalOf(dataDir).events.filter(({ kind }) => kind === 'ModeSet');
  expect(events).toEqual([{ kind: 'ModeSet', mode: 'cancel_only' }]);
  venue = await start();
  const client = clientOf(venue, '7');
  await expect(client.orders.place(order)).rejects.toMatchObject({ code: 'mode_cancel_only' });
  expect((await client.orders.cancel(orderID)).canceled).toEqual([orderID]);
  await venue.end();
  venue = await start('open');
  const other = clientOf(venue, '6');
  await openMarket(other);
  expect((await other.orders.place(order)).success).toBe(true);
  await venue.end();
  for (const command of ['serve', 'sandbox'])
    expect(
      await runBellwether([command], { dataDir: createDataDir(), settings: { BELLWETHER_MODE: 'cancel' } }),
    ).toMatchObject({
      code: 2,
      stderr: expect.stringContaining(
        'BELLWETHER_MODE must be one of open, post_only, cancel_only, disabled, not "cancel"',
      ),
    });
  const settings = { BELLWETHER_MODE: 'open' };
  expect(await runBellwether(['sandbox'], { dataDir: createDataDir(), settings })).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('BELLWETHER_MODE is for a venue'),
  });
});

describe('serve', () => {
  const dataDir = createDataDir();
  let venue: VenueProcess;

  beforeAll(async () => {
    chmodSync(dataDir, 0o777);
    // A token file with open permissions, as if copied from elsewhere.
    writeFileSync(join(dataDir, 'admin-token'), `${'ab'.repeat(24)}\n`, { mode: 0o644 });
    chmodSync(join(dataDir, 'admin-token'), 0o644);
    // Like npm: a shell in between that forwards no signals.
    const through = ['sh', '-c', 'umask 000; "$0" "$@"; true'];
    venue = await startVenueProcess({ dataDir, through, settings: { npm_lifecycle_event: 'start' } });
  });

  test('serve: every file of the data folder is its owner’s alone, whatever the folder and the umask allow [W20]', () => {
    const modes = readdirSync(dataDir, { withFileTypes: true, recursive: true })
      .filter((entry) => entry.isFile())
      .flatMap(({ name, parentPath }) => {
        // A file that has just been replaced may be gone.
        const stats = statSync(join(parentPath, name), { throwIfNoEntry: false });
        return stats === undefined ? [] : [[name, (stats.mode & 0o777).toString(8)]];
      });
    const files = ['journal.sqlite', 'journal.sqlite-wal', 'store.sqlite', 'venue.json', 'venue.lock'];
    expect(modes.map(([name]) => name)).toEqual(expect.arrayContaining([...files, 'master.key']));
    expect(modes.filter(([, mode]) => mode !== '600')).toEqual([]);
  });

  test('serve: verify and import run beside it, and a second venue is told where the first one is [D15]', async () => {
    const importing = () => runBellwether(['import', PAYLOAD], { dataDir });
    const first = await importing();
    expect(first).toMatchObject({ code: 0, stderr: '' });
    expect(first.stdout).toMatch(/^gamma_event\.json: events: 1 added, 0 unchanged; markets: [1-9]\d* added/);
    expect((await importing()).stdout).toMatch(/events: 0 added, 1 unchanged/);
    const beside = ['serve', 'verify'].map((command) => runBellwether([command], { dataDir }));
    const [second, verified] = await Promise.all(beside);
    expect(second).toMatchObject({ code: 1, stdout: '' });
    expect(second?.stderr).toMatch(new RegExp(`^bellwether: the data folder .* in use by .*${venue.url}\\)\\n$`));
    expect(verified).toMatchObject({ code: 0, stderr: '' });
    expect(verified?.stdout).toMatch(/everything holds\n$/);
  });

  test('serve: what npm started ends with npm, though npm is killed and hands nothing on [D20]', async () => {
    // The pipes close only when the venue has ended too.
    expect((await venue.end('SIGKILL')).stderr).toBe('');
    expect(journalOf(dataDir).sequence).toBeGreaterThan(0);
    lockDataFolder(dataDir).release();
  });
});

describe('serve on an empty folder', () => {
  const LINK = /Set the venue up, once and within ten minutes: http:\/\/127\.0\.0\.1:\d+\/app\/setup#(\S{32})\n/;
  const dataDir = createDataDir();
  const values = { name: 'Club', currency: 'points', join: 'listed', startingBalance: '5' };

  test('serve: a new venue prints a link to set it up, another at each start, and none once it is set up', async () => {
    const tokens: string[] = [];
    for (const isUsed of [false, true]) {
      const venue = await startVenueProcess({ dataDir });
      const [, token = ''] = await venue.program.said(LINK);
      tokens.push(token);
      const authorization = `Bearer ${token}`;
      if (isUsed) {
        const headers = { authorization, 'content-type': 'application/json' };
        const url = `${venue.url}/app/setup/link`;
        const first = await fetch(url, {
          method: 'POST',
          headers: { ...headers, authorization: `Bearer ${tokens[0]}` },
        });
        expect(first.status).toBe(401);
        const set = await fetch(url, { method: 'POST', headers, body: JSON.stringify(values) });
        expect(await set.json()).toEqual({ event: '', adminToken: join(dataDir, 'admin-token') });
        expect(await createClient({ baseUrl: venue.url }).venue.get()).toMatchObject(values);
        // A claimed host changes nothing: nothing that the venue prints follows a request.
        const page = await fetch(`${venue.url}/app/`, { headers: { 'x-forwarded-host': 'evil.example' } });
        expect(await page.text()).toContain('data-name="Club" data-currency="points"');
      }
      expect(await venue.end()).toMatchObject({ code: 0, stderr: '' });
    }
    expect(new Set(tokens).size).toBe(2);
    const written = readdirSync(dataDir, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
    for (const { name, parentPath } of written) {
      const text = readFileSync(join(parentPath, name), 'latin1');
      for (const token of tokens) expect(text.includes(token), name).toBe(false);
    }
    // As after a kill between the file of settings and the first market.
    const venue = await startVenueProcess({ dataDir });
    expect(await createClient({ baseUrl: venue.url }).venue.get()).toMatchObject(values);
    const { stdout } = await venue.end();
    expect(stdout).not.toContain('setup');
    expect(stdout).toContain(`markets       none yet: add the first one at ${venue.url}/app/operate/new\n`);
  });

  test('serve: a wrong file of settings stops the start with one line and exit code 2', async () => {
    const path = join(dataDir, 'bellwether.config.json');
    writeFileSync(path, '{"join": "listed", "joins": "open"');
    expect(await runBellwether(['serve'], { dataDir })).toMatchObject({
      code: 2,
      stdout: '',
      stderr: `bellwether: ${path} must be valid JSON\n`,
    });
  });

  test('serve: a venue that is set up by a setting, or has been used, prints no link', async () => {
    const named = await startVenueProcess({ settings: { BELLWETHER_CURRENCY: '€' } });
    expect((await named.end()).stdout).not.toContain('setup');
    const used = await startVenueProcess();
    await createClient({ baseUrl: used.url, adminToken: used.adminToken }).admin.addTag({ label: 'Sport' });
    await used.end();
    const again = await startVenueProcess({ dataDir: used.dataDir });
    expect((await again.end()).stdout).not.toContain('setup');
  });
});

const dataDir = createDataDir();
const said: string[] = [];
/** Number of entries of the past, then the sequence at the end of the first session. */
const ends: number[] = [];

/** Runs a session until its events show `acts`. Profiles are set once, when every trader has an account. */
async function session(adminToken: string, acts: RegExp): Promise<VenueProcess> {
  const settings = { BELLWETHER_DEMO: 'on', BELLWETHER_DEMO_PAST: 'on', BELLWETHER_LIMITS: 'off' };
  const venue = await startVenueProcess({ dataDir, settings: { ...settings, BELLWETHER_ADMIN_TOKEN: adminToken } });
  const [, entries = ''] = /past, ([0-9,]+) entries/.exec(venue.program.stdout) ?? [];
  if (ends.length === 0) ends.push(Number(entries.replaceAll(',', '')));
  await eventually(() => expect(kindsBehind(ends.at(-1))).toMatch(acts));
  return venue;
}

const kindsBehind = (after: number | undefined): string =>
  Array.from(journalOf(dataDir, after).events, ({ kind }) => kind).join(' ');

async function stop(venue: VenueProcess): Promise<void> {
  const { stdout, ...end } = await venue.end();
  expect(end).toMatchObject({ code: 0, stderr: '' });
  said.push(stdout);
  ends.push(journalOf(dataDir, ends.at(-1)).sequence);
}

test('serve: the demo opens an empty folder with ninety days behind it, once [X7]', async () => {
  const venue = await session('a-token-for-tests-only', /ProfileUpdated.*OrderAccepted|OrderAccepted.*ProfileUpdated/);
  const client = createClient({ baseUrl: venue.url });
  const [market] = await client.markets.list({ order: 'volumeNum', closed: false, limit: 1 });
  const [token = ''] = market?.tokenIds ?? [];
  const history = await client.prices.history({ market: token, interval: 'all', fidelity: 60 });
  expect(new Set(history.map(({ t }) => Math.trunc(t / DAY_S))).size).toBeGreaterThanOrEqual(90);
  expect((await client.books.get(token)).bids.length).toBeGreaterThan(0);
  expect((await client.events.list({ closed: true, limit: 50 })).length).toBeGreaterThanOrEqual(18);
  const leaders = await client.trades.leaderboard({ timePeriod: 'ALL', limit: 50 });
  expect(leaders.filter(({ pnl }) => pnl > 0).length).toBeGreaterThanOrEqual(3);
  expect((await client.comments.list({ limit: 50 })).length).toBe(50);
  await stop(venue);
  await stop(await session('another-token-for-tests', /Order(Accepted|Canceled)/));
  expect(said).toEqual([
    expect.stringMatching(/^Ninety days of the demo's past, [0-9,]+ entries, were made in [0-9.]+ s\nBellwether is/),
    expect.stringMatching(/^Bellwether is ready/),
  ]);
});

test('serve: house traders trade, end with it, and keep their wallets when the admin token changes [X6]', () => {
  const [past = 0, first = 0] = ends;
  expect(journalOf(dataDir, past).events.filter(({ kind }) => kind === 'AccountOpened').length).toBeGreaterThan(1);
  expect(kindsBehind(past)).toContain('OrderAccepted');
  expect(kindsBehind(first)).not.toContain('AccountOpened');
});
