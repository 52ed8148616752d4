/**
 * `Idempotency-Key` on every write of the route table: one effect and the first answer, however old it is and whatever
 * has changed since, from stored bytes or rebuilt from the journal. Another request under the same key is refused.
 */
import { capTable, isWrite, ROUTES_BY_NAME, type Route, type RouteName } from '@bellwether/contract';
import { createSigner } from '@bellwether/sdk';
import { expect, test } from 'vitest';
import { OF_THEIR_MOMENT, requestIdOf } from './plugins/idempotency.ts';
import { openTestVenue, openVenue } from './testing/open-venue.ts';
import { commentOf, openWorld, pathOf, restingOrder } from './testing/rights.ts';
import { ROWS } from './testing/rights-rows.ts';
import { ADMIN_TOKEN, openOtherGateway } from './testing/stack.ts';
import { type Answer, addMarket, type Method, send, Trader } from './testing/trader.ts';

const routes = Object.entries(ROUTES_BY_NAME) as [RouteName, Route][];
/**
 * The relayer belongs to another profile (`relayer.int.test.ts`). Requests that create keys or revoke an API key are
 * signed differently or return secrets (`keyed-keys.int.test.ts`, `keys.int.test.ts`, `session-signers.int.test.ts`, `roles.int.test.ts`,
 * `hooks.int.test.ts`).
 */
const ELSEWHERE: readonly RouteName[] = [
  ...(['relaySubmit', 'createApiKey', 'createBuilderKey', 'deleteApiKey'] as const),
  ...(['addKey', 'authorizeSessionSigner', 'revokeSessionSigner'] as const),
  ...(['issueToken', 'addHook', 'renewHookSecret'] as const),
];
const KEYED = routes.filter(([name, route]) => isWrite(route) && !ELSEWHERE.includes(name)).map(([name]) => name);

const world = await openWorld(await openVenue());
/** Another gateway on the same exchange, without the first one's answers. */
const fresh = await openOtherGateway(world.stack);
/** Gateways before and after a restart, sharing one file of answers. */
const [earlier, later] = [await openOtherGateway(world.stack, true), await openOtherGateway(world.stack, true)];

interface Sent {
  readonly method: Method;
  readonly path: string;
  readonly body: string | undefined;
  readonly as: Trader | 'operator';
}

const entries = (): number => world.stack.exchange.state.sequence;

/** Signs and sends a request each time, like a client that has lost an answer. */
function play({ method, path, body, as }: Sent, key: string, app = world.stack.app): Promise<Answer> {
  const signed =
    as === 'operator'
      ? { authorization: `Bearer ${ADMIN_TOKEN}` }
      : as.headers(method, path.split('?', 1)[0] ?? '', body ?? '');
  return send({ ...world.stack, app }, method, path, body, { ...signed, 'idempotency-key': key });
}

/** A request that the route will carry out, after all necessary preparation. */
async function prepare(name: RouteName): Promise<Sent> {
  // Comments are limited per minute.
  world.stack.time.nowMs += 61_000;
  const route: Route = ROUTES_BY_NAME[name];
  const { auth, method } = route;
  const actor = auth === 'admin' ? 'operator' : name === 'dismissReports' ? 'moderator' : 'alice';
  const asked = await ROWS[name].ask(world, actor);
  const as = actor === 'operator' ? actor : (asked.as ?? world[actor]);
  const body = asked.body === undefined ? undefined : JSON.stringify(asked.body);
  return { method, path: pathOf(world, route, asked.path), body, as };
}

function expectRepeat(again: Answer, first: Answer, key: string, before: number): void {
  expect([again.status, again.text]).toEqual([first.status, first.text]);
  expect(again.headers).toMatchObject({ 'idempotent-replayed': 'true', 'idempotency-key': key });
  expect(entries()).toBe(before);
}

/** Other requests: to a different route, and with a different body. */
function othersOf(request: Sent): Sent[] {
  const elsewhere =
    request.as === 'operator'
      ? { path: '/admin/tags', method: 'POST' as const, body: '{"label":"Elsewhere"}' }
      : { path: '/profile', method: 'PUT' as const, body: '{"bio":"Elsewhere."}' };
  const others = request.body === undefined ? [elsewhere] : [elsewhere, { body: `${request.body} ` }];
  return others.map((other) => ({ ...request, ...other }));
}

