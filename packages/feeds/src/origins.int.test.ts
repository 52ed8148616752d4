/** Pages of other origins on the feeds: public data for all of them, the rest for those that the operator names. */
import { BlockList } from 'node:net';
import { json } from 'node:stream/consumers';
import { FEED_PATHS, type FeedChannel } from '@bellwether/contract';
import { addEvent, type TestMarket, Trader } from '@bellwether/gateway/http/testing/trader.ts';
import { expect, onTestFinished, test } from 'vitest';
import { WebSocket } from 'ws';
import { FeedClient } from './testing/feed-client.ts';
import { openFeedVenue } from './testing/feed-venue.ts';
import { clobAuth, openLive } from './testing/live-stage.ts';

const DESK = 'https://desk.example';
const STRANGER = 'https://stranger.example';

/** Status of a handshake, and the refusal if there is one. */
function shake(url: string, headers: Readonly<Record<string, string>>) {
  const ws = new WebSocket(url, { headers });
  onTestFinished(() => ws.terminate());
  return new Promise<{ status: number | undefined; body: unknown }>((resolve, reject) => {
    ws.on('open', () => resolve({ status: 101, body: null }));
    ws.on('error', reject);
    ws.on('unexpected-response', async (_request, response) =>
      resolve({ status: response.statusCode, body: await json(response) }),
    );
  });
}

test('origins: the user feed is open to programs, the venue’s own pages and pages of named origins [W18]', async () => {
  const { port } = await openFeedVenue({}, { corsOrigins: [DESK] });
  const own = `127.0.0.1:${port}`;
  const status = async (channel: FeedChannel, headers: Readonly<Record<string, string>>, slash = '') =>
    (await shake(`ws://${own}${FEED_PATHS[channel]}${slash}`, headers)).status;
  const rows: [number, Readonly<Record<string, string>>][] = [
    [101, {}],
    [101, { origin: `http://${own}` }],
    [101, { origin: DESK }],
    // A proxy ends TLS and passes the name, with or without the port.
    [101, { origin: 'https://venue.example', host: 'venue.example' }],
    [101, { origin: 'https://venue.example:8443', host: 'venue.example:8443' }],
    [101, { origin: 'https://venue.example:8443', host: 'venue.example' }],
    [403, { origin: STRANGER }],
    [403, { origin: 'null' }],
    [403, { origin: 'file://' }],
    [403, { origin: '' }],
    // Another port, scheme of a named origin, or subdomain is another origin.
    [403, { origin: 'http://127.0.0.1:1' }],
    [403, { origin: 'http://desk.example' }],
    [403, { origin: 'https://venue.example:8443', host: 'venue.example:9443' }],
    [403, { origin: 'https://venue.example.evil.example', host: 'venue.example' }],
  ];
  for (const [expected, headers] of rows) {
    expect([headers, await status('user', headers), await status('user', headers, '/')]).toEqual([
      headers,
      expected,
      expected,
    ]);
    for (const channel of ['market', 'live'] as const)
      expect([channel, await status(channel, headers)]).toEqual([channel, 101]);
  }
  const error = `pages of ${STRANGER} may not use this feed: the operator has to name that origin in BELLWETHER_CORS_ORIGINS`;
  expect(await shake(`ws://${own}/clob/ws/user`, { origin: STRANGER })).toEqual({
    status: 403,
    body: { error, code: 'origin_not_named' },
  });
});

test('origins: on the activity feed, pages of other origins hear what is public, and no account [W18]', async () => {
  const running = await openFeedVenue({}, { corsOrigins: [DESK] });
  const [market] = (await addEvent(running.stack, ['Who asks?'])) as [TestMarket];
  const alice = await Trader.open(running.stack, '1');
  const bob = await Trader.open(running.stack, '2');
  const open = async (origin: string) => {
    const client = await openLive(running, { origin });
    const own = { topic: 'clob_user', type: '*', clob_auth: clobAuth(alice) };
    client.ask('subscribe', own, { topic: 'activity', type: 'orders_matched' });
    await client.awaitRead();
    return client;
  };
  const [stranger, desk] = [await open(STRANGER), await open(DESK)];
  const message = 'clob_user: the operator has to name the origin of this page in BELLWETHER_CORS_ORIGINS';
  expect(await stranger.next()).toMatchObject({
    topic: 'clob_user',
    type: 'error',
    payload: { code: 'origin_not_named', message },
  });
  await alice.placed({ tokenId: market.yes, side: 'BUY', price: '0.5', size: '10', type: 'GTC' });
  await bob.placed({ tokenId: market.no, side: 'BUY', price: '0.5', size: '10', type: 'GTC' });
  expect((await stranger.next()).topic).toBe('activity');
  expect((await desk.take(4)).map(({ topic }) => topic).sort()).toEqual(['activity', ...Array(3).fill('clob_user')]);
});

test('origins: where the ledger has an allow-list, a page of another origin hears no trades from an allowed address [F28 W18]', async () => {
  const dataAllowlist = new BlockList();
  dataAllowlist.addAddress('127.0.0.1');
  const running = await openFeedVenue({}, { corsOrigins: [DESK], dataAllowlist });
  for (const [origin, codes] of [
    [STRANGER, ['ip_not_allowlisted']],
    [DESK, []],
  ] as const) {
    const client = await openLive(running, { origin });
    client.ask('subscribe', { topic: 'activity', type: '*' });
    expect((await client.all()).map(({ payload }) => payload['code'])).toEqual(codes);
  }
  await FeedClient.open(running.url('market'), { origin: STRANGER });
});
