import type { FaultWish, LatencyModel } from '@bellwether/contract';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { openMarket, play } from '../testing/played.ts';
import { openFeed } from './testing/feed.ts';

type Points = LatencyModel['points'];

const played = await play();
const { url } = played.sandbox;
const maker = played.client('a');
const taker = played.client('b');
const { yes } = await openMarket(maker);
beforeAll(async () => {
  await maker.auth.credentials();
  await taker.auth.credentials();
});
const now = async (): Promise<number> => (await maker.sandbox.clock()).time_ms;
const late = (points: Points) => maker.sandbox.latency({ points });
afterEach(async () => {
  await maker.sandbox.pause();
  await late({});
  await maker.sandbox.faults.disarm();
  // Within one second of the clock, a client signs few requests.
  await maker.sandbox.advance('1m');
  await maker.orders.cancelAll();
  await taker.orders.cancelAll();
});
afterAll(() => played.close());

const bid = (price = '0.4', client = maker) => client.orders.place({ tokenId: yes, side: 'BUY', price, size: '5' });
const open = async (client = maker): Promise<readonly string[]> =>
  (await client.orders.list()).data.map(({ price }) => String(Number(price)));

/** Resolves when a point was drawn from so often. */
const drawn = (point: string, count: number): Promise<void> =>
  expect.poll(async () => (await maker.sandbox.latency()).drawn[point]).toBe(count);

/** Sends orders while time creeps, so that they are under way when it is moved. Resolves when all have been sent. */
async function underWay<T>(...requests: (() => Promise<T>)[]): Promise<Promise<T>[]> {
  await maker.sandbox.run(1e-6);
  const sent: Promise<T>[] = [];
  for (const [index, request] of requests.entries()) {
    const answer = request();
    answer.catch(() => undefined);
    sent.push(answer);
    await drawn('order.in', index + 1);
  }
  return sent;
}

test.each<readonly [string, Points, (id: string) => Promise<unknown>, number]>([
  ['nothing', {}, () => bid('0.3'), 0],
  ['an order, both ways', { 'order.in': { constant: 40 }, 'order.ack': { constant: 25 } }, () => bid('0.3'), 65],
  ['only its answer', { 'order.ack': { constant: 25 } }, () => bid('0.3'), 25],
  ['a route before its kind', { 'order.in': { constant: 9 }, 'POST /order.in': { constant: 2 } }, () => bid('0.3'), 2],
  ['a batch', { 'POST /order.in': { constant: 2 }, 'order.in': { constant: 9 } }, (id) => batch(id), 9],
  ['a cancel', { 'order.in': { constant: 9 }, 'cancel.in': { constant: 7 } }, (id) => maker.orders.cancel(id), 7],
  ['a cancel of all', { 'cancel.ack': { constant: 7 } }, () => maker.orders.cancelAll(), 7],
  ['a read', { 'read.in': { constant: 3 }, 'read.ack': { constant: 4 } }, (id) => maker.orders.get(id), 7],
  [
    'a read by pattern',
    { 'read.in': { constant: 3 }, 'GET /data/*.in': { constant: 5 } },
    (id) => maker.orders.get(id),
    5,
  ],
  [
    'a recorded series',
    { 'read.in': { recorded: [3, 4] } },
    async (id) => {
      for (let times = 0; times < 3; times++) await maker.orders.get(id);
    },
    10,
  ],
  [
    'a refused order',
    { 'order.in': { constant: 4 }, 'order.ack': { constant: 1 } },
    () => bid('0.40001').catch(() => 0),
    0,
  ],
  [
    'an order without funds',
    { 'order.in': { constant: 4 }, 'order.ack': { constant: 1 } },
    () => maker.orders.place({ tokenId: yes, side: 'BUY', price: '0.5', size: '1000000' }).catch(() => 0),
    5,
  ],
  ['the operator', { 'read.in': { constant: 3 }, 'order.in': { constant: 3 } }, () => maker.admin.health(), 0],
  ['the sandbox itself', { 'read.in': { constant: 3 } }, () => maker.sandbox.branches(), 0],
  ['a document', { 'read.in': { constant: 3 } }, () => fetch(`${url}/openapi.json`), 0],
  ['the page', { 'read.in': { constant: 3 } }, () => fetch(`${url}/app/`), 0],
  [
    'a read of the page',
    { 'read.in': { constant: 3 } },
    () => fetch(`${url}/time`, { headers: { 'sec-fetch-site': 'same-origin' } }),
    0,
  ],
])('latency: on a clock that stands, time moves by that of %s', async (_what, points, act, byMs) => {
  const { orderID } = await bid();
  const sentMs = await now();
  await late(points);
  await act(orderID);
  expect((await now()) - sentMs).toBe(byMs);
});

