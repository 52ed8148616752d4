/**
 * Plain requests that bypass the server's parser get the same answers as through it, byte for byte. Two identical
 * venues get the same requests in the same order, one through the parser, the other past it.
 */
import { type CapTable, capTable } from '@bellwether/contract';
import { afterEach, expect, test } from 'vitest';
import { ManualRuntime } from '../../runtime/manual.ts';
import {
  getBytes,
  JSON_TYPE,
  type KeptClient,
  openKept,
  signedBytes,
  statusOf,
  undated,
} from '../testing/kept-client.ts';
import { type Stack, type StackOptions, startStack } from '../testing/stack.ts';
import { addEvent, admin, type TestMarket, Trader } from '../testing/trader.ts';
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

const twins: Twin[] = [];
afterEach(async () => {
  for (const { stack, client } of twins.splice(0)) {
    client.socket.destroy();
    await stack.close();
  }
});

async function startTwin(options: StackOptions): Promise<Twin> {
  const past: boolean[] = [];
  const stack = await startStack({
    ...options,
    // Both venues create the same ids.
    random: new ManualRuntime().random,
    extend: (app, ...rest) => {
      options.extend?.(app, ...rest);
      app.addHook('onRequest', (request, _reply, done) => {
        past.push(isPlain(request.raw));
        done();
      });
    },
  });
  const trader = await Trader.open(stack, '1');
  const [market] = await addEvent(stack, ['Will it rain?']);
  const twin: Twin = { stack, trader, market: market as TestMarket, client: await openUsed(stack), past };
  twins.push(twin);
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
  expect(one.market).toEqual(other.market);
  expect(one.trader.credentials).toEqual(other.trader.credentials);
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
  await check('accepted', bytes);
  await check('the same bytes again', bytes);
  await check('the same order, signed again', signedBytes(trader, { body: first }));
  const refused = signedBytes(trader, { body: await order('10', { orderType: 'FOK' }, '0.4') });
  await check('refused by the exchange', refused);
  await check('the same refusal again', refused);
  await check('too large', signedBytes(trader, { body: await order('99999999') }));
  await check('what it does not have', signedBytes(trader, { body: await order('10', {}, '0.6', 'SELL') }));
  await check('post only', signedBytes(trader, { body: await order('5', { postOnly: true }) }));
  await check('no JSON', signedBytes(trader, { body: '{' }));
  await check('not UTF-8', signedBytes(trader, { body: '{"a":"\u0000"}' }));
  await check('an empty object', signedBytes(trader, { body: '{}' }));
  await check('a list', signedBytes(trader, { body: '[]' }));
  await check('text', signedBytes(trader, { body: '"text"' }));
  await check('a repeated key', signedBytes(trader, { body: '{"order":1,"order":2}' }));
  await check('a key of objects', signedBytes(trader, { body: '{"__proto__":1}' }));
  await check('deep', signedBytes(trader, { body: `${'['.repeat(100)}${']'.repeat(100)}` }));
  await check('an unknown field', signedBytes(trader, { body: await order('10', { more: 1 }) }));
  await check('a field of another profile', signedBytes(trader, { body: await order('10', { deferExec: false }) }));
  const other = JSON.parse(await order()) as { order: Record<string, unknown> };
  const changed = (change: object): string => JSON.stringify({ ...other, order: { ...other.order, ...change } });
  await check('a changed amount', signedBytes(trader, { body: changed({ makerAmount: '5000001' }) }));
  await check('no signature', signedBytes(trader, { body: changed({ signature: '0x' }) }));
  await check('an unknown token', signedBytes(trader, { body: changed({ tokenId: '12' }) }));
  await check(
    'the older struct',
    signedBytes(trader, { body: changed({ nonce: '0', feeRateBps: '0', timestamp: undefined }) }),
  );
  await check('of another', signedBytes(trader, { body: changed({ maker: `0x${'5'.repeat(40)}` }) }));
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
  await check('builder headers', signedBytes(trader, { body: await order(), head: builder }));
  await check('a query', signedBytes(trader, { body: await order(), path: '/order?x=1' }));
  await check('an empty query', signedBytes(trader, { body: await order(), path: '/order?' }));
  await check('without a body', signedBytes(trader, {}));
  await check(
    'a type with its set',
    signedBytes(trader, { body: await order(), head: `${JSON_TYPE.trim()}; charset=utf-8\r\n` }),
  );
  await check('a service that has it', signedBytes(trader, { body: await order(), host: 'clob.localhost' }));
  await check('a service that has it not', signedBytes(trader, { body: await order(), host: 'gamma.localhost' }));
  const id = /"orderID":"(0x[0-9a-f]+)"/.exec(
    await check('one more', signedBytes(trader, { body: await order('7') })),
  )?.[1];
  const cancel = { method: 'DELETE' } as const;
  await check('a cancel', signedBytes(trader, { ...cancel, body: `{"orderID":"${id}"}` }));
  await check('a cancel again', signedBytes(trader, { ...cancel, body: `{"orderID":"${id}" }` }));
  await check('a cancel of nothing', signedBytes(trader, { ...cancel, body: '{"orderID":"x"}' }));
  await check('cancels', signedBytes(trader, { ...cancel, path: '/orders', body: `["0x${'1'.repeat(64)}"]` }));
  const ofMarket = JSON.stringify({ market: market.conditionId });
  await check('all of a market', signedBytes(trader, { ...cancel, path: '/cancel-market-orders', body: ofMarket }));
  await check('everything', signedBytes(trader, { ...cancel, path: '/cancel-all' }));
  // The cases of the table have all occurred.
  expect(new Set(statuses.values())).toEqual(new Set([200, 400, 401]));
  expect(statuses.get('accepted')).toBe(200);
  expect(statuses.get('refused by the exchange')).toBe(400);
});

test('plain twins: reads are answered as through the parser, for pages of other origins too [W41]', async () => {
  const { same, market } = await startPair({ corsOrigins: ['https://desk.example'] });
  const queries = [`/book?token_id=${market.yes}`, '/book?token_id=12', '/price?token_id=1&side=up', '/midpoint?x=1'];
  for (const path of queries) {
    for (const more of ['', 'origin: https://desk.example\r\n']) await same(getBytes(path, more));
  }
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
  for (const [place, head] of heads.entries()) {
    for (const body of [`{${place}`, `{"orderID":${place}}`, ''])
      statuses.add(statusOf(await same(signedBytes(trader, { method: 'DELETE', body, head }), head + body)));
  }
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
    extend: (app) => {
      app.addHook('preHandler', (request, _reply, done) => {
        fields.push(Object.keys(request).sort());
        done();
      });
    },
  });
  await same(signedBytes(trader, { body: await order() }));
  const [ofFramework = [], ofPlain = []] = fields.slice(-2);
  // Fields that the framework alone has: the logger, the id, and parts that are read elsewhere.
  const own = new Set(['id', 'log']);
  expect(ofFramework.filter((name) => !own.has(name) && !ofPlain.includes(name))).toEqual([]);
});
