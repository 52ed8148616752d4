/**
 * Catalog requests that clients of the ecosystem send: wide pages, ranges, several sort columns, single markets, tags.
 */
import type { CatalogMarket, Event, MarketDetail, SearchAnswer, Tag } from '@bellwether/contract';
import { expect, test } from 'vitest';
import { openTestVenue, openVenue } from './testing/open-venue.ts';
import { addMarket, admin, send, type TestMarket, Trader } from './testing/trader.ts';

const stack = await openVenue();
const alice = await Trader.open(stack, '1');
const bob = await Trader.open(stack, '2');
const dates = { startDate: '2026-01-01T00:00:00Z', tags: ['rain', 'sun'] };
const markets: TestMarket[] = [];
const [ONE, TWO, THREE] = ['Harbour one', 'Harbour two', 'Harbour three'] as const;
const ENDS = { [ONE]: '2027-01-01T00:00:00Z', [TWO]: '2027-02-01T12:00:00Z', [THREE]: '2027-03-01T00:00:00Z' };
for (const [title, endDate] of Object.entries(ENDS))
  markets.push(await addMarket(stack, `${title}?`, { endDate }, { title, endDate, ...dates }));
// The second market trades 8 of collateral, the third 4, the first nothing.
for (const [index, size] of [null, '20', '10'].entries()) {
  if (size === null) continue;
  const { yes: tokenId, conditionId } = markets[index] as TestMarket;
  await alice.send('POST', '/positions/split', { conditionId, amount: '50' });
  await alice.placed({ tokenId, side: 'SELL', price: '0.4', size });
  await bob.placed({ tokenId, side: 'BUY', price: '0.4', size });
}

const get = async (path: string) => (await send(stack, 'GET', path)).body;
const titles = async (query: string) => ((await get(`/events?${query}`)) as Event[]).map(({ title }) => title);
const questions = async (query: string) =>
  ((await get(`/markets?${query}`)) as CatalogMarket[]).map(({ question }) => question);

test('catalog: ranges of amounts and dates hold at their bounds, together and with other filters [K27]', async () => {
  expect(await titles('volume_min=4&order=volume')).toEqual([TWO, THREE]);
  expect(await titles('volume_min=4.000001')).toEqual([TWO]);
  expect(await titles('volume_max=4&order=id')).toEqual([THREE, ONE]);
  expect(await titles('volume_max=3.999999')).toEqual([ONE]);
  expect(await questions('volume_num_min=4&volume_num_max=7.9')).toEqual([`${THREE}?`]);
  const byEnd = await questions('liquidity_num_max=0&order=endDate&ascending=true');
  expect(byEnd).toEqual([`${ONE}?`, `${TWO}?`, `${THREE}?`]);
  expect(await titles('end_date_min=2027-02-01T12:00:00Z&end_date_max=2027-02-01T12:00:00Z')).toEqual([TWO]);
  expect(await titles('end_date_min=2027-02-02')).toEqual([THREE]);
  expect(await titles('start_date_max=2025-12-31')).toEqual([]);
  expect(await questions('end_date_min=2027-02-01&volume_num_min=5&tag_slug=rain')).toEqual([`${TWO}?`]);
});

test('catalog: several sort columns, the next deciding among equals [K27]', async () => {
  expect(await titles('order=volume,endDate')).toEqual([TWO, THREE, ONE]);
  expect(await titles('order=startDate,endDate&ascending=true')).toEqual([ONE, TWO, THREE]);
  expect(await titles('order=startDate,title')).toEqual([TWO, THREE, ONE]);
  expect(await titles('order=startDate,id&ascending=true')).toEqual(await titles('order=id&ascending=true'));
});

