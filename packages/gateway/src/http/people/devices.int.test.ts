/** Devices of a person: one account, a key for each browser; suspended, erased and restored people. */
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Devices, PeopleAnswer } from '@bellwether/contract';
import { MICROS_MAX, pseudonym } from '@bellwether/engine';
import { expect, test } from 'vitest';
import { openVenue } from '../testing/open-venue.ts';
import { Browser, invite, joined } from '../testing/person.ts';
import { addMarket, admin, send, Trader } from '../testing/trader.ts';

const stack = await openVenue({ join: 'invite' });
const market = await addMarket(stack, 'People?');
const order = { tokenId: market.yes, side: 'BUY', price: '0.5', size: '10' } as const;
const free = async (trader: Trader): Promise<string | undefined> => (await trader.account()).wallets[0]?.free;

/** Places an order of the person's wallet, signed by the key of the device. */
async function placed(device: Trader, browser: Browser): Promise<string> {
  const { account } = (await browser.person()) ?? {};
  const answer = await device.placeAsKey(account ?? '', order);
  if (answer.status !== 200) throw new Error(`refused: ${answer.text}`);
  return (answer.body as { orderID: string }).orderID;
}

test('devices: the first opens an account with one starting balance; all see the same orders', async () => {
  const ada = await joined(stack, 'Ada');
  const entries = stack.exchange.state.sequence;
  const [phone, laptop] = [await ada.device('1'), await ada.device('2', 'Laptop')];
  expect(stack.exchange.state.sequence - entries).toBe(5);
  const { account } = (await ada.person()) ?? {};
  expect(await free(laptop)).toBe('1000');
  const id = await placed(phone, ada);
  const seen = await laptop.send('GET', '/data/orders');
  expect(seen.text).toContain(id);
  const { devices } = (await ada.ask('GET', '/auth/people/devices')).body as Devices;
  expect(devices.map(({ label }) => label)).toEqual(['Phone', 'Laptop']);
  // Nothing that names a person is in the log.
  const log = JSON.stringify(stack.exchange.entries);
  for (const secret of ['Ada', 'Phone', 'Laptop']) expect(log).not.toContain(secret);
  expect(log).toContain(account);
});

test('devices: the same request again has the same answer and no further entry', async () => {
  const ada = await joined(stack, 'Ada 2');
  const first = await ada.device('3');
  const entries = stack.exchange.state.sequence;
  const again = await ada.device('3', 'Tablet');
  expect(again.credentials).toEqual(first.credentials);
  expect(stack.exchange.state.sequence).toBe(entries);
  expect((await ada.ask('GET', '/auth/people/devices')).body).toMatchObject({ devices: [{ label: 'Tablet' }] });
});

test('devices: cut off after each step, the same request completes', async () => {
  const { exchange } = stack.dependencies;
  const submit = exchange.submit.bind(exchange);
  for (const after of [0, 1, 2, 3]) {
    const ada = await joined(stack, `Cut ${after}`);
    let left = after;
    exchange.submit = (command) => (left-- > 0 ? submit(command) : Promise.reject(new Error('the power is off')));
    const digits = `a${after}`;
    await ada.device(digits).then(
      () => expect(after).toBe(3),
      (error: Error) => expect(error.message).toContain('internal'),
    );
    exchange.submit = submit;
    const device = await ada.device(digits);
    expect(await free(device)).toBe('1000');
  }
  stack.faults.splice(0);
});

test('devices: a promise that the full venue cannot pay is told to the operator', async () => {
  const unpaid = async () => {
    const { people } = (await admin(stack, 'GET', '/admin/people?q=Promised')).body as PeopleAnswer;
    return Object.fromEntries(people.map((person) => [person.name, person.unpaid]));
  };
  const [full, paid] = [
    await joined(stack, 'Promised all', { amount: String(MICROS_MAX / 1e6) }),
    await joined(stack, 'Promised some', { amount: '5' }),
  ];
  expect(await unpaid()).toEqual({ 'Promised all': null, 'Promised some': null });
  for (const [browser, digits] of [
    [full, '1d'],
    [paid, '2d'],
  ] as const)
    await browser.device(digits);
  expect(stack.faults.splice(0)).toHaveLength(1);
  expect(await unpaid()).toEqual({ 'Promised all': String(MICROS_MAX / 1e6), 'Promised some': null });
});

