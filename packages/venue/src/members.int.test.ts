/** `reads: members`: every route, socket, page and file as an outsider, made from the tables of routes; and members. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import type { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  FEED_PATHS,
  JOINING_ROUTES,
  LOCAL_SERVICE_NAMES,
  ROUTES,
  type Route,
  SERVICE_PREFIXES,
} from '@bellwether/contract';
import { FEED_LIMITS } from '@bellwether/feeds/limits.ts';
import { serveFeeds } from '@bellwether/feeds/serve-feeds.ts';
import { nativeSigner } from '@bellwether/gateway/adapters/signature-pool/testing/native-signer.ts';
import { venueLook } from '@bellwether/gateway/http/looks/venue-look.ts';
import { DOCUMENT_ROUTES, registerDocuments } from '@bellwether/gateway/http/page/register-documents.ts';
import { LOOKS_ROUTES } from '@bellwether/gateway/http/page/register-looks-files.ts';
import { PAGE_ROUTES, registerPage } from '@bellwether/gateway/http/page/register-page.ts';
import { registerSetUp, SET_UP_ROUTES } from '@bellwether/gateway/http/page/register-set-up.ts';
import { SHARE_ROUTES } from '@bellwether/gateway/http/page/register-share.ts';
import { ADMIN_TOKEN, START_MS, startStack } from '@bellwether/gateway/http/testing/stack.ts';
import { addEvent, admin, Trader } from '@bellwether/gateway/http/testing/trader.ts';
import type { People } from '@bellwether/ports/people.ts';
import { createClient } from '@bellwether/sdk';
import { afterAll, expect, test } from 'vitest';
import { Opened } from './compose/opened.ts';
import { openPeopleOf } from './compose/people.ts';
import { readSignIn } from './config/sign-in.ts';
import { MACHINE } from './runtime/machine.ts';
import { PictureThread } from './threads/pictures/picture-thread.ts';

const folder = mkdtempSync(join(tmpdir(), 'bellwether-members-'));
writeFileSync(
  join(folder, 'index.html'),
  '<html lang="en"><head><title>B</title><!--share--></head><div id="root"></div>',
);
writeFileSync(join(folder, 'theme.js'), 'export {};');
const looks: (() => void)[] = [];
const every = (ms: number, look: () => void) => {
  if (ms === 2_000) looks.push(look);
  return () => undefined;
};
const pictures = new PictureThread(MACHINE.timers);
const stackFeeds: { close(): Promise<void> }[] = [];
const stack = await startStack({
  ...{ reads: 'members', join: 'invite', runtime: { timers: { ...MACHINE.timers, every } } },
  extend: (app, dependencies, _exchange, texts) => {
    const feeds = serveFeeds(app, dependencies, { texts, limits: FEED_LIMITS });
    stackFeeds.push(feeds);
    registerPage(app, dependencies.reader, pictures, MACHINE.clock, folder, () => venueLook(dependencies));
    registerDocuments(app, folder);
    registerSetUp(app, dependencies);
  },
});
const people = stack.dependencies.people as People;
const place = {
  accent: '',
  dataDir: folder,
  join: 'invite',
  journal: null,
  name: 'Other',
  signIn: readSignIn(() => undefined),
  url: null,
} as const;
const other = (await openPeopleOf(place, MACHINE, new Uint8Array(32), new Opened(), () => undefined)) as People;
await stack.app.listen({ host: '127.0.0.1', port: 0 });
const address = stack.app.server.address();
const authority = `127.0.0.1:${typeof address === 'object' ? address?.port : 0}`;
afterAll(async () => {
  for (const feeds of stackFeeds) await feeds.close();
  stack.brokenAnswers.splice(0);
  await stack.close();
  await pictures.close();
  rmSync(folder, { recursive: true, force: true });
});

/** A session cookie of a new person in a store. */
async function cookieIn(store: typeof people, name: string): Promise<{ id: string; cookie: string }> {
  const wish = { uses: 1, hours: 1, email: null, name, group: null, role: null, amount: null, by: 'root' };
  const [link] = await store.invite([wish]);
  const token = link?.url.split('#')[1] ?? '';
  const joined = await store.join({ token, name: null, note: null, cookie: undefined, agent: undefined });
  if (joined.kind !== 'joined') throw new Error(joined.why);
  return { id: joined.person.id, cookie: joined.cookies.map((text) => text.split(';')[0]).join('; ') };
}

