/** Joining by a link and coming back; what must fail is among it. */
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, expect, test } from 'vitest';
import { Browser, invite, joined, PAGE, tokenOf } from '../testing/person.ts';
import { startStack } from '../testing/stack.ts';
import { admin, send } from '../testing/trader.ts';

const stack = await startStack({ join: 'invite' });
afterAll(() => stack.close());
const unusable = { status: 403, body: { code: 'link_unusable' } };

test('people: a venue where joining is open has the session alone, and no store', async () => {
  const open = await startStack();
  const session = await send(open, 'GET', '/auth/people/session');
  expect(session.body).toEqual({ join: 'open', reads: 'public', ways: [], person: null });
  expect((await send(open, 'POST', '/auth/people/join', {})).status).toBe(404);
  expect((await admin(open, 'GET', '/admin/people')).status).toBe(404);
  expect(open.dependencies.people).toBeUndefined();
  await open.close();
});

test('people: a link lets one person in, with name, group and promised amount, and then nobody', async () => {
  const { url } = await invite(stack, { group: 'Sales', amount: '250' });
  const ada = new Browser(stack);
  expect(await ada.join(url)).toMatchObject({ status: 400, body: { error: expect.stringContaining('name') } });
  const answer = await ada.join(url, ' Ada ');
  expect(answer).toMatchObject({ status: 200, body: { join: 'invite', ways: ['link'] } });
  const person = { name: 'Ada', email: null, state: 'joined', account: null, role: null, groups: ['Sales'] };
  expect(await ada.person()).toMatchObject(person);
  const [line] = [answer.headers['set-cookie']].flat() as string[];
  expect(line).toMatch(
    /^bellwether-[0-9a-f]{8}\.session_token=[^;]+; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Lax$/,
  );
  expect(await new Browser(stack).join(url, 'Eve')).toMatchObject(unusable);
  expect(await new Browser(stack).join(`${url}x`, 'Eve')).toMatchObject(unusable);
  const listed = await admin(stack, 'GET', '/admin/people?q=ad&group=Sales');
  expect(listed.body).toMatchObject({ total: 1, people: [person] });
});

test('people: two browsers at once share no use of a link', async () => {
  const { url } = await invite(stack, { uses: 3 });
  const asked = Array.from({ length: 8 }, (_, at) => new Browser(stack).join(url, `Twin ${at}`));
  const statuses = (await Promise.all(asked)).map(({ status }) => status);
  expect(statuses.filter((status) => status === 200)).toHaveLength(3);
  expect(statuses.filter((status) => status === 403)).toHaveLength(5);
});

test('people: a link that is over, ended, or of another venue lets nobody in', async () => {
  const over = await invite(stack, { hours: 1 });
  const ended = await invite(stack);
  const end = (headers = {}) => admin(stack, 'DELETE', `/admin/invitations/${ended.id}`, undefined, headers);
  const entries = stack.exchange.state.sequence;
  for (const key of ['once', 'once']) expect((await end({ 'idempotency-key': key })).body).toEqual({ done: true });
  expect((await end()).status).toBe(404);
  // The log tells one act.
  expect(stack.exchange.state.sequence).toBe(entries + 1);
  const before = stack.time.nowMs;
  stack.time.nowMs += 3_600_000;
  expect(await new Browser(stack).join(over.url, 'Eve')).toMatchObject(unusable);
  expect(await new Browser(stack).join(ended.url, 'Eve')).toMatchObject(unusable);
  stack.time.nowMs = before;
  const other = await startStack({ join: 'invite' });
  expect(await new Browser(stack).join((await invite(other)).url, 'Eve')).toMatchObject(unusable);
  await other.close();
  const { invitations } = (await admin(stack, 'GET', '/admin/invitations')).body as { invitations: { id: string }[] };
  expect(invitations.map(({ id }) => id)).not.toContain(ended.id);
});

test('people: each way in makes another session, and ends the one before', async () => {
  const ada = await joined(stack, 'Ada F');
  const planted = ada.cookie;
  const { url } = await invite(stack, { group: 'Fixed' });
  expect((await ada.join(url)).status).toBe(200);
  expect(ada.cookie).not.toBe(planted);
  // Who is in joins the group of another invitation and is no second person.
  expect(await ada.person()).toMatchObject({ name: 'Ada F', groups: ['Fixed'] });
  const old = await send(stack, 'GET', '/auth/people/session', undefined, { cookie: planted });
  expect(old.body).toMatchObject({ person: null });
});