test('devices: two at once open one account', async () => {
  const ada = await joined(stack, 'Ada 3');
  const accounts = stack.exchange.state.accounts.length;
  const devices = await Promise.all(['b1', 'b2', 'b3'].map((digits) => ada.device(digits)));
  expect(stack.exchange.state.accounts).toHaveLength(accounts + 1);
  for (const device of devices) expect(await free(device)).toBe('1000');
});

test('devices: a revoked one trades no more; its orders stay for the others, which go on', async () => {
  const ada = await joined(stack, 'Ada 4');
  const [phone, laptop] = [await ada.device('c1'), await ada.device('c2')];
  await placed(phone, ada);
  const path = `/auth/people/devices/${phone.address}`;
  expect((await ada.ask('DELETE', path)).body).toEqual({ done: true });
  expect((await phone.send('GET', '/account')).status).toBe(401);
  await expect(placed(phone, ada)).rejects.toThrow('refused');
  expect((await laptop.send('GET', '/data/orders')).body).toMatchObject({ count: 1 });
  await placed(laptop, ada);
  // A key is revoked for ever: the browser makes another one.
  const again = await ada.ask('POST', '/auth/people/devices', { address: phone.address });
  expect(again).toMatchObject({ status: 400, body: { code: 'could_not_create_api_key' } });
});

test('devices: a lost one that is revoked from another browser is signed out, and is no device again', async () => {
  const ada = await joined(stack, 'Ada 7');
  const lost = await ada.device('f1');
  const laptop = new Browser(stack);
  await laptop.join(((await ada.ask('POST', '/auth/people/device-link')).body as { url: string }).url);
  await laptop.device('f2');
  await laptop.ask('DELETE', `/auth/people/devices/${lost.address}`);
  expect([await ada.person(), (await laptop.person())?.name]).toEqual([null, 'Ada 7']);
  for (const address of [lost.address, `0x${'f3'.repeat(20)}`])
    expect((await ada.ask('POST', '/auth/people/devices', { address })).status).toBe(401);
  // Nor does its key come back to life when its own person is signed in elsewhere.
  const keys = [...stack.exchange.state.keys.values()].length;
  await laptop.ask('POST', '/auth/people/devices', { address: lost.address });
  expect([...stack.exchange.state.keys.values()]).toHaveLength(keys);
});

test('devices: nobody adds one for another person, or with the key of a wallet', async () => {
  const body = { address: `0x${'d'.repeat(40)}` };
  expect(await new Browser(stack).ask('POST', '/auth/people/devices', body)).toMatchObject({
    status: 401,
    body: { code: 'not_signed_in' },
  });
  const ada = await joined(stack, 'Ada 5');
  const { account } = (await ada.device('e1')) && ((await ada.person()) ?? {});
  expect(await ada.ask('POST', '/auth/people/devices', { address: account })).toMatchObject({
    status: 400,
    body: { code: 'key_invalid' },
  });
  const other = await joined(stack, 'Eve');
  const devices = (await ada.ask('GET', '/auth/people/devices')).body as Devices;
  const path = `/auth/people/devices/${devices.devices[0]?.address}`;
  await other.ask('DELETE', path);
  expect((await ada.ask('GET', '/auth/people/devices')).body).toEqual(devices);
});

test('devices: a wallet that nobody added is refused, whatever it signs', async () => {
  await expect(Trader.open(stack, 'ab')).rejects.toThrow('not_listed');
});

