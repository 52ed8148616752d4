/** Addresses that can have passkeys, and what their endpoints answer without an authenticator; browsers test the rest. */
import { afterEach, expect, test } from 'vitest';
import { passkeyObstacle } from './passkeys.ts';
import { openVenue, TestBrowser, type TestVenue } from './testing/open-venue.ts';

const opened: TestVenue[] = [];
afterEach(async () => {
  for (const venue of opened.splice(0)) await venue.close();
});

async function open(url: string): Promise<TestVenue> {
  const venue = await openVenue({}, url);
  opened.push(venue);
  return venue;
}

test.each([
  ['https://venue.example', null],
  ['https://venue.example:8443', null],
  ['http://localhost:8080', null],
  ['http://venue.localhost', null],
  ['http://venue.example', 'no_tls'],
  ['http://localhost.example', 'no_tls'],
  ['https://192.0.2.7', 'ip_address'],
  ['http://127.0.0.1:8080', 'ip_address'],
  ['https://[2001:db8::1]', 'ip_address'],
])('passkeys: %s has the obstacle %s', async (url, obstacle) => {
  expect(passkeyObstacle(url)).toBe(obstacle);
  const { people } = await open(url);
  expect(people.ways.includes('passkey')).toBe(obstacle === null);
  const request = { cookie: undefined, agent: undefined, method: 'GET', body: '' };
  const path = '/auth/people/passkey/generate-authenticate-options';
  expect((await people.handle({ ...request, path }))?.status ?? null).toBe(obstacle === null ? 200 : null);
});

test('passkeys: only who is signed in adds one, under the own name, kept by the authenticator', async () => {
  const venue = await open('https://venue.example');
  const browser = new TestBrowser(venue);
  const wanted = '/passkey/generate-register-options';
  expect(await browser.ask('GET', wanted)).toMatchObject({ status: 401, body: expect.stringContaining('"error":') });
  const wish = { uses: 1, hours: 1, email: null, name: 'Ann', group: null, role: null, amount: null, by: 'root' };
  const [link] = await venue.people.invite([wish]);
  expect(await browser.open(link?.url ?? '')).toBeNull();
  const { body, status } = await browser.ask('GET', wanted);
  expect(status).toBe(200);
  expect(JSON.parse(body)).toMatchObject({
    rp: { id: 'venue.example', name: 'Tern Bay' },
    user: { name: 'Ann', displayName: 'Ann' },
    authenticatorSelection: { residentKey: 'required' },
  });
});

test('passkeys: an answer without its challenge is refused in the form of the venue', async () => {
  const browser = new TestBrowser(await open('https://venue.example'));
  const { body, status } = await browser.ask('POST', '/passkey/verify-authentication', { response: { id: 'x' } });
  expect([status, JSON.parse(body)]).toEqual([400, { error: expect.stringMatching(/^passkey: /) }]);
});
