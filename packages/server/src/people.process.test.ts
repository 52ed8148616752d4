/** People of a venue as its operator has them: invited by a file, backed up, restored, erased. */
import { copyFileSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { DeviceAdded } from '@bellwether/contract';
import { apiKeyHeaders } from '@bellwether/sdk';
import { createDataDir, runBellwether, startVenueProcess, type VenueProcess } from '@bellwether/venue-process';
import { eventually } from '@bellwether/venue-process/progress';
import { expect, test } from 'vitest';

const settings = { BELLWETHER_JOIN: 'invite', BELLWETHER_STARTING_BALANCE: '1000' };

test('people: a file invites everyone in it or nobody; a backup takes them along; who is erased is gone', async () => {
  const dataDir = createDataDir();
  const run = (...words: readonly string[]) => runBellwether(words, { dataDir, settings });
  const list = join(dataDir, 'people.csv');
  writeFileSync(list, 'email,name\nada@venue.test,Ada\n');
  expect(await run('invite', list)).toMatchObject({ code: 1, stderr: expect.stringContaining('no venue runs on') });
  const venue = await startVenueProcess({ dataDir, settings });
  const asked = (method: string, path: string, body: object, headers = {}) =>
    fetch(venue.url + path, {
      method,
      headers: { 'content-type': 'application/json', origin: venue.url, ...headers },
      ...(method !== 'GET' && { body: JSON.stringify(body) }),
    });
  const total = async (): Promise<unknown> => {
    const authorization = `Bearer ${venue.adminToken}`;
    return ((await (await asked('GET', '/admin/people', {}, { authorization })).json()) as { total: unknown }).total;
  };

  writeFileSync(list, 'email,name,group,role\nada@venue.test,Ada,Sales,\nnot-an-address,Bob,,\n');
  expect(await run('invite', list)).toMatchObject({ code: 1, stdout: '', stderr: expect.stringContaining('line 3') });
  writeFileSync(list, '"email";"name"\n"ada@venue.test";"Ada, of Sales"\n"not-an-address";"Bob"\n');
  expect(await run('invite', list)).toMatchObject({ code: 1, stdout: '', stderr: expect.stringContaining('line 3') });
  writeFileSync(list, 'email,phone\nada@venue.test,1\n');
  expect(await run('invite', list)).toMatchObject({ code: 1, stderr: expect.stringContaining('line 1') });
  writeFileSync(list, 'email,name,group,role\nada@venue.test,Ada,Sales,\nbob@venue.test,Bob,,auditor\n');
  const invited = await run('invite', list);
  expect(invited).toMatchObject({ code: 0, stderr: '' });
  const links = invited.stdout.trim().split('\n');
  expect(links).toHaveLength(2);
  const [, token] = /^ada@venue\.test Ada: http.*\/app\/join#(\S+)$/.exec(links[0] ?? '') ?? [];
  const joined = await asked('POST', '/auth/people/join', { token });
  expect(joined.status).toBe(200);
  const [cookie = ''] = joined.headers.getSetCookie().map((line) => line.split(';', 1)[0]);
  const device = { address: `0x${'1'.repeat(40)}`, label: 'Phone' };
  const first = (await (await asked('POST', '/auth/people/devices', device, { cookie })).json()) as DeviceAdded;
  const authorization = `Bearer ${venue.adminToken}`;
  const birds = { title: 'Birds', markets: [{ question: 'Do auks nest here?' }] };
  const event = (await (await asked('POST', '/admin/events', birds, { authorization })).json()) as { id: string };
  const comment = { body: 'Auks on the mole', parentEntityType: 'Event', parentEntityID: Number(event.id) };
  const signed = { method: 'POST', path: '/comments', timestamp: Math.floor(Date.now() / 1000) };
  const sent = apiKeyHeaders(first.account, first, { ...signed, body: JSON.stringify(comment) });
  // The answer has the comment's row, for which a busy machine may take longer than a request waits.
  await eventually(async () => expect((await asked('POST', '/comments', comment, sent)).status).toBe(201));
  const named = { name: 'Guillemot', bio: 'On the mole' };
  const signedName = { ...signed, method: 'PUT', path: '/profile', body: JSON.stringify(named) };
  expect((await asked('PUT', '/profile', named, apiKeyHeaders(first.account, first, signedName))).status).toBe(200);
  const comments = async ({ url }: VenueProcess): Promise<unknown> => {
    for (;;) {
      const answer = await fetch(`${url}/comments?parent_entity_type=Event&parent_entity_id=${event.id}`);
      if (answer.status !== 503) return answer.json();
    }
  };
  expect(await comments(venue)).toMatchObject([{ body: comment.body, userAddress: first.account }]);

  const copy = join(createDataDir(), 'backup');
  const backup = await run('backup', copy);
  expect(backup).toMatchObject({ code: 0, stdout: expect.stringContaining('people.sqlite') });
  const bare = join(createDataDir(), 'backup');
  expect((await run('backup', bare, '--without-keys')).code).toBe(0);
  expect(existsSync(join(bare, 'people.sqlite'))).toBe(false);

  expect(await run('erase', 'nobody@venue.test')).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('no person'),
  });
  expect((await run('erase', 'ada@venue.test', '--reason', 'left')).code).toBe(0);
  expect(await total()).toBe(0);
  const texts = [comment.body, 'Guillemot', 'guillemot', named.bio].map((text) => Buffer.from(text));
  const filesWith = (): string[] =>
    readdirSync(dataDir, { recursive: true, withFileTypes: true })
      .filter((file) => file.isFile())
      .filter((file) => texts.some((text) => readFileSync(join(file.parentPath, file.name)).includes(text)))
      .map(({ name }) => name);
  expect(await comments(venue)).toEqual([]);
  // A reader may have needed the log of the read store a moment longer.
  await expect.poll(filesWith).toEqual([]);
  await venue.end('SIGKILL');
  expect(filesWith()).toEqual([]);
  const verified = await run('verify');
  expect(verified, verified.stdout).toMatchObject({ code: 0, stdout: expect.stringContaining('texts: 0 of 1') });
  expect(verified.stdout).toContain('1 erased');
  const left = new DatabaseSync(join(dataDir, 'people.sqlite'));
  left.exec(`ATTACH '${join(copy, 'people.sqlite')}' AS old; INSERT INTO people_text SELECT * FROM old.people_text`);
  left.close();
  expect((await run('verify')).stdout).toContain('1 of removed comments still there');

  // Back to before: the session and the device still work, and no second account opens.
  for (const name of ['people.sqlite', 'people.sqlite-wal', 'people.sqlite-shm'])
    rmSync(join(dataDir, name), { force: true });
  expect((await run('restore', copy)).code).toBe(0);
  const again = await startVenueProcess({ dataDir, settings });
  const restored = await fetch(`${again.url}/auth/people/devices`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: again.url, cookie },
    body: JSON.stringify(device),
  });
  expect(await restored.json()).toEqual(first);
  expect(await comments(again)).toMatchObject([{ body: comment.body }]);
  await again.end();
  // A store from before the comment: the read store alone shows the text.
  const older = new DatabaseSync(join(dataDir, 'people.sqlite'));
  older.exec('DELETE FROM people_text');
  older.close();
  expect(await run('verify')).toMatchObject({ code: 0, stdout: expect.stringContaining('1 missing') });
});