test('people: a suspended person has no session, no link and no device', async () => {
  const ada = await joined(stack, 'Ada 6');
  await ada.device('d1');
  const { id = '' } = (await ada.person()) ?? {};
  const { url } = (await ada.ask('POST', '/auth/people/device-link')).body as { url: string };
  const recovery = (await admin(stack, 'POST', `/admin/people/${id}/link`)).body as { url: string };
  const change = { state: 'suspended', reason: 'left' };
  expect((await admin(stack, 'PATCH', `/admin/people/${id}`, change)).body).toMatchObject({ state: 'suspended' });
  expect(await ada.person()).toBeNull();
  for (const link of [url, recovery.url])
    expect(await new Browser(stack).join(link)).toMatchObject({ body: { code: 'link_unusable' } });
  expect(await admin(stack, 'POST', `/admin/people/${id}/link`)).toMatchObject({ body: { code: 'person_suspended' } });
  await admin(stack, 'PATCH', `/admin/people/${id}`, { state: 'joined' });
  const back = new Browser(stack);
  await back.join(((await admin(stack, 'POST', `/admin/people/${id}/link`)).body as { url: string }).url);
  expect(await back.person()).toMatchObject({ id, state: 'joined' });
});

test('people: an erased person leaves an account without a name', async () => {
  const ada = await joined(stack, 'Ada Erased', { group: 'Leavers' });
  const phone = await ada.device('f1');
  const { id = '', account = '' } = (await ada.person()) ?? {};
  expect((await admin(stack, 'DELETE', `/admin/people/${id}`)).body).toEqual({ done: true });
  expect((await admin(stack, 'DELETE', `/admin/people/${id}`)).status).toBe(404);
  expect(await ada.person()).toBeNull();
  expect((await admin(stack, 'GET', '/admin/people?q=erased')).body).toMatchObject({ total: 0 });
  expect(await phone.send('GET', '/account')).toMatchObject({ body: { code: 'invalid_api_key' } });
  expect(stack.exchange.state.accountsByAddress.has(account as never)).toBe(true);
  const file = new DatabaseSync(join(stack.folder, 'people.sqlite'));
  const rows = ['user', 'session', 'people_link', 'people_member', 'people_device']
    .flatMap((table) => file.prepare(`SELECT * FROM "${table}"`).all())
    .map((row) => JSON.stringify(row));
  file.close();
  expect(rows.filter((row) => row.includes(id) || row.includes('Erased') || row.includes(account ?? '-'))).toEqual([]);
});

test('people: their own data names everything that the store has about them', async () => {
  const ada = await joined(stack, 'Ada 7');
  await ada.device('a7', 'Clock');
  const { account } = (await ada.person()) ?? {};
  const { body } = await ada.ask('GET', '/auth/people/data', undefined, { 'user-agent': 'Test/1' });
  expect(body).toMatchObject({
    person: { name: 'Ada 7', account, note: null },
    sessions: [{ agent: expect.any(String) }],
    devices: [{ label: 'Clock' }],
    ledger: [
      ...['activity', 'positions', 'closed-positions'].map((path) => `/${path}?user=${account}`),
      ...[`/comments/user_address/${account}`, `/public-profile?address=${account}`],
    ],
  });
  const { ledger } = body as { ledger: string[] };
  for (const path of ledger) expect((await send(stack, 'GET', path)).status).toBe(200);
});

