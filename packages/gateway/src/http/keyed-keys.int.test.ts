/**
 * `Idempotency-Key` where API keys are created and revoked: the request depends on its signer, answers contain secrets,
 * and the request may revoke the key that signed it. Each repeat goes to a gateway that was running then, and to one
 * that was not.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ANSWERS_FILE } from '@bellwether/ports/data-folder.ts';
import { createSigner, walletHeaders } from '@bellwether/sdk';
import type { FastifyInstance } from 'fastify';
import { beforeEach, describe, expect, test } from 'vitest';
import { openVenue } from './testing/open-venue.ts';
import { type BuilderKey, builderHeaders } from './testing/relaying.ts';
import { openOtherGateway, SIGN_IN } from './testing/stack.ts';
import { type Answer, type Fields, type Method, send, Trader } from './testing/trader.ts';

const stack = await openVenue();
/** The gateway that is asked first; it stores first answers, as a venue does. */
const first = await openOtherGateway(stack, true);
/** A gateway that was started later. */
const fresh = await openOtherGateway(stack);

/** Moves to another second, so that requests get new signatures. */
beforeEach(() => {
  stack.time.nowMs += 1_000;
});

const entries = (): number => stack.exchange.state.sequence;
const used = { status: 422, body: { code: 'idempotency_key_used' } };
const unknown = { status: 401, body: { code: 'invalid_api_key' } };

const ask = (app: FastifyInstance, method: Method, path: string, key: string, headers: Fields, body?: string) =>
  send({ ...stack, app }, method, path, body, { ...headers, 'idempotency-key': key });

/** Sends a request under a trader's key, signed anew. */
const askAs = (app: FastifyInstance, trader: Trader, method: Method, path: string, key: string, body?: string) =>
  ask(app, method, path, key, trader.headers(method, path, body ?? ''), body);

function expectRepeat(again: Answer, before: Answer, key: string): void {
  expect([again.status, again.text]).toEqual([before.status, before.text]);
  expect(again.headers).toMatchObject({ 'idempotent-replayed': 'true', 'idempotency-key': key });
}

describe('POST /auth/api-key', () => {
  const PATH = '/auth/api-key';

  async function signIn(app: FastifyInstance, digit: string, nonce: number, key: string): Promise<Answer> {
    const second = stack.nextSecond(`sign in ${digit} ${nonce}`);
    const headers = await walletHeaders(createSigner(`0x${digit.repeat(64)}`), SIGN_IN, second, nonce);
    return ask(app, 'POST', PATH, key, headers);
  }

  test('keyed keys: a sign-in is told the same credentials, also when they were revoked since, and nothing is done [A25]', async () => {
    const before = await signIn(first, '8', 0, 'sign-in');
    expect(before).toMatchObject({ status: 200, body: { apiKey: expect.any(String) } });
    expect(before.headers['idempotent-replayed']).toBeUndefined();
    const made = entries();
    for (const app of [first, fresh]) expectRepeat(await signIn(app, '8', 0, 'sign-in'), before, 'sign-in');
    // Each signature is recorded, so that it cannot be replayed to get the answer.
    expect(entries()).toBe(made + 2);
    await (await Trader.open(stack, '8')).send('DELETE', PATH);
    const revoked = entries();
    expectRepeat(await signIn(fresh, '8', 0, 'sign-in'), before, 'sign-in');
    expect(entries()).toBe(revoked + 1);
  });

  test('keyed keys: another nonce of the wallet under its key is 422; another wallet may use the same key', async () => {
    const before = await signIn(first, '9', 0, 'mine');
    expect(before.status).toBe(200);
    for (const app of [first, fresh]) expect(await signIn(app, '9', 1, 'mine')).toMatchObject(used);
    const theirs = await signIn(fresh, '8', 7, 'mine');
    expect([theirs.status, theirs.headers['idempotent-replayed']]).toEqual([200, undefined]);
    expect(theirs.text).not.toBe(before.text);
    const found = await signIn(first, '9', 0, 'not a key');
    expect(found).toMatchObject({ status: 400, body: { code: 'idempotency_key_invalid' } });
  });
});

