/** Refusals of the activity feed: a text in a frame that its clients read, and no end of the connection. */

import { addEvent } from '@bellwether/gateway/http/testing/trader.ts';
import { afterAll, expect, test } from 'vitest';
import { openLive, openLiveStage, typesOf } from '../testing/live-stage.ts';

const stage = await openLiveStage({ discussionsMax: 2, tradeFiltersMax: 2, subscriptionsMax: 4 });
afterAll(() => stage.venue.close());

test.each([
  ['crypto_prices', 'update', '{"symbol":"btcusdt"}', 'topic_not_offered', /no prices from outside/],
  ['rfq', '*', undefined, 'topic_not_offered', /through the book/],
  ['constructor', '*', undefined, 'unknown_topic', /activity, comments, clob_user, clob_market/],
  ['activity', 'fills', undefined, 'unknown_type', /trades, orders_matched or \*/],
  ['activity', '*', '{event_slug}', 'invalid_filters', /malformed JSON/],
  ['activity', '*', '{"event_slug":"a","market_slug":"b"}', 'invalid_filters', /either/],
  ['activity', '*', '{"slug":"a"}', 'invalid_filters', /slug/],
  ['activity', '*', '{"event_slug":"nowhere"}', 'invalid_filters', /no event nowhere/],
  ['comments', '*', '{"parentEntityID":1}', 'invalid_filters', /parentEntityType/],
  ['comments', '*', '{"parentEntityID":999,"parentEntityType":"Event"}', 'invalid_filters', /no Event 999/],
  ['clob_market', '*', '["1"]', 'invalid_filters', /no token 1/],
  ['clob_market', '*', '[100]', 'invalid_filters', /string/],
  ['clob_market', 'market_created', '["1"]', 'invalid_filters', /market_created/],
  ['clob_user', '*', '["1"]', 'invalid_filters', /clob_user has none/],
] as const)('live feed: the reason in a frame, no end: %s, %s, %s', async (topic, type, filters, code, words) => {
  const client = await openLive(stage.venue);
  const asked = { topic, type, ...(filters !== undefined && { filters }) };
  client.ask('subscribe', asked);
  const refusal = await client.next();
  expect(refusal).toMatchObject({ topic, type: 'error', payload: { code, subscription: asked } });
  expect(refusal.payload['message']).toMatch(words);
  client.ask('subscribe', { topic: 'activity', type: 'trades' });
  expect(await client.all()).toEqual([]);
});

test('live feed: what is no request is refused in words, too [F28]', async () => {
  const { venue } = stage;
  const client = await openLive(venue);
  const watch = { action: 'watch', subscriptions: [{ topic: 'activity', type: '*' }] };
  for (const mistake of ['{', '[]', JSON.stringify(watch), { action: 'subscribe' }]) {
    client.say(mistake);
    expect(await client.next()).toMatchObject({ topic: '', type: 'error', payload: { code: 'invalid_request' } });
  }
  client.ask('subscribe', ...Array.from({ length: 101 }, () => ({ topic: 'activity', type: '*' })));
  expect((await client.next()).payload).toMatchObject({ code: 'too_many_subscriptions' });
  client.ws.send(Buffer.from([1]), { binary: true });
  expect((await client.next()).payload).toMatchObject({ code: 'binary' });
  expect((await client.closed).code).toBe(1003);
});

test('live feed: one connection has so many tokens, filters and discussions [F29]', async () => {
  const { venue } = stage;
  const all = await addEvent(venue.stack, ['1?', '2?', '3?']);
  const client = await openLive(venue);
  const tokens = all.flatMap(({ yes, no }) => [yes, no]);
  const of = (topic: string, filters: unknown) => ({ topic, type: '*', filters: JSON.stringify(filters) });
  const ofMarket = (tokenIds: readonly string[]) => of('clob_market', tokenIds);
  client.ask('subscribe', ofMarket(tokens.slice(0, 5)));
  expect((await client.next()).payload).toMatchObject({ code: 'too_many_subscriptions' });
  client.ask('subscribe', ofMarket(tokens.slice(0, 4)), ofMarket(tokens.slice(1, 3)));
  expect(typesOf(await client.all())).toEqual(Array.from({ length: 6 }, () => 'clob_market agg_orderbook'));
  client.ask('subscribe', ofMarket(tokens.slice(5)));
  expect((await client.next()).payload).toMatchObject({ code: 'too_many_subscriptions' });
  client.ask('unsubscribe', ofMarket(tokens.slice(0, 1)));
  client.ask('subscribe', ofMarket(tokens.slice(5)));
  expect(typesOf(await client.all())).toEqual(['clob_market agg_orderbook']);
  const markets = all.map((market) => stage.marketOf(market));
  const ofTrades = markets.map(({ slug }) => of('activity', { market_slug: slug }));
  const ofComments = markets.map(({ catalogId }) =>
    of('comments', { parentEntityID: Number(catalogId), parentEntityType: 'market' }),
  );
  client.ask('subscribe', ...ofTrades, ...ofComments);
  const codes = (await client.all()).map(({ topic, payload }) => `${topic} ${payload['code']}`);
  expect(codes).toEqual(['activity too_many_subscriptions', 'comments too_many_subscriptions']);
});