test('people: groups, lists and searches', async () => {
  expect((await admin(stack, 'POST', '/admin/groups', { name: 'R&D (2)' })).status).toBe(400);
  expect((await admin(stack, 'POST', '/admin/groups', { name: 'R&D' })).body).toEqual({ name: 'R&D', people: 0 });
  const rows = [{ email: 'Zoe@venue.test', name: 'Zoë', group: 'R&D' }, { email: 'max@venue.test' }];
  const twice = await admin(stack, 'POST', '/admin/people', { people: [...rows, { email: 'zoe@VENUE.test' }] });
  expect(twice).toMatchObject({ status: 400, body: { error: 'people[2].email is there twice' } });
  const { links } = (await admin(stack, 'POST', '/admin/people', { people: rows, reason: 'Class A' })).body as {
    links: { url: string }[];
  };
  expect(links).toHaveLength(2);
  const told = (await admin(stack, 'GET', '/admin/log?kind=InvitePeople&limit=1')).body;
  expect(told).toMatchObject({ acts: [{ reason: 'Class A' }] });
  const zoe = new Browser(stack);
  expect((await zoe.join(links[0]?.url ?? '')).status).toBe(200);
  expect(await zoe.person()).toMatchObject({ name: 'Zoë', email: 'zoe@venue.test', groups: ['R&D'] });
  // Nobody gets into the account of who has joined by an invitation for the same address.
  const eve = await invite(stack, { email: 'ZOE@venue.test' });
  expect(await new Browser(stack).join(eve.url, 'Eve')).toMatchObject({ body: { code: 'link_unusable' } });
  expect((await zoe.join(eve.url)).status).toBe(200);
  expect((await admin(stack, 'GET', '/admin/groups')).body).toMatchObject({
    groups: expect.arrayContaining([{ name: 'R&D', people: 1 }]),
  });
  const { id = '' } = (await zoe.person()) ?? {};
  const moved = await admin(stack, 'PATCH', `/admin/people/${id}`, { name: 'Zoe', groups: ['Ops', 'Ops'] });
  expect(moved.body).toMatchObject({ name: 'Zoe', groups: ['Ops'] });
  for (const [query, total] of [
    ['q=venue.TEST', 1],
    ['q=%25', 0],
    ['group=Ops', 1],
    ['group=R%26D', 0],
  ] as const)
    expect((await admin(stack, 'GET', `/admin/people?${query}`)).body, query).toMatchObject({ total });
});

test('people: a grant is previewed with the names that operators know, and public ones of accounts of nobody', async () => {
  const ada = await joined(stack, 'Ada', { group: 'Prize' });
  await ada.device('93');
  const { id, account } = (await ada.person()) ?? {};
  await admin(stack, 'PATCH', `/admin/people/${id}`, { name: 'Ada of sales' });
  const nobody = `0x${'5a'.repeat(20)}`;
  await admin(stack, 'POST', '/admin/accounts', { address: nobody });
  const preview = (to: object) =>
    admin(stack, 'POST', '/admin/grants', { to, amount: '1', reason: 'Prize', preview: true });
  expect((await preview({ group: 'Prize' })).body).toMatchObject({ people: 1, first: ['Ada of sales'] });
  expect((await preview({ accounts: [nobody, account] })).body).toMatchObject({
    people: 2,
    first: ['Ada of sales', pseudonym(nobody as never)],
  });
});

test('people: a store that cannot be written answers 503 and loses nothing', async () => {
  const ada = await joined(stack, 'Ada 8');
  const { url } = await invite(stack);
  const other = new DatabaseSync(join(stack.folder, 'people.sqlite'));
  other.exec('BEGIN IMMEDIATE');
  const unavailable = {
    status: 503,
    body: { code: 'people_unavailable' },
    headers: { 'retry-after': expect.anything() },
  };
  expect(await new Browser(stack).join(url, 'Bob')).toMatchObject(unavailable);
  expect(await admin(stack, 'POST', '/admin/groups', { name: 'Locked' })).toMatchObject(unavailable);
  expect(await ada.person()).toMatchObject({ name: 'Ada 8' });
  other.exec('ROLLBACK');
  other.close();
  expect((await new Browser(stack).join(url, 'Bob')).status).toBe(200);
});