type Fields = Readonly<Record<string, string>>;
const SECRET = 'Zanzibar';
const [market] = await addEvent(stack, [`Will ${SECRET} win?`], { slug: SECRET.toLowerCase() });
await admin(stack, 'POST', '/admin/accounts', { address: `0x${'1'.repeat(40)}` });
const { conditionId, yes, eventId } = market!;
const { slug } = stack.exchange.state.catalogEvents.get(Number(eventId) as never)!;
const member = await cookieIn(people, 'Ada');
const leaver = await cookieIn(people, 'Bob');
await people.signOut(leaver.cookie);
const banned = await cookieIn(people, 'Cy');
await people.change(banned.id, { state: 'suspended' });
const asking = await people.join({ token: null, name: 'Di', note: null, cookie: undefined, agent: undefined });
const stranger = await cookieIn(other, 'Eve');
await other.close();

const BOGUS = {
  SERVICE_ADDRESS: `0x${'1'.repeat(40)}`,
  SERVICE_API_KEY: '0f8fad5b-d9cb-469f-a165-70867728950e',
  SERVICE_PASSPHRASE: 'x',
  SERVICE_TIMESTAMP: String(START_MS / 1000),
  SERVICE_SIGNATURE: 'x'.repeat(44),
};
const OUTSIDERS: readonly (readonly [string, Fields])[] = [
  ['nobody', {}],
  ['a wrong cookie', { cookie: 'bellwether-00000000.session_token=abc.def' }],
  ['a session that ended', { cookie: leaver.cookie }],
  ['a suspended person', { cookie: banned.cookie }],
  ['a person who waits', { cookie: asking.kind === 'joined' ? asking.cookies.join('; ') : '' }],
  ["another venue's session", { cookie: stranger.cookie }],
  ["a member's session from a page of another site", { cookie: member.cookie, origin: 'https://evil.example' }],
  ['a wrong API key', BOGUS],
];

const OF_PAGE: readonly Route[] = [PAGE_ROUTES, LOOKS_ROUTES, SHARE_ROUTES, DOCUMENT_ROUTES, SET_UP_ROUTES].flatMap(
  (table) => Object.values<Route>(table),
);
const ALL: readonly Route[] = [...ROUTES, ...Object.values<Route>(JOINING_ROUTES), ...OF_PAGE];

/** A path of the route, of something that exists or of nothing. */
function pathOf({ path }: Pick<Route, 'path'>, exists: boolean): string {
  const named = (name: string): string => {
    if (!exists) return 'none';
    if (/condition|market/.test(name)) return conditionId;
    if (/token/.test(name)) return yes;
    if (/slug|name/.test(name)) return slug;
    return name === 'kind' ? 'event' : eventId;
  };
  const full = path.replace(/:(\w+)/g, (_, name: string) => named(name)).replace('*', exists ? 'theme.js' : 'none');
  return exists ? `${full}?token_id=${yes}&market=${conditionId}&q=${SECRET}` : full;
}

const isOpen = ({ path, auth }: Route): boolean =>
  ['/', '/time', '/app/setup/link'].includes(path) ||
  path.startsWith('/auth/people/') ||
  path.startsWith('/app') ||
  auth === 'l1';
/** Nothing that a venue holds is in an answer. */
const HELD = new RegExp([SECRET, conditionId, yes].join('|'), 'i');

