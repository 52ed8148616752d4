/** Single use of signatures: what replaying a captured request, or a changed copy of it, achieves. */
import { createSigner, type SignInTerms, walletHeaders } from '@bellwether/sdk';
import { expect, test } from 'vitest';
import { openTestVenue } from './testing/open-venue.ts';
import { openOtherGateway, SIGN_IN, START_MS, type Stack, type StackOptions } from './testing/stack.ts';
import { type Answer, addMarket, admin, type Method, send, type TestMarket, Trader } from './testing/trader.ts';

const NOW = START_MS / 1000;

/** A signed request that can be sent any number of times. */
function capture(trader: Trader, method: Method, path: string, body?: object) {
  const text = body === undefined ? undefined : JSON.stringify(body);
  return { method, path, body: text, headers: trader.headers(method, path, text ?? '') };
}
type Captured = ReturnType<typeof capture>;

const play = (stack: Stack, { method, path, body, headers }: Captured): Promise<Answer> =>
  send(stack, method, path, body, headers);
const entries = (stack: Stack): number => stack.exchange.state.sequence;
const replayed = (answer: Answer): unknown => answer.headers['idempotent-replayed'];

const signer = createSigner(`0x${'5'.repeat(64)}`);
const signIn = (terms: SignInTerms, seconds: number, nonce = 0) => walletHeaders(signer, terms, seconds, nonce);
const create = (stack: Stack, headers: Record<string, string>) =>
  send(stack, 'POST', '/auth/api-key', undefined, headers);
const derive = (stack: Stack, headers: Record<string, string>) =>
  send(stack, 'GET', '/auth/derive-api-key', undefined, headers);

test('once: the text that is signed names the install; another one’s, and the public text, open nothing [A18]', async () => {
  const stack = await openTestVenue();
  const { body } = await send(stack, 'GET', '/venue');
  expect(body).toMatchObject({
    authMessage:
      'This message attests that I control the given wallet at venue 0x00000000000000000000000000000000000b0b0b',
  });
  for (const authMessage of [
    'This message attests that I control the given wallet',
    'This message attests that I control the given wallet at venue 0x00000000000000000000000000000000000b0b0c',
  ]) {
    const refused = await create(stack, await signIn({ ...SIGN_IN, authMessage }, NOW));
    expect(refused).toMatchObject({ status: 401, body: { code: 'unauthenticated' } });
  }
  expect(stack.exchange.state.accounts).toHaveLength(0);
  expect(await create(stack, await signIn(SIGN_IN, NOW))).toMatchObject({ status: 200 });
});

test('once: headers that were used are refused on both routes and at each gateway, in any form of the signature, and tell no secret [A18]', async () => {
  const stack = await openTestVenue();
  const headers = await signIn(SIGN_IN, NOW);
  // What was refused is not used up.
  expect(await derive(stack, headers)).toMatchObject({ status: 400, body: { code: 'could_not_derive_api_key' } });
  const first = await create(stack, headers);
  expect(first.status).toBe(200);
  const other = { ...stack, app: await openOtherGateway(stack) };
  // The other valid signature of the same message that anyone can compute: s and the recovery id mirrored.
  const order = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n;
  const signature = String(headers['SERVICE_SIGNATURE']);
  const s = order - BigInt(`0x${signature.slice(66, 130)}`);
  const v = signature.endsWith('1b') ? '1c' : '1b';
  const mirrored = signature.slice(0, 66) + s.toString(16).padStart(64, '0') + v;
  for (const again of [headers, { ...headers, SERVICE_SIGNATURE: mirrored }])
    for (const ask of [create, derive])
      for (const at of [stack, other]) {
        const answer = await ask(at, again);
        expect([answer.status, answer.text.includes('secret')]).toEqual([401, false]);
        if (again === headers) expect(answer.body).toMatchObject({ code: 'sign_in_used' });
      }
  // After a lost answer, one more signature returns the same key, also one from before the other gateway's start.
  expect((await derive(stack, await signIn(SIGN_IN, NOW + 1))).body).toEqual(first.body);
  expect((await derive(other, await signIn(SIGN_IN, NOW - 50))).body).toEqual(first.body);
});

test('once: two at the same time open one account, and one of them is told its key', async () => {
  const stack = await openTestVenue();
  const headers = await signIn(SIGN_IN, NOW);
  const statuses = (await Promise.all([create(stack, headers), create(stack, headers)])).map(({ status }) => status);
  expect(statuses.toSorted()).toEqual([200, 401]);
});

