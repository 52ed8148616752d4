/**
 * Strangers: every route with an effect is called by clients without a right to it, each with an `Idempotency-Key` of its
 * own. None leaves an entry or anything in a memory, and the owner can use every one of those keys afterwards.
 */
import { AUTH_ROUTES, isWrite, ROUTES_BY_NAME, type Route, type RouteName } from '@bellwether/contract';
import type { AccountId } from '@bellwether/engine';
import { apiKeyHeaders, walletHeaders } from '@bellwether/sdk';
import { describe, expect, test } from 'vitest';
import { openVenue } from './testing/open-venue.ts';
import { type BuilderKey, builderHeaders } from './testing/relaying.ts';
import { type Asked, account, isOpen, openWorld, pathOf } from './testing/rights.ts';
import { ROWS } from './testing/rights-rows.ts';
import { ADMIN_TOKEN, openOtherGateway, SIGN_IN } from './testing/stack.ts';
import { type Answer, type Fields, type Method, send, Trader } from './testing/trader.ts';

const world = await openWorld(await openVenue());
// A gateway that stores first answers, as a venue does.
const app = await openOtherGateway(world.stack, true);
const stack = { ...world.stack, app };
const { alice, bob } = world;
const owner = account(world)?.id as AccountId;
const { live, stored } = app.idempotency;

const revoked = await Trader.open(stack, '1', 7);
const BUILDER_PATH = '/auth/builder-api-key';
const builder = (await revoked.send('POST', BUILDER_PATH)).body as BuilderKey;
await send(stack, 'DELETE', BUILDER_PATH, undefined, builderHeaders(stack, builder, 'DELETE', BUILDER_PATH, ''));
await revoked.send('DELETE', '/auth/api-key');

/** Everything that a request without a right must leave as it was. */
const standing = () => {
  const { sequence, requests } = world.stack.exchange.state;
  return { sequence, requests: requests.size };
};

/** True if any memory knows this key of the account, or of the operator (null). */
const isKnown = (by: AccountId | null, key: string): boolean =>
  live.underWay(by, key) !== null ||
  stored?.has(by, key) === true ||
  world.stack.exchange.state.requests.find(by, key, stack.time.nowMs) !== null;

interface Sent {
  readonly method: Method;
  readonly path: string;
  readonly text: string;
}

const inNameOf = (address: string, { credentials }: Trader, { method, path: target, text }: Sent): Fields => {
  const signed = { method, path: target.split('?', 1)[0] ?? '', body: text };
  const timestamp = stack.nextSecond(`${credentials.apiKey} ${method} ${signed.path} ${text}`);
  return apiKeyHeaders(address, credentials, { ...signed, timestamp });
};

const forger = (): Trader =>
  Object.assign(Object.create(alice) as Trader, {
    credentials: { ...bob.credentials, apiKey: alice.credentials.apiKey },
  });

/** Headers of strangers, by what they have. */
const STRANGERS: Readonly<Record<string, (sent: Sent) => Fields>> = {
  nothing: () => ({}),
  'a wrong token': () => ({ authorization: `Bearer ${ADMIN_TOKEN}-not` }),
  'a revoked API key': (sent) => inNameOf(alice.signer.address, revoked, sent),
  'another account’s API key': (sent) => inNameOf(alice.signer.address, bob, sent),
  'a known API key without its secret': (sent) => inNameOf(alice.signer.address, forger(), sent),
  'a revoked builder key': ({ method, path: target, text }) => builderHeaders(stack, builder, method, target, text),
};

const isOperators = (route: Route): boolean => route.auth === 'admin';

const writes = (Object.keys(ROUTES_BY_NAME) as RouteName[]).filter((name) => isWrite(ROUTES_BY_NAME[name]));
/** Routes whose right is a signature in the body: below. */
const SIGNED_BODIES = ['relaySubmit', 'authorizeSessionSigner', 'revokeSessionSigner'];

async function ask(route: Route, asked: Asked, headers: Fields | ((sent: Sent) => Fields), key: string) {
  const method = route.method as Method;
  const text = asked.body === undefined ? '' : JSON.stringify(asked.body);
  const sent: Sent = { method, path: pathOf(world, route, asked.path), text };
  const fields = typeof headers === 'function' ? headers(sent) : headers;
  return send(stack, method, sent.path, text === '' ? undefined : text, { ...fields, 'idempotency-key': key });
}

