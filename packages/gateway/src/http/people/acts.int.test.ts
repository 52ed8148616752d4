/** The log's words about people: amounts, roles and counts, one entry for each act, and never who. */
import type { ActLog } from '@bellwether/contract';
import { expect, test } from 'vitest';
import { openVenue } from '../testing/open-venue.ts';
import { Browser, joined } from '../testing/person.ts';
import { admin } from '../testing/trader.ts';

const stack = await openVenue({ join: 'invite' });

/** Acts since an entry, oldest first. */
async function actsSince(sequence: number): Promise<ActLog['acts']> {
  const { acts } = (await admin(stack, 'GET', '/admin/log?limit=100')).body as ActLog;
  return acts.filter((act) => act.sequence > sequence).reverse();
}

test('log: invitations say what they promise, to how many, and name nobody', async () => {
  const { sequence } = stack.exchange.state;
  const one = { uses: 3, hours: 2, amount: '250', role: 'editor', group: 'Sales', name: 'Ada' };
  await admin(stack, 'POST', '/admin/invitations', one);
  const people = [{ email: 'bob@venue.test', group: 'A', role: 'auditor' }, { name: 'Cy', group: 'B' }, { group: 'A' }];
  await admin(stack, 'POST', '/admin/people', { people });
  const acts = await actsSince(sequence);
  expect(acts.map(({ action, before, after }) => [action, before, after])).toEqual([
    ['InvitePeople', '', 'hours: 2, groups: 1, uses: 3, amount: 250, role: editor'],
    ['InvitePeople', '', 'people: 3, hours: 168, groups: 2, role: auditor'],
  ]);
  expect(JSON.stringify(acts)).not.toMatch(/Ada|bob|Cy|Sales/);
});

test('log: a group that is added is named', async () => {
  const { sequence } = stack.exchange.state;
  await admin(stack, 'POST', '/admin/groups', { name: 'Vertrieb Süd & Co.', reason: 'Ada asked' });
  expect(await actsSince(sequence)).toMatchObject([
    { action: 'AddGroup', subject: 'Vertrieb Süd & Co.', after: '', reason: 'Ada asked' },
  ]);
});

test('log: a change of a person is one entry, and says how many groups there were', async () => {
  const ada = await joined(stack, 'Ada', { group: 'Sales' });
  await ada.device('1');
  const { id = '', account } = (await ada.person()) ?? {};
  const change = (body: object, key?: string) =>
    admin(stack, 'PATCH', `/admin/people/${id}`, body, key === undefined ? {} : { 'idempotency-key': key });
  const { sequence } = stack.exchange.state;
  await change({ state: 'suspended', reason: 'left' }, 'once');
  await change({ state: 'suspended', reason: 'left' }, 'once');
  await change({ state: 'joined' });
  await change({ groups: ['X', 'Y', 'X'] });
  await change({ state: 'suspended', name: 'Ida' });
  const acts = await actsSince(sequence);
  expect(acts.map(({ action, before, after, reason }) => [action, before, after, reason])).toEqual([
    ['SuspendAccount', 'suspended: false', 'suspended: true', 'left'],
    ['ResumeAccount', 'suspended: true', 'suspended: false', ''],
    ['ChangePerson', 'groups: 1', 'groups: 2', ''],
    ['SuspendAccount', 'suspended: false', 'suspended: true', ''],
    ['ChangePerson', '', '', ''],
  ]);
  expect(new Set(acts.map(({ subject }) => subject))).toEqual(new Set([account]));
});

test('log: what a joiner gets names the role of whoever promised it, or none', async () => {
  const { body } = await admin(stack, 'POST', '/admin/tokens', {
    name: 'desk',
    role: 'operator',
    expires: 4_000_000_000,
  });
  const by = { authorization: `Bearer ${(body as { token: string }).token}` };
  for (const [actor, headers, wish] of [
    ['root', {}, { role: 'auditor', amount: '5' }],
    ['token:desk', by, { amount: '5' }],
  ] as const) {
    const { url } = (await admin(stack, 'POST', '/admin/invitations', wish, headers)).body as { url: string };
    const browser = new Browser(stack);
    await browser.join(url, actor);
    const { sequence } = stack.exchange.state;
    await browser.device(actor === 'root' ? '2' : '3');
    const acts = (await actsSince(sequence)).map(({ action, actor: who, role }) => [action, who, role]);
    const role = actor === 'root' ? 'owner' : 'operator';
    const given = [
      ['SetRole', actor, role],
      ['Grant', actor, role],
    ];
    expect(acts).toEqual('role' in wish ? given : given.slice(1));
  }
  const account = stack.exchange.state.accounts.at(-1)?.id ?? 0;
  const { sequence } = stack.exchange.state;
  await stack.exchange.submit({
    kind: 'SetRole',
    account,
    role: 'editor',
    act: { actor: 'oidc', reason: '' },
  } as never);
  expect((await actsSince(sequence))[0]).not.toHaveProperty('role');
  expect((await admin(stack, 'GET', '/admin/log?format=csv&actor=oidc')).text).toContain('"oidc","","SetRole"');
});
