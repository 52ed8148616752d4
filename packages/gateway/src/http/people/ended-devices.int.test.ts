/** Everything of a device ends with it, and with a role that its maker may not have. */
import type { Devices } from '@bellwether/contract';
import type { Address } from '@bellwether/engine';
import { expect, test } from 'vitest';
import { openVenue } from '../testing/open-venue.ts';
import { Browser, joined } from '../testing/person.ts';
import { admin, send, type Trader } from '../testing/trader.ts';

const stack = await openVenue({ join: 'invite' });

test('devices: the builder keys that a device made end with it, and those of other devices stay', async () => {
  const ada = await joined(stack, 'Ada 11');
  const [phone, laptop] = [await ada.device('51'), await ada.device('52')];
  const made = async (device: Trader) => (await device.send('POST', '/auth/builder-api-key')).body as { key: string };
  const [lost, kept] = [await made(phone), await made(laptop)];
  await ada.ask('DELETE', `/auth/people/devices/${phone.address}`);
  expect((await laptop.send('GET', '/auth/builder-api-key')).body).toEqual([{ key: kept.key }]);
  expect(stack.exchange.state.apiKeys.get(lost.key)).toMatchObject({ revoked: true });
});

test('devices: one that ends itself is signed out; a bot that it added goes on, and ends alone', async () => {
  const ada = await joined(stack, 'Ada 12');
  const browser = await ada.device('53');
  const { cookie } = ada;
  const add = (digits: string) =>
    ada.ask('POST', '/auth/people/devices', { address: `0x${digits.repeat(20)}`, label: 'Bot', bot: true });
  expect([(await add('54')).status, (await add('54')).status, (await add('55')).status]).toEqual([200, 400, 200]);
  await ada.ask('DELETE', `/auth/people/devices/0x${'54'.repeat(20)}`);
  expect(await ada.person()).toMatchObject({ name: 'Ada 12' });
  await ada.ask('DELETE', `/auth/people/devices/${browser.address}`);
  expect(ada.jar.size).toBe(0);
  const old = await send(stack, 'GET', '/auth/people/session', undefined, { cookie });
  expect(old.body).toMatchObject({ person: null });
});

test('devices: nobody gets the API key of a device from another browser that is signed in', async () => {
  const ada = await joined(stack, 'Ada 13');
  const phone = await ada.device('61');
  const laptop = new Browser(stack);
  await laptop.join(((await ada.ask('POST', '/auth/people/device-link')).body as { url: string }).url);
  const asked = await laptop.ask('POST', '/auth/people/devices', { address: phone.address });
  expect(asked).toMatchObject({ status: 400, body: { code: 'key_invalid' } });
});

test.each([false, true])('devices: signing out ends those of the browser alone; suspended: %s', async (isSuspended) => {
  const ada = await joined(stack, `Ada 14 ${isSuspended}`);
  const { id = '' } = (await ada.person()) ?? {};
  const digits = isSuspended ? ['84', '85', '86'] : ['81', '82', '83'];
  const phone = await ada.device(digits[0] ?? '');
  const bot = `0x${digits[1]?.repeat(20)}`;
  await ada.ask('POST', '/auth/people/devices', { address: bot, label: 'Bot', bot: true });
  const other = new Browser(stack);
  await other.join(((await ada.ask('POST', '/auth/people/device-link')).body as { url: string }).url);
  const laptop = await other.device(digits[2] ?? '', 'Laptop');
  if (isSuspended) {
    const account = stack.exchange.state.accountsByAddress.get(((await ada.person())?.account ?? '0x') as Address);
    await stack.exchange.submit({ kind: 'SuspendAccount', account: account ?? 0 } as never);
  }
  expect(await ada.ask('POST', '/auth/people/sign-out')).toMatchObject({ status: 200, body: { done: true } });
  expect((await phone.send('GET', '/account')).status).toBe(401);
  expect(await ada.person()).toBeNull();
  expect(await other.person()).toMatchObject({ id });
  if (isSuspended) return;
  expect((await laptop.send('GET', '/account')).status).toBe(200);
  const { devices } = (await other.ask('GET', '/auth/people/devices')).body as Devices;
  expect(devices.map(({ address }) => address).sort()).toEqual([bot, laptop.address].sort());
});

test.each([
  ['operator', 'owner', true],
  ['operator', 'operator', true],
  ['operator', 'editor', false],
  ['owner', 'owner', false],
] as const)(
  'people: the recovery link of an %s, and then the role %s: do devices end? %s',
  async (maker, role, ends) => {
    const name = `${maker}-${role}`;
    const { body } = await admin(stack, 'POST', '/admin/tokens', { name, role: maker, expires: 4_000_000_000 });
    const byMaker = { authorization: `Bearer ${(body as { token: string }).token}` };
    const ada = await joined(stack, `Ada ${name}`);
    const { id = '' } = (await ada.person()) ?? {};
    const recovered = new Browser(stack);
    const link = (await admin(stack, 'POST', `/admin/people/${id}/link`, undefined, byMaker)).body as { url: string };
    await recovered.join(link.url);
    const device = await recovered.device('71');
    const further = new Browser(stack);
    await further.join(((await recovered.ask('POST', '/auth/people/device-link')).body as { url: string }).url);
    await further.device('72');
    const { account } = (await ada.person()) ?? {};
    expect((await admin(stack, 'PUT', '/admin/roles', { account, role })).body).toMatchObject({ role });
    const people = await Promise.all([ada, recovered, further].map((browser) => browser.person()));
    expect(people.map((person) => person === null)).toEqual([ends, ends, ends]);
    expect((await device.send('GET', '/account')).status).toBe(ends ? 401 : 200);
    // With a link of the owner they come back, and stay at the next change of the role.
    const back = new Browser(stack);
    await back.join(((await admin(stack, 'POST', `/admin/people/${id}/link`)).body as { url: string }).url);
    await back.device('73');
    await admin(stack, 'PUT', '/admin/roles', { account, role: role === 'owner' ? 'operator' : 'owner' });
    expect((await back.person())?.id).toBe(role === 'editor' ? undefined : id);
  },
);
