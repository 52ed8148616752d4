/** Rules that all routes of the second data interface share: errors, trace ids, spellings, selectors and cursors. */
import type { Pagination } from '@bellwether/contract';
import { expect, test } from 'vitest';
import { openTwoTraders } from '../testing/open-venue.ts';
import { addEvent, send, type TestMarket } from '../testing/trader.ts';

const { stack, alice, bob } = await openTwoTraders();
const [market, other] = (await addEvent(stack, ['Will it rain?', 'Will it snow?'])) as [TestMarket, TestMarket];
await alice.send('POST', '/positions/split', { conditionId: market.conditionId, wallet: alice.address, amount: '100' });
for (const size of ['5', '6', '7', '8', '9']) {
  await alice.placed({ tokenId: market.yes, side: 'SELL', price: '0.4', size });
  stack.time.nowMs += 1_000;
  await bob.placed({ tokenId: market.yes, side: 'BUY', price: '0.4', size });
}

const get = (url: string, headers: Record<string, string> = {}) => send(stack, 'GET', url, undefined, headers);

interface Page {
  readonly data: readonly { readonly size: number; readonly token_id: string }[];
  readonly pagination: Pagination;
}
const pageAt = async (url: string): Promise<Page> => {
  const answer = await get(url);
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer.body as Page;
};

const CONTRACT = '0x00000000000000000000000000000000000b0b0b';

test.each([
  ['trades?limit=-1', 'limit', /0\.\.1000/],
  ['trades?offset=5', 'offset', /next_cursor/],
  ['trades?takerOnly=maybe', 'takerOnly', /^takerOnly must be true or false$/],
  ['trades?takerOnly=true&taker_only=false', 'taker_only', /same parameter/],
  ['trades?conditionId=0x12', 'conditionId', /^conditionId is malformed/],
  ['trades?event_id=one', 'event_id', /malformed/],
  ['trades?user=0x12', 'user', /^user is malformed/],
  [`trades?user=${CONTRACT}`, 'user', /contract/],
  ['trades?cursor=abc', 'cursor', /next_cursor/],
  ['activity', 'user', /^user is required$/],
  ['%zz', undefined, /percent-encoding/],
] as const)('GET /v2/%s is refused in the words of the interface', async (path, parameter, error) => {
  const { status, headers, body } = await get(`/v2/${path}`);
  const named = parameter !== undefined && { parameter };
  const said = { error: expect.stringMatching(error) as unknown, code: 'invalid_request', retryable: false, ...named };
  expect([status, body]).toEqual([400, { ...said, trace_id: headers['x-trace-id'] }]);
});

test('trace id: every answer below /v2/ has its own, an answer elsewhere has none', async () => {
  const answers = [await get('/v2/trades'), await get('/v2/trades'), await send(stack, 'OPTIONS', '/v2/trades')];
  const traces = answers.map(({ headers }) => headers['x-trace-id']);
  expect(new Set(traces).size).toBe(3);
  for (const trace of traces) expect(trace).toMatch(/^[0-9a-f]{32}$/);
  for (const url of ['/trades', '/v1/nothing', '/v2'])
    expect((await get(url)).headers).not.toHaveProperty('x-trace-id');
});

test('faults and busy parts: the shape is the same, and a fault is logged under its trace id', async () => {
  stack.reader.isUnwritable = true;
  const busy = await get('/v2/trades');
  stack.reader.isUnwritable = false;
  const later = { code: 'dependency_unavailable', retryable: true, trace_id: busy.headers['x-trace-id'] };
  expect([busy.status, busy.body]).toMatchObject([503, later]);
  expect(busy.headers['retry-after']).toBeDefined();
  stack.reader.broken = true;
  const fault = await get('/v2/trades');
  stack.reader.broken = false;
  const trace = fault.headers['x-trace-id'];
  const error = `Internal server error (${trace})`;
  expect([fault.status, fault.body]).toEqual([500, { error, code: 'internal', retryable: false, trace_id: trace }]);
  expect(stack.faults.splice(0)).toEqual([expect.objectContaining({ faultId: trace })]);
});

