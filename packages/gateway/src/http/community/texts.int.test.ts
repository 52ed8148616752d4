/** Texts of comments and profiles in a venue that knows its people: beside the log, and erased. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Comment } from '@bellwether/contract';
import { looksOf } from '@bellwether/engine';
import { expect, test } from 'vitest';
import { openVenue } from '../testing/open-venue.ts';
import { joined } from '../testing/person.ts';
import { addMarket, admin, send, type Trader } from '../testing/trader.ts';
import { sweepTexts } from './texts.ts';

const stack = await openVenue({ join: 'invite' });
const market = await addMarket(stack, 'Texts?');
const place = { parentEntityType: 'Event', parentEntityID: Number(market.eventId) };
const write = (trader: Trader, body: string) => trader.send('POST', '/comments', { body, ...place });
const log = (): string => JSON.stringify(stack.exchange.entries);

/** Rows of the store of people. */
function rows(sql = 'SELECT * FROM people_text'): Record<string, unknown>[] {
  const file = new DatabaseSync(join(stack.folder, 'people.sqlite'));
  try {
    return file.prepare(sql).all();
  } finally {
    file.close();
  }
}

/** Files of the folder, logs included, in which these bytes are. */
const filesWith = (text: string): string[] =>
  readdirSync(stack.folder).filter((name) => readFileSync(join(stack.folder, name)).includes(text));

async function author(name: string, digits: string) {
  const browser = await joined(stack, name);
  const device = await browser.device(digits);
  const { id = '', account = '' } = (await browser.person()) ?? {};
  return { device, id, account: account ?? '' };
}

test('texts: the log has a hash, and readers see the text as ever', async () => {
  const { device, account } = await author('Ada', 'd1');
  const answer = await write(device, '  Grebes\r\nnest early ');
  expect(answer).toMatchObject({ status: 201, body: { body: 'Grebes\nnest early', userAddress: account } });
  expect(log()).not.toContain('Grebes');
  const listed = (await send(stack, 'GET', `/comments?parent_entity_type=Event&parent_entity_id=${market.eventId}`))
    .body;
  expect((listed as Comment[])[0]?.body).toBe('Grebes\nnest early');
  const [event] = stack.exchange.entries.at(-1)?.events ?? [];
  expect(event).toEqual({
    ...{ kind: 'CommentAdded', comment: 1, account: expect.any(Number), parent: null },
    ...{ entity: { type: 'Event', id: place.parentEntityID }, text: expect.stringMatching(/^[0-9a-f]{64}$/) },
  });
  expect(rows()).toMatchObject([{ text: 'Grebes\nnest early', account, kind: 'comment', number: 1 }]);
});

test.each([
  [' \n ', 'body must not be empty'],
  ['a\u0000b', 'body must not contain control characters other than newline'],
  ['🐢'.repeat(2001), 'body must'],
])('texts: %.9j is refused as everywhere, and nothing of it stays', async (body, error) => {
  const { device } = await author(`Refused ${body.length}`, `c${body.length % 9}`);
  const [before, entries] = [rows().length, stack.exchange.entries.length];
  expect(await write(device, body)).toMatchObject({ status: 400, body: { error: expect.stringContaining(error) } });
  expect([rows().length, stack.exchange.entries.length]).toEqual([before, entries]);
});

test('texts: one that the exchange refuses is not kept', async () => {
  const { device } = await author('Lost', 'd2');
  const before = rows().length;
  const gone = await device.send('POST', '/comments', { body: 'To nowhere', ...place, parentEntityID: 999_999_999 });
  expect([gone.status, rows().length, filesWith('To nowhere')]).toEqual([404, before, []]);
});

test('texts: a repeat under a key writes nothing, and the fingerprint in the log is none of the text', async () => {
  const { device } = await author('Twice', 'd3');
  const body = JSON.stringify({ body: 'yes', ...place });
  const ask = () =>
    send(stack, 'POST', '/comments', body, { ...device.headers('POST', '/comments', body), 'idempotency-key': 'k1' });
  const [first, before] = [await ask(), rows().length];
  const again = await ask();
  expect(again).toMatchObject({ status: 201, body: first.body });
  expect(rows().length).toBe(before);
  const { command } = stack.exchange.entries.at(-1) ?? {};
  const { createHash } = await import('node:crypto');
  const guess = createHash('sha256').update(`POST /comments\n${body}`).digest('hex').slice(0, 32);
  expect(command).toMatchObject({ kind: 'AddComment', request: { key: 'k1', hash: expect.any(String) } });
  expect(log()).not.toContain(guess);
});

test('texts: a removed comment takes its text along, out of every file', async () => {
  const { device } = await author('Removes', 'd4');
  const { id } = (await write(device, 'Secret of the plovers')).body as Comment;
  expect(filesWith('plovers')).not.toEqual([]);
  expect((await device.send('DELETE', `/comments/${id}`)).status).toBe(200);
  await send(stack, 'GET', `/comments/${id}`);
  expect(rows().filter(({ text }) => String(text).includes('plovers'))).toEqual([]);
  expect(filesWith('plovers')).toEqual([]);
});

