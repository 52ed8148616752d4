/** Signing in by a provider: a real one on a socket, the store of people in a file, and a browser's cookies. */

import { readFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { copyStoreFile } from '@bellwether/stores/copy-file.ts';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type IdClaims, type IdentityProvider, openIdentityProvider } from '../testing/identity-provider.ts';
import { openVenue as openTestVenue, TestBrowser, type TestVenue, VENUE } from '../testing/open-venue.ts';

const BACK = `${VENUE}/auth/people/callback/oidc`;
const MINUTE = 60_000;
const ANN = { email: 'Ann@a.example', email_verified: true, name: 'Ann' };

let idp: IdentityProvider;
const opened: TestVenue[] = [];
beforeAll(async () => {
  idp = await openIdentityProvider();
});
afterAll(() => idp.fall());
beforeEach(() => {
  idp.admit(BACK);
  idp.people.clear();
  idp.people.set('ann', ANN);
  idp.twist = null;
});
afterEach(async () => {
  for (const venue of opened.splice(0)) await venue.close();
});

async function openVenue({ joins = true, issuer = idp.issuer } = {}) {
  const { clientId, clientSecret } = idp;
  const roles = new Map([
    ['desk', 'operator'],
    ['press', 'editor'],
  ]);
  const domains = ['a.example', 'b.example'];
  const scopes = ['openid', 'email', 'profile'];
  const provider = { issuer, clientId, clientSecret, scopes, domains, groupsClaim: 'groups', roles };
  const venue = await openTestVenue({ joins, provider });
  opened.push(venue);

  /** Asks where to sign in. */
  async function start(browser: TestBrowser): Promise<string> {
    const { status, location } = await browser.ask('GET', '/oidc');
    expect(status).toBe(302);
    return location ?? '';
  }
  /** Comes back with the provider's answer. */
  async function finish(browser: TestBrowser, back: string) {
    const { location } = await browser.ask('GET', back.slice(`${VENUE}/auth/people`.length));
    return { location, person: (await browser.person())?.email ?? null };
  }
  async function signIn(change: (back: URL) => unknown = () => undefined, account = 'ann') {
    const browser = new TestBrowser(venue);
    const back = new URL(await idp.login(await start(browser), account));
    change(back);
    return finish(browser, back.href);
  }
  const signInAs = (account: string) => signIn(undefined, account);
  const everyone = async () => (await venue.people.list({ limit: 9, offset: 0 })).people;
  return { ...venue, browser: () => new TestBrowser(venue), everyone, start, finish, signIn, signInAs };
}

const INSIDE = { location: `${VENUE}/app/join`, person: 'ann@a.example' };
const outside = (error: string) => ({ location: `${VENUE}/app/join?error=${error}`, person: null });