describe('DELETE /auth/api-key', () => {
  const PATH = '/auth/api-key';
  const revoke = (app: FastifyInstance, trader: Trader, key: string): Promise<Answer> =>
    askAs(app, trader, 'DELETE', PATH, key);

  test('keyed keys: a revoked API key is told that it was revoked, and nothing else [A25]', async () => {
    const alice = await Trader.open(stack, 'a');
    const profile = '{"bio":"Hers."}';
    await askAs(first, alice, 'PUT', '/profile', 'used', profile);
    const before = await revoke(first, alice, 'revoke');
    expect([before.status, before.text]).toEqual([200, '"OK"']);
    const made = entries();
    for (const app of [first, fresh, first]) expectRepeat(await revoke(app, alice, 'revoke'), before, 'revoke');
    for (const app of [first, fresh]) {
      // Under another key or none, it is treated like any revoked key.
      for (const key of ['other', 'used']) expect(await revoke(app, alice, key)).toMatchObject(unknown);
      const found = await send({ ...stack, app }, 'DELETE', PATH, undefined, alice.headers('DELETE', PATH, ''));
      expect(found).toMatchObject(unknown);
      const routes: [Method, string, string | undefined][] = [
        ['DELETE', '/cancel-all', undefined],
        ['POST', '/v1/heartbeats', '{}'],
        ['POST', '/auth/builder-api-key', undefined],
        ['DELETE', '/auth/builder-api-key', undefined],
        ['PUT', '/profile', profile],
        ['GET', '/auth/api-keys', undefined],
      ];
      for (const [method, path, body] of routes)
        expect([path, (await askAs(app, alice, method, path, 'revoke', body)).status]).toEqual([path, 401]);
    }
    expect(entries()).toBe(made);
  });

  test('keyed keys: a repeat has to be signed by the revoked key itself', async () => {
    const bob = await Trader.open(stack, 'b');
    expect((await revoke(first, bob, 'revoke')).status).toBe(200);
    const signed = bob.headers('DELETE', PATH, '');
    const elsewhere = createSigner(`0x${'a'.repeat(64)}`).address;
    const values = { SIGNATURE: '0'.repeat(64), PASSPHRASE: 'f'.repeat(64), ADDRESS: elsewhere };
    const others = Object.entries(values).map(([name, value]) => ({ [`SERVICE_${name}`]: value }));
    for (const [app, forged] of [first, fresh].flatMap((app) => others.map((each) => [app, each] as const)))
      expect(await ask(app, 'DELETE', PATH, 'revoke', { ...signed, ...forged })).toMatchObject(unknown);
  });

  test('keyed keys: one API key of an account does not answer for another, nor one account for another [A25]', async () => {
    const [one, two] = [await Trader.open(stack, 'c', 0), await Trader.open(stack, 'c', 1)];
    const stranger = await Trader.open(stack, 'd');
    expect((await revoke(first, one, 'shared')).status).toBe(200);
    for (const app of [first, fresh]) expect(await revoke(app, two, 'shared')).toMatchObject(used);
    expect(stack.exchange.state.apiKeys.get(two.credentials.apiKey)?.revoked).toBe(false);
    const theirs = await revoke(first, stranger, 'shared');
    expect([theirs.status, theirs.headers['idempotent-replayed']]).toEqual([200, undefined]);
  });

  test('keyed keys: a revocation that is asked for twice at once is done once, and each is told', async () => {
    const trader = await Trader.open(stack, 'e');
    const before = entries();
    const asked = [first, first, fresh].map((app) => revoke(app, trader, 'at-once'));
    for (const answer of await Promise.all(asked)) expect([answer.status, answer.text]).toEqual([200, '"OK"']);
    expect(entries()).toBe(before + 1);
  });
});

