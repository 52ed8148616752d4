import type { TradeFill } from '@bellwether/contract';
import { addEvent, send, type TestMarket } from '@bellwether/gateway/http/testing/trader.ts';
import { afterAll, expect, test } from 'vitest';
import { clobAuth, type LiveTold, openLiveStage, payloadsOf, typesOf } from '../testing/live-stage.ts';

const stage = await openLiveStage();
afterAll(() => stage.venue.close());

test('live feed: trades has every fill as GET /trades shows it, orders_matched the match of the taker [F26]', async () => {
  const { alice, bob, market, venue } = stage;
  const client = await stage.subscribed({ topic: 'activity', type: '*' });
  const plain = await stage.subscribed({ topic: 'activity', type: 'orders_matched', filters: '' });
  await stage.trade(market);
  const told = await client.take(3);
  expect(typesOf(told)).toEqual(['activity trades', 'activity orders_matched', 'activity trades']);
  const listed = (await send(venue.stack, 'GET', '/trades?takerOnly=false&limit=2')).body as TradeFill[];
  const tokens = [market.yes, market.no];
  const shown = listed.map(({ asset: _a, usdcSize: _u, profileImageOptimized: _p, title: question, ...fill }) => {
    return { ...fill, asset: tokens[fill.outcomeIndex], question, title: 'Event of Rain?' };
  });
  const place = { sequence: venue.stack.exchange.state.sequence, count: 2 };
  expect(payloadsOf(told)).toEqual([
    { ...shown[0], ...place, index: 0 },
    { ...shown[0], ...place, index: 0 },
    { ...shown[1], ...place, index: 1 },
  ]);
  expect(listed.map(({ proxyWallet, side, outcome }) => [proxyWallet, side, outcome])).toEqual([
    [bob.address, 'BUY', 'No'],
    [alice.address, 'BUY', 'Yes'],
  ]);
  expect(told.every(({ timestamp }) => timestamp === venue.stack.time.nowMs)).toBe(true);
  expect(new Set(told.map((message) => message.connection_id)).size).toBe(1);
  const [matched] = await plain.take(1);
  expect(matched?.payload).toEqual(told[1]?.payload);
  expect(matched?.connection_id).not.toBe(told[1]?.connection_id);
  expect(await plain.all()).toEqual([]);
});

test('live feed: trades by event or by market, however the JSON is spaced, until they are ended [F26]', async () => {
  const { market, other, venue } = stage;
  const [lone] = (await addEvent(venue.stack, ['Elsewhere?'])) as [TestMarket];
  const slug = stage.marketOf(market).slug;
  const event = venue.stack.exchange.state.catalogEvents.get(stage.marketOf(market).catalogEvent as never)?.slug;
  const trades = { topic: 'activity', type: 'trades' };
  const byMarket = await stage.subscribed({ ...trades, filters: ` { "market_slug" : "${slug}" } ` });
  const byEvent = await stage.subscribed({ ...trades, filters: JSON.stringify({ event_slug: event }) });
  for (const each of [other, lone, market]) await stage.trade(each);
  const ofMarket = await byMarket.take(2);
  expect(ofMarket.map(({ payload }) => payload['conditionId'])).toEqual([market.conditionId, market.conditionId]);
  const elsewhere = stage.marketOf(other).slug;
  expect((await byEvent.take(4)).map(({ payload }) => payload['slug'])).toEqual([elsewhere, elsewhere, slug, slug]);
  byEvent.ask('unsubscribe', { topic: 'activity', type: '*', filters: JSON.stringify({ event_slug: event }) });
  byMarket.ask('unsubscribe', { topic: 'activity', type: 'orders_matched' });
  await Promise.all([byEvent.awaitRead(), byMarket.awaitRead()]);
  await stage.trade(market);
  expect(typesOf(await byMarket.take(2))).toEqual(['activity trades', 'activity trades']);
  expect(await byEvent.all()).toEqual([]);
});