let writes = 0;
const write = (method: Method, path: string, body: object, as: Trader | 'operator' = 'operator'): Promise<Answer> =>
  play({ method, path, body: JSON.stringify(body), as }, `write-${writes++}`);

/** Changes everything that an answer reports. */
async function changeAll(): Promise<void> {
  const { alice, stack } = world;
  expect((await write('POST', '/admin/deposits', { wallet: alice.address, amount: '1' })).status).toBe(200);
  expect((await write('PUT', '/profile', { bio: `Since ${writes}.` }, alice)).status).toBe(200);
  const latest = (await send(stack, 'GET', '/events?limit=3&order=id&ascending=false')).body as readonly {
    readonly id: string;
  }[];
  for (const { id } of latest)
    expect((await write('PATCH', `/admin/events/${id}`, { description: `Since ${writes}.` })).status).toBe(200);
}

const done = new Map<RouteName, { readonly request: Sent; readonly first: Answer }>();

for (const name of KEYED)
  test(`idempotency: ${name}: one effect and the first answer, also when all that it tells of has changed since [A25]`, async () => {
    const key = `walk-${name}`;
    const request = await prepare(name);
    const first = await play(request, key, earlier);
    expect(first.status, first.text).toBeLessThan(300);
    expect(first.headers['idempotent-replayed']).toBeUndefined();
    done.set(name, { request, first });
    const before = entries();
    for (const app of [earlier, fresh]) expectRepeat(await play(request, key, app), first, key, before);
    const { accountsByAddress } = world.stack.exchange.state;
    const by = request.as === 'operator' ? null : (accountsByAddress.get(request.as.address as never) ?? null);
    expect(earlier.idempotency.stored?.has(by, key)).toBe(OF_THEIR_MOMENT.has(ROUTES_BY_NAME[name]));

    for (const other of othersOf(request))
      for (const app of [earlier, fresh]) {
        const refused = await play(other, key, app);
        expect(refused.status, refused.text).toBe(422);
        expect(refused.text).toContain('this Idempotency-Key was used for another request');
      }
    expect(entries()).toBe(before);

    await changeAll();
    const sequence = entries();
    expectRepeat(await play(request, key, later), first, key, sequence);
  });

test('idempotency: after a kill or a takeover that leaves the log alone nothing is done again, and the entry gives the first answer [A25]', async () => {
  const { dependencies, exchange } = world.stack;
  const view = exchange.readAnew();
  const app = await openOtherGateway({ ...world.stack, dependencies: { ...dependencies, view } });
  const before = entries();
  expect([...done.keys()]).toEqual(KEYED);
  for (const [name, { request, first }] of done) {
    const again = await play(request, `walk-${name}`, app);
    // An order that has ended says so beside its first answer.
    const text = again.text.replace(',"currentStatus":"CANCELED"', '');
    if (!OF_THEIR_MOMENT.has(ROUTES_BY_NAME[name])) expectRepeat({ ...again, text }, first, `walk-${name}`, before);
    // A comment may have been removed.
    else expect([first.status, 404]).toContain(again.status);
    for (const other of othersOf(request))
      expect([name, (await play(other, `walk-${name}`, app)).status]).toEqual([name, 422]);
  }
  expect(entries()).toBe(before);
});

test('idempotency: what changes nothing ignores a key, as reads do [A25]', async () => {
  const names = ['createReadonlyKey', 'deleteReadonlyKey', 'ordersScoring', 'ownOrders'] as const;
  for (const name of names) {
    const { body, path, method } = await prepare(name);
    const answers = [];
    for (const key of [undefined, 'ignored', 'not a key']) {
      const headers = { ...world.alice.headers(method, path, body ?? ''), ...(key && { 'idempotency-key': key }) };
      answers.push(await send(world.stack, method, path, body, headers));
    }
    for (const answer of answers) expect([answer.status, answer.body]).toEqual([answers[0]?.status, answers[0]?.body]);
  }
});