test('people: a request of another page, without an origin, or of a form changes nothing', async () => {
  const ada = await joined(stack, 'Ada C');
  const { url } = await invite(stack);
  const token = tokenOf(url);
  const foreign = [
    { origin: 'https://evil.example' },
    { origin: 'http://venue.test.evil.example' },
    { origin: 'null' },
    { origin: 'http://venue.test:81' },
    { ...PAGE, 'sec-fetch-site': 'cross-site' },
    { ...PAGE, 'sec-fetch-site': 'same-site' },
  ];
  for (const headers of foreign) {
    const own = { cookie: ada.cookie, 'content-type': 'application/json', host: 'venue.test', ...headers };
    const answer = await send(stack, 'POST', '/auth/people/join', { token, name: 'Eve' }, own);
    expect(answer, JSON.stringify(headers)).toMatchObject({ status: 403, body: { code: 'foreign_page' } });
  }
  const form = { ...PAGE, cookie: ada.cookie, 'content-type': 'text/plain' };
  expect((await send(stack, 'POST', '/auth/people/join', JSON.stringify({ token }), form)).status).toBe(415);
  const plain = { ...form, 'content-type': 'application/x-www-form-urlencoded' };
  expect((await send(stack, 'POST', '/auth/people/sign-out', undefined, plain)).status).toBe(415);
  const empty = (headers: object) =>
    send(stack, 'POST', '/auth/people/device-link', undefined, { ...PAGE, ...headers });
  expect((await empty({ cookie: ada.cookie })).status).toBe(200);
  expect((await empty({ cookie: ada.cookie, origin: 'https://evil.example' })).status).toBe(403);
  expect(await ada.person()).toMatchObject({ name: 'Ada C' });
  expect((await new Browser(stack).join(url, 'Bob')).status).toBe(200);
});

test('people: a cookie of another venue, changed, or from before signing out says nothing', async () => {
  const ada = await joined(stack, 'Ada S');
  const [[name = '', value = ''] = []] = [...ada.jar];
  const asked = async (cookie: string) =>
    ((await send(stack, 'GET', '/auth/people/session', undefined, { cookie })).body as { person: unknown }).person;
  expect(await asked(`${name}=${value}`)).not.toBeNull();
  expect(await asked(`${name}=${value.replace(/^./, (first) => (first === 'A' ? 'B' : 'A'))}`)).toBeNull();
  expect(await asked(`bellwether-00000000.session_token=${value}`)).toBeNull();
  const cookie = ada.cookie;
  expect((await ada.ask('POST', '/auth/people/sign-out')).body).toEqual({ done: true });
  expect(ada.jar.size).toBe(0);
  expect(await asked(cookie)).toBeNull();
  expect(await ada.ask('POST', '/auth/people/sign-out')).toMatchObject({
    status: 401,
    body: { code: 'not_signed_in' },
  });
});

test('people: who lost every device comes back as the same person, by a link that works once', async () => {
  const ada = await joined(stack, 'Ada R');
  const { id = '' } = (await ada.person()) ?? {};
  const { url } = (await admin(stack, 'POST', `/admin/people/${id}/link`)).body as { url: string };
  const noted = { actor: 'root', action: 'LinkPerson' };
  expect((await admin(stack, 'GET', '/admin/log?kind=LinkPerson')).body).toMatchObject({ acts: [noted] });
  const again = new Browser(stack);
  expect((await again.join(url)).status).toBe(200);
  expect(await again.person()).toMatchObject({ id, name: 'Ada R' });
  expect(await new Browser(stack).join(url)).toMatchObject(unusable);
  const device = (await again.ask('POST', '/auth/people/device-link')).body as { url: string; expires: number };
  expect(device.expires).toBe(Math.floor(stack.time.nowMs / 1000) + 600);
  const phone = new Browser(stack);
  expect((await phone.join(device.url)).status).toBe(200);
  expect(await phone.person()).toMatchObject({ id });
});

test('people: an operator makes no link for someone who is to become one', async () => {
  const body = { name: 'desk', role: 'operator', expires: 4_000_000_000 };
  const { token } = (await admin(stack, 'POST', '/admin/tokens', body)).body as { readonly token: string };
  const planned = await (await joined(stack, 'Planned', { role: 'operator' })).person();
  const path = `/admin/people/${planned?.id}/link`;
  const refused = { status: 403, body: { code: 'role_required', error: 'this needs the role owner' } };
  expect(await admin(stack, 'POST', path, undefined, { authorization: `Bearer ${token}` })).toMatchObject(refused);
  expect((await admin(stack, 'POST', path)).status).toBe(201);
});

