import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { ACTIVITY_TYPES } from '@bellwether/contract';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { requestSignature } from './authentication.ts';
import { createClient } from './client.ts';
import { ApiError, InvalidAnswerError, InvalidInputError, isOutcomeUnknown, NetworkError } from './errors.ts';
import { createSigner } from './signer.ts';

type Seen = Pick<IncomingMessage, 'headers'> & { readonly method: string; readonly url: string; readonly body: string };

interface Answer {
  readonly status?: number;
  readonly headers?: Record<string, string>;
  readonly body?: unknown;
  /** True to cut the connection instead of answering. */
  readonly cut?: boolean;
}

const VENUE = {
  ...{ name: 'Bellwether', version: '0', chainId: 31_337, mode: 'open', startingBalance: '0', time: 0 },
  domain: { name: 'X', version: '1', chainId: 31_337, verifyingContract: `0x${'0'.repeat(40)}` },
  authPrefixes: ['SERVICE_'],
  authMessage: 'This message attests that I control the given wallet',
};
const credentials = { apiKey: 'key', secret: 'AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=', passphrase: 'phrase' };
const signer = createSigner(`0x${'1'.repeat(64)}`);
const order = { tokenId: '1', side: 'BUY', price: '0.5', size: '10' } as const;
const placed = { success: true, errorMsg: '', orderID: '0x1', status: 'live', makingAmount: '', takingAmount: '' };
const cancelled = { body: { canceled: [], not_canceled: {} } };
const change = { conditionId: '0x0', amount: '1' };
const done = { transactionHash: '0x1', wallet: '0x2', amount: '1', collateral: '1' };

let server: Server;
let baseUrl: string;
let seen: Seen[];
let script: Answer[];

beforeEach(async () => {
  seen = [];
  script = [];
  server = createServer((request, response) => {
    void text(request).then((body) => {
      seen.push({ method: request.method ?? '', url: request.url ?? '', headers: request.headers, body });
      const answer = script.shift() ?? { status: 500, body: { error: 'nothing left in the script' } };
      if (answer.cut === true) return void request.socket.destroy();
      response.writeHead(answer.status ?? 200, { 'content-type': 'application/json', ...answer.headers });
      response.end(JSON.stringify(answer.body ?? {}));
    });
  });
  const { promise, resolve } = Promise.withResolvers<void>();
  server.listen(0, '127.0.0.1', resolve);
  await promise;
  baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
});

afterEach(() => {
  server.closeAllConnections();
  server.close();
});

const client = () =>
  createClient({
    baseUrl,
    account: { signer, credentials },
    headerPrefix: 'SERVICE_',
    retry: { delayMs: 0 },
    clock: () => 1_700_000_000_000,
  });

const asked = () => seen.map(({ method, url }) => `${method} ${url}`);
const bodiesAfter = (skipped: number) => seen.slice(skipped).map(({ body }) => body);
const keys = () => seen.map(({ headers }) => headers['idempotency-key']);

const busy = (status: number, code?: string): Answer => ({
  status,
  headers: { 'retry-after': '0' },
  body: { error: 'busy', ...(code === undefined ? {} : { code }) },
});

test('client: the signature covers the path without the query and the exact body', async () => {
  script = [cancelled];
  await client().orders.cancel('0x01');
  const [request] = seen;
  const signed = { timestamp: 1_700_000_000, method: 'DELETE', path: '/order', body: '{"orderID":"0x01"}' };
  expect(request).toMatchObject({ method: 'DELETE', url: '/order', body: signed.body });
  expect(request?.headers).toMatchObject({
    service_address: signer.address,
    service_api_key: 'key',
    service_passphrase: 'phrase',
    service_timestamp: '1700000000',
    service_signature: requestSignature(credentials.secret, signed),
  });
});

test('client: a call without a body sends none and signs none', async () => {
  script = [cancelled];
  await client().orders.cancelAll();
  expect(seen[0]?.body).toBe('');
  expect(seen[0]?.headers).not.toHaveProperty('content-type');
});

test('client: reads send what was asked for and nothing private', async () => {
  script = [{ body: [] }, { body: { data: [] } }, { body: [] }, { body: { id: '7' } }];
  const reader = client();
  await reader.trades.list({ limit: 5, takerOnly: false, market: ['0xa', '0xb'] });
  await reader.markets.page();
  await reader.books.getMany(['1', '2']);
  await reader.events.get({ slug: 'a-b' });
  expect(asked()).toEqual([
    'GET /trades?limit=5&takerOnly=false&market=0xa%2C0xb',
    'GET /markets?next_cursor=',
    'POST /books',
    'GET /events/slug/a-b',
  ]);
  expect(seen[2]?.body).toBe('[{"token_id":"1"},{"token_id":"2"}]');
  expect(seen.some(({ headers }) => 'service_api_key' in headers)).toBe(false);
});

