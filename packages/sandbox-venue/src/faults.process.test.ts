import type { ORDER_ROUTES } from '@bellwether/contract';
import { FeedClient, type Message } from '@bellwether/feeds/testing/feed-client.ts';
import { afterAll, afterEach, expect, test } from 'vitest';
import { openMarket, play, START_MS } from './testing/played.ts';

const played = await play();
const client = played.client('a');
const { yes: tokenId } = await openMarket(client);
await client.auth.credentials();

afterEach(async () => {
  await client.sandbox.faults.disarm();
  await client.orders.cancelAll();
});

afterAll(() => played.close());

const get = (path: string): Promise<Response> => fetch(played.sandbox.url + path);
const place = (price = '0.4') => client.orders.place({ tokenId, side: 'BUY', price, size: '10' });
const open = async (): Promise<number> => (await client.orders.list()).data.length;

async function listening(): Promise<FeedClient> {
  const feed = await FeedClient.follow(played.sandbox.url, 'market', { type: 'market', assets_ids: [tokenId] });
  await feed.next();
  return feed;
}

const changes = (frames: readonly unknown[]): unknown[] =>
  frames.map((frame) => (frame as Message)['sequence'] ?? (frame as Message)['event_type']);

test('faults: an order that timed out was filled all the same, or never came, and can be looked up', async () => {
  await client.sandbox.faults.arm({ preset: 'timed-out-yet-filled', match: { times: 1 } });
  await expect(place()).rejects.toThrow(/no answer/);
  expect(await open()).toBe(1);
  await client.sandbox.faults.disarm();
  await client.sandbox.faults.arm({ preset: 'lost-before-it-was-done', match: { times: 1 } });
  await expect(place('0.3')).rejects.toThrow(/no answer/);
  expect(await open()).toBe(1);
  await place('0.3');
  expect(await open()).toBe(2);
});

test('faults: a request meets the rules of its route however it writes its path', async () => {
  await client.sandbox.faults.arm({ match: { route: 'GET /time' }, do: { kind: 'refuse', status: 503 } });
  for (const path of ['/time', '/time?x=1', '/%74ime', '/%74%69me?x'])
    expect([path, (await get(path)).status]).toEqual([path, 503]);
  expect((await get('/ok')).status).toBe(200);
});

test.each([425, 429, 500, 502, 503, 504] as const)('faults: %i is answered, and nothing was done', async (status) => {
  await client.sandbox.faults.arm({ match: { route: 'POST /order' }, do: { kind: 'refuse', status } });
  await expect(place()).rejects.toMatchObject({ status });
  expect(await open()).toBe(0);
  const [rule] = await client.sandbox.faults.list();
  expect(rule).toMatchObject({ matched: 1, injected: 1 });
});

test('faults: while an engine restarts each order and each cancel is answered 425, and nothing is done', async () => {
  const order = { tokenId, side: 'BUY', price: '0.4', size: '10' } as const;
  const { orderID } = await place();
  const asked: Readonly<Record<Exclude<keyof typeof ORDER_ROUTES, 'getOrder'>, () => Promise<unknown>>> = {
    placeOrder: () => client.orders.place(order),
    placeOrders: () => client.orders.placeMany([order, order]),
    cancelOrder: () => client.orders.cancel(orderID),
    cancelOrders: () => client.orders.cancelMany([orderID]),
    cancelAll: () => client.orders.cancelAll(),
    cancelMarketOrders: () => client.orders.cancelMarket({ asset_id: tokenId }),
  };
  await client.sandbox.faults.arm({ preset: 'engine-restart' });
  const told: Record<string, unknown> = {};
  for (const [name, ask] of Object.entries(asked))
    told[name] = await ask().then(
      () => 'done',
      ({ status }: { status: number }) => status,
    );
  expect([told, await open()]).toEqual([Object.fromEntries(Object.keys(asked).map((name) => [name, 425])), 1]);
});