const batch = (_id: string) => maker.orders.placeMany([{ tokenId: yes, side: 'BUY', price: '0.3', size: '5' }]);

test('latency: a client sees the time at which its request arrived', async () => {
  await late({ 'read.in': { constant: 2_000 }, 'read.ack': { constant: 5_000 } });
  const sentMs = await now();
  const answer = await fetch(`${url}/time`);
  const arrivedMs = Math.floor((sentMs + 2_000) / 1_000) * 1_000;
  expect([Number(await answer.text()) * 1_000, Date.parse(answer.headers.get('date') ?? '')]).toEqual([
    arrivedMs,
    arrivedMs,
  ]);
  expect(await now()).toBe(sentMs + 7_000);
});

test('latency: a later order overtakes an earlier one, and no cancel finds what is under way', async () => {
  await late({ 'order.in': { recorded: [100, 10] } });
  const [first, second] = await underWay(
    () => bid('0.41'),
    () => bid('0.42'),
  );
  await maker.sandbox.advance(9);
  expect(await open()).toEqual([]);
  await maker.orders.cancelAll();
  await maker.sandbox.advance(1);
  expect(await open()).toEqual(['0.42']);
  await second;
  await maker.orders.cancelAll();
  await maker.sandbox.advance(90);
  await first;
  expect(await open()).toEqual(['0.41']);
});

test('latency: while an order is under way, others trade; at one moment, what is due there is done first', async () => {
  const { orderID } = await maker.orders
    .place({ tokenId: yes, side: 'SELL', price: '0.5', size: '5' })
    .catch(() => bid('0.1'));
  await maker.orders.cancel(orderID);
  const expiration = Math.floor((await now()) / 1_000) + 120;
  await maker.sandbox.until(expiration * 1_000 - 100);
  const early = await taker.orders.place({ tokenId: yes, side: 'BUY', price: '0.2', size: '5' });
  expect(early.status).toBe('live');
  await late({ 'order.in': { constant: 100 }, 'order.ack': { constant: 5 } });
  const gtd = bid('0.3', taker);
  expect((await gtd).status).toBe('live');
  expect(await now()).toBe(expiration * 1_000 + 5);
});

test('latency: explain and the status name the points, an answer under way is none the less done', async () => {
  await late({ 'order.in': { constant: 40 }, 'POST /order.ack': { constant: 25 } });
  const sentMs = await now();
  const { orderID } = await bid();
  const [sent, arrived, answered] = [sentMs, sentMs + 40, sentMs + 65].map(String);
  const words = `It was sent at ${new Date(sentMs).toISOString()} and arrived 40 ms later (order.in); its answer arrived 25 ms after that (POST /order.ack).`;
  const trip = { in: 'order.in', ack: 'POST /order.ack', sent, arrived, answered };
  const step = { kind: 'latency', timestamp: sent, sequence: null, words };
  for (const told of [await maker.orders.explain(orderID), await maker.sandbox.explain(orderID)]) {
    expect(told.latency).toEqual(trip);
    expect(told.steps.slice(0, 2)).toEqual([step, expect.objectContaining({ kind: 'checks', timestamp: arrived })]);
  }
  await late({});
  // The same order again is known by its first way.
  const other = await bid('0.35');
  expect(await maker.orders.explain(other.orderID)).not.toHaveProperty('latency');
  expect((await maker.orders.explain(orderID)).latency).toEqual(trip);
});

