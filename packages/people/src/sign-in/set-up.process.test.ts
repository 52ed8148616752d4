/** The set-up of a company's venue: a real provider and mail server are checked, then saved, and people sign in by them. */
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { startVenueProcess, type VenueProcess } from '@bellwether/venue-process';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type IdentityProvider, openIdentityProvider } from './testing/identity-provider.ts';
import { type MailServer, openMailServer } from './testing/mail-server.ts';

const LINK = /\/app\/setup#(\S{32})\n/;
const MAIL_SECRET = 'the-mail-servers-secret';

let idp: IdentityProvider;
let mail: MailServer;
let venue: VenueProcess;
beforeAll(async () => {
  [idp, mail] = await Promise.all([openIdentityProvider(), openMailServer()]);
});
afterAll(async () => {
  await venue?.stop();
  await Promise.all([idp?.fall(), mail?.close()]);
});

async function ask(path: string, body: object | null, token: string) {
  const answer = await fetch(`${venue.url}/app/setup/link${path}`, {
    method: body === null ? 'GET' : 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...(body !== null && { body: JSON.stringify(body) }),
  });
  return { status: answer.status, json: (await answer.json()) as Readonly<Record<string, unknown>> };
}

test('set-up: a provider and a mail server are tried before anything is saved, and work after a restart', async () => {
  venue = await startVenueProcess({ settings: { BELLWETHER_STARTING_BALANCE: '' } });
  const { dataDir, url } = venue;
  idp.admit(`${url}/auth/people/callback/oidc`);
  const [, token = ''] = await venue.program.said(LINK);
  expect((await ask('', null, token)).json).toMatchObject({ callback: `${url}/auth/people/callback/oidc` });

  const provider = async (issuer: string) => (await ask('/provider', { issuer }, token)).json['problem'];
  expect(await provider(idp.issuer)).toBe('');
  expect(await provider(`${idp.issuer}/`)).toContain('but the provider calls itself');
  expect(await provider(mail.url)).toContain('must be an https address');
  expect(await provider('http://169.254.169.254')).toContain('must be an https address');
  expect(await provider(url)).toContain('no discovery document');
  // No one but the operator with the link has the venue ask an address.
  const { adminToken } = venue;
  for (const wrong of ['', 'wrong', adminToken])
    expect(await ask('/provider', { issuer: idp.issuer }, wrong)).toMatchObject({ status: 401 });

  const smtpUrl = mail.url.replace('smtp://', `smtp://venue:${MAIL_SECRET}@`);
  const sender = { smtpUrl: mail.url, smtpFrom: 'Tern Bay <venue@a.example>', name: 'Tern Bay' };
  expect(await ask('/mail', { ...sender, to: 'ops@a.example' }, token)).toMatchObject({ status: 200 });
  expect(await mail.next()).toMatchObject({ to: ['ops@a.example'], subject: 'Test mail of Tern Bay' });
  const refused = await ask('/mail', { ...sender, to: 'refused@a.example' }, token);
  expect(refused).toMatchObject({ status: 502, json: { error: expect.stringContaining('no such box') } });
  const noSender = await ask('/mail', { ...sender, smtpUrl, smtpFrom: '', to: 'ops@a.example' }, token);
  expect(noSender).toMatchObject({ status: 400, json: { error: expect.stringContaining('smtpUrl needs smtpFrom') } });

  const done = await ask(
    '',
    {
      ...{ name: 'Tern Bay', currency: 'points', join: 'oidc', reads: 'members', startingBalance: '100' },
      ...{ oidcIssuer: idp.issuer, oidcClientId: idp.clientId, oidcClientSecret: idp.clientSecret },
      // In an order of its own.
      ...{ oidcScopes: 'openid profile email', oidcGroupsClaim: 'groups', oidcRoles: 'desk=auditor' },
      ...{ oidcDomains: 'a.example', smtpUrl, smtpFrom: sender.smtpFrom },
    },
    token,
  );
  expect(done).toMatchObject({ status: 200 });
  expect(statSync(join(dataDir, 'bellwether.config.json')).mode & 0o777).toBe(0o600);
  const headers = { authorization: `Bearer ${adminToken}` };
  const looks = {
    method: 'PUT',
    headers: { ...headers, 'content-type': 'application/json' },
    body: '{"name":"Tern Gulf"}',
  };
  expect((await fetch(`${url}/admin/looks`, looks)).status).toBe(200);
  const first = await venue.end();

  venue = await startVenueProcess({ dataDir, settings: { BELLWETHER_STARTING_BALANCE: '' } });
  idp.admit(`${venue.url}/auth/people/callback/oidc`);
  idp.people.set('ann', { email: 'ann@a.example', email_verified: true, name: 'Ann', groups: ['desk'] });
  const start = await fetch(`${venue.url}/auth/people/oidc`, { redirect: 'manual' });
  const cookie = start.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ');
  const asks = start.headers.get('location') ?? '';
  expect(new URL(asks).searchParams.get('scope')).toBe('openid profile email');
  const back = await idp.login(asks, 'ann');
  const end = await fetch(back, { redirect: 'manual', headers: { cookie } });
  expect(end.headers.get('location')).toBe(`${venue.url}/app/join`);

  const asked = ['/venue', '/admin/self', '/admin/log', '/app/setup/link', '/app/', '/metrics'].map(async (path) =>
    (await fetch(`${venue.url}${path}`, { headers })).text(),
  );
  const told = [...(await Promise.all(asked)), JSON.stringify([done, noSender, refused])].join('\n');
  const found = await fetch(`${venue.url}/admin/people`, { headers });
  expect(await found.json()).toMatchObject({ people: [{ name: 'Ann', groups: ['desk'] }] });
  // The log wins over the file, also after a restart.
  expect(told).toContain('data-name="Tern Gulf"');
  expect(told).toContain('"currency":"points"');
  const { stdout, stderr } = await venue.end();
  for (const secret of [idp.clientSecret, MAIL_SECRET])
    expect([told, first.stdout, first.stderr, stdout, stderr].join('\n')).not.toContain(secret);
});