test('faults: a proxy answers in HTML, an answer breaks off, a clock is wrong, a request takes its time', async () => {
  await client.sandbox.faults.arm({ match: { route: 'GET /markets' }, do: { kind: 'html' } });
  const html = await get('/markets');
  expect([html.status, html.headers.get('content-type')]).toEqual([403, 'text/html; charset=UTF-8']);
  await client.sandbox.faults.arm({ match: { route: '/book*' }, do: { kind: 'truncate' } });
  await expect((await get(`/book?token_id=${tokenId}`)).text()).rejects.toThrow();
  await client.sandbox.faults.arm({ match: { route: '/time' }, do: { kind: 'skew', seconds: -90 } });
  const time = await get('/time');
  expect(await time.json()).toBe(START_MS / 1000 - 90);
  expect(Date.parse(time.headers.get('date') ?? '')).toBe(START_MS - 90_000);
  await client.sandbox.faults.arm({ match: { route: '/price' }, do: { kind: 'delay', ms: 50 } });
  const began = performance.now();
  await get(`/price?token_id=${tokenId}&side=BUY`);
  expect(performance.now() - began).toBeGreaterThan(45);
});

test('faults: the nth, every so manieth, so many at most, some by chance and always the same ones', async () => {
  const statuses = async (match: object, seed = 5): Promise<string> => {
    await client.sandbox.faults.disarm();
    const refuse = { kind: 'refuse', status: 503 } as const;
    await client.sandbox.faults.arm({ match: { route: 'GET /time', ...match }, do: refuse, seed });
    let told = '';
    for (let request = 0; request < 8; request++) told += (await get('/time')).status === 503 ? 'x' : '.';
    return told;
  };
  expect([await statuses({ nth: 3 }), await statuses({ every: 3 })]).toEqual(['..x.....', '..x..x..']);
  expect([await statuses({ times: 2 }), await statuses({ until: START_MS })]).toEqual(['xx......', '........']);
  expect(await statuses({ from: START_MS })).toBe('xxxxxxxx');
  const some = await statuses({ probability: 0.5 });
  expect(some).toMatch(/x.*\.|\..*x/);
  expect(await statuses({ probability: 0.5 })).toBe(some);
  expect(await statuses({ probability: 0.5 }, 6)).not.toBe(some);
});

test('faults: of one account or one market alone, and never of the way to the rules', async () => {
  const other = played.client('b');
  await other.auth.credentials();
  const { address } = await client.account.get();
  await client.sandbox.faults.arm({ match: { route: '/*', account: address }, do: { kind: 'refuse', status: 503 } });
  await expect(client.account.get()).rejects.toMatchObject({ status: 503 });
  await other.account.get();
  expect(await client.sandbox.faults.list()).toHaveLength(1);
  await client.sandbox.faults.disarm();
  await client.sandbox.faults.arm({ match: { market: 'rain' }, do: { kind: 'refuse', status: 503 } });
  await expect(place()).rejects.toMatchObject({ status: 503 });
  expect([(await get(`/book?token_id=${tokenId}`)).status, (await get('/time')).status]).toEqual([503, 200]);
});

test.each(['GET /data/order/:id', '/data/order/0x1*', '* /data/order/0x12'])(
  'faults: route %s names the path of one order',
  async (route) => {
    await client.sandbox.faults.arm({ match: { route }, do: { kind: 'refuse', status: 503 } });
    expect([(await get('/data/order/0x12')).status, (await get('/time')).status]).toEqual([503, 200]);
  },
);

const NOT_OF = 'does not go with settle, which is done to trades';
const MALFORMED = 'is malformed: expected a whole number from 0 to 253402300799999';