test('latency: a repeat waits for the first answer, not for its way', async () => {
  await late({ 'order.in': { recorded: [0, 10] }, 'order.ack': { recorded: [500, 1] } });
  const order = await maker.orders.sign({ tokenId: yes, side: 'BUY', price: '0.4', size: '5' });
  const place = () => maker.orders.place(order, { idempotencyKey: 'late' });
  await maker.sandbox.run(1e-6);
  const first = place();
  await drawn('order.ack', 1);
  const second = place();
  await drawn('order.in', 2);
  await maker.sandbox.advance(11);
  expect(await second).toMatchObject({ status: 'live' });
  await maker.sandbox.advance(500);
  expect(await first).toEqual(await second);
  expect(await open()).toEqual(['0.4']);
});

test('latency: a rewind refuses what is under way, which is done nowhere; an answer under way stays true', async () => {
  const { sequence } = await maker.sandbox.clock();
  await late({ 'order.in': { recorded: [0, 50] }, 'order.ack': { recorded: [50] } });
  const [done, waiting] = await underWay(
    () => bid('0.41'),
    () => bid('0.42'),
  );
  // The answer to the first has been made.
  await drawn('order.ack', 1);
  await maker.sandbox.rewind({ sequence });
  expect(await done).toMatchObject({ status: 'live' });
  await expect(waiting).rejects.toMatchObject({ status: 503, code: 'unavailable', retryAfterSeconds: 1 });
  await maker.auth.credentials();
  await maker.sandbox.advance(1_000);
  expect(await open()).toEqual([]);
  // A model that was set by hand survives, and draws from the beginning.
  expect(await maker.sandbox.latency()).toMatchObject({ points: { 'order.ack': { recorded: [50] } }, drawn: {} });
  const { branch } = await maker.sandbox.clock();
  expect(branch).not.toBe('main');
});

test('latency: a pause ends a move, and requests that wait move time themselves', async () => {
  await late({ 'order.in': { constant: 400 } });
  const [sent] = await underWay(() => bid('0.41'));
  await maker.sandbox.pause();
  expect(await sent).toMatchObject({ status: 'live' });
});

test.each<readonly [string, FaultWish['do'], number, 'live' | number | null]>([
  ['delays by the machine’s time', { kind: 'delay', ms: 1 }, 65, 'live'],
  ['refuses on arrival', { kind: 'refuse', status: 425 }, 65, 425],
  ['answers as a proxy', { kind: 'html' }, 65, 403],
  ['truncates the answer', { kind: 'truncate' }, 65, null],
  ['drops on arrival', { kind: 'drop', when: 'before' }, 40, null],
  ['drops the answer', { kind: 'drop', when: 'after' }, 65, null],
])('latency: a fault that %s comes on top', async (_what, fault, byMs, end) => {
  await late({ 'order.in': { constant: 40 }, 'order.ack': { constant: 25 } });
  await maker.sandbox.faults.arm({ match: { route: 'POST /order' }, ...(fault !== undefined && { do: fault }) });
  const sentMs = await now();
  const answer = await bid().catch((error: { readonly status?: number }) => ({ status: error.status ?? null }));
  expect(answer.status ?? null).toBe(end);
  // A dropped connection ends before its answer would have arrived.
  await expect.poll(async () => (await now()) - sentMs).toBe(byMs);
});

