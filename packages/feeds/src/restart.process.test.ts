import { accountId, catalogId } from '@bellwether/engine';
import { placeOrder, sampleMarket, setUpCommands } from '@bellwether/exchange/sequencer/testing/sample-venue.ts';
import { createSigner, type SignInTerms, walletHeaders } from '@bellwether/sdk';
import { expect, onTestFinished, test } from 'vitest';
import { messagesOf } from './testing/feed-client.ts';
import { RestartingVenue } from './testing/restarting-venue.ts';

const { conditionId, tokenIds } = sampleMarket(0);

async function apiKey(url: string): Promise<unknown> {
  const terms = (await (await fetch(`${url}/venue`)).json()) as SignInTerms;
  const headers = await walletHeaders(createSigner(`0x${'5'.repeat(64)}`), terms, Math.floor(Date.now() / 1000), 0);
  return (await fetch(`${url}/auth/api-key`, { method: 'POST', headers })).json();
}

test('feeds: a restart keeps sequences; who is up to date goes on, all others are told to begin again [F20 F24 F27]', async () => {
  const venue = new RestartingVenue();
  onTestFinished(() => venue.remove());
  const first = await venue.start();
  for (const command of setUpCommands(1, 1)) await first.exchange.submit(command);
  const [market] = (await (await fetch(`${first.url}/markets?limit=1`)).json()) as { readonly id: string }[];
  const entity = { type: 'market', id: catalogId(Number(market?.id)) } as const;
  const discussion = `market:${entity.id}`;
  const say = (body: string) =>
    venue.current.exchange.submit({ kind: 'AddComment', account: accountId(0), entity, parent: null, body });
  const place = (salt: number) =>
    venue.current.exchange.submit(placeOrder({ salt, account: 0, price: 4_000, shares: 10 }));
  const follow = (more: object) => venue.follow('market', { type: 'market', ...more });
  const followLive = (subscription: object) =>
    venue.follow('live', { action: 'subscribe', subscriptions: [subscription] });
  const live = { topic: 'clob_market', type: '*', filters: JSON.stringify(tokenIds) };
  const auth = await apiKey(first.url);

  const [books, comments] = [await follow({ assets_ids: tokenIds }), await follow({ comments: [discussion] })];
  const liveBooks = await followLive(live);
  expect(messagesOf(await books.next())).toHaveLength(2);
  expect(await comments.next()).toEqual({ event_type: 'discussion', discussion, sequence: 0 });
  const none = { type: 'agg_orderbook', payload: { sequence: 0 } };
  expect(await liveBooks.take(2)).toMatchObject([{ ...none, payload: { asset_id: tokenIds[0] } }, none]);
  for (const salt of [1, 2, 3]) await place(salt);
  for (const body of ['One', 'Two']) await say(body);
  expect((await books.all()).map((frame) => messagesOf(frame)[0]?.['sequence'])).toEqual([1, 2, 3]);
  expect(await liveBooks.next()).toMatchObject({ type: 'price_change', payload: { sequence: 1 } });
  const created = (body: string) => ({ event_type: 'comment_created', comment: { body } });
  expect(await comments.take(2)).toMatchObject([created('One'), created('Two')]);
  await first.stop();
  for (const client of [books, liveBooks])
    expect(await client.closed).toEqual({ code: 1001, reason: 'the venue is stopping' });

  const second = await venue.start();
  const shown = await fetch(`${second.url}/book?token_id=${tokenIds[0]}`);
  expect(await shown.json()).toMatchObject({ sequence: 3 });
  const tooOld = { event_type: 'resync', reason: 'too_old' };
  const current = await follow({ assets_ids: tokenIds, since: { [conditionId]: 3 } });
  const late = await follow({ assets_ids: tokenIds, since: { [conditionId]: 2 } });
  expect(await current.next()).toEqual([]);
  const book = { event_type: 'book', sequence: 3 };
  const wholeBooks = tokenIds.map((asset_id) => ({ ...book, asset_id }));
  expect(await late.next()).toMatchObject([{ ...tooOld, sequence: 3 }, ...wholeBooks]);
  const user = await venue.follow('user', { type: 'user', auth, since: 1 });
  expect(await user.next()).toEqual({ ...tooOld, sequence: second.exchange.head.sequence });
  const talkSince = (at: number) => follow({ comments: [discussion], since: { [discussion]: at } });
  const talk = [await talkSince(2), await talkSince(1)];
  expect(await talk[0]?.next()).toEqual({ event_type: 'discussion', discussion, sequence: 2 });
  expect(await talk[1]?.next()).toEqual({ ...tooOld, discussion, sequence: 2 });
  const again = await followLive({ ...live, since: { [conditionId]: 3 } });
  expect(await again.next()).toMatchObject({ type: 'agg_orderbook', payload: { asset_id: tokenIds[0], sequence: 3 } });
  const behind = await followLive({ ...live, since: { [conditionId]: 0 } });
  expect(await behind.next()).toMatchObject({ type: 'resync', payload: { reason: 'too_old', market: conditionId } });
  const trades = await followLive({ topic: 'activity', type: 'trades', since: 1 });
  const missed = { reason: 'too_old', sequence: second.exchange.head.sequence };
  expect(await trades.next()).toMatchObject({ type: 'resync', payload: missed });
  await place(4);
  await say('Three');
  for (const client of [current, late])
    expect(await client.next()).toMatchObject({ event_type: 'price_change', sequence: 4 });
  for (const client of talk)
    expect(await client.next()).toMatchObject({ event_type: 'comment_created', sequence: 3, comment: { id: '3' } });
});
