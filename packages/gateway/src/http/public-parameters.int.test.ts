/** Documented parameters, spellings and dates of the ecosystem's catalog that its clients send and read. */
import type { CatalogMarket, Event, MarketDetail, MarketListingPage, SearchAnswer, Tag } from '@bellwether/contract';
import { beforeAll, expect, test } from 'vitest';
import { openVenue } from './testing/open-venue.ts';
import { addMarket, admin, send, type TestMarket } from './testing/trader.ts';

const stack = await openVenue({ profile: 'polymarket' });
const own = await openVenue();
const [OPEN, ENDED, DONE] = ['Open', 'Ended', 'Done'] as const;
const markets = new Map<string, TestMarket>();

async function get<Body>(path: string, venue = stack): Promise<Body> {
  const { status, body } = await send(venue, 'GET', path);
  expect({ path, status, body }).toMatchObject({ status: 200 });
  return body as Body;
}
const titles = async (query: string) => (await get<Event[]>(`/events?${query}`)).map(({ title }) => title);
const questions = async (query: string) => (await get<CatalogMarket[]>(`/markets?${query}`)).map((one) => one.question);
const idOfTag = async (slug: string) => (await get<Tag>(`/tags/slug/${slug}`)).id;

beforeAll(async () => {
  await admin(stack, 'POST', '/admin/series', { title: 'Days', recurrence: 'daily' });
  const texts = { [OPEN]: ['rain'], [ENDED]: ['rain', 'sun'], [DONE]: ['sun'] };
  for (const [title, tags] of Object.entries(texts)) {
    const event = { title, tags, ...(title === DONE && { series: ['days'] }) };
    markets.set(title, await addMarket(stack, `${title}?`, {}, event));
  }
  await addMarket(own, 'Own?', {}, { title: 'Own' });
  const result = { winner: 'Yes' };
  for (const title of [DONE, ENDED]) {
    stack.time.nowMs += 60_000;
    const path = `/admin/markets/${markets.get(title)?.conditionId}/resolve`;
    expect(await admin(stack, 'POST', path, result)).toMatchObject({ status: 200 });
  }
});

test('catalog: unknown dates are null for the public clients, and texts in the default profile [K28]', async () => {
  const id = markets.get(OPEN)?.conditionId;
  const terms = { game_start_time: null, close_time: null, end_date_iso: null };
  expect(await get<MarketDetail>(`/markets/${id}`)).toMatchObject(terms);
  for (const path of ['/markets?next_cursor=', '/sampling-markets'])
    expect((await get<MarketListingPage>(path)).data[0]).toMatchObject(terms);
  const dates = { gameStartTime: null, closeTime: null };
  expect((await get<CatalogMarket[]>('/markets?ascending=true'))[0]).toMatchObject(dates);
  expect((await get<Event[]>('/events?ascending=true'))[0]?.markets[0]).toMatchObject(dates);
  expect(await get(`/clob-markets/${id}`)).toMatchObject({ gst: null });
  const [plain] = (await get<MarketListingPage>('/markets?next_cursor=', own)).data;
  expect(plain).toMatchObject({ game_start_time: '', close_time: '', end_date_iso: '2199-12-31T00:00:00Z' });
  expect((await get<CatalogMarket[]>('/markets', own))[0]).toMatchObject({ gameStartTime: '', closeTime: '' });
});

test('catalog: sort columns in the spellings of the ecosystem; those without data leave the order to the next', async () => {
  expect(await titles('order=closedTime&ascending=true')).toEqual([OPEN, DONE, ENDED]);
  expect(await questions('order=closed_time&closed=true')).toEqual([`${ENDED}?`, `${DONE}?`]);
  for (const [name, same] of Object.entries({
    volume_24hr: 'volume24hr',
    start_date: 'startDate',
    end_date: 'endDate',
  }))
    for (const list of [titles, questions]) expect(await list(`order=${name}`)).toEqual(await list(`order=${same}`));
  expect(await questions('order=volume_num')).toEqual(await questions('order=volumeNum'));
  for (const name of ['volume1wk', 'competitive', 'featuredOrder', 'featured_order'])
    for (const list of [titles, questions]) {
      expect(await list(`order=${name}`)).toEqual(await list('order=id'));
      expect(await list(`order=${name},slug`)).toEqual(await list('order=slug'));
    }
  const page = await get<{ next_cursor: string }>('/markets/keyset?order=volume_24hr&limit=1');
  const next = `/markets/keyset?order=volume24hr&limit=5&after_cursor=${page.next_cursor}`;
  expect(await get(next)).toMatchObject({ markets: [{}, {}] });
});