describe('signing in by the provider', () => {
  test('joins, and comes back as the same person, even under another address', async () => {
    const venue = await openVenue();
    expect(await venue.signIn()).toEqual(INSIDE);
    idp.people.set('ann', { ...ANN, name: 'Anna', email: 'ann.new@b.example' });
    expect(await venue.signIn()).toEqual(INSIDE);
    expect(await venue.everyone()).toMatchObject([{ name: 'Ann', state: 'joined', account: null, groups: [] }]);
  });

  test.each<[IdClaims, string, string[]]>([
    [{ groups: ['desk', 'press'] }, 'operator', ['desk', 'press']],
    [{ groups: ['press'] }, 'editor', ['press']],
    [{ groups: 'press' }, 'editor', ['press']],
    [{ roles: ['desk'], groups: ['staff'] }, 'operator', ['staff']],
    [{ groups: ['owner'] }, '-operator', ['owner']],
    [{ groups: [7, { desk: true }, null, ' '] }, '-operator', []],
    [{ groups: ['/all/<b>staff</b>'] }, '-operator', ['all b staff b']],
  ])('takes role and groups from claims, anew each time: %o', async (claims, roleWish, groups) => {
    const venue = await openVenue();
    idp.people.set('ann', { ...ANN, groups: ['before', 'desk'] });
    await venue.signIn();
    idp.people.set('ann', { ...ANN, ...claims });
    expect(await venue.signIn()).toEqual(INSIDE);
    expect(await venue.everyone()).toMatchObject([{ roleWish, groups }]);
  });

  test.each<[IdClaims, string]>([
    [{ name: '\u202eNan\n\n of\u200b  Ann\u0000' }, 'Nan of Ann'],
    [{ name: '\u202e \n', preferred_username: 'ann\u2066' }, 'ann'],
    [{ name: `${'A'.repeat(79)}😀` }, 'A'.repeat(79)],
  ])('takes the name as one line without invisible characters: %j', async (claims, name) => {
    const venue = await openVenue();
    idp.people.set('ann', { ...ANN, ...claims });
    expect(await venue.signIn()).toEqual(INSIDE);
    expect(await venue.everyone()).toMatchObject([{ name }]);
  });

  test.each(['client_secret_basic', 'client_secret_post'] as const)('proves itself by %s', async (method) => {
    idp.admit(BACK, method);
    expect(await (await openVenue()).signIn()).toEqual(INSIDE);
  });

  test('asks the userinfo endpoint only for what the id token lacks', async () => {
    const venue = await openVenue();
    idp.people.set('ann', {});
    idp.twist = (claims) => ({ ...claims, ...ANN, groups: ['press'] });
    expect(await venue.signIn()).toEqual(INSIDE);
    expect(await venue.everyone()).toMatchObject([{ groups: ['press'] }]);
  });

  test('without joining by the provider, knows people who exist, and nobody else', async () => {
    const venue = await openVenue({ joins: false });
    expect(await venue.signIn()).toEqual(outside('not_a_member'));
    expect(await venue.everyone()).toEqual([]);
    const id = await venue.join('A.', 'ann@a.example');
    expect(await venue.signIn()).toEqual(INSIDE);
    expect(await venue.everyone()).toMatchObject([{ id, name: 'A.' }]);
  });

  test.each([true, false])('another subject with the address of a person is nobody; joins: %s', async (joins) => {
    const venue = await openVenue({ joins });
    const id = await venue.join('A.', 'ann@a.example');
    expect(await venue.signIn()).toEqual(INSIDE);
    idp.people.set('eve', { ...ANN, email: 'ANN@a.example' });
    expect(await venue.signInAs('eve')).toEqual(outside('other_subject'));
    // Under an address of her own she is somebody else, even once she has Ann's again.
    idp.people.set('eve', { ...ANN, email: 'eve@a.example' });
    expect(await venue.signInAs('eve')).toEqual(
      joins ? { ...INSIDE, person: 'eve@a.example' } : outside('not_a_member'),
    );
    idp.people.set('eve', ANN);
    const eve = joins ? { ...INSIDE, person: 'eve@a.example' } : outside('other_subject');
    expect(await venue.signInAs('eve')).toEqual(eve);
    expect(await venue.signIn()).toEqual(INSIDE);
    // An erased person leaves the address to whoever has it now.
    await venue.people.erase(id);
    if (!joins) await venue.join('E.', 'ann@a.example');
    expect(await venue.signIn()).toEqual(INSIDE);
    expect((await venue.everyone()).map((person) => person.id)).not.toContain(id);
  });

  test('a subject of another issuer is another person; the same address links anew', async () => {
    const venue = await openVenue();
    const before = new DatabaseSync(venue.file);
    expect(await venue.signIn()).toEqual(INSIDE);
    // The settings named another provider until now.
    before.prepare(`UPDATE account SET "accountId" = 'https://old.example ann'`).run();
    before.close();
    idp.people.set('ann', { ...ANN, email: 'other@a.example' });
    expect(await venue.signIn()).toEqual({ ...INSIDE, person: 'other@a.example' });
    idp.people.set('bea', ANN);
    expect(await venue.signInAs('bea')).toEqual(INSIDE);
    expect(await venue.everyone()).toHaveLength(2);
  });

  test('a subject that an older store kept without its issuer is the same person, and no other one is', async () => {
    const venue = await openVenue();
    const before = new DatabaseSync(venue.file);
    expect(await venue.signIn()).toEqual(INSIDE);
    before.prepare(`UPDATE account SET "accountId" = 'ann'`).run();
    before.close();
    idp.people.set('eve', ANN);
    expect(await venue.signInAs('eve')).toEqual(outside('other_subject'));
    expect(await venue.signIn()).toEqual(INSIDE);
    expect(await venue.signInAs('eve')).toEqual(outside('other_subject'));
    expect(await venue.everyone()).toHaveLength(1);
  });

  test('refuses a suspended person', async () => {
    const venue = await openVenue();
    await venue.signIn();
    const [ann] = await venue.everyone();
    await venue.people.change(ann?.id ?? '', { state: 'suspended' });
    expect(await venue.signIn()).toEqual(outside('suspended'));
  });

  test('two browsers at once are one person', async () => {
    const venue = await openVenue();
    expect(await Promise.all([venue.signIn(), venue.signIn()])).toContainEqual(INSIDE);
    expect(await venue.signIn()).toEqual(INSIDE);
    expect(await venue.everyone()).toHaveLength(1);
  });

  test('nothing of the provider but the subject is kept', async () => {
    const venue = await openVenue();
    const tokens: string[] = [];
    idp.twist = (claims) => {
      tokens.push(String(claims['nonce']));
      return claims;
    };
    await venue.signIn();
    await copyStoreFile(venue.file, venue.copy);
    const kept = readFileSync(venue.copy).toString('latin1');
    expect(tokens).toHaveLength(1);
    expect(kept).toContain('ann@a.example');
    // Every JSON Web Token begins like this.
    expect(kept).not.toContain('eyJ');
  });

  test.each<[string, IdClaims]>([
    ['email_unverified', { email_verified: false }],
    ['email_unverified', { email_verified: undefined }],
    ['email_unverified', { email_verified: 'yes' }],
    ['email_domain', { email: 'ann@c.example' }],
    ['email_domain', { email: 'ann@sub.a.example' }],
    ['email_domain', { email: 'ann@a.example@c.example' }],
    ['email_missing', { email: undefined }],
  ])('refuses the person: %s, %o', async (problem, claims) => {
    const venue = await openVenue();
    idp.people.set('ann', { ...ANN, ...claims });
    expect(await venue.signIn()).toEqual(outside(problem));
    expect(await venue.everyone()).toEqual([]);
  });

  test('refuses who was accepted before and is no longer', async () => {
    const venue = await openVenue();
    await venue.signIn();
    idp.people.set('ann', { ...ANN, email: 'ann@c.example' });
    expect(await venue.signIn()).toEqual(outside('email_domain'));
  });
});

