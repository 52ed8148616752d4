/** Hooks, from what happens in the venue to what a receiver gets. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type ActLog, NEWS_KINDS as KINDS } from '@bellwether/contract';
import { HOOKS_MAX, NEWS_KINDS, NewsUnavailable } from '@bellwether/ports/news.ts';
import { afterAll, expect, onTestFinished, test, vi } from 'vitest';
import { openTwoTraders } from './testing/open-venue.ts';
import { addEvent, addMarket, admin, send } from './testing/trader.ts';

const DAY_MS = 86_400_000;

const { alice, bob, stack } = await openTwoTraders();

const got: { readonly id: string; readonly type: string; readonly title: string; readonly text: string }[] = [];
let status = 200;
let signatures: readonly string[] = [];
const server = createServer((request, reply) => {
  let body = '';
  request.on('data', (piece) => {
    body += piece;
  });
  request.on('end', () => {
    const { data, type } = JSON.parse(body);
    signatures = String(request.headers['webhook-signature']).split(' ');
    if (status === 200) got.push({ id: String(request.headers['webhook-id']), type, ...data });
    reply.writeHead(status).end();
  });
}).listen(0, '127.0.0.1');
await new Promise((resolve) => server.once('listening', resolve));
afterAll(() => void server.close());
const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/secret/path`;

interface Shown {
  readonly id: string;
  readonly state: string;
  readonly waiting: number;
  readonly dead: number;
}
const add = async (body: object) => (await admin(stack, 'POST', '/admin/hooks', { url, ...body })).body as Shown;
const shown = async (id: string): Promise<Shown> => {
  const { hooks } = (await admin(stack, 'GET', '/admin/hooks')).body as { readonly hooks: Shown[] };
  return hooks.find((hook) => hook.id === id) ?? expect.unreachable();
};
/** News that has come, however it was ordered. */
const told = (): string[] =>
  got
    .splice(0)
    .map(({ title, type }) => `${type} ${title}`)
    .sort();

test('hooks: kinds and templates are one list for contract and store', () => expect(KINDS).toEqual(NEWS_KINDS));

test('hooks: a secret is told once, and a repeat makes no second hook', async () => {
  const ask = () => admin(stack, 'POST', '/admin/hooks', { url }, { 'idempotency-key': 'one-hook' });
  const { id } = (await ask()).body as Shown;
  expect(await ask()).toMatchObject({ status: 409, body: { code: 'link_told_once' } });
  expect((await admin(stack, 'GET', '/admin/hooks')).body).toMatchObject({ hooks: [{ id }] });
  const turn = (on: boolean, key: string) =>
    admin(stack, 'PATCH', `/admin/hooks/${id}`, { on }, { 'idempotency-key': key });
  await turn(false, 'off');
  await turn(true, 'on');
  expect(await turn(false, 'off')).toMatchObject({ body: { state: 'on' }, headers: { 'idempotent-replayed': 'true' } });
  expect((await admin(stack, 'DELETE', `/admin/hooks/${id}`)).body).toEqual({ done: true });
  const entries = stack.exchange.state.sequence;
  expect((await admin(stack, 'DELETE', `/admin/hooks/${id}`)).status).toBe(404);
  expect(stack.exchange.state.sequence).toBe(entries);
});

test('hooks: a new secret is told once, and for a day the one before it signs behind it', async () => {
  const { id, secret: first } = (await add({})) as Shown & { readonly secret: string };
  const signed = async (): Promise<readonly string[]> => {
    expect((await admin(stack, 'POST', `/admin/hooks/${id}/test`)).body).toEqual({ error: null });
    return signatures;
  };
  const entries = stack.exchange.state.sequence;
  const [byFirst, ...others] = await signed();
  expect(others).toEqual([]);
  const renew = () => admin(stack, 'POST', `/admin/hooks/${id}/secret`, undefined, { 'idempotency-key': 'renew' });
  const { secret: second } = (await renew()).body as { readonly secret: string };
  expect(second).toMatch(/^whsec_.{44}$/);
  expect(second).not.toBe(first);
  expect(await renew()).toMatchObject({ status: 409, body: { code: 'link_told_once' } });
  // The test's id, time and words are as before, and so is what the first secret signs.
  const [bySecond, ...rest] = await signed();
  expect(rest).toEqual([byFirst]);
  expect(bySecond).not.toBe(byFirst);
  stack.time.nowMs += DAY_MS - 1;
  expect(await signed()).toHaveLength(2);
  stack.time.nowMs += 1;
  expect(await signed()).toHaveLength(1);
  const { acts } = (await admin(stack, 'GET', '/admin/log?kind=ChangeHook')).body as ActLog;
  expect(acts.filter(({ sequence }) => sequence > entries)).toHaveLength(1);
  await admin(stack, 'DELETE', `/admin/hooks/${id}`);
  got.splice(0);
});