test.each([
  ...['/events?include_chat=true&include_template=false&locale=en', '/events?live=false&cyom=false&featured=false'],
  ...['/markets?locale=en&rewards_min_size=0', '/markets?related_tags=true', '/events?_=1', '/markets/keyset?_=1'],
])('catalog: GET %s answers as without its parameters', async (path) => {
  const [plain = ''] = path.split('?');
  expect(await get(path)).toEqual(await get(plain));
});

test.each([
  ...['/events?live=true', '/events?cyom=true', '/events?featured=true', '/events?recurrence=weekly'],
  ...['/markets?cyom=true', '/markets?gameId=1', '/markets?game_id=1', '/markets?sports_market_types=moneyline'],
  ...['/markets?rewards_min_size=1', '/markets?uma_resolution_status=disputed', '/tags?is_carousel=true'],
])('catalog: GET %s asks for what nothing here has', async (path) => expect(await get(path)).toEqual([]));

test('catalog: filters on data that the venue has', async () => {
  const [rain, sun] = [await idOfTag('rain'), await idOfTag('sun')];
  expect(await titles(`exclude_tag_id=${sun}`)).toEqual([OPEN]);
  expect(await questions(`exclude_tag_id=${rain}`)).toEqual([`${DONE}?`]);
  expect(await titles(`exclude_tag_id=${rain},${sun}`)).toEqual([]);
  expect(await titles('exclude_tag_id=999999')).toHaveLength(3);
  expect([await titles('recurrence=daily'), await questions('recurrence=daily')]).toEqual([[DONE], [`${DONE}?`]]);
  expect([await titles('titleSearch=en'), await titles('title_search=op')]).toEqual([[ENDED], [OPEN]]);
  expect(await questions('uma_resolution_status=resolved')).toEqual([`${DONE}?`, `${ENDED}?`]);
  const [first] = await get<CatalogMarket[]>('/markets?ascending=true');
  expect(await questions(`question_ids=${first?.questionID}`)).toEqual([`${OPEN}?`]);
  const found = async (query: string) =>
    (await get<SearchAnswer>(`/public-search?q=done&${query}`)).events.map(({ title }) => title);
  expect(await found('optimized=true&cache=false&keep_closed_markets=1')).toEqual([DONE]);
  expect(await found('events_tag=sun&events_tag=rain')).toEqual([DONE]);
  for (const none of ['events_tag=rain', `exclude_tag_id=${sun}`, 'recurrence=weekly'])
    expect(await found(none)).toEqual([]);
});

test('catalog: include_tag adds the tags of a market’s event', async () => {
  const [market] = await get<CatalogMarket[]>('/markets?include_tag=true&slug=ended');
  expect(market?.tags?.map(({ slug }) => slug)).toEqual(['rain', 'sun']);
  for (const path of [`/markets/${market?.id}`, `/markets/slug/${market?.slug}`]) {
    expect(await get(`${path}?include_tag=true`)).toEqual(market);
    expect(await get(`${path}?include_tag=false`)).not.toHaveProperty('tags');
  }
  const keyset = await get<{ markets: CatalogMarket[] }>('/markets/keyset?include_tag=true&slug=ended');
  expect(keyset.markets).toEqual([market]);
  expect(await send(stack, 'GET', `/markets/${market?.id}?include_tag=maybe`)).toMatchObject({ status: 400 });
  expect(await send(stack, 'GET', '/markets?include_tags=true')).toMatchObject({ status: 400 });
});

test('catalog: a closed market says when it ended, an event when its last one did', async () => {
  const [open] = await get<CatalogMarket[]>('/markets?slug=open');
  expect(open).not.toHaveProperty('closedTime');
  const [market] = await get<CatalogMarket[]>('/markets?slug=ended');
  const seconds = new Date(stack.time.nowMs).toISOString().slice(0, 19);
  expect(market?.closedTime).toBe(`${seconds.replace('T', ' ')}+00`);
  const [event] = await get<Event[]>('/events?slug=ended');
  expect(event?.closedTime).toBe(event?.closed ? `${seconds}Z` : undefined);
});

test('tags and series: oldest first with ascending, whatever the order named', async () => {
  for (const list of ['tags', 'series'] as const) {
    const all = await get<Tag[]>(`/${list}`);
    expect(await get(`/${list}?order=id&ascending=true`)).toEqual(all.toReversed());
  }
});