describe('attacks on signing in by the provider', () => {
  test.each<[string, (claims: IdClaims) => IdClaims]>([
    ['the audience is another client', (claims) => ({ ...claims, aud: 'other' })],
    ['of two audiences, the other one asked', (claims) => ({ ...claims, aud: ['venue', 'other'], azp: 'other' })],
    ['of two audiences, nobody asked', (claims) => ({ ...claims, aud: ['venue', 'other'] })],
    ['the issuer is another', (claims) => ({ ...claims, iss: 'https://other.example' })],
    ['the nonce is of another sign-in', (claims) => ({ ...claims, nonce: 'other' })],
    ['there is no nonce', ({ nonce, ...claims }) => claims],
    ['it never ends', ({ exp, ...claims }) => claims],
    ['it is about nobody', ({ sub, ...claims }) => claims],
    ['it is about someone else than the userinfo', (claims) => ({ ...claims, sub: 'bea' })],
  ])('an id token is refused: %s', async (_, twist) => {
    const venue = await openVenue();
    idp.twist = twist;
    expect(await venue.signIn()).toEqual(outside('try_again'));
    expect(await venue.everyone()).toEqual([]);
  });

  test('an id token that another key signed is refused', async () => {
    const venue = await openVenue();
    idp.twist = (claims) => claims;
    expect(await venue.signIn()).toEqual(INSIDE);
    idp.forge = true;
    const forged = await venue.signIn();
    idp.forge = false;
    expect(forged).toEqual(outside('try_again'));
  });

  test.each([
    [-4, true],
    [-6, false],
    [60 + 4, true],
    [60 + 6, false],
  ])('our clock may differ by five minutes; tokens last an hour: %d minutes', async (minutes, accepted) => {
    const venue = await openVenue();
    venue.ahead(minutes * MINUTE);
    expect(await venue.signIn()).toEqual(accepted ? INSIDE : outside('try_again'));
  });

  test('a used answer, in the same browser and in another', async () => {
    const venue = await openVenue();
    const [mine, other] = [venue.browser(), venue.browser()];
    const back = await idp.login(await venue.start(mine), 'ann');
    expect(await venue.finish(mine, back)).toEqual(INSIDE);
    expect(await venue.finish(mine, back)).toMatchObject({ location: outside('try_again').location });
    expect(await venue.finish(other, back)).toEqual(outside('try_again'));
  });

  test('a used code, within a new sign-in', async () => {
    const venue = await openVenue();
    const answers: URL[] = [];
    expect(await venue.signIn((back) => answers.push(back))).toEqual(INSIDE);
    const code = answers[0]?.searchParams.get('code') ?? '';
    expect(await venue.signIn((back) => back.searchParams.set('code', code))).toEqual(outside('try_again'));
  });

  test('a fresh code of another browser, whose verifier is missing', async () => {
    const venue = await openVenue();
    const back = await idp.login(await venue.start(venue.browser()), 'ann');
    const code = new URL(back).searchParams.get('code') ?? '';
    expect(await venue.signIn((own) => own.searchParams.set('code', code))).toEqual(outside('try_again'));
  });

  test('the state of another browser, an unknown one, and none', async () => {
    const venue = await openVenue();
    const [mine, other] = [venue.browser(), venue.browser()];
    await venue.start(mine);
    const back = await idp.login(await venue.start(other), 'ann');
    expect(await venue.finish(mine, back)).toEqual(outside('try_again'));
    expect(await venue.finish(venue.browser(), back)).toEqual(outside('try_again'));
    for (const state of ['&state=unknown', '']) {
      const answer = `${VENUE}/auth/people/callback/oidc?code=x${state}`;
      expect(await venue.finish(mine, answer)).toEqual(outside('try_again'));
    }
  });

  test('an answer of another issuer', async () => {
    const venue = await openVenue();
    const mixUp = (back: URL) => back.searchParams.set('iss', 'https://other.example');
    expect(await venue.signIn(mixUp)).toEqual(outside('try_again'));
  });

  test('a provider that calls itself something else than the setting', async () => {
    const venue = await openVenue({ issuer: idp.issuer.replace('127.0.0.1', 'localhost') });
    expect(await venue.start(venue.browser())).toBe(outside('provider_unavailable').location);
    expect(venue.warnings).toEqual([expect.stringContaining('BELLWETHER_OIDC_ISSUER is http://localhost')]);
  });

  test('nothing in an address decides where signing in leads, and words of the provider do not reach the page', async () => {
    const venue = await openVenue();
    const mine = venue.browser();
    const evil = '?callbackURL=https://evil.example&next=//evil.example&errorCallbackURL=https://evil.example';
    const { location } = await mine.ask('GET', `/oidc${evil}`);
    const back = await idp.login(location ?? '', 'ann');
    expect(await venue.finish(mine, `${back}&callbackURL=https://evil.example`)).toEqual(INSIDE);

    const other = venue.browser();
    const state = new URL(await venue.start(other)).searchParams.get('state');
    const words = `${VENUE}/auth/people/callback/oidc?error=%3Cb%3E&error_description=Call+us&state=${state}`;
    expect(await venue.finish(other, words)).toEqual(outside('try_again'));
  });

  test("the library's other endpoints are closed", async () => {
    const venue = await openVenue();
    const { people } = venue;
    const of = { cookie: undefined, agent: undefined, body: '{}' };
    const posts = ['sign-in/social', 'sign-up/email', 'sign-in/email', 'update-user', 'callback/oidc', 'delete-user'];
    const gets = ['get-session', 'callback/google', 'list-accounts', 'error', 'ok', 'callback/oidc/', 'callback//oidc'];
    const asked = [
      ...posts.map((path) => ({ ...of, method: 'POST', path: `/auth/people/${path}` })),
      ...gets.map((path) => ({ ...of, method: 'GET', path: `/auth/people/${path}`, body: '' })),
    ];
    expect(await Promise.all(asked.map((request) => people.handle(request)))).toEqual(asked.map(() => null));
  });
});

test('a provider that is down costs a clear word, and nothing once it is up again', async () => {
  const venue = await openVenue();
  const mine = venue.browser();
  await idp.fall();
  const down = outside('provider_unavailable');
  expect(await venue.start(mine)).toBe(down.location);
  await idp.rise();
  const back = await idp.login(await venue.start(mine), 'ann');
  await idp.fall();
  expect(await venue.finish(mine, back)).toEqual(down);
  // Everything else goes on.
  const bea = await venue.join('Bea', null);
  expect(await venue.people.find(bea)).toMatchObject({ state: 'joined' });
  await idp.rise();
  expect(await venue.signIn()).toEqual(INSIDE);
});