test('texts: whoever is erased has none left, in steps of a hundred', async () => {
  const { device, id, account } = await author('Leaves', 'd5');
  const count = 203;
  for (let at = 0; at < count; at++) {
    // Twenty in a minute.
    if (at % 20 === 0) stack.time.nowMs += 61_000;
    expect((await write(device, `Herons ${at}`)).status).toBe(201);
  }
  expect((await admin(stack, 'DELETE', `/admin/people/${id}`)).body).toEqual({ done: true });
  expect(rows(`SELECT * FROM people_text WHERE account = '${account}'`)).toEqual([]);
  expect((await send(stack, 'GET', `/comments/user_address/${account}`)).text).toBe('[]');
  expect(filesWith('Herons')).toEqual([]);
  const removals = stack.exchange.entries.filter(({ command }) => command.kind === 'RemoveComment');
  expect(removals.filter(({ command }) => command.act !== undefined)).toHaveLength(count);
});

const profileOf = async (account: string) =>
  (await send(stack, 'GET', `/public-profile?address=${account}`)).body as { name: string | null; bio: string | null };
const change = (trader: Trader, body: object) => trader.send('PUT', '/profile', body);

test('profiles: the log has hashes, readers see the texts, and of an earlier name nothing stays', async () => {
  const { device, account } = await author('Anon', 'e1');
  const image = 'https://example.org/bird.png';
  const set = await change(device, { name: ' Kittiwake ', bio: 'Rings\nbirds', profileImage: image });
  expect(set).toMatchObject({ status: 200, body: { name: 'Kittiwake', bio: 'Rings\nbirds' } });
  expect(log()).not.toMatch(/kittiwake|Rings/i);
  const [event] = stack.exchange.entries.at(-1)?.events ?? [];
  const hash = expect.stringMatching(/^[0-9a-f]{64}$/);
  expect(event).toMatchObject({ changes: {}, texts: { name: hash, bio: hash, profileImage: hash } });
  expect((await change(device, { name: 'Razorbill', displayUsernamePublic: true })).status).toBe(200);
  expect(await profileOf(account)).toMatchObject({ name: 'Razorbill', bio: 'Rings\nbirds' });
  expect((await send(stack, 'GET', '/public-search?q=razorb&search_profiles=true')).text).toContain(account);
  expect((await send(stack, 'GET', '/public-search?q=kittiw&search_profiles=true')).text).not.toContain(account);
  expect([filesWith('Kittiwake'), filesWith('kittiwake')]).toEqual([[], []]);
  // A change that changes nothing leaves no trace.
  const entries = stack.exchange.entries.length;
  expect((await change(device, { name: 'Razorbill' })).status).toBe(200);
  expect(stack.exchange.entries.length).toBe(entries);
});

test.each([
  ['that looks like one of another person', 'razorbilI', 409, 'is taken'],
  ['of another account from before', 'Fulmar', 409, 'is taken'],
  ['that is reserved', 'Admin', 400, 'reserved'],
])('profiles: a name %s is refused, and nothing of it stays', async (_what, name, status, error) => {
  const old = await author('Older', 'e2');
  const id = stack.dependencies.view.state.accountsByAddress.get(old.account as never);
  await stack.exchange.submit({ kind: 'UpdateProfile', account: id as never, changes: { name: 'Fulmar' } });
  const { device } = await author('Refused', 'e3');
  const before = rows().length;
  expect(await change(device, { name, bio: 'x' })).toMatchObject({
    status,
    body: { error: expect.stringContaining(error) },
  });
  expect(rows().length).toBe(before);
});

test('profiles: a repeat under a key keeps nothing, and its fingerprint is none of the text', async () => {
  const { device } = await author('Again', 'e4');
  const body = JSON.stringify({ name: 'Gannet' });
  const ask = () =>
    send(stack, 'PUT', '/profile', body, { ...device.headers('PUT', '/profile', body), 'idempotency-key': 'p1' });
  const [first, before] = [await ask(), rows()];
  expect(await ask()).toMatchObject({ status: 200, body: first.body });
  expect(rows()).toEqual(before);
  const { createHash } = await import('node:crypto');
  const guess = createHash('sha256').update(`PUT /profile\n${body}`).digest('hex').slice(0, 32);
  expect(log()).not.toContain(guess);
});

test('profiles: whoever is erased has no name in any file', async () => {
  const { device, id, account } = await author('Goes', 'e5');
  expect((await change(device, { name: 'Phalarope', bio: 'Phalarope, I' })).status).toBe(200);
  expect(filesWith('Phalarope')).not.toEqual([]);
  expect((await admin(stack, 'DELETE', `/admin/people/${id}`)).body).toEqual({ done: true });
  expect((await profileOf(account)).name).toBeFalsy();
  expect(filesWith('Phalarope')).toEqual([]);
  expect(filesWith('phalarope')).toEqual([]);
  const { device: next } = await author('Comes', 'e6');
  expect((await change(next, { name: 'Phalarope' })).status).toBe(200);
});