test('client: amounts of activity are the venue’s decimals as text, to the millionth', async () => {
  const row = {
    type: 'TRADE',
    size: 8589934591.999999,
    usdcSize: 12.6,
    fee: 0.000001,
    cashChange: -12.600001,
    price: 0,
  };
  const own = { size: '8589934591.999999', usdcSize: '12.6', fee: '0.000001', cashChange: '-12.600001', price: '0' };
  script = [{ body: [row] }, { body: [row] }];
  const { positions } = client();
  expect(await positions.activity({ user: '0xa' })).toEqual([{ type: 'TRADE', ...own }]);
  expect(await Array.fromAsync(positions.eachActivity({ user: '0xa' }))).toEqual([{ type: 'TRADE', ...own }]);
  const types = encodeURIComponent(ACTIVITY_TYPES.join(','));
  expect(asked()).toEqual([
    `GET /activity?type=${types}&user=0xa`,
    `GET /activity?type=${types}&user=0xa&limit=500&offset=0`,
  ]);
});

test('client: an API key that cannot be created is derived, then used', async () => {
  script = [
    { body: VENUE },
    { status: 400, body: { error: 'Could not create api key' } },
    { body: { ...credentials, apiKey: 'derived' } },
    { body: { wallets: [] } },
  ];
  const fresh = createClient({ baseUrl, account: { signer, nonce: 3 } });
  await Promise.all([fresh.account.get(), fresh.auth.credentials()]);
  expect(asked()).toEqual(['GET /venue', 'POST /auth/api-key', 'GET /auth/derive-api-key', 'GET /account']);
  expect(seen[2]?.headers).toMatchObject({ service_nonce: '3', service_address: signer.address });
  expect(seen[3]?.headers).toMatchObject({ service_api_key: 'derived' });
});

test('client: private calls without an account fail before anything is sent', async () => {
  await expect(createClient({ baseUrl }).account.get()).rejects.toThrow('no account');
  await expect(createClient({ baseUrl }).orders.place(order)).rejects.toThrow(InvalidInputError);
  await expect(createClient({ baseUrl }).admin.setMode('open')).rejects.toThrow('no adminToken');
  expect(seen).toHaveLength(0);
});

test('client: a refusal is a typed error and is not sent again', async () => {
  script = [
    { body: VENUE },
    { body: [] },
    { status: 400, body: { error: 'not enough balance', code: 'insufficient_balance' } },
  ];
  const failure = client().orders.place(order);
  await expect(failure).rejects.toBeInstanceOf(ApiError);
  const refusal = { status: 400, error: 'not enough balance', code: 'insufficient_balance', retryAfterSeconds: null };
  await expect(failure).rejects.toMatchObject(refusal);
  expect(seen).toHaveLength(3);
});

test('client: without a book, the token id tells whether an order is of version v2', async () => {
  const position = String(1n << 248n);
  for (const [tokenId, version] of [
    [position, '3'],
    [String(BigInt(position) + (1n << 40n)), '1'],
  ] as const) {
    script = [{ body: { ...VENUE, v2Domain: { ...VENUE.domain, version: '3' } } }, { body: [] }];
    const signed: unknown[] = [];
    const signTypedData = async ({ domain }: { readonly domain: unknown }): Promise<string> => {
      signed.push(domain);
      return `0x${'1'.repeat(130)}`;
    };
    const wallet = { address: signer.address, signTypedData };
    await createClient({ baseUrl, account: { signer: wallet, credentials } }).orders.sign({ ...order, tokenId });
    expect(signed).toEqual([expect.objectContaining({ version })]);
  }
});

test.each<[input: object, words: string]>([
  [{ tokenId: '' }, 'tokenId must be a whole number of at most 78 decimal digits: '],
  [{ tokenId: 'yes' }, 'tokenId must be a whole number of at most 78 decimal digits: yes'],
  [{ size: undefined }, 'size must be a decimal without a sign, with at most 6 decimals: undefined'],
  [{ type: 'FAK', size: undefined }, 'an order of type FAK needs amount or shares'],
  [
    { type: 'FAK', size: undefined, shares: '-2' },
    'shares must be a decimal without a sign, with at most 6 decimals: -2',
  ],
  [{ postonly: true }, 'an order of type GTC has no field "postonly"'],
  [{ type: 'FOK', size: undefined, amount: '5', postOnly: true }, 'an order of type FOK has no field "postOnly"'],
  [{ builder: 'me' }, 'builder must be 0x and 64 hex digits: me'],
  [{ metadata: '0x12' }, 'metadata must be 0x and 64 hex digits: 0x12'],
  [{ type: 'GTD', expiration: '1800000000' }, 'Unix seconds from 1700000060 on: "1800000000"'],
])('client: an order with %j is refused by the name of the field, unsigned', async (input, words) => {
  script = [{ body: VENUE }, { body: [] }];
  const placing = client().orders.place({ ...order, ...input } as typeof order);
  await expect(placing).rejects.toThrow(words);
  await expect(placing).rejects.toBeInstanceOf(InvalidInputError);
  expect(asked().filter((request) => request.startsWith('POST /order'))).toEqual([]);
});

