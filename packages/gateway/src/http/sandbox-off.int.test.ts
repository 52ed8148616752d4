/** A venue that is not a sandbox offers no sandbox features, to any client. */
import { request } from 'node:http';
import {
  ALL_ROUTES_BY_NAME,
  FEED_PATHS,
  type FeedChannel,
  JOINING_ROUTES,
  ROUTES,
  SANDBOX_ROUTES,
} from '@bellwether/contract';
import { FeedClient } from '@bellwether/feeds/testing/feed-client.ts';
import { startFeedVenue } from '@bellwether/feeds/testing/feed-venue.ts';
import { afterAll, expect, test } from 'vitest';
import { admin, type Method, send } from './testing/trader.ts';

const venue = await startFeedVenue();
const stack = venue.stack;

afterAll(() => venue.close());

const CHANNELS = Object.keys(FEED_PATHS) as FeedChannel[];

/** Status of the answer to a WebSocket request on a path. */
function upgraded(path: string): Promise<number | undefined> {
  const headers = {
    connection: 'upgrade',
    upgrade: 'websocket',
    'sec-websocket-version': '13',
    'sec-websocket-key': Buffer.alloc(16).toString('base64'),
  };
  return new Promise((resolve, reject) => {
    const asked = request({ port: venue.port, host: '127.0.0.1', path, headers });
    asked.on('upgrade', (answer, socket) => {
      socket.destroy();
      resolve(answer.statusCode);
    });
    asked.on('response', (answer) => {
      answer.resume();
      resolve(answer.statusCode);
    });
    asked.on('error', reject);
    asked.end();
  });
}

test('without a sandbox: no route of the venue is one of its routes', () => {
  const own = new Set<unknown>(Object.values(SANDBOX_ROUTES));
  expect(ROUTES.filter((route) => own.has(route) || route.path.startsWith('/sandbox'))).toEqual([]);
  expect(Object.keys(ALL_ROUTES_BY_NAME)).toHaveLength(ROUTES.length + Object.keys(JOINING_ROUTES).length + own.size);
});

for (const { method, path } of Object.values(SANDBOX_ROUTES))
  test(`without a sandbox: ${method} ${path} is not there, not for its operator either`, async () => {
    const methods: readonly Method[] = [method, 'GET', 'POST', 'PUT', 'PATCH', 'DELETE'];
    for (const each of methods) {
      const body = each === 'GET' ? undefined : {};
      expect((await send(stack, each, path, body)).status).toBe(404);
      const answer = await admin(stack, each, path, body);
      expect([each, answer.status, answer.body]).toMatchObject([each, 404, { code: 'route_not_found' }]);
    }
  });

test('without a sandbox: no socket is at any of its paths, and each feed is where it is', async () => {
  for (const { path } of Object.values(SANDBOX_ROUTES))
    for (const each of [path, `/ws${path}`, path.replace('{id}', '1')])
      expect([400, 404]).toContain(await upgraded(each));
  for (const channel of CHANNELS) expect([channel, await upgraded(FEED_PATHS[channel])]).toEqual([channel, 101]);
});

for (const channel of CHANNELS)
  test(`without a sandbox: whatever it is told, the ${channel} feed moves, breaks and tells nothing of one`, async () => {
    const clock = async () => (await send(stack, 'GET', '/time')).body;
    const before = [await clock(), stack.exchange.state.sequence];
    const moves = { advance: '1h', sequence: 0, time: 0, match: { feed: '*' }, do: { kind: 'disconnect' } };
    for (const message of [
      ...Object.keys(SANDBOX_ROUTES).map((name) => ({ type: name, action: name, ...moves })),
      { type: 'sandbox', assets_ids: [], markets: [], auth: {} },
      { action: 'subscribe', subscriptions: [{ topic: 'sandbox', type: '*' }] },
    ]) {
      const feed = await FeedClient.open(venue.url(channel));
      feed.say(message);
      const answer = JSON.stringify(await feed.next());
      expect(answer).toMatch(/"(event_type|type)":"error"/);
      expect(answer).not.toMatch(/rewound|branch|fault/);
      await feed.leave();
    }
    expect([await clock(), stack.exchange.state.sequence]).toEqual(before);
  });

test('without a sandbox: the venue does not say that it is one, and its description has nothing of it', async () => {
  expect((await send(stack, 'GET', '/venue')).body).not.toHaveProperty('sandbox');
  const { paths } = (await send(stack, 'GET', '/openapi.json')).body as { readonly paths: object };
  expect(Object.keys(paths).filter((path) => path.includes('sandbox'))).toEqual([]);
});