test('once: the public clients’ profile keeps their text and lets them sign in twice alike', async () => {
  const stack = await openTestVenue({ profile: 'polymarket' });
  const { body } = await send(stack, 'GET', '/venue');
  const { authMessage, chainId } = body as SignInTerms;
  expect(authMessage).toBe('This message attests that I control the given wallet');
  const headers = await walletHeaders(signer, { authMessage, chainId }, NOW, 0, 'POLY_');
  const first = await create(stack, headers);
  expect([first.status, (await derive(stack, headers)).body]).toEqual([200, first.body]);
});

async function open(options: StackOptions = {}) {
  const stack = await openTestVenue(options);
  const alice = await Trader.open(stack, '1');
  const market = await addMarket(stack, 'Will it rain?');
  const split = () => capture(alice, 'POST', '/positions/split', { conditionId: market.conditionId, amount: '10' });
  return { stack, alice, market, split };
}

/** A request of each kind that is done once by its signature. */
const captured = (alice: Trader, { conditionId, eventId }: TestMarket) => [
  capture(alice, 'POST', '/positions/split', { conditionId, amount: '10' }),
  capture(alice, 'POST', '/positions/merge', { conditionId, amount: '4' }),
  capture(alice, 'POST', '/comments', { body: 'Once.', parentEntityType: 'Event', parentEntityID: Number(eventId) }),
  capture(alice, 'PUT', '/profile', { name: 'alice' }),
  capture(alice, 'DELETE', '/notifications'),
];

test('once: an order that was refused may be sent again while its signature is good, and is placed once', async () => {
  const { stack, alice, market } = await open({ lendsWallets: false });
  await admin(stack, 'POST', '/admin/withdrawals', { wallet: alice.address, amount: '1000' });
  const { body } = await alice.sign({ tokenId: market.yes, side: 'BUY', size: '10', price: '0.5' });
  const request = capture(alice, 'POST', '/order', body);
  expect(await play(stack, request)).toMatchObject({ status: 400, body: { code: 'insufficient_balance' } });
  await admin(stack, 'POST', '/admin/deposits', { wallet: alice.address, amount: '1000' });
  const placed = await play(stack, request);
  expect(placed).toMatchObject({ status: 200, body: { status: 'live' } });
  expect((await play(stack, request)).text).toBe(placed.text);
  expect(stack.exchange.state.openOrders.size).toBe(1);
});

test('once: four at once without a key, at two gateways, and one later, are done once and get the same bytes [A19]', async () => {
  const { stack, alice, market } = await open();
  const other = { ...stack, app: await openOtherGateway(stack) };
  stack.exchange.latencyMs = 5;
  for (const request of captured(alice, market)) {
    const before = entries(stack);
    const answers = await Promise.all([stack, other, stack, other].map((at) => play(at, request)));
    // The first one at each gateway, and its twin.
    expect(answers.map(replayed)).toEqual([undefined, undefined, 'true', 'true']);
    answers.push(await play(stack, request));
    const told = answers.map(({ status, text, headers }) => `${status} ${headers['content-type']} ${text}`);
    expect(new Set(told).size, request.path).toBe(1);
    expect(answers[0]?.status).toBeLessThan(300);
    expect([request.path, answers.map(replayed).at(-1), entries(stack)]).toEqual([request.path, 'true', before + 1]);
  }
  stack.exchange.latencyMs = 0;
  // 10 pairs, of which 4 were merged.
  expect((await alice.send('GET', '/account')).text).toContain('"994"');
});

test('once: under another Idempotency-Key it is another request, which is not told that it was done [A25]', async () => {
  const { stack, alice, market, split } = await open();
  const request = split();
  const under = (request: Captured, key: string | null): Captured =>
    key === null ? request : { ...request, headers: { ...request.headers, 'idempotency-key': key } };
  const first = await play(stack, under(request, 'one'));
  const before = entries(stack);
  for (const key of ['two', null]) {
    const other = await play(stack, under(request, key));
    expect([other.status, other.body, replayed(other)]).toMatchObject([409, { code: 'signature_used' }, undefined]);
  }
  const again = await play(stack, under(request, 'one'));
  expect([again.text, replayed(again), entries(stack)]).toEqual([first.text, 'true', before]);
  // Nothing was done under this key, and in another second the request is carried out.
  stack.time.nowMs += 1_000;
  const second = await play(stack, under(split(), 'two'));
  expect([second.status, replayed(second), entries(stack)]).toEqual([200, undefined, before + 1]);
  // An order is the same under any key.
  const { body } = await alice.sign({ tokenId: market.yes, side: 'BUY', size: '10', price: '0.5' });
  for (const order of [capture(alice, 'POST', '/order', body), capture(alice, 'POST', '/orders', [body])]) {
    const answers = [await play(stack, under(order, order.path + order.method)), await play(stack, order)];
    expect(answers.map(({ status, text }) => [status, text])).toEqual(Array(2).fill([200, answers[0]?.text]));
  }
});