async function ask(method: string, url: string, headers: Fields = {}) {
  const hasBody = !['GET', 'HEAD', 'OPTIONS'].includes(method);
  const answer = await stack.app.inject({
    ...{
      method: method as 'GET',
      url,
      headers: { ...(hasBody && { 'content-type': 'application/json' }), ...headers },
    },
    ...(hasBody && { payload: '{}' }),
  });
  stack.brokenAnswers.splice(0);
  return { status: answer.statusCode, text: answer.body, headers: answer.headers };
}

const refused = (answer: Awaited<ReturnType<typeof ask>>, method = 'GET') => {
  const body = method === 'HEAD' ? '' : JSON.parse(answer.text);
  return [answer.status, method === 'HEAD' ? 'members_only' : body.code, answer.headers['cache-control']];
};
const REFUSED = [401, 'members_only', 'no-store'];

test.each(OUTSIDERS)(
  'members: every route, of what is there and what is not, tells nothing to %s',
  async (name, fields) => {
    for (const route of ALL)
      for (const exists of [true, false]) {
        // The rest follows from nobody's requests: the gate looks at credentials alone.
        if (!exists && name !== 'nobody') continue;
        const methods = route.method === 'GET' && name === 'nobody' ? ['GET', 'HEAD', 'OPTIONS'] : [route.method];
        for (const method of methods) {
          const url = pathOf(route, exists);
          const answer = await ask(method, url, fields);
          const what = `${method} ${route.path}`;
          // A refusal may repeat what it was asked.
          const said = answer.text
            .replaceAll(/<meta property="og:url"[^>]*>/g, '')
            .replaceAll((url.split('?')[0] ?? '').slice(1), '');
          expect(HELD.test(said), what).toBe(false);
          const ownCheck = name === 'a wrong API key' && !isOpen(route) && ['l2', 'admin'].includes(route.auth);
          if (ownCheck) expect([what, answer.status]).toEqual([what, 401]);
          else if (!isOpen(route) || method === 'OPTIONS')
            expect([what, ...refused(answer, method)]).toEqual([what, ...REFUSED]);
        }
      }
  },
);

test('members: no spelling of a path, no service and no host gets around it', async () => {
  const paths = [
    '/markets',
    `/markets/${conditionId}`,
    `/book?token_id=${yes}`,
    '/events',
    '/nothing',
    '/docs',
    `/embed/market/${conditionId}`,
  ];
  for (const path of paths)
    for (const url of [
      ...[path, ...Object.values(SERVICE_PREFIXES).map((prefix) => `${prefix}${path}`)],
      ...[
        path.replace('/m', '/%6d'),
        path.replace('/', '//'),
        path.toUpperCase(),
        `/app/..${path}`,
        `/app/%2e%2e${path}`,
      ],
      ...[
        `/auth/people/..${path}`,
        `/auth/people/%2e%2e${path}`,
        `/time/..${path}`,
        `${path}${path.includes('?') ? '&' : '?'}a=/app/`,
      ],
    ])
      for (const host of [authority, ...Object.values(LOCAL_SERVICE_NAMES), 'elsewhere.example'])
        for (const method of ['GET', 'POST', 'DELETE', 'PATCH', 'PUT']) {
          const answer = await ask(method, url, { host, 'x-forwarded-for': '127.0.0.1', 'x-original-url': '/time' });
          expect(HELD.test(answer.text), `${method} ${host} ${url}`).toBe(false);
          if (!url.startsWith('/app/')) expect([url, ...refused(answer)]).toEqual([url, ...REFUSED]);
        }
});

test('members: the plain lane, the parser and broken requests tell nothing either', async () => {
  for (const path of [`/book?token_id=${yes}`, `/price?token_id=${yes}&side=BUY`, '/markets?a=%zz', '/%ff'])
    for (const headers of [{}, { 'x-odd': 'a\tb' }] as Fields[]) {
      const answer = await fetch(`http://${authority}${path}`, { headers });
      const text = await answer.text();
      expect(HELD.test(text)).toBe(false);
      expect([path, answer.status]).toEqual([path, path === '/%ff' ? 400 : 401]);
    }
  const order = await fetch(`http://${authority}/order`, { method: 'POST', body: '{}' });
  expect(order.status).toBe(401);
});

