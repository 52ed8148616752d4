/**
 * Plain requests that bypass the server's parser get the same answers as through it, byte for byte. Two identical
 * venues get the same requests in the same order, one through the parser, the other past it.
 */
import { type CapTable, capTable } from '@bellwether/contract';
import { ManualRuntime } from '@bellwether/venue/runtime/manual.testing.ts';
import { expect, test } from 'vitest';
import {
  getBytes,
  JSON_TYPE,
  type KeptClient,
  openKept,
  type SignedBytes,
  signedBytes,
  statusOf,
  undated,
} from '../testing/kept-client.ts';
import { openTestVenue } from '../testing/open-venue.ts';
import type { Stack, StackOptions } from '../testing/stack.ts';
import { addMarket, admin, type TestMarket, Trader } from '../testing/trader.ts';
import { isPlain } from './lane.ts';

/** One of the two venues. */
interface Twin {
  readonly stack: Stack;
  readonly trader: Trader;
  readonly market: TestMarket;
  /** The connection whose requests bypass the parser. */
  client: KeptClient;
  /** True for each request on it that bypassed the parser. */
  readonly past: boolean[];
}

async function startTwin(options: StackOptions): Promise<Twin> {
  const past: boolean[] = [];
  const stack = await openTestVenue({
    ...options,
    // Both venues create the same ids.
    runtime: { random: new ManualRuntime().random },
    extend: (app, ...rest) => {
      options.extend?.(app, ...rest);
      app.addHook('onRequest', (request, _reply, done) => {
        past.push(isPlain(request.raw));
        done();
      });
    },
  });
  const trader = await Trader.open(stack, '1');
  const market = await addMarket(stack, 'Will it rain?');
  const twin: Twin = { stack, trader, market, client: await openUsed(stack), past };
  return twin;
}

/** Opens a connection, whose first request goes through the parser. */
async function openUsed(stack: Stack): Promise<KeptClient> {
  const client = await openKept(stack);
  await client.ask(getBytes('/time'));
  return client;
}

