import { readFileSync } from 'node:fs';
import { ROUTES } from '@bellwether/contract';
import { createSigner, walletHeaders } from '@bellwether/sdk';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DOMAIN, SIGN_IN, START_MS, type Stack, startStack } from './testing/stack.ts';
import { addEvent, admin, send, Trader } from './testing/trader.ts';

let stack: Stack;
let alice: Trader;
beforeAll(async () => {
  stack = await startStack();
  alice = await Trader.open(stack, '1');
});
afterAll(() => stack.close());

describe('venue and keys', () => {
  test('routes: every one of the contract is served, and nothing else [V8]', () => {
    for (const { method, path } of ROUTES)
      expect([path, stack.app.hasRoute({ method, url: path })]).toEqual([path, true]);
    const served = stack.app.printRoutes({ commonPrefix: false }).match(/\((?:[A-Z]+(?:, )?)+\)/g) ?? [];
    const methods = served.flatMap((group) => group.slice(1, -1).split(', ')).filter((method) => method !== 'HEAD');
    expect(methods).toHaveLength(ROUTES.length);
  });

  test('venue: health, time and signing domain', async () => {
    expect((await send(stack, 'GET', '/')).text).toBe('"OK"');
    expect((await send(stack, 'GET', '/time')).body).toBe(START_MS / 1000);
    expect((await send(stack, 'GET', '/venue')).body).toEqual({
      name: 'Bellwether',
      version: '1.2.3',
      chainId: 31_337,
      domain: DOMAIN,
      signInChainIds: [31_337],
      authPrefixes: ['SERVICE_'],
      authMessage: SIGN_IN.authMessage,
      mode: 'open',
      startingBalance: '1000',
      time: START_MS / 1000,
    });
  });

  test('keys: created once, derived the same, listed, and gone for ever when revoked', async () => {
    const signer = createSigner(`0x${'5'.repeat(64)}`);
    const prove = (nonce: number) => walletHeaders(signer, SIGN_IN, stack.nextSecond(`sign in 5 ${nonce}`), nonce);
    expect(await send(stack, 'GET', '/auth/derive-api-key', undefined, await prove(1))).toMatchObject({
      status: 400,
      body: { error: 'Could not derive api key!' },
    });
    const created = await send(stack, 'POST', '/auth/api-key', undefined, await prove(1));
    expect(created.body).toEqual({
      apiKey: expect.stringMatching(/^[0-9a-f-]{36}$/),
      secret: expect.stringMatching(/^[A-Za-z0-9+/]{43}=$/),
      passphrase: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
    expect((await send(stack, 'POST', '/auth/api-key', undefined, await prove(1))).text).toBe(created.text);
    expect((await send(stack, 'GET', '/auth/derive-api-key', undefined, await prove(1))).text).toBe(created.text);
    const trader = await Trader.open(stack, '5');
    const { apiKeys } = (await trader.send('GET', '/auth/api-keys')).body as { apiKeys: string[] };
    expect(apiKeys).toEqual([(created.body as { apiKey: string }).apiKey, trader.credentials.apiKey]);
    expect((await trader.send('DELETE', '/auth/api-key')).text).toBe('"OK"');
    expect(await trader.send('GET', '/account')).toMatchObject({
      status: 401,
      body: { error: 'Unauthorized/Invalid api key' },
    });
    expect((await send(stack, 'POST', '/auth/api-key', undefined, await prove(0))).body).toMatchObject({
      error: 'Could not create api key',
    });
    expect((await send(stack, 'GET', '/auth/derive-api-key', undefined, await prove(0))).status).toBe(400);
  });
});

describe('account and positions', () => {
  test('positions: split and merge move collateral and both outcomes, exactly', async () => {
    const [market] = await addEvent(stack, ['Splits?']);
    const { conditionId, yes, no } = market!;
    expect((await alice.send('POST', '/positions/split', { conditionId, amount: '10.5' })).body).toEqual({
      transactionHash: expect.stringMatching(/^0x[0-9a-f]{64}$/),
      wallet: alice.address,
      amount: '10.5',
      collateral: '10.5',
    });
    await alice.placed({ tokenId: yes, side: 'SELL', price: '0.9', size: '6' });
    const { wallets, ...account } = (await alice.send('GET', '/account')).body as { wallets: object[] };
    expect(account).toMatchObject({
      address: alice.address,
      openOrders: 1,
      depositWallet: expect.stringMatching(/^0x[0-9a-f]{40}$/),
    });
    expect(wallets[0]).toEqual({
      address: alice.address,
      free: '989.5',
      held: '0',
      positions: [
        { conditionId, tokenId: yes, outcome: 'Yes', outcomeIndex: 0, free: '4.5', held: '6' },
        { conditionId, tokenId: no, outcome: 'No', outcomeIndex: 1, free: '10.5', held: '0' },
      ],
    });
    expect(await alice.send('POST', '/positions/merge', { conditionId, amount: '5' })).toMatchObject({
      status: 400,
      body: { code: 'insufficient_position' },
    });
    await alice.send('DELETE', '/cancel-all');
    expect((await alice.send('POST', '/positions/merge', { conditionId, amount: '10.5' })).status).toBe(200);
  });

  test('positions: NO on two of three questions becomes collateral and YES on the third', async () => {
    const markets = await addEvent(stack, ['Red?', 'Green?', 'Blue?'], { negRisk: true }, { negRisk: true });
    for (const { conditionId } of markets.slice(0, 2))
      await alice.send('POST', '/positions/split', { conditionId, amount: '20' });
    const conditionIds = markets.slice(0, 2).map(({ conditionId }) => conditionId);
    expect((await alice.send('POST', '/positions/convert', { conditionIds, amount: '20' })).body).toMatchObject({
      amount: '20',
      collateral: '20',
    });
    const { wallets } = (await alice.send('GET', '/account')).body as {
      wallets: { positions: { conditionId: string; outcome: string }[] }[];
    };
    expect(wallets[0]?.positions.map(({ conditionId, outcome }) => [conditionId, outcome])).toEqual(
      markets.map(({ conditionId }) => [conditionId, 'Yes']),
    );
  });

  test.each<[string, object, number, string]>([
    ['/positions/split', { conditionId: `0x${'ee'.repeat(32)}`, amount: '1' }, 404, 'market not found'],
    [
      '/positions/split',
      { conditionId: `0x${'ee'.repeat(32)}`, amount: '1e3' },
      400,
      'Invalid payload: amount is malformed',
    ],
    [
      '/positions/split',
      { conditionId: `0x${'ee'.repeat(32)}`, amount: '1', wallet: `0x${'ee'.repeat(20)}` },
      400,
      'unknown wallet',
    ],
    [
      '/positions/merge',
      { conditionId: `0x${'ee'.repeat(32)}`, amount: 1 },
      400,
      'Invalid payload: amount must be string',
    ],
    ['/positions/merge', { amount: '1', extra: 1 }, 400, 'Invalid payload: unknown field "extra"'],
    ['/positions/merge', { amount: '1' }, 400, 'Invalid payload: conditionId is required'],
    [
      '/positions/convert',
      { conditionIds: [], amount: '1' },
      400,
      'Invalid payload: conditionIds must not have fewer than 1',
    ],
  ])('positions: %s with %j is refused', async (path, body, status, text) => {
    expect(await alice.send('POST', path, body)).toMatchObject({
      status,
      body: { error: expect.stringContaining(text) },
    });
  });
});

describe('operator', () => {
  test('admin: tags, series and events are added as they will be read', async () => {
    expect(await admin(stack, 'POST', '/admin/tags', { label: 'Weather' })).toMatchObject({
      status: 201,
      body: { label: 'Weather', slug: 'weather' },
    });
    expect(await admin(stack, 'POST', '/admin/series', { title: 'Daily Rain' })).toMatchObject({
      status: 201,
      body: { slug: 'daily-rain' },
    });
    const added = await admin(stack, 'POST', '/admin/events', {
      title: 'Storm',
      tags: ['weather'],
      series: ['daily-rain'],
      markets: [{ question: 'Storm today?' }],
    });
    const { id, slug } = added.body as { id: string; slug: string };
    expect(added.status).toBe(201);
    expect((await send(stack, 'GET', `/events/${id}`)).text).toBe(added.text);
    expect((await send(stack, 'GET', `/events/slug/${slug}`)).text).toBe(added.text);
    expect(await admin(stack, 'POST', '/admin/events', { markets: [] })).toMatchObject({
      status: 400,
      body: { error: expect.stringContaining('title') },
    });
    expect((await admin(stack, 'PATCH', `/admin/events/${id}`, { title: 'Big storm' })).body).toMatchObject({
      id,
      title: 'Big storm',
    });
    expect((await admin(stack, 'PATCH', '/admin/events/5', { title: 'x' })).body).toMatchObject({
      error: 'event not found',
    });
  });

  test('admin: the same question asked several times at once gets a slug each', async () => {
    stack.exchange.latencyMs = 20;
    const asked = Array.from({ length: 4 }, () =>
      admin(stack, 'POST', '/admin/events', { title: 'Asked at once', markets: [{ question: 'Asked at once?' }] }),
    );
    const answers = await Promise.all(asked);
    stack.exchange.latencyMs = 0;
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201]);
    expect(new Set(answers.map(({ body }) => (body as { slug: string }).slug)).size).toBe(4);
  });

  test('admin: a market is changed, then resolved, and its holders are paid', async () => {
    const [market] = await addEvent(stack, ['Resolves?']);
    const { conditionId, yes } = market!;
    const path = `/admin/markets/${conditionId}`;
    expect((await admin(stack, 'PATCH', path, { orderPriceMinTickSize: 0.001 })).body).toMatchObject({
      condition_id: conditionId,
      minimum_tick_size: 0.001,
    });
    expect((await send(stack, 'GET', `/book?token_id=${yes}`)).body).toMatchObject({ tick_size: '0.001' });
    const before = freeOf(await alice.send('GET', '/account'));
    await alice.send('POST', '/positions/split', { conditionId, amount: '40' });
    await alice.placed({ tokenId: yes, side: 'SELL', price: '0.9', size: '10' });
    expect((await admin(stack, 'POST', `${path}/resolve`, { winner: 'Maybe' })).body).toMatchObject({
      error: 'winner must be one of Yes, No',
    });
    expect((await admin(stack, 'POST', `${path}/resolve`, { payouts: ['0.5', '0.4'] })).body).toMatchObject({
      code: 'payouts_invalid',
    });
    expect((await admin(stack, 'POST', `${path}/resolve`, {})).body).toMatchObject({
      error: 'send either winner or payouts',
    });
    const resolved = await admin(stack, 'POST', `${path}/resolve`, { payouts: [0.25, '0.75'] });
    expect(resolved.body).toMatchObject({ condition_id: conditionId, payouts: ['0.25', '0.75'] });
    expect((await admin(stack, 'POST', `${path}/resolve`, { winner: 'Yes' })).status).toBe(409);
    expect(freeOf(await alice.send('GET', '/account'))).toBe(before);
    expect((await send(stack, 'GET', `/book?token_id=${yes}`)).status).toBe(404);
    expect((await send(stack, 'GET', `/markets/${conditionId}`)).body).toMatchObject({
      status: 'resolved',
      closed: true,
    });
  });

  test('admin: an event is closed with the last of its markets', async () => {
    const markets = [{ question: 'Frost by Friday?' }, { question: 'Frost by Sunday?' }];
    const added = await admin(stack, 'POST', '/admin/events', { title: 'First frost', markets });
    const event = added.body as { readonly id: string; readonly markets: readonly { readonly conditionId: string }[] };
    const isListedAs = async (closed: boolean): Promise<boolean> => {
      const { body } = await send(stack, 'GET', `/events?closed=${closed}&limit=100`);
      return (body as { readonly id: string }[]).some(({ id }) => id === event.id);
    };
    for (const [index, { conditionId }] of event.markets.entries()) {
      expect([index, await isListedAs(false), await isListedAs(true)]).toEqual([index, true, false]);
      await admin(stack, 'POST', `/admin/markets/${conditionId}/resolve`, { winner: index === 0 ? 'No' : 'Yes' });
    }
    expect([await isListedAs(false), await isListedAs(true)]).toEqual([false, true]);
    const found = async (status: string): Promise<number> => {
      const { body } = await send(stack, 'GET', `/public-search?q=first%20frost&events_status=${status}`);
      return (body as { readonly events: readonly unknown[] }).events.length;
    };
    expect([await found('active'), await found('closed'), await found('resolved')]).toEqual([0, 1, 1]);
  });

  test('admin: money comes in and goes out in exact decimals', async () => {
    const wallet = alice.address;
    const before = Number(freeOf(await alice.send('GET', '/account')));
    expect((await admin(stack, 'POST', '/admin/deposits', { wallet, amount: '0.000001' })).body).toMatchObject({
      wallet,
      amount: '0.000001',
    });
    expect((await admin(stack, 'POST', '/admin/withdrawals', { wallet, amount: '0.000001' })).body).toMatchObject({
      free: String(before),
    });
    expect((await admin(stack, 'POST', '/admin/withdrawals', { wallet, amount: '999999' })).body).toMatchObject({
      code: 'insufficient_balance',
    });
    for (const amount of ['0', '-1', '1e3', '0.0000001', 5]) {
      expect((await admin(stack, 'POST', '/admin/deposits', { wallet, amount })).status).toBe(400);
    }
    expect(
      (await admin(stack, 'POST', '/admin/deposits', { wallet: `0x${'9'.repeat(40)}`, amount: '1' })).body,
    ).toMatchObject({ error: 'unknown wallet' });
  });

  test('admin: a field that does not belong is named, made safe to repeat', async () => {
    const answers = await Promise.all([
      admin(stack, 'POST', '/admin/mode', { mode: 'open', until: 5 }),
      admin(stack, 'POST', '/admin/deposits', { wallet: alice.address, amount: '1', '<b>"note"': 1 }),
    ]);
    expect(answers.map(({ status, body }) => [status, body])).toEqual([
      [400, { error: 'Invalid payload: unknown field "until"', code: 'invalid_payload' }],
      [400, { error: 'Invalid payload: unknown field "bnote"', code: 'invalid_payload' }],
    ]);
  });

  test('admin: a recorded file is imported once, and a bad one is named', async () => {
    const file = readFileSync(new URL('../ops/fixtures/gamma_market.json', import.meta.url), 'utf8');
    const first = await admin(stack, 'POST', '/admin/import?file=market.json', file);
    expect(first).toMatchObject({ status: 200, body: { markets: { added: 1, unchanged: 0 } } });
    expect((await admin(stack, 'POST', '/admin/import?file=market.json', file)).body).toMatchObject({
      markets: { added: 0, unchanged: 1 },
    });
    expect(await admin(stack, 'POST', '/admin/import?file=bad.json', [{ nothing: 1 }])).toMatchObject({
      status: 400,
      body: { error: expect.stringContaining('bad.json: [0]') },
    });
    expect((await admin(stack, 'POST', '/admin/import', [])).body).toMatchObject({ error: 'file is required' });
  });

  test('metrics: requests are counted by route, never by path', async () => {
    await send(stack, 'GET', '/book?token_id=123456');
    const { text, headers } = await send(stack, 'GET', '/metrics');
    expect(headers['content-type']).toContain('text/plain');
    expect(text).toMatch(/bellwether_http_requests_total\{method="GET",route="\/book",status="404"\} [1-9]/);
    expect(text).not.toContain('123456');
  });
});

function freeOf({ body }: { body: unknown }): string {
  return (body as { wallets: { free: string }[] }).wallets[0]?.free ?? '';
}