test('catalog: a market by catalog id and by slug has the catalog’s shape, by condition id that of trading clients [K28]', async () => {
  const { conditionId } = markets[0] as TestMarket;
  const [listed] = (await get(`/markets?conditionId=${conditionId}`)) as [CatalogMarket];
  expect([listed.marketMakerAddress, await get(`/markets/${listed.id}`)]).toEqual(['', listed]);
  expect(await get(`/markets/slug/${listed.slug}`)).toEqual(listed);
  for (const name of [conditionId, listed.slug]) {
    const detail = (await get(`/markets/${name}`)) as MarketDetail;
    expect(detail).toMatchObject({ condition_id: conditionId, question: listed.question });
  }
});

test('catalog: the tags of an event and of its markets, also where there are none [K28]', async () => {
  const { conditionId, eventId } = markets[0] as TestMarket;
  const [listed] = (await get(`/markets?conditionId=${conditionId}`)) as [CatalogMarket];
  const tags = ((await get(`/events/${eventId}`)) as Event).tags as Tag[];
  expect(tags.map(({ slug }) => slug)).toEqual(['rain', 'sun']);
  for (const path of [`/events/${eventId}/tags`, `/markets/${listed.id}/tags`, `/markets/${conditionId}/tags`])
    expect(await get(path)).toEqual(tags);
  const bare = await admin(stack, 'POST', '/admin/events', { title: 'Bare', markets: [{ question: 'Bare?' }] });
  const { id, markets: of } = bare.body as Event;
  expect(await get(`/events/${id}/tags`)).toEqual([]);
  expect(await get(`/markets/${of[0]?.conditionId}/tags`)).toEqual([]);
});

test('clients: a health check says that the venue is there when reads work, and goes on when they fail later [D54 K30]', async () => {
  const own = await openTestVenue();
  const statuses = async () => [(await send(own, 'GET', '/ok')).status, (await send(own, 'GET', '/status')).status];
  own.reader.broken = true;
  expect(await statuses()).toEqual([503, 503]);
  own.reader.broken = false;
  expect(await statuses()).toEqual([200, 200]);
  // The bare text that clients compare with.
  const { text, headers } = await send(own, 'GET', '/status');
  expect([text, headers['content-type']]).toEqual(['OK', 'text/plain; charset=utf-8']);
  own.reader.broken = true;
  expect(await statuses()).toEqual([200, 200]);
});

test('search: sorted by figures and dates, page after page; ascending only with sort [K29 K30]', async () => {
  const found = async (query: string) => (await get(`/public-search?q=harbour&${query}`)) as SearchAnswer;
  const names = async (query: string) => (await found(query)).events.map(({ title }) => title);
  expect(await names('sort=volume')).toEqual([TWO, THREE, ONE]);
  expect(await names('sort=volume_24hr&ascending=true')).toEqual([ONE, THREE, TWO]);
  expect(await names('sort=end_date&ascending=true&events_status=active')).toEqual([ONE, TWO, THREE]);
  const columns = { volume24hr: 'volume_24hr', startDate: 'start_date', endDate: 'end_date' };
  for (const [name, column] of Object.entries(columns))
    for (const ascending of [true, false]) {
      const sorted = await names(`sort=${column}&ascending=${ascending}`);
      expect(await names(`sort=${name}&ascending=${ascending}`)).toEqual(sorted);
      expect(sorted).toHaveLength(3);
    }
  const first = await found('sort=end_date&limit_per_type=2');
  expect(first.pagination).toEqual({ hasMore: true, totalResults: 3, totalIsExact: true });
  const second = await found('sort=end_date&limit_per_type=2&page=2');
  expect([...first.events, ...second.events].map(({ title }) => title)).toEqual([THREE, TWO, ONE]);
  expect(second.pagination).toMatchObject({ hasMore: false });
  const answer = await send(stack, 'GET', '/public-search?q=harbour&ascending=true');
  expect(answer).toMatchObject({ status: 400, body: { type: 'bad request', error: 'ascending needs sort' } });
  expect(await names('ascending=false')).toHaveLength(3);
});