test('people: a use whose answer was lost is repeated by the same browser alone, for ten minutes', async () => {
  const nonce = 'n'.repeat(22);
  const { url } = await invite(stack, { uses: 2 });
  const first = new Browser(stack);
  await first.join(url, 'Lost 1', nonce);
  const { id = '' } = (await first.person()) ?? {};
  const again = new Browser(stack);
  expect((await again.join(url, 'Lost 1', nonce)).status).toBe(200);
  expect([again.cookie, (await again.person())?.id]).toEqual([first.cookie, id]);
  expect((await admin(stack, 'GET', '/admin/people?q=lost')).body).toMatchObject({ total: 1 });
  await new Browser(stack).join(url, 'Other', 'o'.repeat(22));
  const thief = (key?: string) => new Browser(stack).join(url, 'Eve', key);
  for (const key of [undefined, 'n', 'e'.repeat(22)]) expect(await thief(key), key).toMatchObject(unusable);
  const other = await invite(stack);
  await new Browser(stack).join(other.url, 'Other 2');
  expect(await new Browser(stack).join(other.url, 'Eve', nonce)).toMatchObject(unusable);
  // A key that can be guessed is no secret.
  const weak = await invite(stack);
  await new Browser(stack).join(weak.url, 'Weak', '1');
  expect(await new Browser(stack).join(weak.url, 'Eve', '1')).toMatchObject(unusable);

  stack.time.nowMs += 599_999;
  const last = new Browser(stack);
  expect((await last.join(url, 'Lost 1', nonce)).status).toBe(200);
  stack.time.nowMs += 1;
  expect(await thief(nonce)).toMatchObject(unusable);
  stack.time.nowMs -= 600_000;
  expect((await last.join(url, 'Lost 1', nonce)).status).toBe(200);
});

test.each<[string, (browser: Browser, id: string) => Promise<unknown>]>([
  ['signed out', (browser) => browser.ask('POST', '/auth/people/sign-out')],
  ['suspended', (_browser, id) => admin(stack, 'PATCH', `/admin/people/${id}`, { state: 'suspended' })],
  [
    'revoked',
    async (browser) => {
      const { address } = await browser.device('9');
      return browser.ask('DELETE', `/auth/people/devices/${address}`);
    },
  ],
])('people: whoever was %s cannot repeat the use of a link', async (what, end) => {
  const { url } = await invite(stack);
  const browser = new Browser(stack);
  await browser.join(url, `Ended ${what}`, 'n'.repeat(30));
  await end(browser, (await browser.person())?.id ?? '');
  expect(await new Browser(stack).join(url, undefined, 'n'.repeat(30))).toMatchObject(unusable);
});

test('people: without a link one cannot join, unless an operator lets people in', async () => {
  expect(await new Browser(stack).ask('POST', '/auth/people/join', { name: 'Eve' })).toMatchObject({
    status: 403,
    body: { code: 'join_by_link' },
  });
  const asked = await startStack({ join: 'approval' });
  const bob = new Browser(asked);
  expect((await bob.ask('POST', '/auth/people/join', { name: 'Bob', note: 'from IT' })).status).toBe(200);
  const { id = '' } = (await bob.person()) ?? {};
  expect(await bob.person()).toMatchObject({ state: 'waiting', account: null });
  const address = `0x${'1'.repeat(40)}`;
  const refused = { status: 403, body: { code: 'person_waiting' } };
  expect(await bob.ask('POST', '/auth/people/devices', { address })).toMatchObject(refused);
  expect(await bob.ask('POST', '/auth/people/device-link')).toMatchObject(refused);
  // Asking twice is asking once.
  await bob.ask('POST', '/auth/people/join', { name: 'Bob', note: 'from IT' });
  const waiting = (await admin(asked, 'GET', '/admin/people?state=waiting')).body;
  expect(waiting).toMatchObject({ total: 1, people: [{ id, note: 'from IT' }] });
  expect((await admin(asked, 'PATCH', `/admin/people/${id}`, { state: 'joined' })).status).toBe(200);
  expect(await bob.person()).toMatchObject({ state: 'joined' });
  await bob.device('1');
  await asked.close();
});

test('people: 10,000 may wait to be let in; the next is told so, and comes in once another does', async () => {
  const asked = await startStack({ join: 'approval' });
  const ask = (browser: Browser, name: string) => browser.ask('POST', '/auth/people/join', { name });
  const bob = new Browser(asked);
  await ask(bob, 'Bob');
  const store = new DatabaseSync(join(asked.folder, 'people.sqlite'));
  store.exec(`INSERT INTO user (id, name, email, emailVerified, createdAt, updatedAt, state)
    WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 9999)
    SELECT 'w' || i, 'W', i || '@people.invalid', 0, u.createdAt, u.updatedAt, u.state FROM n, user u`);
  store.close();
  const late = new Browser(asked);
  expect(await ask(late, 'Late')).toMatchObject({ status: 409, body: { code: 'too_many_waiting' } });
  expect((await ask(bob, 'Bob')).status).toBe(200);
  expect((await admin(asked, 'PATCH', '/admin/people/w1', { state: 'joined' })).status).toBe(200);
  expect((await ask(late, 'Late')).status).toBe(200);
  expect((await ask(new Browser(asked), 'Later')).status).toBe(409);
  await asked.close();
});

test.each(['A\u202eB', 'A\nB', 'A\u0000', 'A\ud800'])('people: nobody is called %j', async (name) => {
  const token = 'x'.repeat(32);
  const refused = { status: 400, body: { error: expect.stringContaining('name is malformed: expected one line') } };
  expect(await new Browser(stack).ask('POST', '/auth/people/join', { token, name })).toMatchObject(refused);
  expect(await admin(stack, 'POST', '/admin/invitations', { name })).toMatchObject({ status: 400 });
});
