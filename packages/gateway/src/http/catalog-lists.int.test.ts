/** Catalog lists as clients see them: what the rules of the conformance run leave open. */
import { expect, test } from 'vitest';
import { openVenue } from './testing/open-venue.ts';
import { addEvent, admin, send } from './testing/trader.ts';

type Json = Record<string, unknown>;

const stack = await openVenue();
for (const title of ['Weekly', 'Monthly'])
  expect((await admin(stack, 'POST', '/admin/series', { title })).status).toBe(201);
expect((await admin(stack, 'POST', '/admin/tags', { label: 'Unused' })).status).toBe(201);
const [alpha, beta] = [
  { title: 'Alpha vote', tags: ['Politics'] },
  { title: 'Beta match', tags: ['Sports'] },
];
const creator = '0x00000000000000000000000000000000000000AA';
const ids: number[] = [];
for (const [questions, event, terms] of [
  [['Alpha one?', 'Alpha two?'], { ...alpha, series: ['weekly'], startDate: '2026-01-02T00:00:00Z' }, {}],
  [['Beta?'], { ...beta, sites: ['north'], creator, startDate: '2026-01-01T00:00:00Z' }, {}],
  [['Gamma?'], { title: 'Gamma vote', tags: ['Politics', 'Sports'], closed: true }, { closed: true }],
] as const)
  ids.push(Number((await addEvent(stack, questions, terms, event))[0]?.eventId));

async function get(url: string): Promise<unknown> {
  const { status, body } = await send(stack, 'GET', url);
  expect({ url, status, body }).toMatchObject({ status: 200 });
  return body;
}
const titles = async (query: string) => ((await get(`/events${query}`)) as Json[]).map(({ title }) => title);
const questions = async (query: string) => ((await get(`/markets${query}`)) as Json[]).map(({ question }) => question);

test('GET /events: ids of tags, series and events, comma-separated or repeated', async () => {
  const [event] = (await get('/events?slug=alpha-vote')) as { tags: Json[]; series: Json[] }[];
  expect(await titles(`?tag_id=${event?.tags[0]?.['id']}`)).toEqual(['Gamma vote', 'Alpha vote']);
  expect(await titles(`?series_id=${event?.series[0]?.['id']}`)).toEqual(['Alpha vote']);
  expect(await titles(`?id=${ids[0]},${ids[1]}`)).toEqual(['Beta match', 'Alpha vote']);
  expect(await titles(`?id=${ids[0]}&id=${ids[2]}&closed=true`)).toEqual(['Gamma vote']);
});

test('GET /events: each is what GET /events/{id} answers', async () => {
  for (const [index, event] of ((await get('/events?ascending=true')) as Json[]).entries())
    expect(event).toEqual(await get(`/events/${ids[index]}`));
});

test.each([
  ['', ['monthly', 'weekly']],
  ['?limit=1&offset=1', ['weekly']],
  ['?slug=weekly', ['weekly']],
  ['?slug=unknown', []],
])('GET /series%s', async (query, expected) =>
  expect(((await get(`/series${query}`)) as Json[]).map(({ slug }) => slug)).toEqual(expected),
);

test('GET /markets: lists of condition ids, token ids and ids', async () => {
  const [gamma, beta] = (await get('/markets')) as (Json & { tokenIds: string[] })[];
  const both = `${gamma?.['conditionId']},${beta?.['conditionId']}`;
  expect(await questions(`?condition_ids=${both}`)).toEqual(['Gamma?', 'Beta?']);
  expect(await questions(`?condition_ids=${both}&condition_id=${beta?.['conditionId']}`)).toEqual(['Beta?']);
  expect(await questions(`?condition_ids=${gamma?.['conditionId']}&conditionId=${beta?.['conditionId']}`)).toEqual([]);
  const tokens = `?clob_token_ids=${gamma?.tokenIds[1]}&clob_token_ids=${beta?.tokenIds[0]}`;
  expect(await questions(tokens)).toEqual(['Gamma?', 'Beta?']);
  expect(await questions(`?id=${beta?.['id']}`)).toEqual(['Beta?']);
  expect(gamma).toMatchObject({ volume: '0', liquidity: '0', spread: 1 });
});

test('GET /public-search: events as they are found by id, tags with their events, and texts that are no syntax', async () => {
  const all = (await get('/public-search?q=vote')) as Json & { events: Json[] };
  expect(all.events.map(({ title }) => title)).toEqual(['Gamma vote', 'Alpha vote']);
  expect(all).toMatchObject({ tags: [], profiles: [], pagination: { hasMore: false, totalResults: 2 } });
  expect(all.events[1]).toEqual(await get(`/events/${ids[0]}`));
  expect(await get('/public-search?q=vote&events_status=closed')).toMatchObject({ events: [{ title: 'Gamma vote' }] });
  expect(await get('/public-search?q=pol')).toMatchObject({ tags: [{ slug: 'politics', event_count: 2 }] });
  expect(await get('/public-search?q=pol&search_tags=false')).toMatchObject({ tags: [] });
  expect(await get(`/public-search?q=${encodeURIComponent('"vote (NEAR* -')}`)).toMatchObject({ events: [] });
});

test.each([
  ['/events?order=question', /^order must be one of id, title, /],
  ['/events?end_date_min=soon', /^end_date_min is malformed: expected ISO 8601, a day or a time$/],
  ['/markets?start_date_max=2026-02-30', /^start_date_max is malformed: expected ISO 8601, a day or a time$/],
  ['/markets?volume_num_min=-1', /^volume_num_min must be at least 0$/],
  ['/markets?volume_min=1', /^unknown parameter: volume_min$/],
  ['/markets?order=title', /^order must be one of id, question, /],
  [`/markets?id=${Array.from({ length: 101 }, (_, index) => index).join()}`, /^id must name at most 100$/],
  ['/public-search?q=', /^q is required$/],
  ['/public-search?q=%20%20', /^q is required$/],
  [`/public-search?q=${'x'.repeat(201)}`, /^q must have at most 200 characters$/],
])('GET %s is refused', async (url, error) => {
  const answer = await send(stack, 'GET', url);
  expect(answer).toMatchObject({ status: 400, body: { type: 'bad request', error: expect.stringMatching(error) } });
});
