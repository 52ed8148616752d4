/** Grants: previews, who is paid and who is not, a giving that is cut off anywhere, weekly ones and those for joining. */
import type { GrantAnswer, PaidGrant, UserActivity } from '@bellwether/contract';
import { type AccountId, accountOf, type Command, type Micros, walletOf } from '@bellwether/engine';
import { expect, test } from 'vitest';
import { give } from './grants/give.ts';
import { recipientsOf, walletToPay } from './grants/recipients.ts';
import { payJoined, payWeekly } from './grants/standing.ts';
import { openAccount } from './own-wallets.ts';
import { notRepeated } from './plugins/idempotency.ts';
import { openVenue } from './testing/open-venue.ts';
import { type Answer, admin, send, Trader } from './testing/trader.ts';

const HOUSE = `0x${'aa'.repeat(20)}`;
const UNKNOWN = `0x${'ab'.repeat(20)}`;
const stack = await openVenue({ houseAccounts: [HOUSE] });
const { dependencies, exchange } = stack;
const { state } = exchange;
const alice = await Trader.open(stack, '1');
for (let index = 0; index < 450; index++)
  await exchange.submit(openAccount(`0x${'c'.repeat(36)}${index.toString(16).padStart(4, '0')}` as never, 0 as Micros));
await exchange.submit(openAccount(HOUSE as never, 0 as Micros));

const free = (id: number): number =>
  accountOf(state, id as AccountId).wallets.reduce((sum, wallet) => sum + walletOf(state, wallet).free, 0);
const all = () => state.accounts.map(({ id }) => free(id));
const asked = (body: object, key?: string): Promise<Answer> =>
  admin(stack, 'POST', '/admin/grants', body, key === undefined ? {} : { 'idempotency-key': key });
const told = async (body: object, key?: string): Promise<GrantAnswer> => (await asked(body, key)).body as GrantAnswer;
const house = () => state.accounts.findIndex(({ address }) => address === HOUSE);

test('grants: a preview says how many people and how much, and gives nothing', async () => {
  const before = state.sequence;
  const preview = await told({ to: { all: true }, amount: '2.5', reason: 'Spring', preview: true }, 'preview');
  expect(preview).toMatchObject({ grant: '', people: 451, amount: '2.5', total: '1127.5', unpaid: [] });
  expect(preview.first).toHaveLength(10);
  expect(state.sequence).toBe(before);
});

test('grants: everyone but the house is paid once, in steps, and a repeat pays nothing', async () => {
  const before = all();
  const body = { to: { all: true }, amount: '2.5', reason: ' Spring ' };
  const answer = await told(body, 'spring');
  expect(answer).toMatchObject({ people: 451, total: '1127.5' });
  expect(all().map((now, index) => now - (before[index] ?? 0))).toEqual(
    before.map((_, index) => (index === house() ? 0 : 2_500_000)),
  );
  const { sequence } = state;
  expect(await told(body, 'spring')).toMatchObject({ grant: answer.grant, people: 451 });
  expect(state.sequence).toBe(sequence);
  const other = await asked({ ...body, amount: '3' }, 'spring');
  expect(other.status).toBe(422);
  const list = (await admin(stack, 'GET', '/admin/grants')).body as PaidGrant[];
  expect(list).toMatchObject([{ grant: answer.grant, reason: 'Spring', amount: '2.5', people: 451, complete: true }]);
});

test('grants: the statement of everyone who was paid names the reason', async () => {
  const { depositWallet } = accountOf(state, state.accountsByAddress.get(alice.address as never) as AccountId);
  const path = `/activity?user=${depositWallet}&type=DEPOSIT`;
  const rows = (await send(stack, 'GET', path)).body as UserActivity[];
  expect(rows.map(({ title, cashChange }) => [title, cashChange])).toEqual([
    ['Spring', 2.5],
    ['', 1000],
  ]);
});

test('grants: named accounts, those without anything, and who is left out', async () => {
  const named = { to: { accounts: [alice.address, UNKNOWN, HOUSE] }, amount: '1', reason: 'Prize' };
  const unpaid = [
    { account: UNKNOWN, why: 'unknown' },
    { account: HOUSE, why: 'house' },
  ];
  expect(await told(named)).toMatchObject({ people: 1, total: '1', unpaid });
  await exchange.submit(openAccount(`0x${'ba'.repeat(20)}` as never, 0 as Micros));
  const without = { to: { without: true }, amount: '7', reason: 'First' };
  expect(await told(without)).toMatchObject({ people: 1, total: '7' });
  expect(await told(without)).toMatchObject({ people: 0, total: '0' });
});