test('members: the page is a frame without anything of the venue, the same for what is there and what is not', async () => {
  const pages = await Promise.all(
    ['/app/', `/app/event/${slug}`, '/app/event/none', `/app/market/${conditionId}`, '/app/portfolio'].map((url) =>
      ask('GET', url),
    ),
  );
  const told = pages.map(({ status, text }) => [status, text.replaceAll(/\/app\/[^"]*/g, '')]);
  for (const each of told) expect(each).toEqual(told[0]);
  expect(told[0]?.[0]).toBe(200);
  expect((await ask('GET', `/app/event/${slug}`, { cookie: member.cookie })).text).toContain(SECRET);
  expect((await ask('GET', '/app/theme.js')).status).toBe(200);
});

test('members: a session, an API key and a token of an administrator read, and no shared cache keeps it', async () => {
  const trader = await openTrader();
  const url = '/markets?limit=5';
  for (const fields of [
    { cookie: member.cookie },
    { cookie: `theme=dark; ${member.cookie}` },
    { authorization: `Bearer ${ADMIN_TOKEN}` },
    trader.headers('GET', '/markets', ''),
  ]) {
    const answer = await ask('GET', url, fields);
    expect([answer.status, HELD.test(answer.text)]).toEqual([200, true]);
    expect(answer.headers['cache-control']).toMatch(/^private/);
    expect(answer.headers['vary']).toContain('cookie');
    const { etag } = answer.headers;
    if (etag !== undefined) expect(refused(await ask('GET', url, { 'if-none-match': String(etag) }))).toEqual(REFUSED);
  }
  const body = JSON.stringify([{ token_id: yes }]);
  const signed = await stack.app.inject({
    ...{ method: 'POST', url: '/books', payload: body },
    headers: { ...trader.headers('POST', '/books', body), 'content-type': 'application/json' },
  });
  expect([signed.statusCode, HELD.test(signed.body)]).toEqual([200, true]);
  expect((await ask('GET', url, { authorization: 'Bearer wrong' })).status).toBe(401);
  for (const { path, method } of ROUTES.filter((route) => route.method === 'GET'))
    expect([path, (await ask(method, pathOf({ path }, true), { cookie: member.cookie })).text]).not.toEqual([
      path,
      expect.stringContaining('members_only'),
    ]);
});

let key = 0;
async function openTrader() {
  const digits = 'abcdef'[key++] ?? 'a';
  const { address: own } = nativeSigner(`0x${digits.repeat(64)}`);
  await admin(stack, 'POST', '/admin/accounts', { address: own });
  return Trader.open(stack, digits);
}

/** A handshake: its status, and the socket, open after 101. */
function shake(path: string, fields: Fields = {}): Promise<{ status: number; ws: Socket }> {
  const key = Buffer.from(MACHINE.random.bytes(16)).toString('base64');
  const upgrade = { connection: 'Upgrade', upgrade: 'websocket', 'sec-websocket-version': '13' };
  const asked = request(`http://${authority}${path}`, { headers: { ...upgrade, 'sec-websocket-key': key, ...fields } });
  return new Promise((resolve, reject) => {
    asked.on('upgrade', (_response, ws: Socket) => resolve({ status: 101, ws }));
    asked.on('response', (response) => resolve({ status: response.statusCode ?? 0, ws: response.socket }));
    asked.on('error', reject);
    asked.end();
  });
}
const closed = (ws: Socket): Promise<unknown> => {
  ws.resume();
  return ws.closed ? Promise.resolve() : new Promise((resolve) => ws.once('close', () => resolve(true)));
};
const lookAgain = (): void => {
  for (const look of looks) look();
};

test('members: no feed opens for an outsider, at any of its paths', async () => {
  for (const path of [...Object.values(FEED_PATHS), '/ws/none'])
    for (const spelled of [path, `${path}/`, `/clob${path}`, `/data${path}`])
      for (const [name, fields] of OUTSIDERS) {
        const { status, ws } = await shake(spelled, fields);
        expect([spelled, name, status]).toEqual([spelled, name, 401]);
        ws.destroy();
      }
});

test('members: a feed ends when its reader signs out, is suspended, or loses the key', async () => {
  for (const path of Object.values(FEED_PATHS)) {
    const own = await cookieIn(people, 'Flo');
    const person = await shake(path, { cookie: own.cookie, origin: `http://${authority}` });
    const trader = await openTraderOnce();
    const keyed = await shake(path, trader.headers('GET', path, ''));
    const token = await shake(path, { authorization: `Bearer ${ADMIN_TOKEN}` });
    expect([person.status, keyed.status, token.status]).toEqual([101, 101, 101]);
    await people.signOut(own.cookie);
    lookAgain();
    await closed(person.ws);
    lookAgain();
    expect([keyed.ws.closed, token.ws.closed]).toEqual([false, false]);
    token.ws.destroy();
    const account = stack.exchange.state.accountsByAddress.get(trader.address as never)!;
    await stack.exchange.submit({ kind: 'SuspendAccount', account });
    await closed(keyed.ws);
    expect((await shake(path, trader.headers('GET', path, ''))).status).toBe(401);
    await stack.exchange.submit({ kind: 'ResumeAccount', account });
  }
});
let once: Promise<Trader> | null = null;
const openTraderOnce = () => (once ??= openTrader());

test('members: feeds that were open to everyone end when reading is for members', async () => {
  Object.assign(stack.dependencies.settings, { reads: 'public' });
  const { status, ws } = await shake(FEED_PATHS.market);
  expect(status).toBe(101);
  Object.assign(stack.dependencies.settings, { reads: 'members' });
  await stack.exchange.submit({ kind: 'SetMode', mode: 'post_only' });
  await closed(ws);
  expect(refused(await ask('GET', '/markets'))).toEqual(REFUSED);
});

test('members: the SDK signs reads once the venue has refused one, with an API key or a token of an administrator', async () => {
  const { signer, credentials } = await openTraderOnce();
  const sent: string[] = [];
  const options = {
    baseUrl: `http://${authority}`,
    clock: () => stack.time.nowMs,
    fetch: (url: string, init: RequestInit) => {
      const names = Object.keys(init.headers ?? {}).join();
      sent.push(/API_KEY|authorization/.test(names) ? 'signed' : 'anonymous');
      return fetch(url, init);
    },
  };
  for (const by of [{ account: { signer, credentials } }, { adminToken: ADMIN_TOKEN }]) {
    const client = createClient({ ...options, ...by });
    sent.length = 0;
    await client.request('venue', {});
    expect([sent[0], sent.at(-1)]).toEqual(['anonymous', 'signed']);
    sent.length = 0;
    await client.request('markets', {});
    expect(sent).toEqual(['signed']);
  }
  // A wallet that the operator has added signs in by itself; what it needs for that is in the refusal.
  const wallet = createClient({ ...options, account: { signer: `0x${'7'.repeat(64)}` } });
  await expect(wallet.request('markets', {})).rejects.toMatchObject({ code: 'not_listed' });
  // The refusal has one form on all routes.
  stack.brokenAnswers.splice(0);
  await admin(stack, 'POST', '/admin/accounts', { address: wallet.account.address.toLowerCase() });
  expect(await wallet.venue.get()).toMatchObject({ reads: 'members' });
  await wallet.request('markets', {});
  expect((await wallet.account.get()).address.toLowerCase()).toBe(wallet.account.address.toLowerCase());
  await expect(createClient(options).request('markets', {})).rejects.toMatchObject({ code: 'members_only' });
});