test('services: the routes answer at the plain base, behind the prefix and at the host of the data service', async () => {
  const plain = await pageAt('/v2/trades');
  expect(plain.data).toHaveLength(5);
  expect(await pageAt('/data/v2/trades')).toEqual(plain);
  expect(await get('/data/v2/nothing')).toMatchObject({ status: 404, body: { code: 'not_found' } });
  expect((await get('/v2/trades', { host: 'data.localhost' })).body).toEqual(plain);
});

test('selectors: ids in both spellings, one or several, each once; unknown ones select nothing', async () => {
  for (const name of ['condition', 'condition_id', 'conditionId'])
    expect((await pageAt(`/v2/trades?${name}=${market.conditionId}`)).data).toHaveLength(5);
  const both = `${other.conditionId},${market.conditionId.toUpperCase().replace('0X', '0x')}`;
  expect((await pageAt(`/v2/trades?condition=${both}`)).data).toHaveLength(5);
  expect((await pageAt(`/v2/trades?condition=${other.conditionId}`)).data).toEqual([]);
  expect((await pageAt(`/v2/trades?eventId=${market.eventId}`)).data).toHaveLength(5);
  expect((await pageAt(`/v2/trades?event_id=999999,${market.eventId}`)).data).toHaveLength(5);
  expect((await pageAt('/v2/trades?event_id=999999')).data).toEqual([]);
  // A condition id of version 2 has 31 bytes.
  expect((await pageAt(`/v2/trades?condition=0x${'77'.repeat(31)}`)).data).toEqual([]);
  const ids = (count: number) => Array.from({ length: count }, (_, index) => `0x${String(index).padStart(64, '0')}`);
  expect((await pageAt(`/v2/trades?condition=${[...ids(20), ...ids(20)].join()}`)).data).toEqual([]);
  const { status, body } = await get(`/v2/trades?conditionId=${ids(21).join()}`);
  expect([status, body]).toMatchObject([400, { parameter: 'conditionId', error: expect.stringMatching(/at most 20/) }]);
});

test.each([
  ['/v2/trades', true],
  [`/v2/trades?condition=${other.conditionId}`, false],
  [`/v2/activity?user=${bob.address}`, true],
  [`/v2/positions?user=${bob.address}`, true],
  [`/v2/positions?user=${bob.address}&status=CLOSED`, false],
  [`/v2/holders?condition=${market.conditionId}`, true],
  [`/v2/holders?condition=${other.conditionId}`, false],
  ['/v2/leaderboard?sort_by=VOLUME', true],
  ['/v2/biggest-winners', false],
  [`/v2/prices-history?token_id=${market.yes}&interval=1d`, true],
] as const)('limit 0: %s says if there are rows, and shows none', async (path, hasMore) => {
  const { data, pagination } = await pageAt(`${path}${path.includes('?') ? '&' : '?'}limit=0`);
  expect([data, pagination]).toEqual([[], { limit: 0, offset: 0, has_more: hasMore, next_cursor: null }]);
});

test('cursors: one of another route, an altered one, and one against its own filters are refused', async () => {
  const { pagination } = await pageAt('/v2/trades?limit=2');
  const cursor = pagination.next_cursor ?? '';
  const user = `user=${bob.address}`;
  expect((await get(`/v2/activity?${user}&cursor=${cursor}`)).body).toMatchObject({ parameter: 'cursor' });
  for (let at = 0; at < cursor.length; at += 7) {
    const altered = cursor.slice(0, at) + (cursor[at] === 'A' ? 'B' : 'A') + cursor.slice(at + 1);
    expect((await get(`/v2/trades?cursor=${altered}`)).status, altered).toBe(400);
  }
  const oldest = await pageAt(`/v2/activity?${user}&limit=2&sort_direction=ASC`);
  expect(oldest.data.map(({ size }) => size)).toEqual([5, 6]);
  const next = `/v2/activity?${user}&cursor=${oldest.pagination.next_cursor}`;
  for (const same of ['', '&sortDirection=ASC'])
    expect((await pageAt(next + same)).data.map(({ size }) => size)).toEqual([7, 8]);
  const { status, body } = await get(`${next}&sortDirection=DESC`);
  expect([status, body]).toMatchObject([400, { parameter: 'sortDirection' }]);
});
