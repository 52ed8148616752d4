/** Passkeys between Chromium's virtual authenticator and a venue at a host name; without the page's own buttons. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { claimPort } from '@bellwether/postgres-process/ports';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { describeInBrowser, openOwnHouse } from './theatre.testing.ts';
import { welcome } from './visitor.ts';

const AUTHENTICATOR = {
  protocol: 'ctap2',
  transport: 'internal',
  hasResidentKey: true,
  hasUserVerification: true,
  isUserVerified: true,
  automaticPresenceSimulation: true,
} as const;

interface Answer {
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;
}

/** Asks as a page of the venue does. */
const ask = (page: Page, method: string, path: string, body: object | null = null): Promise<Answer> =>
  page.evaluate(
    async ([verb, where, sent]) => {
      const json = sent === null ? {} : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(sent) };
      const answer = await fetch(`/auth/people${where}`, { method: verb, ...json });
      return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
    },
    [method, path, body] as const,
  );

/** Lets the authenticator make a passkey. */
const create = (page: Page, options: object): Promise<object> =>
  page.evaluate(async (given) => {
    const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(given as PublicKeyCredentialCreationOptionsJSON);
    return ((await navigator.credentials.create({ publicKey })) as PublicKeyCredential).toJSON();
  }, options);

/** Lets the authenticator sign a challenge, with any passkey that it has for the host. */
const sign = (page: Page, options: object): Promise<object> =>
  page.evaluate(async (given) => {
    const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(given as PublicKeyCredentialRequestOptionsJSON);
    return ((await navigator.credentials.get({ publicKey })) as PublicKeyCredential).toJSON();
  }, options);

const BEGIN = '/passkey/generate-authenticate-options';
const END = '/passkey/verify-authentication';

describeInBrowser('passkeys', () => {
  const house = openOwnHouse(async () => {
    // The address must be known before the venue starts.
    const port = await claimPort();
    const url = `http://localhost:${port}`;
    return { BELLWETHER_JOIN: 'invite', BELLWETHER_PORT: String(port), BELLWETHER_URL: url, BELLWETHER_LIMITS: 'off' };
  });
  const own = (path: string) => `${house.venue.url.replace('127.0.0.1', 'localhost')}${path}`;
  const elsewhere = createServer((_, response) =>
    response.setHeader('content-type', 'text/html').end('<title>x</title>'),
  );
  beforeAll(() => new Promise<void>((resolve) => elsewhere.listen(0, '127.0.0.1', resolve)));
  afterAll(() => new Promise((resolve) => elsewhere.close(resolve)));

  /** A browser with an authenticator, at a blank address of the venue. */
  async function visitor(): Promise<Page> {
    const page = await welcome(house.browser, { expected: /40[013] \((?:Bad Request|Unauthorized|Forbidden)\)/ });
    const devtools = await page.context().newCDPSession(page);
    await devtools.send('WebAuthn.enable');
    await devtools.send('WebAuthn.addVirtualAuthenticator', { options: AUTHENTICATOR });
    await page.goto(own('/docs'));
    return page;
  }

  async function join(page: Page, name: string): Promise<void> {
    const headers = { authorization: `Bearer ${house.venue.adminToken()}`, 'content-type': 'application/json' };
    const made = await fetch(own('/admin/invitations'), { method: 'POST', headers, body: JSON.stringify({ name }) });
    const { url } = (await made.json()) as { url: string };
    expect((await ask(page, 'POST', '/join', { token: url.split('#')[1] })).status).toBe(200);
  }

  async function addPasskey(page: Page): Promise<void> {
    const { body: options } = await ask(page, 'GET', '/passkey/generate-register-options');
    const response = await create(page, options);
    const added = await ask(page, 'POST', '/passkey/verify-registration', { response, name: 'Phone' });
    expect(added).toMatchObject({ status: 200, body: { name: 'Phone' } });
  }

  const nameOf = async (page: Page) =>
    ((await ask(page, 'GET', '/session')).body['person'] as { name: string } | null)?.name;

  test('passkeys: who has one comes back with it, without a name, and each answer works once', async () => {
    const page = await visitor();
    await join(page, 'Ann');
    await addPasskey(page);
    await page.context().clearCookies();
    expect(await nameOf(page)).toBeUndefined();

    const { body: options } = await ask(page, 'GET', BEGIN);
    expect(options).not.toHaveProperty('allowCredentials');
    const response = await sign(page, options);
    expect(await ask(page, 'POST', END, { response })).toEqual({ status: 200, body: { done: true } });
    expect(await nameOf(page)).toBe('Ann');
    expect((await ask(page, 'POST', END, { response })).status).toBe(400);
  });

  test('passkeys: one that was made for another site, or on a page of another site, opens nothing', async () => {
    const page = await visitor();
    await join(page, 'Bea');
    await addPasskey(page);
    await page.context().clearCookies();

    // A page of another origin has a challenge of the venue signed and sends it on from its server.
    const { port } = elsewhere.address() as AddressInfo;
    const relayed = await fetch(own(BEGIN.replace('/', '/auth/people/')));
    const cookie = relayed.headers.getSetCookie().map((line) => line.split(';')[0]);
    await page.goto(`http://localhost:${port}/`);
    const response = await sign(page, (await relayed.json()) as object);
    const sent = await fetch(own(`/auth/people${END}`), {
      method: 'POST',
      headers: { cookie: cookie.join('; '), origin: own(''), 'content-type': 'application/json' },
      body: JSON.stringify({ response }),
    });
    expect([sent.status, sent.headers.getSetCookie().filter((line) => line.includes('session'))]).toEqual([400, []]);

    // A passkey of the same host that the venue has never seen.
    const stranger = await visitor();
    await stranger.goto(`http://localhost:${port}/`);
    const user = { id: 'eA', name: 'x', displayName: 'x' };
    const pubKeyCredParams = [{ type: 'public-key', alg: -7 }];
    const authenticatorSelection = { residentKey: 'required' };
    const rp = { id: 'localhost', name: 'x' };
    await create(stranger, { challenge: 'eA', rp, user, pubKeyCredParams, authenticatorSelection });
    await stranger.goto(own('/docs'));
    const { body: options } = await ask(stranger, 'GET', BEGIN);
    expect((await ask(stranger, 'POST', END, { response: await sign(stranger, options) })).status).toBe(401);
    expect(await nameOf(stranger)).toBeUndefined();
  });

  test('passkeys: a suspended person does not come back with one', async () => {
    const page = await visitor();
    await join(page, 'Cleo');
    await addPasskey(page);
    const { id } = (await ask(page, 'GET', '/session')).body['person'] as { id: string };
    const headers = { authorization: `Bearer ${house.venue.adminToken()}`, 'content-type': 'application/json' };
    const change = { method: 'PATCH', headers, body: JSON.stringify({ state: 'suspended' }) };
    expect((await fetch(own(`/admin/people/${id}`), change)).status).toBe(200);
    const { body: options } = await ask(page, 'GET', BEGIN);
    const refused = await ask(page, 'POST', END, { response: await sign(page, options) });
    expect(refused).toEqual({ status: 403, body: { error: 'this person is suspended: ask the operator' } });
  });
});