test('people: an invitation gives the role and the money that it promised, once; only an owner promises a role', async () => {
  const issued = await admin(stack, 'POST', '/admin/invitations', { role: 'auditor', amount: '250' });
  const { url } = issued.body as { url: string };
  const auditor = new Browser(stack);
  await auditor.join(url, 'Audrey');
  const device = await auditor.device('b7');
  expect(await free(device)).toBe('1250');
  expect(await auditor.person()).toMatchObject({ role: 'auditor' });
  expect((await admin(stack, 'GET', '/admin/people?role=auditor')).body).toMatchObject({ total: 1 });
  const granted = stack.exchange.commands.filter(({ kind }) => kind === 'SetRole');
  expect(granted).toMatchObject([{ role: 'auditor', act: { actor: 'root', reason: 'invited as auditor' } }]);
  // A role that was taken away does not come back with the next device.
  const id = stack.exchange.state.accountsByAddress.get((await auditor.person())?.account as never);
  await stack.exchange.submit({ kind: 'SetRole', account: id as never, role: 'operator' });
  await auditor.device('b8');
  expect(await auditor.person()).toMatchObject({ role: 'operator' });
  expect(await free(device)).toBe('1250');
  // An operator by key: reads and invites, but neither gives roles nor gets at an owner or another operator.
  const invited = (body: object) => device.send('POST', '/admin/invitations', body);
  expect((await invited({})).status).toBe(201);
  const needed = { status: 403, body: { code: 'role_required' } };
  expect(await invited({ role: 'editor' })).toMatchObject(needed);
  expect(await device.send('POST', '/admin/people', { people: [{ role: 'editor' }] })).toMatchObject(needed);
  const boss = await joined(stack, 'Boss');
  await boss.device('b9');
  const { account, id: bossId = '' } = (await boss.person()) ?? {};
  const owner = stack.exchange.state.accountsByAddress.get(account as never);
  for (const role of ['operator', 'owner'] as const) {
    await stack.exchange.submit({ kind: 'SetRole', account: owner as never, role });
    expect(await device.send('POST', `/admin/people/${bossId}/link`)).toMatchObject(needed);
    expect(await device.send('PATCH', `/admin/people/${bossId}`, { state: 'suspended' })).toMatchObject(needed);
    expect(await device.send('DELETE', `/admin/people/${bossId}`)).toMatchObject(needed);
    expect(await boss.person()).toMatchObject({ state: 'joined', role });
  }
});

test('people: a link from before a change of rights signs nobody in, nor one that who made it may make no more', async () => {
  const ada = await joined(stack, 'Ada 7');
  await ada.device('e1');
  const { id = '', account: own } = (await ada.person()) ?? {};
  const link = async (): Promise<string> =>
    ((await admin(stack, 'POST', `/admin/people/${id}/link`)).body as { url: string }).url;
  const early = await link();
  expect((await admin(stack, 'PUT', '/admin/roles', { account: own, role: 'owner' })).status).toBe(200);
  expect(await new Browser(stack).join(early)).toMatchObject({ body: { code: 'link_unusable' } });
  expect((await new Browser(stack).join(await link())).status).toBe(200);

  const body = { name: 'short', role: 'operator', expires: 4_000_000_000 };
  const { token } = (await admin(stack, 'POST', '/admin/tokens', body)).body as { token: string };
  const byToken = { authorization: `Bearer ${token}` };
  const made = await admin(stack, 'POST', '/admin/invitations', { amount: '5' }, byToken);
  expect(made.status).toBe(201);
  await admin(stack, 'DELETE', '/admin/tokens/short');
  expect(await new Browser(stack).join((made.body as { url: string }).url, 'Eve')).toMatchObject({
    body: { code: 'link_unusable' },
  });
});

