/** Signing in at a venue in its own process, by a real provider and a real mail server, as a browser asks. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runBellwether, startVenueProcess, type VenueProcess } from '@bellwether/venue-process';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type IdentityProvider, openIdentityProvider } from './testing/identity-provider.ts';
import { type MailServer, openMailServer } from './testing/mail-server.ts';

let idp: IdentityProvider;
let mail: MailServer;
let venue: VenueProcess;
beforeAll(async () => {
  [idp, mail] = await Promise.all([openIdentityProvider(), openMailServer()]);
  venue = await startVenueProcess({
    settings: {
      BELLWETHER_JOIN: 'oidc',
      BELLWETHER_OIDC_ISSUER: idp.issuer,
      BELLWETHER_OIDC_CLIENT_ID: idp.clientId,
      BELLWETHER_OIDC_CLIENT_SECRET: idp.clientSecret,
      BELLWETHER_OIDC_DOMAINS: 'a.example',
      BELLWETHER_OIDC_GROUPS_CLAIM: 'groups',
      BELLWETHER_OIDC_ROLES: 'desk=operator,press=editor',
      BELLWETHER_SMTP_URL: mail.url,
      BELLWETHER_SMTP_FROM: 'Tern Bay <venue@a.example>',
      BELLWETHER_LIMITS: 'off',
    },
  });
  idp.admit(`${venue.url}/auth/people/callback/oidc`);
});
afterAll(async () => {
  await venue?.stop();
  await Promise.all([idp?.fall(), mail?.close()]);
});

/** A browser's requests: its cookies, and the headers of a page of the venue. */
class Browser {
  readonly #jar = new Map<string, string>();

