import type { Venue } from '@bellwether/venue/compose.ts';
import { afterAll, expect, test } from 'vitest';
import type { FeedClient, Message } from './testing/feed-client.ts';
import { RestartingVenue } from './testing/restarting-venue.ts';

const venue = new RestartingVenue();
afterAll(() => venue.remove());

interface AddedEvent {
  readonly id: string;
  readonly slug: string;
  readonly ticker: string;
  readonly markets: readonly { readonly conditionId: string; readonly tokenIds: readonly [string, string] }[];
}

async function admin<Answer>({ url, adminToken }: Venue, method: string, path: string, body: unknown): Promise<Answer> {
  const headers = { authorization: `Bearer ${adminToken}`, 'content-type': 'application/json' };
  const response = await fetch(url + path, { method, headers, body: JSON.stringify(body) });
  const text = await response.text();
  expect(response.ok, text).toBe(true);
  return JSON.parse(text) as Answer;
}

async function listen(tokenIds: readonly string[]): Promise<FeedClient<Message>> {
  const wishes = { custom_feature_enabled: true, initial_dump: false };
  const client = await venue.follow('market', { type: 'market', assets_ids: tokenIds, ...wishes });
  await client.all();
  return client;
}

const custom = async (client: FeedClient<Message>): Promise<readonly Message[]> =>
  (await client.all()).filter(({ event_type: type }) => type === 'new_market' || type === 'market_resolved');

/** A market in the form of recorded catalogs, for an existing event. */
const recordedMarket = (digit: string, { id, slug }: AddedEvent) => [
  {
    id: `90${digit}`,
    question: `Later ${digit}?`,
    conditionId: `0x${digit.repeat(64)}`,
    slug: `later-${digit}`,
    outcomes: '["Yes", "No"]',
    clobTokenIds: JSON.stringify([digit.repeat(70), `${digit.repeat(69)}9`]),
    active: true,
    closed: false,
    acceptingOrders: true,
    events: [{ id, slug, title: 'Not what it is called' }],
  },
];

test('market feed: a new market and a result name the event as it is, whenever it came, edited, and after a restart [F16]', async () => {
  const first = await venue.start();
  await admin(first, 'POST', '/admin/tags', { label: 'Weather', slug: 'weather' });
  const client = await listen([]);
  const texts = { title: 'Snow', description: 'As the town hall says.', tags: ['weather'] };
  const event = await admin<AddedEvent>(first, 'POST', '/admin/events', { ...texts, markets: [{ question: 'Snow?' }] });
  const named = (title: string, description = 'As the town hall says.') => ({
    event_message: { id: event.id, ticker: event.ticker, slug: event.slug, title, description },
    tags: ['weather'],
  });
  expect(await custom(client)).toMatchObject([{ event_type: 'new_market', ...named('Snow') }]);

  await admin(first, 'POST', '/admin/import?file=later.json', recordedMarket('1', event));
  expect(await custom(client)).toMatchObject([{ question: 'Later 1?', sequence: 0, ...named('Snow') }]);
  await admin(first, 'PATCH', `/admin/events/${event.id}`, { title: 'Much snow' });
  await admin(first, 'POST', '/admin/import?file=later.json', recordedMarket('2', event));
  expect(await custom(client)).toMatchObject([{ question: 'Later 2?', ...named('Much snow') }]);
  await first.stop();

  const second = await venue.start();
  const [market] = event.markets;
  const again = await listen(market?.tokenIds ?? []);
  await admin(second, 'POST', '/admin/import?file=later.json', recordedMarket('3', event));
  // The event is edited at the same moment: the message matches the journal.
  await Promise.all([
    admin(second, 'PATCH', `/admin/events/${event.id}`, { description: 'As everyone says.' }),
    admin(second, 'POST', `/admin/markets/${market?.conditionId}/resolve`, { winner: 'Yes' }),
  ]);
  const [added, resolved] = await custom(again);
  expect(added).toMatchObject({ question: 'Later 3?', ...named('Much snow') });
  const edit = (await (await fetch(`${second.url}/events/${event.id}`)).json()) as { readonly description: string };
  expect(edit.description).toBe('As everyone says.');
  expect(resolved).toMatchObject({ event_type: 'market_resolved', winning_outcome: 'Yes', tags: ['weather'] });
  const { description, ...rest } = (resolved as unknown as ReturnType<typeof named>).event_message;
  expect(rest).toMatchObject({ title: 'Much snow', id: event.id });
  expect(['As the town hall says.', 'As everyone says.']).toContain(description);
});