test('hooks: one that was cut off is made by the repeat, and one that was not changed is changed', async () => {
  const news = stack.dependencies.news ?? expect.unreachable();
  const cut = (method: 'addHook' | 'changeHook' | 'renewSecret') =>
    vi.spyOn(news, method).mockRejectedValueOnce(new NewsUnavailable('cut'));
  onTestFinished(() => void vi.restoreAllMocks());
  const ask = () => admin(stack, 'POST', '/admin/hooks', { url }, { 'idempotency-key': 'cut-hook' });
  cut('addHook');
  expect((await ask()).status).toBe(503);
  const { id, ...made } = (await ask()).body as Shown;
  expect(made).toMatchObject({ secret: expect.any(String) });
  expect((await ask()).status).toBe(409);
  const off = () => admin(stack, 'PATCH', `/admin/hooks/${id}`, { on: false }, { 'idempotency-key': 'cut-off' });
  cut('changeHook');
  expect((await off()).status).toBe(503);
  expect((await off()).body).toMatchObject({ state: 'off' });
  const renew = () => admin(stack, 'POST', `/admin/hooks/${id}/secret`, undefined, { 'idempotency-key': 'cut-new' });
  cut('renewSecret');
  expect((await renew()).status).toBe(503);
  expect((await renew()).body).toMatchObject({ secret: expect.any(String) });
  await admin(stack, 'DELETE', `/admin/hooks/${id}`);
});

test('hooks: a question is told from its opening to its corrected result, in the words of the Atom feeds', async () => {
  const { id, ...hook } = await add({});
  expect(hook).toMatchObject({ state: 'on', template: 'standard', secret: expect.stringMatching(/^whsec_/) });
  expect((await admin(stack, 'GET', '/admin/hooks')).text).not.toContain('secret');
  const closeTime = new Date(stack.time.nowMs + 2 * DAY_MS).toISOString();
  const market = await addMarket(stack, 'Will it rain?', { closeTime }, { title: 'Rain', slug: 'rain' });
  await addMarket(stack, 'Hidden?', {}, { title: 'Hidden', slug: 'hidden', active: false });
  await admin(stack, 'POST', `/admin/events/${market.eventId}/clarifications`, { text: 'Drizzle counts.' });
  const trade = async (price: string): Promise<void> => {
    await bob.placed({ tokenId: market.no, side: 'BUY', price: (1 - Number(price)).toFixed(2), size: '10' });
    await alice.placed({ tokenId: market.yes, side: 'BUY', price, size: '10' });
  };
  await trade('0.5');
  await trade('0.59');
  await trade('0.6');
  await trade('0.8');
  stack.time.nowMs += DAY_MS;
  await trade('0.85');
  await trade('0.9');
  await expect.poll(() => got.length).toBe(5);
  expect(told()).toEqual([
    'clarification Rain',
    `question.closing Rain: trading ends ${closeTime.slice(0, 16).replace('T', ' ')} UTC`,
    'question.moved Will it rain?: Yes 50% → 60%',
    'question.moved Will it rain?: Yes 80% → 90%',
    'question.opened Rain',
  ]);
  const act = (verb: string, body: object) =>
    admin(stack, 'POST', `/admin/markets/${market.conditionId}/${verb}`, body);
  await act('propose', { winner: 'Yes', note: 'Wet.', windowHours: 1 });
  await act('confirm', {});
  await act('reverse', { to: { winner: 'No' }, note: 'The gauge was broken.' });
  await expect.poll(() => got.length).toBe(3);
  expect(new Set(got.map((each) => each.id)).size).toBe(3);
  const atom = (await send(stack, 'GET', '/feeds/atom/results.atom')).text;
  for (const { title, text } of got.filter(({ type }) => type !== 'result.proposed'))
    expect(atom).toMatch(new RegExp(`<title>${title.replace(/[?()]/g, '\\$&')}</title>.*${text}`));
  expect(told()).toEqual([
    'result.decided Will it rain?: Yes',
    'result.proposed Will it rain?: Yes',
    'result.reversed Will it rain?: No (corrected)',
  ]);
  await admin(stack, 'DELETE', `/admin/hooks/${id}`);
});

test('hooks: of several answers, the news of a result names the winner alone, and a tag chooses questions', async () => {
  const hook = await add({ kinds: ['result.decided', 'question.opened'], tag: 'sport' });
  await admin(stack, 'POST', '/admin/tags', { label: 'Sport' });
  const of = { title: 'Who wins?', negRisk: true, tags: ['sport'] };
  const [first] = await addEvent(stack, ['Will Ada win?', 'Will Bob win?'], { negRisk: true }, of);
  await addMarket(stack, 'Other?', {}, { title: 'Other', slug: 'other' });
  await admin(stack, 'POST', `/admin/markets/${first?.conditionId}/resolve`, { payouts: ['1', '0'] });
  await expect.poll(() => got.length).toBe(2);
  expect(told()).toEqual(['question.opened Who wins?', 'result.decided Who wins?: Will Ada win?']);
  await admin(stack, 'DELETE', `/admin/hooks/${hook.id}`);
});

