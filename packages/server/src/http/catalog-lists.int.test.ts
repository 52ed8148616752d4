/** Catalog lists as clients see them: filters, aliases, bounds and errors of every route. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Stack, startStack } from './testing/stack.ts';
import { admin, send } from './testing/trader.ts';

type Json = Record<string, unknown>;

let stack: Stack;
const ids: number[] = [];

async function addEvent(body: object): Promise<void> {
  const answer = await admin(stack, 'POST', '/admin/events', body);
  expect(answer.status).toBe(201);
  ids.push(Number((answer.body as Json)['id']));
}

beforeAll(async () => {
  stack = await startStack();
  expect((await admin(stack, 'POST', '/admin/series', { title: 'Weekly', slug: 'weekly' })).status).toBe(201);
  expect((await admin(stack, 'POST', '/admin/tags', { label: 'Unused' })).status).toBe(201);
  await addEvent({
    title: 'Alpha vote',
    tags: ['Politics'],
    series: ['weekly'],
    startDate: '2026-01-02T00:00:00Z',
    markets: [{ question: 'Alpha one?' }, { question: 'Alpha two?' }],
  });
  await addEvent({
    title: 'Beta match',
    tags: ['Sports'],
    sites: ['north'],
    creator: '0x00000000000000000000000000000000000000AA',
    startDate: '2026-01-01T00:00:00Z',
    markets: [{ question: 'Beta?' }],
  });
  await addEvent({
    title: 'Gamma vote',
    tags: ['Politics', 'Sports'],
    closed: true,
    markets: [{ question: 'Gamma?', closed: true }],
  });
});
afterAll(() => stack.close());

async function get(url: string): Promise<unknown> {
  const { status, body } = await send(stack, 'GET', url);
  expect({ url, status, body }).toMatchObject({ status: 200 });
  return body;
}
const titles = async (query: string) => ((await get(`/events${query}`)) as Json[]).map(({ title }) => title);
const questions = async (query: string) => ((await get(`/markets${query}`)) as Json[]).map(({ question }) => question);

describe('GET /events', () => {
  test.each([
    ['', ['Gamma vote', 'Beta match', 'Alpha vote']],
    ['?ascending=true', ['Alpha vote', 'Beta match', 'Gamma vote']],
    ['?order=startDate', ['Gamma vote', 'Alpha vote', 'Beta match']],
    ['?order=title&ascending=true', ['Alpha vote', 'Beta match', 'Gamma vote']],
    ['?order=volume24hr', ['Gamma vote', 'Beta match', 'Alpha vote']],
    ['?limit=1&offset=1', ['Beta match']],
    ['?offset=3', []],
    ['?closed=true', ['Gamma vote']],
    ['?closed=false&active=true&archived=false', ['Beta match', 'Alpha vote']],
    ['?tag=politics', ['Gamma vote', 'Alpha vote']],
    ['?tag_slug=politics&closed=false', ['Alpha vote']],
    ['?tag_slug=unknown', []],
    ['?tag_id=999999', []],
    ['?series_slug=weekly', ['Alpha vote']],
    ['?series_slug=unknown', []],
    ['?series_id=999999', []],
    ['?slug=beta-match', ['Beta match']],
    ['?slug=unknown', []],
    ['?creator=nowhere', ['Gamma vote', 'Alpha vote']],
    ['?creator=NORTH&tag=sports', ['Gamma vote', 'Beta match']],
    ['?creator=0x00000000000000000000000000000000000000aa', ['Gamma vote', 'Beta match', 'Alpha vote']],
  ])('GET /events%s', async (query, expected) => {
    expect(await titles(query)).toEqual(expected);
  });

  test('GET /events: ids of tags, series and events, comma-separated or repeated', async () => {
    const [event] = (await get('/events?slug=alpha-vote')) as { tags: Json[]; series: Json[] }[];
    expect(await titles(`?tag_id=${event?.tags[0]?.['id']}`)).toEqual(['Gamma vote', 'Alpha vote']);
    expect(await titles(`?series_id=${event?.series[0]?.['id']}`)).toEqual(['Alpha vote']);
    expect(await titles(`?id=${ids[0]},${ids[1]}`)).toEqual(['Beta match', 'Alpha vote']);
    expect(await titles(`?id=${ids[0]}&id=${ids[2]}&closed=true`)).toEqual(['Gamma vote']);
  });

  test('GET /events: each is what GET /events/{id} answers', async () => {
    for (const [index, event] of ((await get('/events?ascending=true')) as Json[]).entries()) {
      expect(event).toEqual(await get(`/events/${ids[index]}`));
    }
  });
});

describe('GET /markets, catalog form', () => {
  test.each([
    ['', ['Gamma?', 'Beta?', 'Alpha two?', 'Alpha one?']],
    ['?ascending=true&limit=2', ['Alpha one?', 'Alpha two?']],
    ['?order=question&ascending=true', ['Alpha one?', 'Alpha two?', 'Beta?', 'Gamma?']],
    ['?order=volume24hr', ['Gamma?', 'Beta?', 'Alpha two?', 'Alpha one?']],
    ['?tag=politics&closed=false', ['Alpha two?', 'Alpha one?']],
    ['?event_slug=alpha-vote', ['Alpha two?', 'Alpha one?']],
    ['?eventSlug=alpha-vote&offset=1', ['Alpha one?']],
    ['?creator=nowhere&tag_slug=sports', ['Gamma?']],
    ['?creator=north&tag_slug=sports', ['Gamma?', 'Beta?']],
  ])('GET /markets%s', async (query, expected) => {
    expect(await questions(query)).toEqual(expected);
  });

  test('GET /markets: lists of condition ids, token ids and ids', async () => {
    const [gamma, beta] = (await get('/markets')) as (Json & { tokenIds: string[] })[];
    const both = `${gamma?.['conditionId']},${beta?.['conditionId']}`;
    expect(await questions(`?condition_ids=${both}`)).toEqual(['Gamma?', 'Beta?']);
    expect(await questions(`?condition_ids=${both}&condition_id=${beta?.['conditionId']}`)).toEqual(['Beta?']);
    expect(await questions(`?condition_ids=${gamma?.['conditionId']}&conditionId=${beta?.['conditionId']}`)).toEqual(
      [],
    );
    expect(await questions(`?clob_token_ids=${gamma?.tokenIds[1]}&clob_token_ids=${beta?.tokenIds[0]}`)).toEqual([
      'Gamma?',
      'Beta?',
    ]);
    expect(await questions(`?id=${beta?.['id']}`)).toEqual(['Beta?']);
    expect(gamma).toMatchObject({ volume: '0', liquidity: '0', spread: 1 });
  });
});

describe('tags and series', () => {
  test('GET /tags: a site sees the tags of what is available there, and those that nothing carries', async () => {
    const slugs = async (query: string) => ((await get(`/tags${query}`)) as Json[]).map(({ slug }) => slug);
    expect(await slugs('')).toEqual(['sports', 'politics', 'unused']);
    expect(await slugs('?creator=nowhere')).toEqual(['sports', 'politics', 'unused']);
    expect(await slugs('?limit=1&offset=1')).toEqual(['politics']);
    await addEvent({ title: 'Local', tags: ['Local'], sites: ['north'], markets: [{ question: 'Local?' }] });
    expect(await slugs('?creator=nowhere')).toEqual(['sports', 'politics', 'unused']);
    expect(await slugs('?creator=North')).toEqual(['local', 'sports', 'politics', 'unused']);
  });

  test('tags and series are found one by one', async () => {
    const [tag] = (await get('/tags?offset=1&limit=1')) as Json[];
    expect(await get(`/tags/${tag?.['id']}`)).toEqual(tag);
    expect(await get(`/tags/slug/${tag?.['slug']}`)).toEqual(tag);
    const [series] = (await get('/series?slug=weekly')) as Json[];
    expect(series).toMatchObject({ slug: 'weekly', title: 'Weekly' });
    expect(await get('/series?limit=1')).toEqual([series]);
    expect(await get(`/series/${series?.['id']}`)).toEqual(series);
    expect(await get('/series?slug=unknown')).toEqual([]);
  });
});

describe('GET /public-search', () => {
  test('GET /public-search: events, tags and profiles with their pages', async () => {
    const all = (await get('/public-search?q=vote')) as Json & { events: Json[] };
    expect(all.events.map(({ title }) => title)).toEqual(['Gamma vote', 'Alpha vote']);
    expect(all).toMatchObject({
      tags: [],
      profiles: [],
      pagination: { hasMore: false, totalResults: 2, totalIsExact: true },
    });
    expect(all.events[1]).toEqual(await get(`/events/${ids[0]}`));
    const first = (await get('/public-search?q=vote&limit_per_type=1')) as Json & { events: Json[] };
    expect(first).toMatchObject({ events: [{ title: 'Gamma vote' }], pagination: { hasMore: true, totalResults: 2 } });
    const second = (await get('/public-search?q=vote&limit_per_type=1&page=2')) as Json;
    expect(second).toMatchObject({
      events: [{ title: 'Alpha vote' }],
      pagination: { hasMore: false, totalResults: 2 },
    });
    const third = (await get('/public-search?q=vote&limit_per_type=1&page=3')) as Json;
    expect(third).toMatchObject({ events: [], pagination: { hasMore: false, totalResults: 2 } });
    expect(await get('/public-search?q=vote&events_status=closed')).toMatchObject({
      events: [{ title: 'Gamma vote' }],
    });
    expect(await get('/public-search?q=pol')).toMatchObject({ tags: [{ slug: 'politics', event_count: 2 }] });
    expect(await get('/public-search?q=pol&search_tags=false')).toMatchObject({ tags: [] });
    expect(await get(`/public-search?q=${encodeURIComponent('"vote (NEAR* -')}`)).toMatchObject({ events: [] });
  });
});

describe('what lists refuse', () => {
  const bad = (error: string) => ({ type: 'bad request', error });
  test.each([
    ['/events?limit=0', 'limit must be in 1..500'],
    ['/events?limit=501', 'limit must be in 1..500'],
    ['/events?limit=x', 'limit must be an integer'],
    ['/events?offset=-1', /^offset must be in 0\.\./],
    ['/events?closed=yes', 'closed must be true or false'],
    ['/events?order=question', /^order must be one of id, title, /],
    ['/events?tag=a&tag_slug=b', 'tag_slug and tag are the same parameter, here with two values: send one'],
    ['/events?tag_id=x', 'tag_id must be an integer'],
    ['/events?id=1,x', /^id is malformed/],
    ['/events?cursor=1', 'unknown parameter: cursor'],
    ['/events?next_cursor=', 'unknown parameter: next_cursor'],
    ['/markets?order=title', /^order must be one of id, question, /],
    ['/markets?limit=501', 'limit must be in 1..500'],
    ['/markets?condition_ids=0x1', /^condition_ids is malformed/],
    [`/markets?id=${Array.from({ length: 101 }, (_, index) => index).join()}`, 'id must name at most 100'],
    ['/tags?limit=0', 'limit must be in 1..100'],
    ['/tags?order=id', 'unknown parameter: order'],
    ['/tags/x', 'id is invalid: id must be an integer'],
    ['/tags/1?creator=x', 'unknown parameter: creator'],
    ['/series?limit=1000', 'limit must be in 1..500'],
    ['/series/x', 'id is invalid: id must be an integer'],
    ['/public-search', 'q is required'],
    ['/public-search?q=', 'q is required'],
    ['/public-search?q=%20%20', 'q is required'],
    [`/public-search?q=${'x'.repeat(201)}`, 'q must have at most 200 characters'],
    ['/public-search?q=a&limit_per_type=0', 'limit_per_type must be in 1..100'],
    ['/public-search?q=a&page=0', 'page must be in 1..1000000'],
    ['/public-search?q=a&events_status=open', 'events_status must be one of active, closed, resolved'],
    ['/public-search?q=a&limit=5', 'unknown parameter: limit'],
  ])('GET %s is refused', async (url, error) => {
    const { status, body } = await send(stack, 'GET', url);
    expect(status).toBe(400);
    expect(body).toMatchObject({ type: 'bad request' });
    if (typeof error === 'string') expect(body).toMatchObject(bad(error));
    else expect((body as Json)['error']).toMatch(error);
  });

  test.each([
    ['/tags/999999', 'id not found'],
    ['/tags/slug/nothing', 'slug not found'],
    ['/series/999999', 'id not found'],
  ])('GET %s is not found', async (url, error) => {
    expect(await send(stack, 'GET', url)).toMatchObject({ status: 404, body: { type: 'not found error', error } });
  });
});