describe('builder keys', () => {
  const PATH = '/auth/builder-api-key';
  const create = (app: FastifyInstance, trader: Trader, key: string): Promise<Answer> =>
    askAs(app, trader, 'POST', PATH, key);
  const revoke = (app: FastifyInstance, builder: BuilderKey, key: string): Promise<Answer> =>
    ask(app, 'DELETE', PATH, key, builderHeaders(stack, builder, 'DELETE', PATH, ''));

  test('keyed keys: a builder key is told again with its secret, and no file has that [A25]', async () => {
    const alice = await Trader.open(stack, '1');
    const before = await create(first, alice, 'builder');
    const { secret, passphrase } = before.body as BuilderKey;
    const made = entries();
    for (const app of [first, fresh]) expectRepeat(await create(app, alice, 'builder'), before, 'builder');
    expect(entries()).toBe(made + 2);
    // Another answer has been written by then, so that a file exists.
    const profile = '{"bio":"Builder."}';
    await askAs(first, alice, 'PUT', '/profile', 'written', profile);
    const names = readdirSync(stack.folder).filter((name) => name.startsWith(ANSWERS_FILE));
    const written = names.map((name) => readFileSync(join(stack.folder, name)));
    expect(written.some((bytes) => bytes.includes('Builder.'))).toBe(true);
    for (const bytes of written) expect([bytes.includes(secret), bytes.includes(passphrase)]).toEqual([false, false]);
    // Holding only the signed request is not enough to get the answer.
    const headers = alice.headers('POST', PATH, '');
    expect((await ask(first, 'POST', PATH, 'builder-2', headers)).status).toBe(200);
    for (const app of [first, fresh])
      expect(await ask(app, 'POST', PATH, 'builder-2', headers)).toMatchObject({ status: 409 });
  });

  test('keyed keys: two gateways create a builder key each in the same millisecond', async () => {
    const alice = await Trader.open(stack, '9');
    const both = [await create(first, alice, 'one'), await create(fresh, alice, 'two')];
    expect(both.map(({ status }) => status)).toEqual([200, 200]);
    const keys = both.map(({ body }) => (body as BuilderKey).key);
    const listed = await send(stack, 'GET', PATH, undefined, alice.headers('GET', PATH, ''));
    expect(listed.body).toEqual(keys.map((key) => ({ key })));
    const headers = both.map(({ body }) => builderHeaders(stack, body as BuilderKey, 'DELETE', PATH, ''));
    for (const named of headers) expect((await send(stack, 'DELETE', PATH, undefined, named)).status).toBe(200);
  });

  test('keyed keys: a repeated revocation of all builder keys leaves a later one of the same millisecond [A25]', async () => {
    const alice = await Trader.open(stack, '9');
    await create(fresh, alice, 'before');
    expect((await askAs(fresh, alice, 'DELETE', PATH, 'revoke-all')).status).toBe(200);
    const { key } = (await create(fresh, alice, 'after')).body as BuilderKey;
    // The other gateway has no answer stored, and carries the request on.
    expect((await askAs(first, alice, 'DELETE', PATH, 'revoke-all')).status).toBe(200);
    expect((await send(stack, 'GET', PATH, undefined, alice.headers('GET', PATH, ''))).body).toEqual([{ key }]);
  });

  test('keyed keys: a revoked builder key is told that it was revoked, and nothing else [A25]', async () => {
    const alice = await Trader.open(stack, '2');
    const builder = (await create(first, alice, 'made')).body as BuilderKey;
    const other = (await create(first, alice, 'made-too')).body as BuilderKey;
    const before = await revoke(first, builder, 'revoke');
    expect([before.status, before.text]).toEqual([200, '"OK"']);
    const made = entries();
    for (const app of [first, fresh]) {
      expectRepeat(await revoke(app, builder, 'revoke'), before, 'revoke');
      expect(await revoke(app, builder, 'another')).toMatchObject(unknown);
      // Another key of the account, under the same idempotency key.
      expect(await revoke(app, other, 'revoke')).toMatchObject(used);
      const headers = builderHeaders(stack, builder, 'GET', '/transactions', '');
      expect(await send({ ...stack, app }, 'GET', '/transactions', undefined, headers)).toMatchObject(unknown);
      // A valid API key in the same request does not authorise the revoked builder key.
      const both = { ...alice.headers('DELETE', PATH, ''), ...builderHeaders(stack, builder, 'DELETE', PATH, '') };
      expect(await ask(app, 'DELETE', PATH, 'both', both)).toMatchObject(unknown);
    }
    expect(entries()).toBe(made);
    expect(stack.exchange.state.apiKeys.get(other.key)?.revoked).toBe(false);
    const forged = { ...builder, secret: other.secret };
    expect(await revoke(fresh, forged, 'revoke')).toMatchObject(unknown);
    // Nor does an earlier request of the API key.
    const all = await askAs(first, alice, 'DELETE', PATH, 'all');
    expect([all.status, stack.exchange.state.apiKeys.get(other.key)?.revoked]).toEqual([200, true]);
    for (const shown of [other, { ...other, secret: builder.secret }]) {
      const both = { ...alice.headers('DELETE', PATH, ''), ...builderHeaders(stack, shown, 'DELETE', PATH, '') };
      expect(await ask(fresh, 'DELETE', PATH, 'all', both)).toMatchObject(unknown);
    }
  });
});