test.each([
  [{}, 'do or preset says what goes wrong'],
  [{ preset: 'overloaded', do: { kind: 'html' } }, 'do and preset say the same'],
  [{ match: { route: '/book' }, do: { kind: 'silence' } }, 'match.feed says of which feed'],
  [{ match: { feed: 'user' }, do: { kind: 'html' } }, 'match.feed does not go with html'],
  [
    { match: { feed: 'user', route: '/book' }, do: { kind: 'double' } },
    'do not go with double, which is done to frames',
  ],
  [{ match: { feed: 'user' }, do: { kind: 'settle' } }, `match.feed ${NOT_OF}`],
  [{ match: { route: '/book' }, do: { kind: 'settle' } }, `match.route ${NOT_OF}`],
  [{ do: { kind: 'settle', retried: 0.6, failed: 0.6 } }, 'at most 1 together'],
  [{ match: { market: 'snow' }, do: { kind: 'html' } }, 'match.market names no market: snow'],
  [{ match: { route: 'GET /ordr' }, do: { kind: 'html' } }, 'match.route names no route: GET /ordr'],
  [{ match: { route: 'POST /book' }, do: { kind: 'html' } }, 'match.route names no route: POST /book'],
  [{ match: { route: '/sandbox/*' }, do: { kind: 'html' } }, 'match.route names no route: /sandbox/*'],
  [{ match: { until: 'some day..' }, do: { kind: 'html' } }, `match.until ${MALFORMED} or a moment`],
  [{ do: { kind: 'explode' } }, 'do'],
  [{ match: {}, do: { kind: 'delay', ms: 600_001 } }, 'do.ms must be from 1 to 600000'],
  [{ match: {}, do: { kind: 'delay', Ms: 5 } }, 'unknown field "do.Ms"; did you mean "do.ms"?'],
  [{ match: {}, do: { kind: 'refuse', status: 418 } }, 'do.status must be one of 425, 429'],
  [{ match: {}, do: { kind: 'refuse' } }, 'do.status is required'],
])('faults: %j is refused in words', async (wish, words) => {
  await expect(client.sandbox.faults.arm(wish as never)).rejects.toThrow(words);
  expect(await client.sandbox.faults.list()).toEqual([]);
});

test('faults: a feed falls silent and its connection answers pings; what it did not say is in the book', async () => {
  const feed = await listening();
  await client.sandbox.faults.arm({ preset: 'silent-market-feed' });
  await place();
  expect(await feed.all()).toEqual([]);
  await client.sandbox.faults.disarm();
  await place('0.3');
  const [frame] = await feed.all();
  expect(frame).toMatchObject({ event_type: 'price_change' });
  expect((await client.books.get(tokenId)).bids).toHaveLength(2);
});

test('faults: frames come twice, out of order, or the connection ends', async () => {
  const feed = await listening();
  const prices = ['0.11', '0.12', '0.13'];
  const heard = async (): Promise<unknown[]> => {
    for (const price of prices) await place(price);
    const frames = changes(await feed.all());
    await client.orders.cancelAll();
    await feed.all();
    return frames;
  };
  const [first = 0] = (await heard()) as number[];
  expect((await client.sandbox.clock()).sequence).toBeGreaterThan(0);
  await client.sandbox.faults.arm({ match: { feed: 'market', nth: 2 }, do: { kind: 'double' } });
  const twice = (await heard()) as number[];
  expect(twice).toHaveLength(4);
  expect(twice[1]).toBe(twice[2]);
  await client.sandbox.faults.disarm();
  await client.sandbox.faults.arm({ match: { feed: 'market', nth: 1 }, do: { kind: 'reorder' } });
  const [a = 0, b = 0, c = 0] = (await heard()) as number[];
  expect([b + 1, a + 1]).toEqual([a, c]);
  expect(a).toBeGreaterThan(first);
  await client.sandbox.faults.disarm();
  await client.sandbox.faults.arm({ match: { feed: '*' }, do: { kind: 'disconnect' } });
  await place();
  expect((await feed.closed).code).toBe(1006);
});

test('faults: after all of them money adds up', async () =>
  expect((await client.admin.health()).collateral_conserved).toBe(true));
