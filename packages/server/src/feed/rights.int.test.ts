/**
 * Rights on the feeds. An anonymous client, Bob, a moderator and the operator's token ask for Alice's channel in every
 * possible way. Alice gets messages about her orders; none of the others does. The public channels send everyone the
 * same.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ADMIN_TOKEN } from '../http/testing/stack.ts';
import { addEvent, admin, type TestMarket, Trader } from '../http/testing/trader.ts';
import { FeedClient, type Message, messagesOf } from './testing/feed-client.ts';
import { type FeedVenue, startFeedVenue } from './testing/feed-venue.ts';

let venue: FeedVenue;
let market: TestMarket;
let alice: Trader;
let bob: Trader;
let moderator: Trader;

beforeAll(async () => {
  venue = await startFeedVenue();
  [market] = (await addEvent(venue.stack, ['Who hears of it?'])) as [TestMarket];
  alice = await Trader.open(venue.stack, '1');
  bob = await Trader.open(venue.stack, '2');
  moderator = await Trader.open(venue.stack, '3');
  await admin(venue.stack, 'PUT', `/admin/moderators/${moderator.address}`);
});
afterAll(() => venue.close());

const CHANNELS = ['user', 'market'] as const;
const ACTORS = ['no one', 'operator', 'bob', 'moderator', 'alice'] as const;
type Actor = (typeof ACTORS)[number];

const traderOf = (actor: Actor): Trader | null =>
  actor === 'alice' ? alice : actor === 'bob' ? bob : actor === 'moderator' ? moderator : null;

/** Connects as an actor, with the headers that the actor may send. */
function connect(actor: Actor, channel: (typeof CHANNELS)[number]): Promise<FeedClient> {
  const headers = actor === 'operator' ? { authorization: `Bearer ${ADMIN_TOKEN}` } : {};
  return FeedClient.open(venue.url(channel), headers);
}

/** Messages received while Alice places a resting order and cancels it; null if the venue has ended the connection. */
async function heard(client: FeedClient, message: object): Promise<readonly Message[] | null> {
  client.say(message);
  await client.all();
  const { orderID } = await alice.placed({ tokenId: market.yes, side: 'BUY', price: '0.11', size: '7' });
  await alice.send('DELETE', '/order', { orderID });
  const told = (await client.all()).flatMap(messagesOf);
  const isOpen = client.ws.readyState === client.ws.OPEN;
  await client.leave();
  return isOpen ? told : null;
}

describe('rights of the user feed', () => {
  /** Ways to ask for Alice's messages, with the actor's own credentials where there are any. */
  const ways: readonly [string, (own: Trader['credentials'] | undefined) => object][] = [
    ['without more', (auth) => ({ auth })],
    ['for her market', (auth) => ({ auth, markets: [market.conditionId] })],
    ['with her key', (auth) => ({ auth: { ...auth, apiKey: alice.credentials.apiKey } })],
    ['with her passphrase', (auth) => ({ auth: { ...auth, passphrase: alice.credentials.passphrase } })],
    ['with her key and passphrase', (auth) => ({ auth: { ...alice.credentials, secret: auth?.secret ?? '' } })],
    ['from the beginning', (auth) => ({ auth, since: 0 })],
  ];

  describe.each(ACTORS)('%s', (actor) => {
    test.each(ways)('rights: user feed, %s [W17]', async (_way, wishes) => {
      const own = traderOf(actor)?.credentials;
      const told = await heard(await connect(actor, 'user'), { type: 'user', ...wishes(own) });
      const about = (told ?? []).filter(({ event_type: kind }) => kind === 'order' || kind === 'trade');
      expect(JSON.stringify(told ?? []).includes(alice.credentials.apiKey)).toBe(actor === 'alice');
      expect(about.map(({ type }) => type)).toEqual(actor === 'alice' ? ['PLACEMENT', 'CANCELLATION'] : []);
    });
  });

  test('rights: a subscription that has been made is not another’s after that', async () => {
    const client = await connect('bob', 'user');
    client.say({ type: 'user', auth: bob.credentials });
    await client.all();
    const told = await heard(client, { type: 'user', auth: { ...bob.credentials, apiKey: alice.credentials.apiKey } });
    expect(JSON.stringify(told ?? [])).not.toContain(alice.credentials.apiKey);
  });
});

describe('rights of the market feed', () => {
  test.each(ACTORS)('rights: market feed: %s hears the book, and nothing of whose orders they are', async (actor) => {
    const client = await connect(actor, 'market');
    const told = await heard(client, { type: 'market', assets_ids: [market.yes] });
    expect(told?.length).toBeGreaterThan(0);
    const text = JSON.stringify(told);
    for (const secret of [alice.credentials.apiKey, alice.address]) expect(text).not.toContain(secret);
  });
});