test('people: an older store beside the newer journal brings no session, device or link back', async () => {
  const dataDir = createDataDir();
  const venue = await startVenueProcess({ dataDir, settings });
  const from = async ({ adminToken, url }: VenueProcess, method: string, path: string, body?: object, cookie = '') => {
    const admin = path.startsWith('/admin') && { authorization: `Bearer ${adminToken}` };
    const headers = { 'content-type': 'application/json', origin: url, cookie, ...admin };
    return fetch(`${url}${path}`, { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) });
  };
  const invite = async (terms: object): Promise<string> => {
    const made = (await (await from(venue, 'POST', '/admin/invitations', terms)).json()) as { readonly url: string };
    return made.url.split('#')[1] ?? '';
  };
  const joinAt = async (at: VenueProcess, token: string, name: string) => {
    const joined = await from(at, 'POST', '/auth/people/join', { token, name });
    return { status: joined.status, cookie: joined.headers.getSetCookie()[0]?.split(';')[0] ?? '' };
  };
  const device = { address: `0x${'2'.repeat(40)}`, label: 'Lost' };
  const ada = await joinAt(venue, await invite({}), 'Ada');
  const late = await invite({ role: 'operator', amount: '50' });
  expect((await from(venue, 'POST', '/auth/people/devices', device, ada.cookie)).status).toBe(200);
  const copy = join(createDataDir(), 'backup');
  expect((await runBellwether(['backup', copy], { dataDir })).code).toBe(0);
  expect((await from(venue, 'DELETE', `/auth/people/devices/${device.address}`, undefined, ada.cookie)).status).toBe(
    200,
  );
  await venue.end('SIGKILL');
  for (const suffix of ['', '-wal', '-shm']) rmSync(join(dataDir, `people.sqlite${suffix}`), { force: true });
  copyFileSync(join(copy, 'people.sqlite'), join(dataDir, 'people.sqlite'));

  const again = await startVenueProcess({ dataDir, settings });
  expect((await from(again, 'GET', '/auth/people/devices', undefined, ada.cookie)).status).toBe(401);
  expect((await joinAt(again, late, 'Bob')).status).toBe(403);
  expect(await (await from(again, 'GET', '/admin/people')).json()).toMatchObject({ people: [{ name: 'Ada' }] });
  await again.end();
});