test('once: another gateway, or one that was started since, does nothing again, and refuses nothing that was signed before', async () => {
  const { stack, alice, ...venue } = await open();
  const split = venue.split();
  const early = capture(alice, 'PUT', '/profile', { bio: 'Signed before.' });
  const first = await play(stack, split);
  const before = entries(stack);
  const fresh = { ...stack, app: await openOtherGateway(stack) };
  const again = await play(fresh, split);
  expect([again.status, again.text, replayed(again), entries(stack)]).toEqual([200, first.text, 'true', before]);
  expect(again.headers['idempotency-key']).toBeUndefined();
  const refused = await play(fresh, { ...split, headers: { ...split.headers, 'idempotency-key': 'new' } });
  expect(refused).toMatchObject({ status: 409, body: { code: 'signature_used' } });
  expect(entries(stack)).toBe(before);
  expect((await play(fresh, early)).status).toBe(200);
});

test('once: a clock that was a day ahead shuts no one out once it is right, and nothing is done twice [D80]', async () => {
  const { stack, split } = await open();
  stack.time.nowMs += 86_400_000;
  expect((await play(stack, split())).status).toBe(200);
  stack.time.nowMs -= 86_400_000;
  const fresh = { ...stack, app: await openOtherGateway(stack) };
  await Trader.open(fresh, '2');
  const request = split();
  const first = await play(fresh, request);
  const before = entries(stack);
  expect([first.status, replayed(first)]).toEqual([200, undefined]);
  for (const at of [stack, fresh]) expect((await play(at, request)).text).toBe(first.text);
  expect(entries(stack)).toBe(before);
});

test('once: a heartbeat that comes again is refused with the id that would be right', async () => {
  const { stack, alice } = await open();
  const beat = capture(alice, 'POST', '/v1/heartbeats', { heartbeat_id: null });
  const first = await play(stack, beat);
  const text = 'Invalid Heartbeat ID';
  const told = { ...(first.body as object), error_msg: text, code: 'invalid_heartbeat_id', error: expect.any(String) };
  expect([first.status, (await play(stack, beat)).body]).toEqual([200, told]);
});

test('once: where time may stand still, what is signed by that time is done each time', async () => {
  const { stack, split } = await open({ otherClock: () => (NOW + 3_600) * 1_000 });
  const request = split();
  const before = entries(stack);
  for (const count of [1, 2]) {
    expect((await play(stack, request)).status).toBe(200);
    expect(entries(stack)).toBe(before + count);
  }
});

for (const profile of ['bellwether', 'polymarket'] as const)
  test(`once: cancels are done each time, with one signature as well, in the profile ${profile} [A60]`, async () => {
    const { stack, alice, market } = await open({ profile });
    const order = { tokenId: market.yes, side: 'BUY', size: '10', price: '0.5' } as const;
    const placed = async (): Promise<string> => (await alice.placed(order)).orderID;
    const ids = [await placed(), await placed()];
    // Cancel all, place, cancel all within a second: both cancels are intended.
    const all = { '/cancel-all': undefined, '/cancel-market-orders': { market: market.conditionId } };
    for (const [path, body] of Object.entries(all)) {
      const request = capture(alice, 'DELETE', path, body);
      const first = await play(stack, request);
      const id = await placed();
      const again = await play(stack, request);
      expect(first.body).toEqual({ canceled: ids.splice(0), not_canceled: {} });
      expect([again.body, replayed(again)]).toEqual([{ canceled: [id], not_canceled: {} }, undefined]);
      ids.push(await placed());
    }
    const [id = ''] = ids;
    const nothing = { canceled: [], not_canceled: { [id]: expect.any(String) } };
    for (const [path, body] of Object.entries({ '/order': { orderID: id }, '/orders': [id] })) {
      const request = capture(alice, 'DELETE', path, body);
      await play(stack, request);
      expect((await play(stack, request)).body).toMatchObject(nothing);
    }
  });

test('once: in the public clients’ profile each of their drops of notifications counts', async () => {
  const { stack, alice } = await open({ profile: 'polymarket' });
  const drop = capture(alice, 'DELETE', '/notifications');
  for (const ids of ['1,2', '3'])
    expect((await play(stack, { ...drop, path: `/notifications?ids=${ids}` })).status).toBe(200);
});