test('client: an order is sent again, byte by byte the same, until it is answered', async () => {
  script = [{ body: VENUE }, { body: [] }, { cut: true }, busy(503), busy(429), { body: placed }];
  expect(await client().orders.place(order)).toEqual(placed);
  const [first, ...others] = bodiesAfter(2);
  expect(others).toEqual([first, first, first]);
});

test('client: a lost answer is asked for with the same signature, a refusal with a new one [A19]', async () => {
  script = [{ cut: true }, busy(503), cancelled];
  await client().orders.cancelAll();
  const [lost, again, anew] = seen.map(({ headers }) => headers['service_signature']);
  expect([again === lost, anew === again]).toEqual([true, false]);
});

test('client: the same cancel twice in a second is signed twice, so that the second one is done', async () => {
  const trader = client();
  for (let count = 0; count < 2; count += 1) {
    script = [cancelled];
    await trader.orders.cancelAll();
  }
  const [one, two] = seen.map(({ headers }) => headers);
  expect(one?.['service_signature']).not.toBe(two?.['service_signature']);
  expect(Number(two?.['service_timestamp'])).toBeGreaterThan(Number(one?.['service_timestamp']));
});

test('client: the answer of another client that signed the same in the same second is not taken for its own', async () => {
  const theirs = { canceled: ['0x1'], not_canceled: {} };
  const own = { canceled: ['0x2'], not_canceled: {} };
  script = [{ headers: { 'idempotent-replayed': 'true' }, body: theirs }, { body: own }];
  expect(await client().orders.cancelAll()).toEqual(own);
  expect(new Set(seen.map(({ headers }) => headers['service_signature'])).size).toBe(2);
});

test('client: a venue that wants a later signature gets one', async () => {
  script = [busy(401, 'sign_in_used'), { body: { transactionHash: '0x1' } }];
  await client().account.split(change);
  expect(new Set(seen.map(({ headers }) => headers['service_timestamp'])).size).toBe(2);
});

test('client: an order without an answer comes back with the error, and can be placed again as it was', async () => {
  const cut = { cut: true };
  script = [{ body: VENUE }, { body: [] }, cut, cut, cut, cut, { body: placed }];
  const trader = client();
  const error = await trader.orders.place(order).catch((caught: unknown) => caught);
  if (!isOutcomeUnknown(error)) return expect.unreachable('it has no answer');
  expect(error.placements).toHaveLength(1);
  expect(await trader.orders.place(error.placements[0]!)).toEqual(placed);
  const [first, ...others] = bodiesAfter(2);
  expect(others).toEqual([first, first, first, first]);
});

test('client: a venue that asks for more patience than the client has is not asked again', async () => {
  script = [{ status: 429, headers: { 'retry-after': '3600' }, body: { error: 'rate limit exceeded' } }];
  await expect(client().orders.cancelAll()).rejects.toMatchObject({ status: 429, retryAfterSeconds: 3600 });
  expect(seen).toHaveLength(1);
});

test('client: retries end', async () => {
  script = [busy(503), busy(503), busy(503), busy(503), busy(503)];
  await expect(client().orders.cancelAll()).rejects.toMatchObject({ status: 503, retryAfterSeconds: 0 });
  expect(seen).toHaveLength(4);
});

test('client: a venue whose mode refuses is not asked again', async () => {
  script = [busy(503, 'mode_cancel_only')];
  await expect(client().orders.cancelAll()).rejects.toMatchObject({ code: 'mode_cancel_only' });
  expect(seen).toHaveLength(1);
});

test('client: a split whose answer was lost is sent again under its own key until it is answered [A25]', async () => {
  script = [{ cut: true }, busy(503), busy(429), { body: done }];
  expect(await client().account.split(change)).toEqual(done);
  const [key, ...others] = keys();
  expect(others).toEqual([key, key, key]);
  expect(key).toMatch(/^[0-9a-f]{32}$/);
  script = [{ body: done }];
  await client().account.split(change);
  expect(keys().at(-1)).not.toBe(key);
});

