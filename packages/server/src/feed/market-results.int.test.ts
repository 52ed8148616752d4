/** Results of markets that a connection does not follow. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { admin, type TestMarket } from '../http/testing/trader.ts';
import { type FeedClient, messagesOf } from './testing/feed-client.ts';
import { type FeedVenue, startFeedVenue } from './testing/feed-venue.ts';

let venue: FeedVenue;

beforeAll(async () => {
  venue = await startFeedVenue();
});
afterAll(() => venue.close());

const framesOf = (client: FeedClient) => client.all();
const resolve = ({ conditionId }: TestMarket) =>
  admin(venue.stack, 'POST', `/admin/markets/${conditionId}/resolve`, { winner: 'Yes' });

test('market feed: who follows no token and asked for it hears of the result of every market [F31]', async () => {
  const [one, two] = [await venue.newMarket(), await venue.newMarket()];
  const every = await Promise.all([
    venue.subscribed({ assets_ids: [], custom_feature_enabled: true }),
    venue.subscribed({ custom_feature_enabled: true }),
  ]);
  const others = await Promise.all([
    venue.subscribed({ assets_ids: [] }),
    venue.subscribed({ assets_ids: [two.yes], custom_feature_enabled: true, initial_dump: false }),
  ]);
  await Promise.all([...every, ...others].map(framesOf));
  await resolve(one);
  for (const client of every) {
    expect(await framesOf(client)).toMatchObject([
      {
        event_type: 'market_resolved',
        market: one.conditionId,
        assets_ids: [one.yes, one.no],
        winning_outcome: 'Yes',
        event_message: { title: expect.any(String) },
      },
    ]);
  }
  for (const client of others) expect(await framesOf(client)).toEqual([]);
  // With a token, a connection gets only the result of that market, and gets it once.
  const [client] = every;
  client?.say({ operation: 'subscribe', assets_ids: [two.yes] });
  if (client !== undefined) await framesOf(client);
  await resolve(two);
  for (const each of every) {
    const told = (await framesOf(each)).flatMap(messagesOf);
    expect(told.filter(({ event_type }) => event_type === 'market_resolved')).toMatchObject([
      { market: two.conditionId },
    ]);
  }
});