test.each([
  [{ to: { all: true, without: true }, amount: '1', reason: 'x' }, 400],
  [{ to: {}, amount: '1', reason: 'x' }, 400],
  [{ to: { group: 'A' }, amount: '1', reason: 'x' }, 400],
  [{ to: { all: true }, amount: '0', reason: 'x' }, 400],
  [{ to: { all: true }, amount: '1', reason: ' ' }, 400],
  [{ to: { all: true }, amount: '1', reason: 'a\nb' }, 400],
  [{ to: { all: true }, amount: '8000000000', reason: 'x' }, 400],
  [{ to: { without: true }, amount: '1', reason: 'x', every: 'week' }, 400],
])('grants: %j is refused, and nothing is paid', async (body, status) => {
  const before = all();
  expect((await asked(body)).status).toBe(status);
  expect(all()).toEqual(before);
});

test('grants: cut off before or after any step, the next attempt completes it and pays no one twice', async () => {
  class Killed extends Error {}
  for (const cut of [0, 1, 2])
    for (const isLost of [true, false]) {
      const before = all();
      const terms = { grant: `cut-${cut}-${isLost}`, amount: 3 as Micros, reason: 'Cut' };
      const recipients = await recipientsOf(dependencies, { all: true });
      const accounts = 'accounts' in recipients ? recipients.accounts : [];
      const submit = async (command: Command) => notRepeated(await exchange.submit(command));
      let calls = 0;
      const killed = async (command: Command) => {
        const isCut = calls++ === cut;
        if (isCut && isLost) throw new Killed();
        const outcome = await submit(command);
        if (isCut) throw new Killed();
        return outcome;
      };
      await expect(give(exchange, terms, accounts, killed)).rejects.toThrow(Killed);
      expect(await give(exchange, terms, accounts, submit)).toMatchObject({ step: null, people: accounts.length });
      expect(all().map((now, index) => now - (before[index] ?? 0))).toEqual(
        before.map((_, index) => (accounts.includes(index as AccountId) ? 3 : 0)),
      );
    }
});

test('grants: two givings of one grant at once pay everyone once', async () => {
  const before = all();
  const body = { to: { all: true }, amount: '1', reason: 'Twice' };
  const answers = await Promise.all([asked(body, 'twice'), asked(body, 'twice')]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  const paid = all().map((now, index) => now - (before[index] ?? 0));
  expect(paid).toEqual(before.map((_, index) => (index === house() ? 0 : 1_000_000)));
});

test('grants: a weekly one is paid at once and each week, and weeks of a stop count once', async () => {
  const before = free(0);
  const week = 604_800_000;
  const body = { to: { all: true }, amount: '10', reason: 'Weekly points', every: 'week' };
  const { grant } = await told(body, 'weekly');
  const paid = () => (free(0) - before) / 10_000_000;
  expect(paid()).toBe(1);
  for (const [ms, expected] of [
    [week - 1, 1],
    [1, 2],
    [3 * week, 3],
    [week - 1, 3],
    [1, 4],
  ] as const) {
    stack.time.nowMs += ms;
    await payWeekly(dependencies);
    await payWeekly(dependencies);
    expect(paid()).toBe(expected);
  }
  const standing = await admin(stack, 'GET', '/admin/grants/standing');
  expect(standing.body).toMatchObject([{ id: grant, every: 'week', to: { all: true }, amount: '10' }]);
  for (const _ of [1, 2]) {
    const ended = await admin(stack, 'DELETE', `/admin/grants/standing/${grant}`);
    expect([ended.status, ended.body]).toEqual([200, []]);
  }
  stack.time.nowMs += week;
  await payWeekly(dependencies);
  expect(paid()).toBe(4);
});

test('grants: who joins gets what is due to them once, and those before get nothing', async () => {
  const before = all();
  await told({ to: { all: true }, amount: '5', reason: 'Hello', every: 'joining' }, 'hello');
  expect(all()).toEqual(before);
  await exchange.submit(openAccount(`0x${'bb'.repeat(20)}` as never, 0 as Micros));
  const joined = state.accounts.at(-1)!;
  for (const _ of [1, 2])
    await payJoined(dependencies, joined, { groups: [], promised: 2_000_000 as Micros, invitedBy: 'root' });
  expect(free(joined.id)).toBe(7_000_000);
  expect(walletToPay(state, joined)).not.toBeNull();
  // The log names the administrator who promised it.
  const log = await admin(stack, 'GET', '/admin/log?kind=Grant&limit=1');
  expect(log.body).toMatchObject({ acts: [{ actor: 'root', action: 'Grant', reason: 'invited' }] });
});
