/** Rights on the feeds: whoever asks, however, only Alice gets messages of her orders, and none has an API key. */

import { ADMIN_TOKEN } from '@bellwether/gateway/http/testing/stack.ts';
import { admin, Trader } from '@bellwether/gateway/http/testing/trader.ts';
import { afterAll, describe, expect, test } from 'vitest';
import { FeedClient, type Message, messagesOf } from './testing/feed-client.ts';
import { type LiveTold, openLiveStage } from './testing/live-stage.ts';

const stage = await openLiveStage();
const moderator = await Trader.open(stage.venue.stack, '3');
await admin(stage.venue.stack, 'PUT', `/admin/moderators/${moderator.address}`);
afterAll(() => stage.venue.close());

const ACTORS = ['no one', 'operator', 'bob', 'moderator', 'alice'] as const;
type Actor = (typeof ACTORS)[number];
type Own = Trader['credentials'];

const connect = (actor: Actor, channel: 'user' | 'market' | 'live'): Promise<FeedClient> =>
  FeedClient.open(stage.venue.url(channel), actor === 'operator' ? { authorization: `Bearer ${ADMIN_TOKEN}` } : {});

function credentialsOf(actor: Actor): Own {
  const traders: Partial<Record<Actor, Trader>> = { alice: stage.alice, bob: stage.bob, moderator };
  return traders[actor]?.credentials ?? { apiKey: '', secret: '', passphrase: '' };
}

/** Places a resting order of Alice and cancels it. Returns all that came to each client until then. */
async function heard(...clients: readonly FeedClient[]): Promise<(readonly object[])[]> {
  const { alice, market } = stage;
  await Promise.all(clients.map((client) => client.awaitRead()));
  const { orderID } = await alice.placed({ tokenId: market.yes, side: 'BUY', price: '0.11', size: '7' });
  await alice.send('DELETE', '/order', { orderID });
  return Promise.all(clients.map(async (client) => (await client.all()).flatMap(messagesOf)));
}

/** Ways to ask for Alice's messages, with the actor's own credentials where there are any. */
const ways: readonly [string, (own: Own) => Own, object][] = [
  ['with their own key', (own) => own, {}],
  ['for her market', (own) => own, { markets: [] }],
  ['with her key', (own) => ({ ...own, apiKey: stage.alice.credentials.apiKey }), {}],
  ['with her passphrase', (own) => ({ ...own, passphrase: stage.alice.credentials.passphrase }), {}],
  ['with her key and passphrase', (own) => ({ ...stage.alice.credentials, secret: own.secret }), {}],
  ['from the beginning', (own) => own, { since: 0 }],
];

describe.each(ACTORS)('%s', (actor) =>
  test.each(ways)('rights: user and activity feed, %s [W17]', async (_way, wishes, more) => {
    const { alice, market } = stage;
    const auth = wishes(credentialsOf(actor));
    const { apiKey: key, ...proof } = auth;
    const [user, live] = [await connect(actor, 'user'), await connect(actor, 'live')];
    user.say({ type: 'user', auth, ...more, ...('markets' in more && { markets: [market.conditionId] }) });
    live.ask('subscribe', { topic: 'clob_user', type: '*', clob_auth: { key, ...proof } });
    const [ofUser = [], ofLive = []] = await heard(user, live);
    const notes = ['error', 'resync'];
    const news = [
      (ofUser as Message[]).filter(({ event_type: kind }) => !notes.includes(String(kind))),
      (ofLive as LiveTold[]).filter(({ type }) => !notes.includes(type)).map(({ payload }) => payload),
    ];
    for (const [index, told] of [ofUser, ofLive].entries()) {
      expect(JSON.stringify(told).includes(alice.credentials.apiKey)).toBe(actor === 'alice');
      const types = news[index]?.map(({ type }) => type);
      expect(types).toEqual(actor === 'alice' ? ['PLACEMENT', 'CANCELLATION'] : []);
    }
  }),
);

test('rights: a subscription that has been made is not another’s after that', async () => {
  const { alice, bob } = stage;
  const client = await connect('bob', 'user');
  client.say({ type: 'user', auth: bob.credentials });
  await client.all();
  client.say({ type: 'user', auth: { ...bob.credentials, apiKey: alice.credentials.apiKey } });
  expect(JSON.stringify(await heard(client))).not.toContain(alice.credentials.apiKey);
});

const expectNone = (told: unknown, secrets: readonly string[]): void => {
  for (const secret of secrets) expect(JSON.stringify(told)).not.toContain(secret);
};

test.each(ACTORS)('rights: market feed: %s hears the book, and nothing of whose orders they are', async (actor) => {
  const { alice, market } = stage;
  const client = await connect(actor, 'market');
  client.say({ type: 'market', assets_ids: [market.yes] });
  const [told = []] = await heard(client);
  expect(told.length).toBeGreaterThan(0);
  expectNone(told, [alice.credentials.apiKey, alice.address]);
});

test.each(ACTORS)('rights: activity feed: %s hears what is public, and never an API key', async (actor) => {
  const { alice, bob, market } = stage;
  const client = await connect(actor, 'live');
  client.ask('subscribe', { topic: 'clob_market', type: '*' }, { topic: 'activity', type: '*' });
  await client.awaitRead();
  await stage.trade(market);
  // Changes and books of two orders, the trade, and its fills.
  const told = (await client.take(10)) as LiveTold[];
  for (const { credentials } of [alice, bob]) expectNone(told, Object.values(credentials));
  const ofBooks = told.filter(({ topic }) => topic === 'clob_market');
  expectNone(ofBooks, [alice.address]);
});