const posting = (path: string, body: object, as: Trader | 'operator' = 'operator'): Sent => {
  return { method: 'POST', path, body: JSON.stringify(body), as };
};
const deposit = (amount: string) => posting('/admin/deposits', { wallet: world.alice.address, amount });
const split = (amount: string, as = world.alice, { conditionId } = world.market) =>
  posting('/positions/split', { conditionId, amount }, as);
const mode = (name: string) => posting('/admin/mode', { mode: name });
const removal = (path: string, as: Trader | 'operator' = world.alice): Sent => {
  return { method: 'DELETE', path, body: undefined, as };
};

test('idempotency: two accounts and the operator may use the same key, and see nothing of each other [A25]', async () => {
  const requests = [split('3'), split('3', world.bob), deposit('4')];
  const first: Answer[] = [];
  for (const request of requests) first.push(await play(request, 'shared'));
  expect(first).toMatchObject([{ status: 200 }, { status: 200 }, { status: 200 }]);
  expect(first.slice(0, 2)).toMatchObject(
    [world.alice, world.bob].map(({ address }) => ({ body: { wallet: address } })),
  );
  for (const app of [world.stack.app, fresh])
    for (const [index, request] of requests.entries())
      expect((await play(request, 'shared', app)).text).toBe(first[index]?.text);
});

test('idempotency: what was refused is tried again under its key, corrected or not [A25]', async () => {
  const drawn = (amount: string) => ({ ...deposit(amount), path: '/admin/withdrawals' });
  for (const amount of ['60000', '50000']) expect((await play(drawn(amount), 'later')).status).toBe(400);
  await play(deposit('70000'), 'enough');
  const done = await play(drawn('50000'), 'later');
  expect([done.status, done.headers['idempotent-replayed']]).toEqual([200, undefined]);
  const before = entries();
  expect(await play(drawn('60000'), 'later')).toMatchObject({ status: 422, body: { code: 'idempotency_key_used' } });
  expect(entries()).toBe(before);
});

test('idempotency: many at once with one key have one effect and one answer', async () => {
  const before = entries();
  const [first, ...others] = await Promise.all(Array.from({ length: 20 }, () => play(deposit('7'), 'at-once')));
  expect(first?.status).toBe(200);
  for (const other of others) expect([other.status, other.text]).toEqual([200, first?.text]);
  expect(entries()).toBe(before + 1);
});

test('idempotency: two gateways at once have one effect, whichever was first', async () => {
  const before = entries();
  world.stack.exchange.latencyMs = 5;
  const both = await Promise.all([play(deposit('8'), 'race'), play(deposit('8'), 'race', fresh)]);
  world.stack.exchange.latencyMs = 0;
  expect(both.map(({ status }) => status)).toEqual([200, 200]);
  expect(both[0]?.text).toBe(both[1]?.text);
  expect(entries()).toBe(before + 1);
});

test('idempotency: a repeat counts against the caps as the first request does', async () => {
  const capped = await openWorld(await openTestVenue({ limits: capTable() }));
  const { app } = capped.stack;
  const request = split('1', capped.alice, capped.market);
  const left = ({ headers }: Answer): number => Number(/r=(\d+)/.exec(String(headers['ratelimit']))?.[1]);
  const [first, again] = [await play(request, 'paid', app), await play(request, 'paid', app)];
  expect([first.status, again.text]).toEqual([200, first.text]);
  expect(left(again)).toBeLessThan(left(first));
});

test('idempotency: what had nothing to do does nothing later either', async () => {
  expect((await play(mode('open'), 'open-1')).status).toBe(200);
  expect((await play(mode('cancel_only'), 'halt-1')).status).toBe(200);
  expect((await play(mode('open'), 'open-1', fresh)).headers['idempotent-replayed']).toBe('true');
  expect(world.stack.exchange.state.mode).toBe('cancel_only');
  expect((await play(mode('open'), 'open-2')).status).toBe(200);
});