test('client: a key may be given, and what the venue did under it before is the answer', async () => {
  script = [{ headers: { 'idempotent-replayed': 'true', 'idempotency-key': 'mine-1' }, body: done }];
  expect([await client().account.split(change, { idempotencyKey: 'mine-1' }), keys()]).toEqual([done, ['mine-1']]);
});

test('client: an order needs no key, and a read has none', async () => {
  script = [{ body: VENUE }, { body: [] }, { body: placed }];
  await client().orders.place(order);
  expect(keys()).toEqual([undefined, undefined, undefined]);
});

test('client: a beat whose fate is unknown is not sent again', async () => {
  script = [{ cut: true }];
  await expect(client().account.beat()).rejects.toBeInstanceOf(NetworkError);
  expect(seen).toHaveLength(1);
});

test('client: an answer that is no JSON is no answer, and a refusal that is none is still a refusal', async () => {
  const answering = (status: number) =>
    createClient({ baseUrl, retry: { attemptsMax: 1 }, fetch: async () => new Response('<html>', { status }) });
  await expect(answering(200).venue.get()).rejects.toBeInstanceOf(InvalidAnswerError);
  await expect(answering(502).venue.get()).rejects.toMatchObject({ status: 502, code: null });
});

test('client: an aborted call ends with the reason, also between attempts', async () => {
  const stop = new AbortController();
  const slow = createClient({ baseUrl, retry: { delayMs: 60_000, delayMsMax: 60_000 } });
  script = [{ status: 503, body: { error: 'busy' } }];
  const failure = expect(slow.venue.get({ signal: stop.signal })).rejects.toMatchObject({ kind: 'aborted' });
  await expect.poll(() => seen.length).toBe(1);
  stop.abort(new Error('enough'));
  await failure;
  await expect(slow.venue.get({ signal: stop.signal })).rejects.toMatchObject({ kind: 'aborted' });
  expect(seen).toHaveLength(1);
});

test('client: an attempt has a time-out', async () => {
  const { promise, reject } = Promise.withResolvers<Response>();
  const silent = createClient({
    baseUrl,
    timeoutMs: 1,
    retry: { attemptsMax: 1 },
    fetch: (_url, init) => {
      init.signal?.addEventListener('abort', () => reject(init.signal?.reason));
      return promise;
    },
  });
  await expect(silent.venue.get()).rejects.toThrow('no answer within 1 ms');
});

describe('client: a device whose clock is wrong', () => {
  const OFF_SECONDS = 300;
  const OWN_SECONDS = 1_800_000_000;
  const VENUE_SECONDS = OWN_SECONDS - OFF_SECONDS;
  const dated = (): Record<string, string> => ({ date: new Date(VENUE_SECONDS * 1_000).toUTCString() });

  // The device's clock is frozen: however long an answer takes, there is one right time.
  beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: OWN_SECONDS * 1_000 }));
  afterEach(() => void vi.useRealTimers());
  const refusal = (): Answer => ({
    status: 401,
    body: { error: `header SERVICE_TIMESTAMP is ${OFF_SECONDS} s ahead of the server's clock (at most 5 s): …` },
  });
  const timestamps = () => seen.map(({ headers }) => Number(headers['service_timestamp']));
  const own = () => createClient({ baseUrl, account: { signer, credentials }, headerPrefix: 'SERVICE_' });

  test('client: it signs by the time that the first answer told', async () => {
    script = [
      { headers: dated(), body: [] },
      { headers: dated(), ...cancelled },
    ];
    const trader = own();
    await trader.trades.list({});
    await trader.orders.cancel('0x01');
    expect(timestamps()[1]).toBe(VENUE_SECONDS);
    expect(Math.trunc(trader.venue.now() / 1_000)).toBe(VENUE_SECONDS);
  });

  test('client: it signs again once when its first timestamp is refused, even where dates cannot be read [Q1]', async () => {
    script = [
      { ...refusal(), headers: { date: 'hidden' } },
      { headers: { date: 'hidden' }, ...cancelled },
    ];
    await own().orders.cancel('0x01');
    expect(timestamps()).toEqual([OWN_SECONDS, VENUE_SECONDS]);
  });

  test('client: a venue that refuses the second one too is believed', async () => {
    script = [refusal(), refusal(), cancelled];
    await expect(own().orders.cancel('0x01')).rejects.toMatchObject({ status: 401 });
    expect(seen).toHaveLength(2);
  });

  test('client: a clock that the caller vouches for is not corrected', async () => {
    script = [{ headers: dated(), body: [] }];
    const trader = client();
    await trader.trades.list({});
    expect(trader.venue.now()).toBe(1_700_000_000_000);
  });
});
