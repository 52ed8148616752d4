import { expect, test } from 'vitest';
import { MarketSubscriber } from './market-subscriber.ts';
import { ScriptedVenue } from './scripted-venue.testing.ts';

const MARKET = '0xaabbcc';
const at = (sequence: number, index: number, count: number) => ({ market: MARKET, sequence, index, count });
const book = (asset_id: string, sequence: number) => ({ event_type: 'book', asset_id, market: MARKET, sequence });
const trade = (...place: Parameters<typeof at>) => ({ event_type: 'last_trade_price', ...at(...place) });
const change = (...place: Parameters<typeof at>) => ({ event_type: 'price_change', ...at(...place) });

/** A subscriber connected to the test; of one token with its first book at sequence 4, or of news alone. */
async function connect(tokenIds = ['100']) {
  const told: string[] = [];
  const venue = new ScriptedVenue();
  let connected = Promise.withResolvers<void>();
  const subscriber = new MarketSubscriber(venue.socket, tokenIds, tokenIds.length === 0, {
    messages: (market, sequence, messages) => {
      const types = messages.map(({ event_type }) => event_type).join(' ');
      told.push(`${market === '' ? 'news ' : ''}${sequence}: ${types}`);
    },
    missed: (_market, _tokenIds, reason) => told.push(reason),
    connected: () => connected.resolve(),
    disconnected: () => undefined,
    failed: (error) => told.push(error.message),
  });
  subscriber.start();
  await connected.promise;
  if (tokenIds.length > 0) {
    venue.say([book('100', 4)]);
    expect(told.splice(0)).toEqual(['4: book']);
  }
  return {
    said: venue.said,
    told,
    hear: venue.say.bind(venue),
    reconnect: async () => {
      connected = Promise.withResolvers();
      venue.cut();
      await connected.promise;
    },
    close: () => subscriber.close(),
  };
}

test('market subscriber: it asks for whole sequences, and takes them whole and in parts', async () => {
  const { said, told, hear, close } = await connect();
  expect(said).toEqual([{ type: 'market', assets_ids: ['100'], grouped: true }]);
  hear([trade(5, 0, 2), change(5, 1, 2)], trade(6, 0, 3), trade(6, 1, 3));
  expect(told).toEqual(['5: last_trade_price price_change']);
  hear(change(6, 2, 3), change(7, 0, 1));
  expect(told.slice(1)).toEqual(['6: last_trade_price last_trade_price price_change', '7: price_change']);
  close();
});

test('market subscriber: without a token the results of all markets are told as news [F31]', async () => {
  const { told, hear, close } = await connect([]);
  hear({ event_type: 'market_resolved', market: MARKET, sequence: 9 });
  hear({ event_type: 'new_market', market: MARKET, sequence: 0 });
  expect(told).toEqual(['news 9: market_resolved', 'news 0: new_market']);
  close();
});

test.each([
  ['the first part', [change(5, 1, 2)]],
  ['a part in the middle', [trade(5, 0, 3), change(5, 2, 3)]],
  ['the last part', [trade(5, 0, 2), change(6, 0, 1)]],
  ['a sequence', [change(6, 0, 1)]],
  ['a message of a group', [[trade(5, 0, 3), change(5, 2, 3)]]],
])('market subscriber: %s is missing: it says so, and goes on from a fresh book', async (_what, frames) => {
  const { said, told, hear, close } = await connect();
  hear(...frames);
  expect([told, said.slice(1)]).toEqual([['gap'], [{ type: 'market', operation: 'subscribe', assets_ids: ['100'] }]]);
  hear(change(7, 0, 1), [book('100', 7)], trade(8, 0, 2), change(8, 1, 2));
  expect(told.slice(1)).toEqual(['7: book', '8: last_trade_price price_change']);
  close();
});

test('market subscriber: a sequence that was cut off comes again as a whole', async () => {
  const { said, told, hear, reconnect, close } = await connect();
  hear(trade(5, 0, 2));
  await reconnect();
  expect(said.at(-1)).toMatchObject({ since: { [MARKET]: 4 } });
  hear([], trade(5, 0, 2), change(5, 1, 2));
  expect(told).toEqual(['5: last_trade_price price_change']);
  close();
});

test('market subscriber: a resync in single messages is told once, and its book begins again', async () => {
  const { told, hear, close } = await connect();
  const resync = { event_type: 'resync', market: MARKET, asset_ids: ['100', '101'], reason: 'slow_reader' };
  hear(trade(5, 0, 2), { ...resync, sequence: 9 }, book('100', 9), change(10, 0, 1));
  expect(told).toEqual(['slow_reader', '9: book', '10: price_change']);
  close();
});
