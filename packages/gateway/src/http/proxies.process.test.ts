/**
 * The proxy files exactly as docs/guides/behind-a-proxy.md has them, each in front of a venue: a signed order passes, addresses are
 * correct, connections are kept, refusals stay JSON, live feeds flow. Skipped if a proxy is not installed, except in
 * CI.
 */
import { spawnSync } from 'node:child_process';
import { chmodSync, readFileSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { BlockList } from 'node:net';
import { join } from 'node:path';
import { FeedClient, messagesOf } from '@bellwether/feeds/testing/feed-client.ts';
import { type FeedVenue, startFeedVenue } from '@bellwether/feeds/testing/feed-venue.ts';
import type { Timers } from '@bellwether/ports/runtime.ts';
import { claimPort } from '@bellwether/postgres-process/ports';
import { MACHINE } from '@bellwether/venue/runtime/machine.ts';
import { createDataDir } from '@bellwether/venue-process';
import { Program } from '@bellwether/venue-process/program';
import { eventually } from '@bellwether/venue-process/progress';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Stack } from './testing/stack.ts';
import { addMarket, type Fields, type TestMarket, Trader } from './testing/trader.ts';

const GUIDE = readFileSync(new URL('../../../../docs/guides/behind-a-proxy.md', import.meta.url), 'utf8');
/** The client's address: a loopback address other than the proxy's. */
const CLIENT = '127.0.0.2';
/** Milliseconds between two pings of the feed that is left idle, and the time that a client has to answer one. */
const PING_MS = 2_250;

let venue: FeedVenue;
let stack: Stack;
let venuePort: number;
let market: TestMarket;
let trader: Trader;
let connections = 0;
let folder: string;
let proxy: Program | null = null;

beforeAll(async () => {
  const dataAllowlist = new BlockList();
  dataAllowlist.addAddress(CLIENT);
  venue = await startFeedVenue({}, { dataAllowlist, trustProxy: ['127.0.0.1/32'] });
  ({ stack, port: venuePort } = venue);
  trader = await Trader.open(stack, '1');
  market = await addMarket(stack, 'Will it rain?');
  stack.app.server.on('connection', () => {
    connections += 1;
  });
});
afterAll(() => venue.close());

beforeEach(() => {
  folder = createDataDir();
  // A proxy that drops root privileges still has to reach its own files.
  chmodSync(folder, 0o755);
});
afterEach(() => proxy?.end());

/** The documented file with this test's ports, without TLS. Every replacement must match exactly once. */
function documented(language: string, replacements: readonly (readonly [RegExp, string])[]): string {
  const block = new RegExp(`\`\`\`${language}\\n([\\s\\S]*?)\`\`\``).exec(GUIDE)?.[1] ?? '';
  return replacements.reduce((text, [pattern, replacement]) => {
    expect(text.match(new RegExp(pattern, 'g'))).toHaveLength(1);
    return text.replace(pattern, replacement);
  }, block);
}