test('latency: frames leave later, in order, and never move time; the first book is there at once', async () => {
  await late({ 'market.out': { recorded: [100, 10, 30] } });
  const feed = await openFeed(url, [yes]);
  const prices = async (): Promise<string[]> =>
    (await feed.received()).flatMap(({ price_changes = [] }) =>
      price_changes.filter(({ asset_id }) => asset_id === yes).map(({ price }) => price),
    );
  expect((await feed.received())[0]).toMatchObject({ event_type: 'book', asset_id: yes });
  await bid('0.41');
  await bid('0.42');
  await maker.sandbox.advance(99);
  expect(await prices()).toEqual([]);
  await maker.sandbox.advance(1);
  // The second was drawn shorter, and stays behind the first.
  expect(await prices()).toEqual(['0.41', '0.42']);
  await bid('0.43');
  await maker.sandbox.advance(29);
  expect(await prices()).toHaveLength(2);
  await maker.sandbox.advance(1);
  expect(await prices()).toEqual(['0.41', '0.42', '0.43']);
  // A rewind tells at once, and what was under way is gone.
  await bid('0.44');
  await maker.sandbox.rewind({ sequence: (await maker.sandbox.clock()).sequence - 1 });
  await feed.closed;
  expect(feed.frames.at(-1)).toMatchObject({ event_type: 'resync', reason: 'rewound' });
  expect(feed.frames.some((frame) => JSON.stringify(frame).includes('0.44'))).toBe(false);
  await maker.auth.credentials();
  await taker.auth.credentials();
});

test.each<readonly [unknown, string]>([
  [{ 'order.inn': { constant: 1 } }, 'points["order.inn"] is no point'],
  [{ 'order.out': { constant: 1 } }, 'points["order.out"] is no point'],
  [{ 'feed.in': { constant: 1 } }, 'points["feed.in"] is no point'],
  [{ 'POST /ordr.in': { constant: 1 } }, 'points["POST /ordr.in"] names no route of clients: POST /ordr'],
  [{ 'POST /admin/events.in': { constant: 1 } }, 'points["POST /admin/events.in"] names no route of clients'],
  [{ '/sandbox/*.in': { constant: 1 } }, 'names no route of clients'],
  [{ 'order.in': {} }, 'points["order.in"] must have one of constant, uniform, lognormal and recorded'],
  [{ 'order.in': { constant: 1, recorded: [1] } }, 'must have one of constant'],
  [{ 'order.in': { constant: -1 } }, 'order.in.constant must be from 0 to 60000'],
  [{ 'order.in': { constant: 60_001 } }, 'order.in.constant must be from 0 to 60000'],
  [{ 'order.in': { constant: 1.5 } }, 'order.in.constant must be integer'],
  [{ 'order.in': { constant: 'NaN' } }, 'order.in.constant must be integer'],
  [
    { 'order.in': { uniform: [2, 1] } },
    'points["order.in"].uniform goes from the lower to the higher, not from 2 to 1',
  ],
  [{ 'order.in': { uniform: [1] } }, 'order.in.uniform must not have fewer than 2 items'],
  [{ 'order.in': { recorded: [] } }, 'order.in.recorded must not have fewer than 1 items'],
  [{ 'order.in': { lognormal: { median: 0, sigma: 1 } } }, 'order.in.lognormal.median must be from 1 to 60000'],
  [{ 'order.in': { lognormal: { median: 10, sigma: 2.1 } } }, 'order.in.lognormal.sigma must be from 0 to 2'],
  [{ 'order.in': { lognormal: { median: 10, sigma: 1, max: 9 } } }, 'lognormal.max must be at least its median, 10'],
  [{ 'order.in': { lognormal: { median: 10 } } }, 'order.in.lognormal.sigma is required'],
  [{ 'order.in': { gamma: 1 } }, 'unknown field "points.order.in.gamma"'],
])('latency: %j is refused, with the field and the rule', async (points, problem) => {
  const set = (await late({ 'read.in': { constant: 0 } })).points;
  const refusal: unknown = await late(points as Points).catch((error: unknown) => error);
  expect(refusal).toMatchObject({ status: 400 });
  expect(String(refusal)).toContain(problem);
  expect((await maker.sandbox.latency()).points).toEqual(set);
});
