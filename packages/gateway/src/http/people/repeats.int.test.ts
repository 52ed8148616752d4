/** What a request about people does when it is sent again, cut off, or overtaken by another one. */
import type { PersonAnswer, Roles } from '@bellwether/contract';
import { type People, PeopleUnavailable } from '@bellwether/ports/people.ts';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { openVenue } from '../testing/open-venue.ts';
import { joined } from '../testing/person.ts';
import { admin, type Method } from '../testing/trader.ts';

const stack = await openVenue({ join: 'invite' });
const store = stack.dependencies.people ?? expect.unreachable('the venue has people');
afterEach(() => void vi.restoreAllMocks());

const ask = (method: Method, path: string, body?: object, key?: string) =>
  admin(stack, method, path, body, key === undefined ? {} : { 'idempotency-key': key });
const listed = async (query = ''): Promise<PersonAnswer[]> =>
  ((await ask('GET', `/admin/people?${query}`)).body as { readonly people: PersonAnswer[] }).people;
const suspended = async (): Promise<Roles['suspended']> => ((await ask('GET', '/admin/roles')).body as Roles).suspended;
const entries = (): number => stack.exchange.state.sequence;

async function member(name: string, digits?: string) {
  const browser = await joined(stack, name);
  const trader = digits === undefined ? null : await browser.device(digits);
  const { account, id } = (await browser.person()) ?? expect.unreachable();
  const change = (body: object, key?: string) => ask('PATCH', `/admin/people/${id}`, body, key);
  const now = async () => (await listed(`q=${name}`))[0] ?? expect.unreachable();
  return { account, browser, change, id, now, path: `/admin/people/${id}`, trader };
}

/** The store fails before its next call of this kind, as if the venue had been killed. */
const cut = (method: 'change' | 'invite' | 'linkFor') =>
  vi.spyOn(store, method).mockRejectedValueOnce(new PeopleUnavailable());

test.each([
  ['with an account', '1'],
  ['without one', undefined],
])('repeats: a late one changes no person %s', async (name, digits) => {
  const { change, now } = await member(`Ada ${name}`, digits);
  for (const [first, second] of [
    [{ state: 'joined' }, { state: 'suspended' }],
    [{ groups: ['g'] }, { groups: [] }],
    [{ name: 'Ada one' }, { name: `Ada ${name}` }],
    [
      { state: 'joined', groups: ['h'] },
      { state: 'suspended', groups: [] },
    ],
  ] as const) {
    const key = JSON.stringify(first).replaceAll(/\W/g, '') + digits;
    await change(first, key);
    await change(second, `${key}-2`);
    const [before, sequence] = [await now(), entries()];
    expect(await change(first, key)).toMatchObject({
      status: 200,
      headers: { 'idempotent-replayed': 'true' },
      body: before,
    });
    expect([await now(), entries()]).toEqual([before, sequence]);
  }
});

test('suspended as a person and resumed as an account, a person is in again, and the list says so', async () => {
  const { account, change, now, path } = await member('Eve', '6');
  const act = (what: string) => ask('POST', `/admin/accounts/${account}/${what}`, {});
  await change({ state: 'suspended' });
  await act('resume');
  expect(await now()).toMatchObject({ state: 'joined' });
  expect(await suspended()).not.toContain(account);
  expect((await ask('POST', `${path}/link`)).status).toBe(201);
  await act('suspend');
  await change({ state: 'joined' });
  expect(await now()).toMatchObject({ state: 'joined' });
  expect(await suspended()).not.toContain(account);
});

test('the account of a person who is erased has no role any more', async () => {
  const { account, path } = await member('Fay', '7');
  await ask('PUT', '/admin/roles', { account, role: 'operator' });
  expect((await ask('DELETE', path)).status).toBe(200);
  expect(((await ask('GET', '/admin/roles')).body as Roles).roles).not.toContainEqual({ account, role: 'operator' });
});

test('repeats: a late one chooses no digest', async () => {
  const { browser } = await member('Digby');
  const choose = (digest: string, key: string) =>
    browser.ask('POST', '/auth/people/digest', { digest }, { 'idempotency-key': key });
  for (const [digest, key] of [
    ['daily', 'a'],
    ['off', 'b'],
    ['daily', 'a'],
  ] as const)
    expect((await choose(digest, key)).body).toEqual({ done: true });
  expect(await browser.person()).toMatchObject({ digest: 'off' });
  // Another choice is another request.
  await choose('weekly', 'b');
  expect(await browser.person()).toMatchObject({ digest: 'weekly' });
});