function nginx(port: number, to = venuePort, idle = '75s'): string[] {
  const site = documented('nginx', [
    [/proxy_read_timeout 75s;/, `proxy_read_timeout ${idle};`],
    [/server 127\.0\.0\.1:8080;/, `server 127.0.0.1:${to};`],
    [/listen 443 ssl;/, `listen 127.0.0.1:${port};`],
    [/ssl_certificate .*;/, ''],
    [/ssl_certificate_key .*;/, ''],
  ]);
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${folder}/${name};`,
  );
  writeFileSync(
    join(folder, 'nginx.conf'),
    `daemon off; pid ${folder}/pid; error_log stderr;\nevents {}\nhttp { access_log off; ${temporary.join(' ')}\n${site}}\n`,
  );
  return ['nginx', '-p', folder, '-c', join(folder, 'nginx.conf'), '-e', 'stderr'];
}

function haproxy(port: number, to = venuePort, idle = '75s'): string[] {
  const file = documented('haproxy', [
    [/timeout tunnel 75s/, `timeout tunnel ${idle}`],
    [/server venue 127\.0\.0\.1:8080/, `server venue 127.0.0.1:${to}`],
    [/bind :443 ssl crt .*/, `bind 127.0.0.1:${port}`],
  ]);
  writeFileSync(join(folder, 'haproxy.cfg'), file);
  return ['haproxy', '-db', '-f', join(folder, 'haproxy.cfg')];
}

const isInstalled = (program: string): boolean => spawnSync(program, ['-v']).error === undefined;

interface Answered {
  readonly status: number;
  readonly type: string;
  readonly text: string;
}

const ask = (port: number, method: string, path: string, body = '', headers: Fields = {}): Promise<Answered> =>
  new Promise((resolve, reject) => {
    const type = body === '' ? {} : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) };
    const sent = request(
      { host: '127.0.0.1', localAddress: CLIENT, port, method, path, headers: { ...type, ...headers } },
      (response) => {
        let text = '';
        response.setEncoding('utf8').on('data', (chunk: string) => {
          text += chunk;
        });
        response.on('end', () =>
          resolve({ status: response.statusCode ?? 0, type: response.headers['content-type'] ?? '', text }),
        );
      },
    );
    sent.on('error', reject).end(body);
  });

/** Starts a proxy; resolves to its port once it forwards requests. */
async function start(configure: (port: number) => string[]): Promise<number> {
  const port = await claimPort();
  proxy = new Program(configure(port), { stdio: ['ignore', 'ignore', 'pipe'] });
  await proxy.whileRunning(eventually(async () => expect((await ask(port, 'GET', '/time')).status).toBe(200)));
  return port;
}

describe.each([
  ['nginx', nginx],
  ['haproxy', haproxy],
] as const)('behind %s', (program, configure) => {
  test(`${program}: with the documented file orders, addresses and refusals come through [W16]`, async ({ skip }) => {
    if (process.env['CI'] !== 'true' && !isInstalled(program)) skip(`${program} is not installed`);
    const port = await start(configure);

    const { body } = await trader.sign({ tokenId: market.yes, side: 'BUY', price: '0.4', size: '10' });
    const text = JSON.stringify(body);
    const placed = await ask(port, 'POST', '/order', text, trader.headers('POST', '/order', text));
    expect(placed).toMatchObject({ status: 200, type: 'application/json; charset=utf-8' });
    expect(JSON.parse(placed.text)).toMatchObject({ success: true, status: 'live' });

    // The client's own address is on the list, the proxy's is not, and a forged one does not count.
    expect((await ask(port, 'GET', '/trades')).status).toBe(200);
    expect((await ask(venuePort, 'GET', '/trades')).status).toBe(200);
    expect((await ask(port, 'GET', '/trades', '', { 'x-forwarded-for': '10.0.0.1' })).status).toBe(200);
    const direct = await stack.app.inject({ url: '/trades', remoteAddress: '127.0.0.1' });
    expect(direct.statusCode).toBe(401);

    const unsigned = await ask(port, 'POST', '/order', text);
    expect(JSON.parse(unsigned.text)).toMatchObject({ error: expect.stringContaining('added x-forwarded-for') });
    const large = await ask(port, 'POST', '/books', `[${' '.repeat(300_000)}]`);
    expect([large.status, JSON.parse(large.text)]).toMatchObject([413, { code: 'body_too_large' }]);
    // HAProxy has no bound of its own.
    if (program === 'nginx') {
      const largest = await ask(port, 'POST', '/books', ' '.repeat(18_000_000));
      expect([largest.status, JSON.parse(largest.text)]).toMatchObject([413, { code: 'body_too_large' }]);
    }
    const imported = await ask(port, 'POST', '/admin/import?file=x', ' '.repeat(2_000_000));
    expect(imported).toMatchObject({ status: 401, type: 'application/json; charset=utf-8' });
    expect((await ask(port, 'GET', '/markets/a%2Fb?x=%20')).status).toBe(400);

    const many = Array.from({ length: 500 }, (_, index) => `0x${index.toString(16).padStart(64, '0')}`).join('%2C');
    expect((await ask(port, 'GET', `/live-volume?market=${many}`)).status).toBe(200);

    connections = 0;
    for (let count = 0; count < 20; count++) expect((await ask(port, 'GET', '/time')).status).toBe(200);
    expect(connections).toBeLessThan(10);
  });

  test(`${program}: with the documented file a venue that is down is a refusal in JSON`, async ({ skip }) => {
    if (process.env['CI'] !== 'true' && !isInstalled(program)) skip(`${program} is not installed`);
    const [port, nobody] = [await claimPort(), await claimPort()];
    proxy = new Program(configure(port, nobody), { stdio: ['ignore', 'ignore', 'pipe'] });
    const [status, code] = program === 'nginx' ? [502, 'outcome_unknown'] : [503, 'unavailable'];
    for (const method of ['GET', 'POST', 'DELETE']) {
      const answered = await proxy.whileRunning(eventually(() => ask(port, method, '/order')));
      expect([method, answered]).toMatchObject([method, { status, type: 'application/json' }]);
      expect(JSON.parse(answered.text)).toMatchObject({ code });
    }
  });

  test(`${program}: with the documented file a live feed comes through [F22]`, async ({ skip }) => {
    if (process.env['CI'] !== 'true' && !isInstalled(program)) skip(`${program} is not installed`);
    const port = await start(configure);
    const books = await FeedClient.open(`ws://127.0.0.1:${port}/ws/market`);
    books.say({ type: 'market', assets_ids: [market.yes] });
    expect(messagesOf(await books.next())).toMatchObject([{ event_type: 'book', asset_id: market.yes }]);
    const user = await FeedClient.open(`ws://127.0.0.1:${port}/ws/user`);
    user.say({ type: 'user', auth: trader.credentials });
    await user.all();
    const { orderID: id } = await trader.placed({ tokenId: market.yes, side: 'BUY', price: '0.3', size: '10' });
    expect(await books.next()).toMatchObject({ event_type: 'price_change', market: market.conditionId });
    expect(await user.next()).toMatchObject({ event_type: 'order', type: 'PLACEMENT', id });
    // When the venue closes a feed for a reason, the reason arrives, too.
    books.say('nonsense');
    expect(await books.next()).toMatchObject({ event_type: 'error', code: 'invalid_subscription' });
    expect((await books.closed).code).toBe(1008);
    await user.leave();
  });

  test(`${program}: with the documented file, in small, an idle feed stays while the venue pings [F22]`, async ({
    skip,
  }) => {
    if (process.env['CI'] !== 'true' && !isInstalled(program)) skip(`${program} is not installed`);
    let isPinging = true;
    const { every } = MACHINE.timers;
    const pinging: Timers = {
      ...MACHINE.timers,
      every: (ms, act) => every(ms, () => (isPinging || ms !== PING_MS) && act()),
    };
    const quiet = await startFeedVenue({ pingIntervalMs: PING_MS }, { runtime: { timers: pinging } });
    const port = await start((at) => configure(at, quiet.port, '6s'));
    const url = `ws://127.0.0.1:${port}/ws`;
    const confirming = await FeedClient.open(`${url}/market`);
    // It confirms no ping, so the venue sends it pongs.
    const texting = await FeedClient.open(`${url}/live-data`);
    texting.ws.pong = () => texting.say('ping');
    const rounds = (ws: FeedClient['ws'], count: number): Promise<void> =>
      new Promise((resolve) => {
        let left = count;
        const heard = (): void => {
          left -= 1;
          if (left === 0) resolve();
        };
        ws.on('ping', heard).on('pong', heard);
      });
    // Half as long again as the proxy allows silence.
    await Promise.all([confirming, texting].map(({ ws }) => rounds(ws, 9_000 / PING_MS)));
    for (const { ws } of [confirming, texting]) expect(ws.readyState).toBe(ws.OPEN);
    // The proxy's bound is in force.
    isPinging = false;
    for (const { closed } of [confirming, texting]) expect(await closed).toMatchObject({ code: 1006 });
    await quiet.close();
  });
});

test('proxies: the files of deploy/ allow a feed as much silence as the documented ones', () => {
  const file = (name: string): string => readFileSync(new URL(`../../../../deploy/${name}`, import.meta.url), 'utf8');
  expect(file('haproxy.cfg')).toContain('\n    timeout tunnel 75s\n');
  expect(file('nginx.conf')).toContain('\n    proxy_read_timeout 75s;\n');
});