  async ask(method: string, path: string, body: object | null = null, own: Readonly<Record<string, string>> = {}) {
    const cookie = [...this.#jar].map(([name, value]) => `${name}=${value}`).join('; ');
    const sent = body === null ? {} : { 'content-type': 'application/json' };
    const answer = await fetch(new URL(path, venue.url), {
      method,
      redirect: 'manual',
      headers: { cookie, origin: venue.url, ...sent, ...own },
      ...(body !== null && { body: JSON.stringify(body) }),
    });
    for (const line of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (value === '') this.#jar.delete(name);
      else this.#jar.set(name, value);
    }
    const text = await answer.text();
    return { status: answer.status, headers: answer.headers, text, json: text === '' ? null : JSON.parse(text) };
  }

  /** Signs in by the provider; returns where that leads. */
  async signIn(account: string): Promise<string | null> {
    const start = await this.ask('GET', '/auth/people/oidc');
    const end = await this.ask('GET', await idp.login(start.headers.get('location') ?? '', account));
    return end.headers.get('location');
  }

  async person() {
    return (await this.ask('GET', '/auth/people/session')).json.person;
  }
}

const asOperator = () => ({ authorization: `Bearer ${venue.adminToken}` });

test('sign-in: the provider lets a person join, and decides groups and role at each sign-in', async () => {
  idp.people.set('ann', { email: 'ann@a.example', email_verified: true, name: 'Ann', groups: ['desk'] });
  const laptop = new Browser();
  expect(await laptop.signIn('ann')).toBe(`${venue.url}/app/join`);
  expect(await laptop.person()).toMatchObject({ name: 'Ann', state: 'joined', account: null, role: null });
  const device = { address: `0x${'ab'.repeat(20)}`, label: 'Laptop' };
  expect((await laptop.ask('POST', '/auth/people/devices', device)).status).toBe(200);
  expect(await laptop.person()).toMatchObject({ role: 'operator', groups: ['desk'] });

  idp.people.set('ann', { email: 'ann@a.example', email_verified: true, groups: ['press'] });
  const phone = new Browser();
  await phone.signIn('ann');
  expect(await laptop.person()).toMatchObject({ role: 'editor', groups: ['press'] });
  idp.people.set('ann', { email: 'ann@a.example', email_verified: true, groups: [] });
  await phone.signIn('ann');
  expect(await phone.person()).toMatchObject({ role: null, groups: [] });
  const log = await new Browser().ask('GET', '/admin/log?actor=oidc', null, asOperator());
  expect(log.json.acts).toHaveLength(3);
});

test('sign-in: claims without a role leave one that an operator gave, also the role that they gave before', async () => {
  const claims = { email: 'cat@a.example', email_verified: true, name: 'Cat' };
  const browser = new Browser();
  const signIn = async (...groups: readonly string[]) => {
    idp.people.set('cat', { ...claims, groups });
    await browser.signIn('cat');
    return (await browser.person()).role;
  };
  await signIn('desk');
  const device = { address: `0x${'cd'.repeat(20)}` };
  expect((await browser.ask('POST', '/auth/people/devices', device)).status).toBe(200);
  const { account } = await browser.person();
  const give = (role: string) => new Browser().ask('PUT', '/admin/roles', { account, role }, asOperator());
  await give('owner');
  expect(await signIn('lunch')).toBe('owner');
  expect(await signIn('press')).toBe('editor');
  expect(await signIn()).toBeNull();
  await give('editor');
  expect(await signIn('lunch')).toBe('editor');
});

test('sign-in: whoever comes by another address of the venue is led to its own one first, once', async () => {
  const there = venue.url.replace('127.0.0.1', 'localhost');
  const answer = await fetch(`${there}/auth/people/oidc?next=https://evil.example`, { redirect: 'manual' });
  expect(new URL(answer.headers.get('location') ?? '').origin).toBe(idp.issuer);
  const first = await fetch(`${there}/auth/people/oidc`, { redirect: 'manual' });
  expect(first.headers.get('location')).toBe(`${venue.url}/auth/people/oidc?again`);
  const again = await fetch(`${there}/auth/people/oidc?again`, { redirect: 'manual' });
  expect(new URL(again.headers.get('location') ?? '').origin).toBe(idp.issuer);
});

test('sign-in: a link by e-mail; the answer is the same for members and others', async () => {
  idp.people.set('bea', { email: 'bea@a.example', email_verified: true, name: 'Bea' });
  await new Browser().signIn('bea');
  const browser = new Browser();
  const asked = await browser.ask('POST', '/auth/people/email', { email: 'nobody@a.example' });
  const known = await browser.ask('POST', '/auth/people/email', { email: 'Bea@a.example' });
  expect(asked).toMatchObject({ status: 200, text: '{"done":true}' });
  const told = ({ headers, ...answer }: typeof asked) => {
    const own = [...headers].filter(([name]) => !['date', 'x-request-id'].includes(name));
    return { ...answer, headers: own };
  };
  expect(told(known)).toEqual(told(asked));
  const { to, text } = await mail.next();
  expect(to).toEqual(['bea@a.example']);
  const [, url = '', token = ''] = /^(\S+\/app\/join)#(\S+)$/m.exec(text) ?? [];
  expect(url).toBe(`${venue.url}/app/join`);
  // A mail program that looks at links uses nothing up: it never sees the token.
  expect((await fetch(url)).status).toBe(200);
  expect((await browser.ask('POST', '/auth/people/join', { token })).status).toBe(200);
  expect(await browser.person()).toMatchObject({ name: 'Bea' });
  const late = await new Browser().ask('POST', '/auth/people/join', { token });
  expect(late).toMatchObject({ status: 403, json: { code: 'link_unusable' } });
});

test.each([
  [{ email: 'bea@a.example' }, { origin: 'https://evil.example' }, 403, 'foreign_page'],
  [{ email: 'bea@a.example' }, { 'content-type': 'text/plain' }, 415, 'unsupported_media_type'],
  [{ email: 'bea' }, {}, 400, 'invalid_payload'],
  [{ email: 'bea@a.example, eve@b.example' }, {}, 400, 'invalid_payload'],
  [{ email: 'bea@a.example', callbackURL: 'https://evil.example' }, {}, 400, 'invalid_payload'],
])('sign-in: asking for a mail with %o and %o is refused', async (body, headers, status, code) => {
  const answer = await new Browser().ask('POST', '/auth/people/email', body, headers as Record<string, string>);
  expect(answer).toMatchObject({ status, json: { code } });
});

test('sign-in: a test mail arrives, or says what the mail server says', async () => {
  const send = (to: string, headers: Readonly<Record<string, string>>) =>
    new Browser().ask('POST', '/admin/people/test-mail', { to }, headers);
  expect(await send('ops@a.example', asOperator())).toMatchObject({ status: 200, json: { done: true } });
  expect(await mail.next()).toMatchObject({ to: ['ops@a.example'], from: 'Tern Bay <venue@a.example>' });
  const refused = await send('refused@a.example', asOperator());
  expect(refused).toMatchObject({ status: 502, json: { code: 'mail_failed' } });
  expect(refused.json.error).toContain('550 no such box');
  expect((await send('ops@a.example', {})).status).toBe(401);
});

test('sign-in: `invite --send` says which links the mail server did not take, and fails', async () => {
  const list = join(venue.dataDir, 'people.csv');
  writeFileSync(list, 'email,name\ncy@a.example,Cy\nrefused@a.example,Di\n,Ed\n');
  const { code, stdout, stderr } = await runBellwether(['invite', list, '--send'], { dataDir: venue.dataDir });
  expect(code).toBe(1);
  expect(stdout.split('\n')).toEqual([
    'cy@a.example Cy: mailed',
    expect.stringMatching(/^refused@a\.example Di: http\S+ \(not mailed\)$/),
    expect.stringMatching(/^Ed: http\S+$/),
    '',
  ]);
  expect(stderr).toContain('not mailed: 1 of 3 links');
  await mail.next();
});

test('sign-in: two browsers at once are one person to the provider, new or invited, and go on being it', async () => {
  for (const [account, isInvited] of [
    ['zoe', false],
    ['yan', true],
  ] as const) {
    const email = `${account}@a.example`;
    if (isInvited) {
      const link = (await new Browser().ask('POST', '/admin/invitations', { email }, asOperator())).json.url as string;
      const token = link.split('#')[1];
      expect((await new Browser().ask('POST', '/auth/people/join', { token, name: 'Yan' })).status).toBe(200);
    }
    idp.people.set(account, { email, email_verified: true, name: 'Zoe' });
    const browsers = [new Browser(), new Browser(), new Browser()];
    await Promise.all(browsers.map((browser) => browser.signIn(account)));
    const later = new Browser();
    expect(await later.signIn(account)).toBe(`${venue.url}/app/join`);
    const { people } = (await new Browser().ask('GET', `/admin/people?q=${email}`, null, asOperator())).json;
    expect(people).toMatchObject([{ email, state: 'joined' }]);
    expect(await later.person()).toMatchObject({ id: people[0].id, state: 'joined' });
  }
});