describe.each(writes.filter((name) => !SIGNED_BODIES.includes(name)))('%s', (name) => {
  const route: Route = ROUTES_BY_NAME[name];
  const row = ROWS[name];

  test(`strangers: ${name} leaves nothing of theirs, and its owner uses their keys [W45]`, async () => {
    stack.time.nowMs += 61_000;
    const actor = isOperators(route) ? 'operator' : 'alice';
    const asked = await row.ask(world, actor);
    const by = isOperators(route) ? null : owner;
    const before = [standing(), await asked.fact?.()];
    const claims = route.auth === 'l1' ? ((await row.ask(world, 'bob')).headers ?? {}) : null;
    const kinds = claims === null ? STRANGERS : { ...STRANGERS, 'another wallet’s signature': () => claims };
    for (const [kind, headers] of Object.entries(kinds)) {
      const answer = await ask(route, asked, headers, `of-${name}`);
      expect([kind, answer.status, isKnown(by, `of-${name}`)]).toEqual([kind, 401, false]);
    }
    expect([standing(), await asked.fact?.()]).toEqual(before);
    const own = (sent: Sent): Fields =>
      isOperators(route)
        ? { authorization: `Bearer ${ADMIN_TOKEN}` }
        : (asked.headers ?? (asked.as ?? alice).headers(sent.method, sent.path, sent.text));
    const answer = await ask(route, asked, own, `of-${name}`);
    expect([answer.status, answer.headers['idempotent-replayed']]).toEqual([
      row.expected[isOperators(route) ? 4 : 1],
      undefined,
    ]);
  });
});

test('strangers: a caller’s own right gives none to the keys of another [W45]', async () => {
  stack.time.nowMs += 61_000;
  const own = (sent: Sent): Fields => alice.headers(sent.method, sent.path, sent.text);
  const others = (sent: Sent): Fields => bob.headers(sent.method, sent.path, sent.text);
  const signed = await alice.sign({ tokenId: world.market.yes, side: 'BUY', price: '0.2', size: '7' });
  await ask(ROUTES_BY_NAME.placeOrder, signed, own, 'first');
  const pair = { conditionId: world.market.conditionId, amount: '2', wallet: alice.address };
  for (const [route, asked] of [
    [ROUTES_BY_NAME.placeOrder, signed],
    [ROUTES_BY_NAME.placeOrders, { body: [signed.body] }],
    [ROUTES_BY_NAME.cancelOrder, { body: { orderID: signed.orderId } }],
    [ROUTES_BY_NAME.cancelAll, {}],
    [ROUTES_BY_NAME.splitPosition, { body: pair }],
  ] as const) {
    await ask(route, asked, others, `mine${route.path}`);
    expect([route.path, isKnown(owner, `mine${route.path}`)]).toEqual([route.path, false]);
  }
  expect(isOpen(world, signed.orderId)()).toBe(true);
  expect((await ask(ROUTES_BY_NAME.splitPosition, { body: pair }, own, 'mine/positions/split')).status).toBe(200);
});

test('strangers: a sign-in that was used records nothing when it is sent again, under whatever key [W45]', async () => {
  stack.time.nowMs += 61_000;
  const second = stack.nextSecond('replayed sign-in');
  const headers = await walletHeaders(alice.signer, SIGN_IN, second, 0);
  const signIn = (key: string): Promise<Answer> => ask(AUTH_ROUTES.createApiKey, {}, headers, key);
  expect((await signIn('sign-in')).status).toBe(200);
  const before = standing();
  for (const key of ['sign-in', 'replay-1', 'replay-2']) expect((await signIn(key)).status).toBe(401);
  expect([standing(), isKnown(owner, 'replay-1')]).toEqual([before, false]);
});

test('strangers: every route with an effect is walked [W45]', () =>
  expect(writes.filter((name) => SIGNED_BODIES.includes(name))).toEqual(
    writes.filter((name) => !['l1', 'l2', 'admin'].includes(ROUTES_BY_NAME[name].auth)),
  ));