test('hooks: a failed delivery waits, is given up with the hook turned off, and is sent again when asked', async () => {
  const { id } = await add({ kinds: ['question.opened'] });
  status = 500;
  await addMarket(stack, 'Late?', {}, { title: 'Late', slug: 'late' });
  const deliveries = async () => (await admin(stack, 'GET', `/admin/hooks/${id}/deliveries`)).body;
  await expect
    .poll(deliveries)
    .toMatchObject({ deliveries: [{ kind: 'question.opened', state: 'waiting', attempts: 1, error: 'answered 500' }] });
  expect((await admin(stack, 'POST', `/admin/hooks/${id}/test`)).body).toEqual({ error: 'answered 500' });
  await admin(stack, 'PATCH', `/admin/hooks/${id}`, { on: false });
  expect(await shown(id)).toMatchObject({ state: 'off', waiting: 0, dead: 1 });
  await addMarket(stack, 'Meanwhile?', {}, { title: 'Meanwhile', slug: 'meanwhile' });
  status = 200;
  await admin(stack, 'PATCH', `/admin/hooks/${id}`, { on: true });
  expect((await admin(stack, 'POST', `/admin/hooks/${id}/retry`)).body).toEqual({ retried: 1 });
  await expect.poll(() => told()).toEqual(['question.opened Late']);
  await expect.poll(() => shown(id)).toMatchObject({ state: 'on', waiting: 0, dead: 0 });
  // 410: nothing is sent there any more.
  status = 410;
  await addMarket(stack, 'Last?', {}, { title: 'Last', slug: 'last' });
  await expect.poll(() => shown(id)).toMatchObject({ state: 'gone', waiting: 0, dead: 1 });
  status = 200;
});

test('hooks: the log tells which hook was added, changed and removed, and never its address', async () => {
  const { id } = await add({ template: 'slack', tag: 'sport' });
  const before = (await admin(stack, 'GET', '/admin/log')).body as { readonly acts: readonly object[] };
  await admin(stack, 'PATCH', `/admin/hooks/${id}`, { tag: null });
  await admin(stack, 'DELETE', `/admin/hooks/${id}`);
  const { acts } = (await admin(stack, 'GET', '/admin/log')).body as { readonly acts: readonly object[] };
  expect(acts.slice(0, 3)).toMatchObject([
    { action: 'RemoveHook', subject: 'slack' },
    { action: 'ChangeHook', subject: 'slack sport' },
    { action: 'AddHook', subject: 'slack sport' },
  ]);
  expect(acts.slice(2)).toEqual(before.acts);
});

test('hooks: a wrong address and an unknown hook are refused by name, and the log has no address', async () => {
  const wrong = await admin(stack, 'POST', '/admin/hooks', { url: 'ftp://a.test' });
  expect([wrong.status, wrong.body]).toMatchObject([400, { error: 'url must be an http or https address' }]);
  const entries = stack.exchange.state.sequence;
  for (const [method, path, body] of [
    ['PATCH', '', {}],
    ['DELETE', ''],
    ['POST', '/test'],
    ['GET', '/deliveries'],
    ['POST', '/retry'],
    ['POST', '/secret'],
  ] as const)
    expect((await admin(stack, method, `/admin/hooks/none${path}`, body)).status).toBe(404);
  const { id } = await add({});
  expect((await admin(stack, 'POST', `/admin/hooks/${id}/retry`)).body).toEqual({ retried: 0 });
  // The log tells the one act that did something.
  expect(stack.exchange.state.sequence).toBe(entries + 1);
  const log = (await admin(stack, 'GET', '/admin/log')).text;
  expect(log).toContain('AddHook');
  expect(log).not.toContain('127.0.0.1');
});

test('hooks: one too many is refused, and the log tells nothing', async () => {
  const count = async () => ((await admin(stack, 'GET', '/admin/hooks')).body as { hooks: object[] }).hooks.length;
  const entries = stack.exchange.state.sequence;
  const wish = { url, kinds: ['clarification'], tag: null, template: 'standard' } as const;
  while ((await stack.dependencies.news?.addHook(wish, entries)) !== null);
  const refused = await admin(stack, 'POST', '/admin/hooks', { url });
  expect([refused.status, refused.body]).toMatchObject([400, { error: expect.stringContaining('too many hooks') }]);
  expect([await count(), stack.exchange.state.sequence]).toEqual([HOOKS_MAX, entries]);
});