test('repeats: one of a removal says that it is done', async () => {
  const { browser, path, trader } = await member('Bea', '2');
  const device = `/auth/people/devices/${trader?.address}`;
  // The session goes with its last device.
  await browser.device('9');
  for (const _ of [1, 2]) expect((await browser.ask('DELETE', device)).body).toEqual({ done: true });
  for (const _ of [1, 2]) expect((await ask('DELETE', path, undefined, 'bea')).body).toEqual({ done: true });
  expect((await ask('DELETE', path)).status).toBe(404);
});

test('cut off: a removed device is forgotten by the repeat, too', async () => {
  const { browser, id, trader } = await member('Cid', '3');
  const device = `/auth/people/devices/${trader?.address}`;
  vi.spyOn(store, 'dropDevice').mockRejectedValueOnce(new PeopleUnavailable());
  expect((await browser.ask('DELETE', device)).status).toBe(503);
  expect(await store.devicesOf(id)).toHaveLength(1);
  expect((await browser.ask('DELETE', device)).body).toEqual({ done: true });
  expect(await store.devicesOf(id)).toEqual([]);
});

test.each([
  ['invitation', 'invite', '/admin/invitations', { uses: 2 }],
  ['import', 'invite', '/admin/people', { people: [{ name: 'Q' }, { name: 'R' }] }],
  ['recovery link', 'linkFor', '', undefined],
] as const)('cut off: the repeat makes the %s, once', async (name, method, at, body) => {
  const path = at === '' ? `${(await member('Lost')).path}/link` : at;
  cut(method);
  const sequence = entries();
  const key = name.replace(' ', '-');
  expect((await ask('POST', path, body, key)).status).toBe(503);
  expect((await ask('POST', path, body, key)).status).toBe(201);
  expect(await ask('POST', path, body, key)).toMatchObject({ status: 409, body: { code: 'link_told_once' } });
  expect(entries()).toBe(sequence + 1);
});

test('cut off: the repeat of a change completes it, unless a later one has', async () => {
  const { account, change, now } = await member('Dan', '4');
  cut('change');
  expect((await change({ groups: ['g'] }, 'cut-1')).status).toBe(503);
  expect((await change({ groups: ['g'] }, 'cut-1')).body).toMatchObject({ groups: ['g'] });
  cut('change');
  expect((await change({ state: 'suspended' }, 'cut-2')).status).toBe(503);
  // The store has missed it, and nobody asks again.
  expect(await now()).toMatchObject({ state: 'suspended' });
  expect((await listed('state=suspended')).map((person) => person.account)).toContain(account);
  expect((await listed('state=joined')).map((person) => person.account)).not.toContain(account);
  await change({ state: 'joined' });
  expect((await change({ state: 'suspended' }, 'cut-2')).status).toBe(200);
  expect([await now(), await suspended()]).toMatchObject([{ state: 'joined' }, expect.not.arrayContaining([account])]);
});

describe('overtaken: the account of a first device is suspended', () => {
  const ends = {
    suspended: ({ change }: Awaited<ReturnType<typeof member>>) => change({ state: 'suspended' }),
    erased: ({ path }: Awaited<ReturnType<typeof member>>) => ask('DELETE', path),
  };
  /** Runs a step once, just before or after the store's next call of this kind. */
  const around = (method: keyof People, when: 'before' | 'after', step: () => Promise<unknown>) => {
    const call = (store[method] as (...given: unknown[]) => Promise<unknown>).bind(store);
    vi.spyOn(store, method as 'erase').mockImplementationOnce((async (...given: unknown[]) => {
      if (when === 'before') await step();
      const value = await call(...given);
      if (when === 'after') await step();
      return value;
    }) as never);
  };
  const accountsSince = (count: number) => stack.exchange.state.accounts.slice(count).map(({ address }) => address);

  test.each([
    ['suspended', 403, '5'],
    ['erased', 401, '6'],
  ] as const)('whose person is %s while it opens', async (end, status, digits) => {
    const person = await member(`Eve ${end}`);
    const count = stack.exchange.state.accounts.length;
    around('giveAccount', 'after', () => ends[end](person));
    const address = `0x${digits.repeat(40)}`;
    expect((await person.browser.ask('POST', '/auth/people/devices', { address })).status).toBe(status);
    const [account] = accountsSince(count);
    expect(await suspended()).toContain(account);
  });

  test.each([
    ['suspended', 'change', '7'],
    ['erased', 'erase', '8'],
  ] as const)('that opens while its person is being %s', async (end, method, digits) => {
    const person = await member(`Fay ${end}`);
    const count = stack.exchange.state.accounts.length;
    around(method, 'before', () => person.browser.device(digits));
    expect((await ends[end](person)).status).toBe(200);
    const [account] = accountsSince(count);
    expect(await suspended()).toContain(account);
  });
});