const { conditionId: market, yes, no } = stage.market;
const tooOld = () => ({ reason: 'too_old', sequence: stage.venue.stack.exchange.state.sequence });
const ahead = [1_000_000, () => ({ reason: 'ahead' })] as const;
type Topic = { readonly topic: string; readonly [field: string]: unknown };
type Since = (sequence: number) => unknown;
/** Subscriptions, how many messages two trades are, and positions that are not kept, with the resync that says so. */
const cases: readonly [string, Topic, number, Since, (readonly [since: unknown, () => object])[]][] = [
  ['trades', { topic: 'activity', type: 'trades' }, 4, (at) => at, [[1, tooOld], ahead]],
  [
    'messages of an account',
    { topic: 'clob_user', type: '*', clob_auth: clobAuth(stage.alice) },
    6,
    (at) => at,
    [[0, tooOld], ahead],
  ],
  [
    'changes of a market',
    { topic: 'clob_market', type: 'price_change', filters: JSON.stringify([yes, no]) },
    4,
    (at) => ({ [market]: at }),
    [[{ [yes]: 1_000 }, () => ({ reason: 'ahead', market, asset_ids: [yes, no] })]],
  ],
];

test.each(cases)(
  'live feed: since brings the missed %s and no more, or says that they are not kept',
  async (_what, subscription, messages, since, lost) => {
    const client = await stage.subscribed(subscription);
    for (let times = 0; times < 2; times++) await stage.trade(stage.market);
    const told = payloadsOf(await client.take(messages));
    const first = Number(told[0]?.['sequence']);
    const missed = told.filter(({ sequence }) => Number(sequence) > first);
    const again = await stage.subscribed({ ...subscription, since: since(first) });
    expect([payloadsOf(await again.take(missed.length)), await again.all()]).toEqual([missed, []]);
    for (const [position, payload] of lost) {
      const late = await stage.subscribed({ ...subscription, since: position });
      const resync = { topic: subscription.topic, type: 'resync', payload: payload() };
      expect(await late.next()).toMatchObject(resync);
      expect(await late.all()).toEqual([]);
    }
  },
);

test('live feed: comments and reactions come and go, by discussion or all of them [F26]', async () => {
  const { alice, bob, market, other, venue } = stage;
  venue.stack.time.nowMs += 60_000;
  const id = Number(market.eventId);
  const filters = JSON.stringify({ parentEntityID: id, parentEntityType: 'Event' });
  const client = await stage.subscribed({ topic: 'comments', type: '*', filters });
  const all = await stage.subscribed({ topic: 'comments', type: '*' });
  const created = await stage.subscribed({ topic: 'comments', type: 'comment_created' });
  const say = (body: string, type: string, entity: number) =>
    alice.send('POST', '/comments', { body, parentEntityType: type, parentEntityID: entity });
  const { body: comment } = await say('Wet', 'Event', id);
  const { id: commentId } = comment as { id: string };
  await bob.send('POST', `/comments/${commentId}/reactions`);
  const [, liked] = await client.take(2);
  await bob.send('DELETE', `/comments/${commentId}/reactions`);
  await alice.send('DELETE', `/comments/${commentId}`);
  const [unliked, removed] = await client.take(2);
  const at = new Date(venue.stack.time.nowMs).toISOString();
  const reaction = {
    id: liked?.payload['id'],
    commentID: Number(commentId),
    reactionType: 'HEART',
    icon: '❤️',
    userAddress: bob.address,
    createdAt: at,
    parentEntityType: 'Event',
    parentEntityID: id,
  };
  expect(liked).toMatchObject({ type: 'reaction_created', payload: { ...reaction, sequence: 2 } });
  expect(unliked).toMatchObject({ type: 'reaction_removed', payload: { ...reaction, sequence: 3 } });
  const { replies: _, profile, ...rest } = comment as { replies: unknown; profile: Record<string, unknown> };
  const { profileImageOptimized: __, ...author } = profile;
  const shown = { ...rest, profile: author };
  const payload = { ...shown, body: '', removed: true, sequence: 4 };
  expect(removed).toMatchObject({ type: 'comment_removed', payload });
  const everything = await all.take(4);
  const kinds = ['comment_created', 'reaction_created', 'reaction_removed', 'comment_removed'];
  expect(typesOf(everything)).toEqual(kinds.map((kind) => `comments ${kind}`));
  expect(everything[0]?.payload).toEqual({ ...shown, sequence: 1 });
  expect(payloadsOf(everything.slice(1))).toEqual(payloadsOf([liked, unliked, removed] as LiveTold[]));
  // A client gets nothing of discussions that it has not named.
  const catalogId = Number(stage.marketOf(other).catalogId);
  await say('Cold', 'market', catalogId);
  expect((await all.next()).payload).toMatchObject({ parentEntityType: 'market', parentEntityID: catalogId });
  expect(typesOf(await created.take(2))).toEqual(['comments comment_created', 'comments comment_created']);
  expect(await client.all()).toEqual([]);
});