describe('POST /v1/heartbeats', () => {
  const PATH = '/v1/heartbeats';
  const beat = (app: FastifyInstance, trader: Trader, key: string, body = '{}'): Promise<Answer> =>
    askAs(app, trader, 'POST', PATH, key, body);

  test('keyed keys: a heartbeat that comes again is told its id, and keeps nothing open for longer [A25]', async () => {
    const trader = await Trader.open(stack, '3');
    const armed = () => stack.exchange.state.heartbeats.get(trader.credentials.apiKey);
    const before = await beat(first, trader, 'beat');
    const { heartbeat_id } = before.body as { readonly heartbeat_id: string };
    const deadline = armed()?.deadlineMs;
    stack.time.nowMs += 2_000;
    for (const app of [first, fresh]) expectRepeat(await beat(app, trader, 'beat'), before, 'beat');
    expect(armed()).toMatchObject({ heartbeatId: heartbeat_id, deadlineMs: deadline });
    expect(await beat(fresh, trader, 'beat', JSON.stringify({ heartbeat_id }))).toMatchObject(used);
    // The next beat continues from the first, and a repeat of the first still gets the first answer.
    const next = await beat(fresh, trader, 'beat-2', JSON.stringify({ heartbeat_id }));
    expect(next.status).toBe(200);
    for (const app of [first, fresh]) expectRepeat(await beat(app, trader, 'beat'), before, 'beat');
    expect(armed()?.heartbeatId).toBe((next.body as { readonly heartbeat_id: string }).heartbeat_id);
    // A refused beat does not keep its key.
    expect((await beat(first, trader, 'beat-3')).status).toBe(400);
    const body = JSON.stringify(next.body);
    expect((await beat(first, trader, 'beat-3', body)).status).toBe(200);
  });

  test('keyed keys: the beat of one API key arms no other one of the account, nor of another', async () => {
    const [one, two] = [await Trader.open(stack, '4', 0), await Trader.open(stack, '4', 1)];
    const stranger = await Trader.open(stack, '5');
    const before = await beat(first, one, 'shared');
    for (const app of [first, fresh]) expect(await beat(app, two, 'shared')).toMatchObject(used);
    const theirs = await beat(fresh, stranger, 'shared');
    expect([theirs.status, theirs.headers['idempotent-replayed']]).toEqual([200, undefined]);
    expect(theirs.text).not.toBe(before.text);
  });
});