/** Hides the random ids of faults. */
const comparable = (answer: string): string => undated(answer).replace(/[0-9a-f]{12}(?=[")])/g, 'id');

/** Starts both venues, and returns functions that compare their answers. */
async function startPair(options: StackOptions = {}) {
  const [one, other] = [await startTwin(options), await startTwin(options)];
  expect([one.market, one.trader.credentials]).toEqual([other.market, other.trader.credentials]);
  /** Sends the same bytes to both venues; resolves to the answer once both have given the same one. */
  const same = async (bytes: string, what = bytes): Promise<string> => {
    const fresh = await openKept(one.stack);
    for (const { past } of [one, other]) past.length = 0;
    const parsed = await fresh.ask(bytes);
    fresh.socket.destroy();
    const plain = await other.client.ask(bytes);
    expect(comparable(plain), what).toBe(comparable(parsed));
    expect([one.past, other.past], what).toEqual([[false], [true]]);
    // An answer that ends its connection does end it.
    if (/\r\nconnection: close\r\n/i.test(plain)) {
      await expect.poll(() => other.client.socket.readableEnded, { interval: 5 }).toBe(true);
      other.client = await openUsed(other.stack);
    }
    return plain;
  };
  const order = async (
    size = '10',
    more: object = {},
    price = '0.5',
    side: 'BUY' | 'SELL' = 'BUY',
  ): Promise<string> => {
    const { body } = await one.trader.sign({ tokenId: one.market.yes, side, price, size });
    return JSON.stringify({ ...body, ...more });
  };
  const both = async (work: (twin: Twin) => unknown): Promise<void> => {
    await work(one);
    await work(other);
  };
  return { one, other, same, order, both, trader: one.trader, market: one.market };
}

test('plain twins: an order, its repeats and its refusals are answered as through the parser [W41]', async () => {
  const { same, order, trader, market } = await startPair();
  const first = await order();
  const bytes = signedBytes(trader, { body: first });
  const statuses = new Map<string, number>();
  const check = async (what: string, sent: string): Promise<string> => {
    const answer = await same(sent, what);
    statuses.set(what, statusOf(answer));
    return answer;
  };
  const checkOrder = (what: string, body: string, more: SignedBytes = {}) =>
    check(what, signedBytes(trader, { body, ...more }));
  await check('accepted', bytes);
  await check('the same bytes again', bytes);
  await checkOrder('the same order, signed again', first);
  const refused = signedBytes(trader, { body: await order('10', { orderType: 'FOK' }, '0.4') });
  await check('refused by the exchange', refused);
  await check('the same refusal again', refused);
  await checkOrder('too large', await order('99999999'));
  await checkOrder('what it does not have', await order('10', {}, '0.6', 'SELL'));
  await checkOrder('post only', await order('5', { postOnly: true }));
  await checkOrder('no JSON', '{');
  await checkOrder('not UTF-8', '{"a":"\u0000"}');
  await checkOrder('an empty object', '{}');
  await checkOrder('a list', '[]');
  await checkOrder('text', '"text"');
  await checkOrder('a repeated key', '{"order":1,"order":2}');
  await checkOrder('a key of objects', '{"__proto__":1}');
  await checkOrder('deep', `${'['.repeat(100)}${']'.repeat(100)}`);
  await checkOrder('an unknown field', await order('10', { more: 1 }));
  await checkOrder('a field of another profile', await order('10', { deferExec: false }));
  const other = JSON.parse(await order()) as { order: Record<string, unknown> };
  const changed = (change: object): string => JSON.stringify({ ...other, order: { ...other.order, ...change } });
  await checkOrder('a changed amount', changed({ makerAmount: '5000001' }));
  await checkOrder('no signature', changed({ signature: '0x' }));
  await checkOrder('an unknown token', changed({ tokenId: '12' }));
  await checkOrder('the older struct', changed({ nonce: '0', feeRateBps: '0', timestamp: undefined }));
  await checkOrder('of another', changed({ maker: `0x${'5'.repeat(40)}` }));
  const forged = (name: string, value: string) => (text: string) =>
    text.replace(new RegExp(`(${name}: )[^\\r]*`), `$1${value}`);
  for (const [name, value] of [
    ['SERVICE_SIGNATURE', 'AAAA'],
    ['SERVICE_API_KEY', '00000000-0000-4000-8000-000000000000'],
    ['SERVICE_PASSPHRASE', 'f'.repeat(64)],
    ['SERVICE_TIMESTAMP', '1'],
    ['SERVICE_TIMESTAMP', 'soon'],
    ['SERVICE_ADDRESS', '0x12'],
  ] as const)
    await check(`${name} ${value}`, forged(name, value)(signedBytes(trader, { body: await order() })));
  const without = (text: string): string => text.replace(/SERVICE_PASSPHRASE: [^\r]*\r\n/, '');
  await check('a missing header', without(signedBytes(trader, { body: await order() })));
  await check('no key at all', `POST /order HTTP/1.1\r\nhost: v\r\n${JSON_TYPE}content-length: 2\r\n\r\n{}`);
  const builder = `${JSON_TYPE}SERVICE_BUILDER_API_KEY: x\r\n`;
  await checkOrder('builder headers', await order(), { head: builder });
  await checkOrder('a query', await order(), { path: '/order?x=1' });
  await checkOrder('an empty query', await order(), { path: '/order?' });
  await check('without a body', signedBytes(trader, {}));
  await checkOrder('a type with its set', await order(), { head: `${JSON_TYPE.trim()}; charset=utf-8\r\n` });
  await checkOrder('a service that has it', await order(), { host: 'clob.localhost' });
  await checkOrder('a service that has it not', await order(), { host: 'gamma.localhost' });
  const id = /"orderID":"(0x[0-9a-f]+)"/.exec(await checkOrder('one more', await order('7')))?.[1];
  const cancel = { method: 'DELETE' } as const;
  await checkOrder('a cancel', `{"orderID":"${id}"}`, cancel);
  await checkOrder('a cancel again', `{"orderID":"${id}" }`, cancel);
  await checkOrder('a cancel of nothing', '{"orderID":"x"}', cancel);
  await check('cancels', signedBytes(trader, { ...cancel, path: '/orders', body: `["0x${'1'.repeat(64)}"]` }));
  const ofMarket = JSON.stringify({ market: market.conditionId });
  await check('all of a market', signedBytes(trader, { ...cancel, path: '/cancel-market-orders', body: ofMarket }));
  await check('everything', signedBytes(trader, { ...cancel, path: '/cancel-all' }));
  // The cases of the table have all occurred.
  expect(new Set(statuses.values())).toEqual(new Set([200, 400, 401]));
  expect([statuses.get('accepted'), statuses.get('refused by the exchange')]).toEqual([200, 400]);
});

test('plain twins: reads are answered as through the parser, for pages of other origins too [W41]', async () => {
  const { same, market } = await startPair({ corsOrigins: ['https://desk.example'] });
  const queries = [`/book?token_id=${market.yes}`, '/book?token_id=12', '/price?token_id=1&side=up', '/midpoint?x=1'];
  for (const path of queries)
    for (const more of ['', 'origin: https://desk.example\r\n']) await same(getBytes(path, more));
});

test('plain twins: however the type and coding of a body are told, or not, it is taken and refused as through the parser', async () => {
  const { same, trader } = await startPair();
  const heads = [
    '',
    'content-type: application/json\r\n',
    'content-type: application/json; charset=utf-8\r\n',
    'content-type: Application/JSON;charset=utf-8\r\n',
    'content-type: application/json ; a=b\r\n',
    'content-type: application/jsonx\r\n',
    'content-type: text/plain\r\n',
    'content-type: ,\r\n',
    'content-type: application/json\r\ncontent-encoding: identity\r\n',
    'content-type: application/json\r\ncontent-encoding: gzip\r\n',
    'content-encoding: gzip\r\n',
  ];
  const statuses = new Set<number>();
  for (const [place, head] of heads.entries())
    for (const body of [`{${place}`, `{"orderID":${place}}`, ''])
      statuses.add(statusOf(await same(signedBytes(trader, { method: 'DELETE', body, head }), head + body)));
  expect([...statuses].sort()).toEqual([400, 415]);
});

test('plain twins: keys of requests, pages of other origins and modes count as through the framework', async () => {
  const { same, order, trader, both } = await startPair({ corsOrigins: ['https://desk.example'] });
  const keyed = `${JSON_TYPE}idempotency-key: a-key-of-an-order\r\n`;
  const body = await order();
  expect(statusOf(await same(signedBytes(trader, { body, head: keyed })))).toBe(200);
  expect(await same(signedBytes(trader, { body, head: keyed }))).toContain('idempotent-replayed: true');
  expect(statusOf(await same(signedBytes(trader, { body: await order('11'), head: keyed })))).toBe(422);
  await same(signedBytes(trader, { body: await order('11'), head: `${JSON_TYPE}idempotency-key: \x7e\r\n` }));
  for (const origin of ['https://desk.example', 'https://other.example'])
    await same(signedBytes(trader, { body: await order(), head: `${JSON_TYPE}origin: ${origin}\r\n` }));
  for (const mode of ['cancel_only', 'post_only', 'disabled']) {
    await both(({ stack }) => admin(stack, 'POST', '/admin/mode', { mode }));
    await same(signedBytes(trader, { body: await order() }), mode);
    await same(signedBytes(trader, { body: '{' }), `${mode}, no JSON`);
  }
});

test('plain twins: what is busy, full or broken is told as through the framework, and to the operator', async () => {
  const { same, order, trader, both, one, other } = await startPair();
  await both(({ stack }) => {
    stack.exchange.hasRoom = false;
  });
  expect(statusOf(await same(signedBytes(trader, { body: await order() })))).toBe(503);
  await both(({ stack }) => {
    stack.exchange.unavailable = true;
  });
  expect(statusOf(await same(signedBytes(trader, { body: await order() })))).toBe(503);
  await both(({ stack }) => {
    stack.exchange.submit = () => Promise.reject(new Error('a secret'));
  });
  const answer = await same(signedBytes(trader, { body: await order() }));
  expect(statusOf(answer)).toBe(500);
  expect(answer).not.toContain('secret');
  expect(other.stack.faults).toMatchObject([{ method: 'POST', route: '/order' }]);
  expect(one.stack.faults).toMatchObject([{ method: 'POST', route: '/order' }]);
  await both(({ stack }) => stack.faults.splice(0));
});

/** Two orders a second; one more waits for its turn. */
const TIGHT: CapTable = capTable({ order: [{ requests: 2, seconds: 1 }] });

test('plain twins: caps are told and hold as through the framework', async () => {
  const { same, order, trader } = await startPair({ limits: TIGHT });
  for (const size of ['10', '11']) {
    const answer = await same(signedBytes(trader, { body: await order(size) }));
    expect(answer).toMatch(/\r\nratelimit: /);
    expect(statusOf(answer)).toBe(200);
  }
});

test('plain twins: what a proxy of the operator passes on is read as from whom it is', async () => {
  const { same, order, trader } = await startPair({ trustProxy: ['127.0.0.0/8'], limits: capTable() });
  await same(signedBytes(trader, { body: await order() }));
  const head = `${JSON_TYPE}x-forwarded-for: 203.0.113.7\r\n`;
  await same(signedBytes(trader, { body: await order('11'), head }), 'passed on');
});

test('plain twins: their requests have what those of the framework have [W41]', async () => {
  const fields: (readonly string[])[] = [];
  const { same, order, trader } = await startPair({
    extend: (app) =>
      app.addHook('preHandler', (request, _reply, done) => {
        fields.push(Object.keys(request).sort());
        done();
      }),
  });
  await same(signedBytes(trader, { body: await order() }));
  const [ofFramework = [], ofPlain = []] = fields.slice(-2);
  // Fields that the framework alone has: the logger, the id, and parts that are read elsewhere.
  const own = new Set(['id', 'log']);
  expect(ofFramework.filter((name) => !own.has(name) && !ofPlain.includes(name))).toEqual([]);
});
