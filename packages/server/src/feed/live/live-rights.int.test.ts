/**
 * Rights on the activity feed. An anonymous client, Bob, a moderator and the operator's token ask for Alice's orders in
 * every possible way. Alice gets messages about her orders; none of the others does. The public topics never show an
 * API key.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ADMIN_TOKEN } from '../../http/testing/stack.ts';
import { admin, Trader } from '../../http/testing/trader.ts';
import { LiveClient } from '../testing/live-client.ts';
import { type LiveStage, openLiveStage } from '../testing/live-stage.ts';

let stage: LiveStage;
let moderator: Trader;
beforeAll(async () => {
  stage = await openLiveStage();
  moderator = await Trader.open(stage.venue.stack, '3');
  await admin(stage.venue.stack, 'PUT', `/admin/moderators/${moderator.address}`);
});
afterAll(() => stage.venue.close());

const ACTORS = ['no one', 'operator', 'bob', 'moderator', 'alice'] as const;
type Actor = (typeof ACTORS)[number];

const NO_CREDENTIALS = { apiKey: '', secret: '', passphrase: '' };

function credentialsOf(actor: Actor): Trader['credentials'] {
  const traders: Partial<Record<Actor, Trader>> = { alice: stage.alice, bob: stage.bob, moderator };
  return traders[actor]?.credentials ?? NO_CREDENTIALS;
}

function connect(actor: Actor): Promise<LiveClient> {
  const headers = actor === 'operator' ? { authorization: `Bearer ${ADMIN_TOKEN}` } : {};
  return LiveClient.open(stage.venue, headers);
}

/** Places a resting order as Alice, and cancels it. */
async function placeAndCancel(): Promise<void> {
  const { alice, market } = stage;
  const { orderID } = await alice.placed({ tokenId: market.yes, side: 'BUY', price: '0.11', size: '7', type: 'GTC' });
  await alice.send('DELETE', '/order', { orderID });
}

describe('rights of clob_user', () => {
  /** Ways to ask for Alice's messages, with the actor's own credentials where there are any. */
  const ways: readonly [string, (own: Trader['credentials']) => object][] = [
    ['with their own key', (own) => own],
    ['with her key', (own) => ({ ...own, apiKey: stage.alice.credentials.apiKey })],
    ['with her passphrase', (own) => ({ ...own, passphrase: stage.alice.credentials.passphrase })],
    ['with her key and passphrase', (own) => ({ ...stage.alice.credentials, secret: own.secret })],
  ];

  describe.each(ACTORS)('%s', (actor) => {
    test.each(ways)('rights: activity feed, own orders, %s', async (_way, wishes) => {
      const { apiKey: key, ...more } = wishes(credentialsOf(actor)) as Trader['credentials'];
      const client = await connect(actor);
      client.ask('subscribe', { topic: 'clob_user', type: '*', clob_auth: { key, ...more } });
      await client.settled();
      await placeAndCancel();
      const told = await client.all();
      expect(JSON.stringify(told).includes(stage.alice.credentials.apiKey)).toBe(actor === 'alice');
      const about = told.filter(({ type }) => type !== 'error').map(({ payload }) => payload['type']);
      expect(about).toEqual(actor === 'alice' ? ['PLACEMENT', 'CANCELLATION'] : []);
      await client.leave();
    });
  });
});

test.each(ACTORS)('rights: activity feed: %s hears what is public, and never an API key', async (actor) => {
  const { alice, bob, market } = stage;
  const client = await connect(actor);
  client.ask('subscribe', { topic: 'clob_market', type: '*' }, { topic: 'activity', type: '*' });
  await client.settled();
  await stage.trade(market);
  // Changes and books of two orders, the trade, and its fills.
  const told = await client.take(10);
  const text = JSON.stringify(told);
  for (const { credentials } of [alice, bob]) {
    for (const secret of Object.values(credentials)) expect(text).not.toContain(secret);
  }
  expect(JSON.stringify(told.filter(({ topic }) => topic === 'clob_market'))).not.toContain(alice.address);
  await client.leave();
});
