/** A suspended account: its keys, pending orders and sign-ins; who may suspend whom; and the log of all of it. */
import type { Account, ActLog } from '@bellwether/contract';
import { expect, test } from 'vitest';
import { openVenue } from './testing/open-venue.ts';
import { addMarket, admin, send, Trader } from './testing/trader.ts';

const stack = await openVenue();
const market = await addMarket(stack, 'Suspended?');
const alice = await Trader.open(stack, '1');
const operator = await Trader.open(stack, '2');
const owner = await Trader.open(stack, '3');
await admin(stack, 'PUT', '/admin/roles', { account: operator.address, role: 'operator', reason: 'Runs the desk' });
await admin(stack, 'PUT', '/admin/roles', { account: owner.address, role: 'owner' });

const openOrders = (): number => stack.exchange.state.openOrders.size;
const code = ({ status, body }: { readonly status: number; readonly body: unknown }): string =>
  `${status} ${(body as { readonly code?: string }).code ?? ''}`;
const log = async (query: string): Promise<ActLog> => (await admin(stack, 'GET', `/admin/log?${query}`)).body as ActLog;

test('suspension: orders go, keys and sign-ins are refused, money stays; a resumed account goes on', async () => {
  await alice.placed({ tokenId: market.yes, side: 'BUY', price: '0.4', size: '10' });
  const funds = async (): Promise<unknown> => {
    const { wallets } = (await alice.send('GET', '/account')).body as Account;
    return wallets.map(({ free, held }) => Number(free) + Number(held));
  };
  const before = await funds();
  const path = `/admin/accounts/${alice.address}`;
  expect((await operator.send('POST', `${path}/suspend`, { reason: 'Shared an account' })).body).toEqual({
    account: alice.address,
    suspended: true,
  });
  expect(openOrders()).toBe(0);
  expect(code(await alice.send('GET', '/account'))).toBe('403 account_suspended');
  expect(code(await alice.send('DELETE', '/cancel-all'))).toBe('403 account_suspended');
  await expect(Trader.open(stack, '1', 1)).rejects.toThrow('account_suspended');
  expect((await admin(stack, 'GET', '/admin/roles')).body).toMatchObject({ suspended: [alice.address] });
  expect((await operator.send('POST', `${path}/resume`, {})).status).toBe(200);
  expect(await funds()).toEqual(before);
  await alice.placed({ tokenId: market.yes, side: 'BUY', price: '0.4', size: '10' });
  expect(openOrders()).toBe(1);
});

test('suspension: an operator cannot shut out the owner, and a suspended operator does nothing', async () => {
  const path = `/admin/accounts/${owner.address}/suspend`;
  expect(code(await operator.send('POST', path, {}))).toBe('403 role_required');
  expect((await owner.send('POST', `/admin/accounts/${operator.address}/suspend`, {})).status).toBe(200);
  expect(code(await operator.send('GET', '/admin/log'))).toBe('403 account_suspended');
  await admin(stack, 'POST', `/admin/accounts/${operator.address}/resume`, {});
});

test('log: who, in which role, what, before and after, why; by filters and pages', async () => {
  const { acts } = await log(`kind=SetRole&limit=1&actor=root&text=RUNS`);
  expect(acts).toMatchObject([
    {
      ...{ actor: 'root', role: 'owner', action: 'SetRole', subject: operator.address },
      ...{ before: 'role: trader', after: 'role: operator', reason: 'Runs the desk' },
    },
  ]);
  const byOperator = await log(`actor=${operator.address.toUpperCase().replace('0X', '0x')}`);
  expect(byOperator.acts.map(({ action, before, after, reason }) => [action, before, after, reason])).toEqual([
    ['ResumeAccount', 'suspended: true', 'suspended: false', ''],
    ['SuspendAccount', 'suspended: false', 'suspended: true', 'Shared an account'],
  ]);
  const all = await log('limit=500');
  const first = await log('limit=2');
  const second = await log(`limit=500&before=${first.next}`);
  expect([...first.acts, ...second.acts]).toEqual(all.acts);
  expect([all.next, second.next]).toEqual([null, null]);
  const [newest] = all.acts;
  const seconds = Math.floor(Date.parse(newest?.time ?? '') / 1000);
  expect((await log(`from=${seconds + 1}`)).acts).toEqual([]);
  expect((await log(`from=${seconds}&to=${seconds}`)).acts[0]).toEqual(newest);
});

test('log: the reason of a header is kept, and what cannot be read is refused', async () => {
  const mode = (reason: string) => admin(stack, 'POST', '/admin/mode', { mode: 'post_only' }, { 'x-reason': reason });
  expect(code(await mode('%'))).toBe('400 bad_request');
  expect(code(await mode('a'.repeat(501)))).toBe('400 bad_request');
  expect((await mode(encodeURIComponent('Prüfung, =1+1'))).status).toBe(200);
  await admin(stack, 'POST', '/admin/mode', { mode: 'open' });
  expect((await log('kind=SetMode')).acts).toMatchObject([
    { before: 'mode: post_only', after: 'mode: open', reason: '' },
    { before: 'mode: open', after: 'mode: post_only', reason: 'Prüfung, =1+1' },
  ]);
});

test('log: as CSV, whose cells no spreadsheet runs', async () => {
  await admin(stack, 'POST', '/admin/accounts', { address: alice.address }, { 'x-reason': '=cmd|"x"' });
  await admin(stack, 'POST', `/admin/accounts/${alice.address}/suspend`, { reason: '=1+"1"' });
  const answer = await admin(stack, 'GET', '/admin/log?format=csv&kind=SuspendAccount');
  expect(answer.headers['content-type']).toBe('text/csv; charset=utf-8');
  const [header, row] = answer.text.split('\r\n');
  expect(header).toBe('"sequence","time","actor","role","action","subject","before","after","reason"');
  expect(row).toMatch(new RegExp(`"root","owner","SuspendAccount","${alice.address}",.*,"'=1\\+""1"""$`));
  expect(await send(stack, 'GET', '/admin/log?format=csv')).toMatchObject({ status: 401 });
});
