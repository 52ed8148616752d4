/** Refusals of the activity feed: a text in a frame that its clients read, and no end of the connection. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addEvent, type TestMarket } from '../../http/testing/trader.ts';
import { LiveClient } from '../testing/live-client.ts';
import { type LiveStage, openLiveStage, typesOf } from '../testing/live-stage.ts';

let stage: LiveStage;
beforeAll(async () => {
  stage = await openLiveStage({ discussionsMax: 2, tradeFiltersMax: 2, subscriptionsMax: 4 });
});
afterAll(() => stage.venue.close());

describe('refusals', () => {
  const refused: readonly (readonly [string, object | string, string, RegExp])[] = [
    [
      'prices',
      { topic: 'crypto_prices', type: 'update', filters: '{"symbol":"btcusdt"}' },
      'topic_not_offered',
      /no prices from outside/,
    ],
    ['requests for quotes', { topic: 'rfq', type: '*' }, 'topic_not_offered', /through the book/],
    [
      'an unknown topic',
      { topic: 'constructor', type: '*' },
      'unknown_topic',
      /activity, comments, clob_user, clob_market/,
    ],
    ['an unknown type', { topic: 'activity', type: 'fills' }, 'unknown_type', /trades, orders_matched or \*/],
    [
      'filters that are no JSON',
      { topic: 'activity', type: '*', filters: '{event_slug}' },
      'invalid_filters',
      /malformed JSON/,
    ],
    [
      'both filters',
      { topic: 'activity', type: '*', filters: '{"event_slug":"a","market_slug":"b"}' },
      'invalid_filters',
      /either/,
    ],
    ['an unknown filter', { topic: 'activity', type: '*', filters: '{"slug":"a"}' }, 'invalid_filters', /slug/],
    [
      'an unknown event',
      { topic: 'activity', type: '*', filters: '{"event_slug":"nowhere"}' },
      'invalid_filters',
      /no event nowhere/,
    ],
    [
      'half a discussion',
      { topic: 'comments', type: '*', filters: '{"parentEntityID":1}' },
      'invalid_filters',
      /parentEntityType/,
    ],
    [
      'an unknown discussion',
      { topic: 'comments', type: '*', filters: '{"parentEntityID":999,"parentEntityType":"Event"}' },
      'invalid_filters',
      /no Event 999/,
    ],
    ['an unknown token', { topic: 'clob_market', type: '*', filters: '["1"]' }, 'invalid_filters', /no token 1/],
    ['tokens as numbers', { topic: 'clob_market', type: '*', filters: '[100]' }, 'invalid_filters', /string/],
    [
      'new markets of tokens',
      { topic: 'clob_market', type: 'market_created', filters: '["1"]' },
      'invalid_filters',
      /market_created/,
    ],
    [
      'filters of own orders',
      { topic: 'clob_user', type: '*', filters: '["1"]' },
      'invalid_filters',
      /clob_user has none/,
    ],
  ];

  test.each(refused)(
    'live feed: %s: the reason in a frame, and the connection stays',
    async (_name, asked, code, words) => {
      const { venue } = stage;
      const client = await LiveClient.open(venue);
      client.ask('subscribe', asked as object);
      const { type, topic, payload } = await client.next();
      expect([type, topic, payload['code']]).toEqual(['error', (asked as { topic: string }).topic, code]);
      expect(payload['message']).toMatch(words);
      expect(payload['subscription']).toMatchObject(asked as object);
      client.ask('subscribe', { topic: 'activity', type: 'trades' });
      expect(await client.all()).toEqual([]);
      await client.leave();
    },
  );

  test('live feed: what is no request is refused in words, too [F28]', async () => {
    const { venue } = stage;
    const client = await LiveClient.open(venue);
    const mistakes = [
      '{',
      '[]',
      '{"action":"watch","subscriptions":[{"topic":"activity","type":"*"}]}',
      { action: 'subscribe' },
    ];
    for (const mistake of mistakes) {
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
    const client = await LiveClient.open(venue);
    const tokens = all.flatMap(({ yes, no }) => [yes, no]);
    const ofMarket = (filters: readonly string[]) => ({
      topic: 'clob_market',
      type: '*',
      filters: JSON.stringify(filters),
    });
    client.ask('subscribe', ofMarket(tokens.slice(0, 5)));
    expect((await client.next()).payload).toMatchObject({ code: 'too_many_subscriptions' });
    client.ask('subscribe', ofMarket(tokens.slice(0, 4)), ofMarket(tokens.slice(1, 3)));
    expect(typesOf(await client.all())).toEqual(Array.from({ length: 6 }, () => 'clob_market agg_orderbook'));
    client.ask('subscribe', ofMarket(tokens.slice(5)));
    expect((await client.next()).payload).toMatchObject({ code: 'too_many_subscriptions' });
    client.ask('unsubscribe', ofMarket(tokens.slice(0, 1)));
    client.ask('subscribe', ofMarket(tokens.slice(5)));
    expect(typesOf(await client.all())).toEqual(['clob_market agg_orderbook']);
    const ofTrades = all.map(({ conditionId }) => ({
      topic: 'activity',
      type: '*',
      filters: JSON.stringify({ market_slug: stage.marketOf({ conditionId } as TestMarket).slug }),
    }));
    const ofComments = all.map(({ conditionId }) => ({
      topic: 'comments',
      type: '*',
      filters: JSON.stringify({
        parentEntityID: Number(stage.marketOf({ conditionId } as TestMarket).catalogId),
        parentEntityType: 'market',
      }),
    }));
    client.ask('subscribe', ...ofTrades, ...ofComments);
    const told = await client.all();
    expect(told.map(({ topic, payload }) => [topic, payload['code']])).toEqual([
      ['activity', 'too_many_subscriptions'],
      ['comments', 'too_many_subscriptions'],
    ]);
    await client.leave();
  });
});
