/** Feeds of a venue that is stopped and started again: sequences continue, and every client learns where it stands. */
import { accountId, catalogId } from '@bellwether/engine';
import { createSigner, type SignInTerms, walletHeaders } from '@bellwether/sdk';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { placeOrder, sampleMarket, setUpCommands } from '../sequencer/testing/sample-venue.ts';
import { type FeedClient, type Message, messagesOf } from './testing/feed-client.ts';
import { RestartingVenue } from './testing/restarting-venue.ts';

let venue: RestartingVenue;
beforeEach(() => {
  venue = new RestartingVenue();
});
afterEach(() => venue.remove());

const { conditionId, tokenIds } = sampleMarket(0);

const listen = (more: object = {}): Promise<FeedClient<Message>> =>
  venue.follow('market', { type: 'market', assets_ids: tokenIds, ...more });

async function sequenceShown(): Promise<unknown> {
  const response = await fetch(`${venue.current.url}/book?token_id=${tokenIds[0]}`);
  return ((await response.json()) as { readonly sequence: unknown }).sequence;
}

test('feeds: a restart keeps sequences; a client that is up to date goes on, all others are told to begin again [F20]', async () => {
  const first = await venue.start();
  for (const command of setUpCommands(1, 1)) await first.exchange.submit(command);
  const signer = createSigner(`0x${'5'.repeat(64)}`);
  const terms = (await (await fetch(`${first.url}/venue`)).json()) as SignInTerms;
  const headers = await walletHeaders(signer, terms, Math.floor(Date.now() / 1000), 0);
  const auth = await (await fetch(`${first.url}/auth/api-key`, { method: 'POST', headers })).json();
  const client = await listen();
  expect(messagesOf(await client.next())).toHaveLength(2);
  for (const salt of [1, 2, 3]) await first.exchange.submit(placeOrder({ salt, account: 0, price: 4_000, shares: 10 }));
  const frames = await client.all();
  expect(frames.map((frame) => messagesOf(frame)[0]?.['sequence'])).toEqual([1, 2, 3]);
  await first.stop();
  expect(await client.closed).toEqual({ code: 1001, reason: 'the venue is stopping' });

  const second = await venue.start();
  expect(await sequenceShown()).toBe(3);
  const current = await listen({ since: { [conditionId]: 3 } });
  expect(await current.next()).toEqual([]);
  const late = await listen({ since: { [conditionId]: 2 } });
  expect(await late.next()).toMatchObject([
    { event_type: 'resync', reason: 'too_old', sequence: 3 },
    { event_type: 'book', asset_id: tokenIds[0], sequence: 3 },
    { event_type: 'book', asset_id: tokenIds[1], sequence: 3 },
  ]);
  const user = await venue.follow('user', { type: 'user', auth, since: 1 });
  expect(await user.next()).toEqual({
    event_type: 'resync',
    reason: 'too_old',
    sequence: second.exchange.head.sequence,
  });
  await second.exchange.submit(placeOrder({ salt: 4, account: 0, price: 4_000, shares: 10 }));
  for (const listener of [current, late]) {
    expect(await listener.next()).toMatchObject({ event_type: 'price_change', sequence: 4 });
  }
});

test('feeds: a restart keeps the sequences of discussions; who missed nothing goes on, everyone else reads again [F24]', async () => {
  const first = await venue.start();
  for (const command of setUpCommands(1, 1)) await first.exchange.submit(command);
  const [market] = (await (await fetch(`${first.url}/markets?limit=1`)).json()) as { readonly id: string }[];
  const id = catalogId(Number(market?.id));
  const name = `market:${id}`;
  const say = (body: string) => {
    const entity = { type: 'market', id } as const;
    return venue.current.exchange.submit({ kind: 'AddComment', account: accountId(0), entity, parent: null, body });
  };
  const follow = (more: object = {}) => venue.follow('market', { type: 'market', comments: [name], ...more });
  const client = await follow();
  expect(await client.next()).toEqual({ event_type: 'discussion', discussion: name, sequence: 0 });
  for (const body of ['One', 'Two']) {
    await say(body);
    expect(await client.next()).toMatchObject({ event_type: 'comment_created', comment: { body } });
  }
  await first.stop();

  await venue.start();
  const current = await follow({ since: { [name]: 2 } });
  expect(await current.next()).toEqual({ event_type: 'discussion', discussion: name, sequence: 2 });
  const late = await follow({ since: { [name]: 1 } });
  expect(await late.next()).toEqual({ event_type: 'resync', reason: 'too_old', discussion: name, sequence: 2 });
  await say('Three');
  for (const listener of [current, late]) {
    expect(await listener.next()).toMatchObject({ event_type: 'comment_created', sequence: 3, comment: { id: '3' } });
  }
});

test('feeds: after a restart the activity feed begins with the books, and says what it has not kept [F27]', async () => {
  const first = await venue.start();
  for (const command of setUpCommands(1, 1)) await first.exchange.submit(command);
  const follow = (subscription: object) => venue.follow('live', { action: 'subscribe', subscriptions: [subscription] });
  const books = { topic: 'clob_market', type: '*', filters: JSON.stringify(tokenIds) };
  const client = await follow(books);
  expect(await client.next()).toMatchObject({ type: 'agg_orderbook', payload: { asset_id: tokenIds[0], sequence: 0 } });
  await client.next();
  await first.exchange.submit(placeOrder({ salt: 1, account: 0, price: 4_000, shares: 10 }));
  expect(await client.next()).toMatchObject({ type: 'price_change', payload: { sequence: 1 } });
  await first.stop();
  expect(await client.closed).toEqual({ code: 1001, reason: 'the venue is stopping' });

  const second = await venue.start();
  const again = await follow({ ...books, since: { [conditionId]: 1 } });
  expect(await again.next()).toMatchObject({ type: 'agg_orderbook', payload: { asset_id: tokenIds[0], sequence: 1 } });
  const late = await follow({ ...books, since: { [conditionId]: 0 } });
  expect(await late.next()).toMatchObject({ type: 'resync', payload: { reason: 'too_old', market: conditionId } });
  const trades = await follow({ topic: 'activity', type: 'trades', since: 1 });
  const { sequence } = second.exchange.head;
  expect(await trades.next()).toMatchObject({ type: 'resync', payload: { reason: 'too_old', sequence } });
});