test('people: a repeat with the same key makes no second link', async () => {
  const ask = (body: object) => admin(stack, 'POST', '/admin/invitations', body, { 'idempotency-key': 'one link' });
  expect((await ask({ amount: '7' })).status).toBe(400);
  const keyed = (body: object) => admin(stack, 'POST', '/admin/invitations', body, { 'idempotency-key': 'one-link' });
  expect((await keyed({ amount: '7' })).status).toBe(201);
  expect(await keyed({ amount: '7' })).toMatchObject({ status: 409, body: { code: 'link_told_once' } });
  expect((await keyed({ amount: '8' })).status).toBe(422);
});

test('devices: a revoked one leaves no link, no other session and no way back', async () => {
  const lost = await joined(stack, 'Ada 9');
  await lost.device('f1');
  const linkOf = async (browser: Browser): Promise<string> =>
    ((await browser.ask('POST', '/auth/people/device-link')).body as { url: string }).url;
  const hidden = new Browser(stack);
  await hidden.join(await linkOf(lost));
  const kept = new Browser(stack);
  await kept.join(await linkOf(lost));
  await kept.device('f2');
  const other = new Browser(stack);
  await other.join(await linkOf(lost));
  await other.device('f3');
  const left = await linkOf(lost);
  const [{ address = '' } = {}] = ((await kept.ask('GET', '/auth/people/devices')).body as Devices).devices;
  expect(await kept.ask('DELETE', `/auth/people/devices/${address}`)).toMatchObject({ body: { done: true } });
  for (const browser of [lost, hidden]) expect(await browser.person()).toBeNull();
  expect(await new Browser(stack).join(left)).toMatchObject({ body: { code: 'link_unusable' } });
  for (const browser of [kept, other]) expect(await browser.person()).toMatchObject({ name: 'Ada 9' });
});

test('people: whoever a restored store no longer knows gets their account back from an owner, with new devices', async () => {
  const ada = await joined(stack, 'Ada 10');
  const phone = await ada.device('91');
  const order = await placed(phone, ada);
  const { id: old = '', account: own } = (await ada.person()) ?? {};
  const account = own ?? '';
  const file = new DatabaseSync(join(stack.folder, 'people.sqlite'));
  file.prepare('DELETE FROM "user" WHERE id = ?').run(old);
  file.close();
  const back = await joined(stack, 'Ada 10', { amount: '7' });
  const second = await back.device('92');
  const { id = '', account: empty } = (await back.person()) ?? {};
  const give = (wanted: string, headers = {}) =>
    admin(stack, 'PATCH', `/admin/people/${id}`, { account: wanted, reason: 'restored' }, headers);
  const ofKey = `0x${'93'.repeat(20)}`;
  const opened = { address: ofKey, depositWallet: `0x${'95'.repeat(20)}`, startingBalance: 0 };
  await stack.exchange.submit({ kind: 'OpenAccount', ...opened } as never);
  for (const [wanted, why] of [
    [empty ?? '', 'account must be one that no person has'],
    [`0x${'96'.repeat(20)}`, 'account must be one of this venue'],
    [ofKey, 'account must be one that opened for a person'],
    ['0x1', 'account must'],
  ] as const)
    expect(await give(wanted)).toMatchObject({ status: 400, body: { error: expect.stringContaining(why) } });
  const { token } = (
    await admin(stack, 'POST', '/admin/tokens', { name: 'ops', role: 'operator', expires: 4_000_000_000 })
  ).body as { token: string };
  expect(await give(account, { authorization: `Bearer ${token}` })).toMatchObject({ body: { code: 'role_required' } });
  expect(await second.send('GET', '/account')).toMatchObject({ status: 200 });
  expect((await give(account)).body).toMatchObject({ id, account, name: 'Ada 10', unpaid: null });
  expect(await back.person()).toBeNull();
  expect(await second.send('GET', '/account')).toMatchObject({ body: { code: 'invalid_api_key' } });
  await back.join(((await admin(stack, 'POST', `/admin/people/${id}/link`)).body as { url: string }).url);
  const again = await back.device('94');
  expect((await again.send('GET', '/data/orders')).text).toContain(order);
  expect(await free(again)).toBe('995');
});