test('idempotency: an order that was placed without a key takes the one that it comes with later [A25]', async () => {
  const sign = async (size: string) =>
    (await world.alice.sign({ tokenId: world.market.yes, side: 'BUY', price: '0.1', size })).body;
  const order = await sign('5');
  const placed = await world.alice.send('POST', '/order', order);
  expect(placed.status, placed.text).toBe(200);
  const request = posting('/order', order, world.alice);
  const named = await play(request, 'named-later');
  expect([named.status, named.text]).toEqual([200, placed.text]);
  const before = entries();
  const other = { ...request, body: JSON.stringify(await sign('6')) };
  for (const app of [world.stack.app, fresh]) {
    expectRepeat(await play(request, 'named-later', app), named, 'named-later', before);
    expect((await play(other, 'named-later', app)).status).toBe(422);
  }
  await world.alice.send('DELETE', '/cancel-all');
});

test('idempotency: in a venue that is halted since, what was done is told as it was', async () => {
  const first = await play(split('2'), 'before-halt');
  await play(mode('disabled'), 'halt-2');
  expect((await play(split('2'), 'before-halt', fresh)).text).toBe(first.text);
  expect((await play(split('2'), 'after-halt', fresh)).status).toBe(503);
  await play(mode('open'), 'open-3');
});

test('idempotency: a merge at a lent address is told as it was, when its owner has the address [A25]', async () => {
  const stack = await openTestVenue();
  const [trader, maker] = [await Trader.open(stack, '1'), await Trader.open(stack, '3')];
  const { conditionId, yes, no } = await addMarket(stack, 'Lent?');
  const wallet = createSigner(`0x${'2'.repeat(64)}`).address.toLowerCase();
  for (const [sold, bought] of [
    [yes, no],
    [no, yes],
  ]) {
    const order = { side: 'BUY', price: '0.5', size: '10' } as const;
    await maker.placed({ ...order, tokenId: sold ?? '' });
    const answer = await trader.placeFrom(wallet, 2, { ...order, tokenId: bought ?? '' });
    expect(answer.body).toMatchObject({ status: 'matched' });
  }
  const request = posting('/positions/merge', { conditionId, amount: '10', wallet }, trader);
  const first = await play(request, 'lent', stack.app);
  expect(first).toMatchObject({ status: 200, body: { wallet } });
  await Trader.open(stack, '2');
  const { sequence } = stack.exchange.state;
  stack.time.nowMs += 1_000;
  const again = await play(request, 'lent', stack.app);
  expect([again.status, again.text, stack.exchange.state.sequence]).toEqual([200, first.text, sequence]);
});

test('idempotency: a repeated cancel of everything spares what was placed since', async () => {
  const cancelAll = removal('/cancel-all');
  const id = await restingOrder(world);
  const first = await play(cancelAll, 'all-1');
  expect((first.body as { canceled: string[] }).canceled).toContain(id);
  const later = await restingOrder(world);
  expect((await play(cancelAll, 'all-1', fresh)).text).toBe(first.text);
  const open = () => [...world.stack.exchange.state.openOrders.values()].map(({ orderId }) => String(orderId));
  expect(open()).toContain(later);
  // A cancel that finds nothing counts as done, too.
  await play(cancelAll, 'all-2');
  const none = await play(cancelAll, 'all-3');
  expect(none.body).toMatchObject({ canceled: [] });
  const last = await restingOrder(world);
  expect((await play(cancelAll, 'all-3', fresh)).text).toBe(none.text);
  expect(open()).toContain(last);
});

test('idempotency: a cancel that was cut off goes on, and tells all that it did [A25]', async () => {
  const bulk = await Trader.open(world.stack, '7');
  const order = { tokenId: world.market.yes, side: 'BUY', price: '0.1', size: '5' } as const;
  for (let index = 0; index < 3; index++) await bulk.placed(order);
  const account = world.stack.exchange.state.accountsByAddress.get(bulk.address as never);
  const orders = () => [...world.stack.exchange.state.openOrders.values()].filter((order) => order.account === account);
  const ids = orders().map(({ orderId }) => orderId);
  const request = removal('/cancel-all', bulk);
  // The venue crashed after the first of its commands. The exchange has that command, under the request's own id.
  const raw = { method: 'DELETE', raw: { url: '/cancel-all' }, body: undefined } as never;
  const id = requestIdOf(raw, account as never, 'cut-off');
  const first = { kind: 'CancelOrders', account: account as never, orderIds: ids.slice(0, 1) } as const;
  await world.stack.exchange.submit({ ...first, request: { ...id, part: true } });
  expect(orders()).toHaveLength(2);
  const answer = await play(request, 'cut-off', fresh);
  expect((answer.body as { canceled: string[] }).canceled.toSorted()).toEqual([...ids].toSorted());
  expect(orders()).toHaveLength(0);
});