const { people } = stack.dependencies;
if (people === undefined) throw new Error('no people');
const sweep = () => sweepTexts({ ...stack.dependencies, people });

/** Changes the store of people behind the venue's back. */
function edit(sql: string, ...values: (string | number)[]): void {
  const file = new DatabaseSync(join(stack.folder, 'people.sqlite'));
  file.exec('PRAGMA secure_delete = ON');
  file.prepare(sql).run(...values);
  file.close();
}

const setRows = (sql: string): void => {
  const file = new DatabaseSync(join(stack.folder, 'people.sqlite'));
  file.exec(sql);
  file.close();
};
const textsOf = (account: string) =>
  rows(`SELECT text FROM people_text WHERE account = '${account}' ORDER BY text`).map(({ text }) => text);

test('profiles: what a kill, another node or an older log left goes with the next change, and frees its name', async () => {
  const { device, account } = await author('Left', 'e7');
  const { device: other } = await author('Wants', 'e8');
  expect((await change(device, { name: 'Shelduck', bio: 'Nests in holes' })).status).toBe(200);
  // A kill before the store learnt that the log has the texts: a start tells it.
  setRows(`UPDATE people_text SET number = NULL WHERE account = '${account}'`);
  await sweepTexts(stack.dependencies);
  expect(rows(`SELECT 1 FROM people_text WHERE account = '${account}' AND number IS NULL`)).toEqual([]);
  // Named, and not replaced yet; and from a future that was undone.
  for (const [name, number] of [
    ['Gadwall', 1],
    ['Wigeon', 1_000_000],
  ] as const) {
    const kept = await stack.dependencies.people?.texts.keepProfile(account as never, { name }, [...looksOf(name)]);
    await stack.dependencies.people?.texts.name(Object.values(kept ?? {}), number);
  }
  expect((await change(other, { name: 'Wigeon' })).status).toBe(409);
  expect((await change(device, { name: 'Garganey' })).status).toBe(200);
  expect(textsOf(account)).toEqual(['Garganey', 'Nests in holes', 'Wigeon']);
  stack.time.nowMs += 7_200_000;
  expect((await change(device, { bio: '' })).status).toBe(200);
  expect(textsOf(account)).toEqual(['Garganey']);
  // The same with a change that comes before the start's sweep.
  expect((await change(device, { name: 'Scaup' })).status).toBe(200);
  setRows(`UPDATE people_text SET number = NULL WHERE account = '${account}'`);
  expect((await change(device, { name: 'Smew' })).status).toBe(200);
  expect(textsOf(account)).toEqual(['Smew']);
  for (const name of ['Shelduck', 'Gadwall', 'Wigeon', 'Scaup'])
    expect((await change(other, { name })).status, name).toBe(200);
});

test('texts: a start names what a kill kept from it, and sweeps what no comment needs but what may be on its way', async () => {
  const { device, account } = await author('Sweeps', 'd6');
  const numbered = () =>
    rows(`SELECT text, number FROM people_text WHERE account = '${account}' ORDER BY text`).map(
      ({ text, number }) => [text, number] as const,
    );
  const { id: first } = (await write(device, 'Removed, and without a number')).body as Comment;
  const { id: second } = (await write(device, 'Removed, and restored later')).body as Comment;
  const { id: live } = (await write(device, 'Stays')).body as Comment;
  // A kill after the log had them, and a copy of the store from before a removal.
  edit('UPDATE people_text SET number = NULL WHERE number IN (?, ?)', first, live);
  const kept = rows(`SELECT * FROM people_text WHERE number = ${second}`)[0] as Record<string, string>;
  for (const id of [first, second]) expect((await device.send('DELETE', `/comments/${id}`)).status).toBe(200);
  edit('INSERT INTO people_text VALUES (?, ?, ?, ?, ?, ?, ?)', ...Object.values(kept));
  stack.time.nowMs += 3 * 3_600_000;
  await people.texts.keep(account as never, 'Was cut off');
  // Of a log that was replaced by an older one, which has given the number to another comment.
  await people.texts.name([await people.texts.keep(account as never, 'Was undone')], Number(live));
  stack.time.nowMs += 3_500_000;
  await author('Moves time 1', 'd7');
  stack.reader.isUnwritable = true;
  await sweep();
  expect(stack.faults.splice(0)).toHaveLength(1);
  expect(numbered()).toHaveLength(5);
  stack.reader.isUnwritable = false;
  await sweep();
  expect(numbered()).toEqual([
    ['Stays', Number(live)],
    ['Was cut off', null],
    ['Was undone', Number(live)],
  ]);
  stack.time.nowMs += 200_000;
  await author('Moves time 2', 'd8');
  await sweep();
  expect(numbered()).toEqual([['Stays', Number(live)]]);
  expect(['Removed, and', 'Was undone'].flatMap(filesWith)).toEqual([]);
  expect((await device.send('DELETE', `/comments/${live}`)).status).toBe(200);
  expect(numbered()).toEqual([]);
});