test('idempotency: a cancel that is asked for again before the first has an answer is told what it did, by each gateway and for ever', async () => {
  const id = await restingOrder(world);
  const request = { ...removal('/order'), body: JSON.stringify({ orderID: id }) };
  const answers = await Promise.all([world.stack.app, fresh].map((app) => play(request, 'twice-at-once', app)));
  const did = { canceled: [id], not_canceled: {} };
  expect(answers.map((answer) => answer.body)).toEqual([did, did]);
  const later = await openOtherGateway(world.stack);
  expect((await play(request, 'twice-at-once', later)).body).toEqual(did);
});

test('idempotency: a repeated removal of all comments spares those written since', async () => {
  const request = removal(`/admin/comments/user_address/${world.alice.address}`, 'operator');
  await play(request, 'tidy-0');
  world.stack.time.nowMs += 61_000;
  await commentOf(world);
  await commentOf(world);
  const first = await play(request, 'tidy-1');
  expect(first.body).toMatchObject({ removed: 2, complete: true });
  const kept = await commentOf(world);
  expect((await play(request, 'tidy-1', fresh)).text).toBe(first.text);
  expect(world.stack.exchange.state.community.comments.get(kept as never)?.removed).toBe(false);
  await play(request, 'tidy-2');
  const none = await play(request, 'tidy-3');
  expect(none.body).toMatchObject({ removed: 0 });
  const late = await commentOf(world);
  expect((await play(request, 'tidy-3', fresh)).text).toBe(none.text);
  expect(world.stack.exchange.state.community.comments.get(late as never)?.removed).toBe(false);
});

test('idempotency: a repeated revocation of builder keys spares one made since', async () => {
  const request = removal('/auth/builder-api-key', world.bob);
  const create = async (): Promise<string> =>
    ((await world.bob.send('POST', '/auth/builder-api-key')).body as { key: string }).key;
  await create();
  expect((await play(request, 'revoke')).status).toBe(200);
  world.stack.time.nowMs += 1_000;
  const later = await create();
  expect((await play(request, 'revoke', fresh)).status).toBe(200);
  expect(world.stack.exchange.state.apiKeys.get(later)?.revoked).toBe(false);
});

test.each([
  ['all', []],
  ['some', ['0.1']],
])('idempotency: of a batch %s of which was refused no more is placed later, when it could be', async (_how, taken) => {
  const seller = await Trader.open(world.stack, taken.length === 0 ? '8' : '9');
  await write('POST', '/admin/deposits', { wallet: seller.address, amount: '20' });
  const prices = [...taken, '0.9'];
  const sign = async (price: string): Promise<unknown> => {
    // The seller has nothing to sell yet.
    const side = price === '0.9' ? 'SELL' : 'BUY';
    return (await seller.sign({ tokenId: world.market.yes, side, price, size: '5' })).body;
  };
  const batch = posting('/orders', await Promise.all(prices.map(sign)), seller);
  const key = `batch-${taken.length}`;
  const first = await play(batch, key, earlier);
  const wanted = prices.map((price) => ({ success: price !== '0.9' }));
  expect([first.status, first.body]).toMatchObject([200, wanted]);
  expect((await play(split('5', seller), `${key}-shares`)).status).toBe(200);
  const sequence = entries();
  for (const app of [earlier, later]) {
    expectRepeat(await play(batch, key, app), first, key, sequence);
    expect((await play({ ...batch, body: `${batch.body} ` }, key, app)).status).toBe(422);
  }
  // The same batch again, on purpose, under a new key.
  const anew = await play(batch, `${key}-again`, later);
  expect((anew.body as { success: boolean }[]).every(({ success }) => success)).toBe(true);
  await seller.send('DELETE', '/cancel-all');
});
