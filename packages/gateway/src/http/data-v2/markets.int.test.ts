/** Markets and boards of the second data interface over HTTP: published schemas, pages, and figures calculated by hand. */
import type { DataV2Resolution, DataV2Status, DataV2Win, Pagination } from '@bellwether/contract';
import { expect, test } from 'vitest';
import { openTwoTraders } from '../testing/open-venue.ts';
import { addEvent, admin, send, type TestMarket } from '../testing/trader.ts';
import { publishedProblem } from './testing/published.ts';

const { stack, alice, bob } = await openTwoTraders();
const NOBODY = `0x${'99'.repeat(20)}`;
const UNKNOWN = `0x${'77'.repeat(32)}`;

const ends = { endDate: new Date(stack.time.nowMs + 5 * 86_400_000).toISOString() };
const [market, other] = (await addEvent(stack, ['Will it rain?', 'Will it snow?'], ends)) as [TestMarket, TestMarket];
const [even] = (await addEvent(stack, ['Will it be even?'])) as [TestMarket];
const split = (amount: string, { conditionId } = market) =>
  alice.send('POST', '/positions/split', { conditionId, wallet: alice.address, amount });
expect((await split('100')).status).toBe(200);
expect((await split('50', other)).status).toBe(200);
expect((await split('7', even)).status).toBe(200);
stack.time.nowMs += 60_000;
await alice.placed({ tokenId: market.yes, side: 'SELL', price: '0.4', size: '50' });
await bob.placed({ tokenId: market.yes, side: 'BUY', price: '0.4', size: '20' });
stack.time.nowMs += 60_000;
await bob.placed({ tokenId: market.yes, side: 'BUY', price: '0.4', size: '10' });
await alice.placed({ tokenId: other.yes, side: 'SELL', price: '0.25', size: '40' });
await bob.placed({ tokenId: other.yes, side: 'BUY', price: '0.25', size: '40' });
stack.time.nowMs += 3_600_000;

interface Paged<Row> {
  readonly data: readonly Row[];
  readonly pagination: Pagination;
}

async function read<Body>(url: string): Promise<Body> {
  const { status, body } = await send(stack, 'GET', url);
  expect(status, JSON.stringify(body)).toBe(200);
  expect(publishedProblem(url.split('?', 1)[0] ?? '', body), `${url}: ${JSON.stringify(body)}`).toBeNull();
  return body as Body;
}
const pageOf = <Row>(url: string) => read<Paged<Row>>(url);
const dataOf = async <Data>(url: string) => (await read<{ readonly data: Data }>(url)).data;
const refusalOf = async (url: string): Promise<[number, unknown, unknown]> => {
  const { status, body } = await send(stack, 'GET', url);
  expect(publishedProblem('', body, true)).toBeNull();
  const { parameter, error } = body as { readonly parameter?: string; readonly error: string };
  return [status, parameter, error];
};

test('published schemas: every answer fits, of known and of unknown markets and wallets', async () => {
  for (const id of [market.conditionId, even.conditionId, UNKNOWN])
    for (const path of ['oi', 'holders', 'holders?include_pnl=true', 'resolutions'])
      await read(`/v2/${path}${path.includes('?') ? '&' : '?'}condition=${id}`);
  for (const path of ['oi', 'leaderboard', 'biggest-winners', 'status']) await read(`/v2/${path}`);
  for (const user of [alice.address, NOBODY]) await read(`/v2/leaderboard?user=${user}`);
  for (const query of ['interval=1h', 'as_of=5']) await read(`/v2/prices-history?token_id=${market.yes}&${query}`);
  for (const id of [market.eventId, '999999']) await read(`/v2/live-volume?event_id=${id}`);
});

test('answers about nothing: of the whole venue, of an unknown wallet, event, token or tag', async () => {
  expect(await dataOf('/v2/oi')).toEqual([{ condition_id: 'GLOBAL', value: 157 }]);
  expect(await dataOf(`/v2/leaderboard?user=${NOBODY}`)).toBeNull();
  expect(await dataOf('/v2/leaderboard?category=weather')).toEqual([]);
  expect(await dataOf('/v2/live-volume?id=999999')).toEqual({ taker_volume_total: 0, conditions: [] });
  // Malformed ids among others are left out, and do not count.
  const many = Array.from({ length: 20 }, (_, index) => `x${index}`).join();
  const figures = await dataOf(`/v2/live-volume?event_id=${market.eventId}`);
  expect(await dataOf(`/v2/live-volume?event_id=one,${market.eventId},-1,,${many}`)).toEqual(figures);
  expect(await dataOf('/v2/prices-history?token_id=12345&interval=max')).toEqual([]);
});

const PRICES = `/v2/prices-history?token_id=${market.yes}`;
const HOLDERS = `/v2/holders?condition=${market.conditionId}`;

test.each([
  [`${PRICES}&interval=`, 'interval', /must be one of/],
  [`${PRICES}&interval=1D`, 'interval', /must be one of/],
  [`${PRICES}&start=5&interval=1d`, 'interval', /send one/],
  [`${PRICES}&start=9&end=1296010`, 'start', /1296000 seconds before end/],
  [`${PRICES}&start=9&end=9`, 'end', /after start/],
  [`${PRICES}&interval=1d&bucketSeconds=59`, 'bucketSeconds', /60\.\.86400/],
  [`${PRICES}&interval=1d&limit=10001`, 'limit', /0\.\.10000/],
  [`/v2/prices-history?token_id=0x5&interval=1d`, 'token_id', /malformed/],
  [`${HOLDERS}&include_pnl=true&limit=101`, 'limit', /1\.\.100 with include_pnl/],
  [`${HOLDERS},${other.conditionId}&include_pnl=true`, 'condition', /one market/],
  ['/v2/live-volume?event_id=one', 'event_id', /malformed/],
  ['/v2/live-volume?id=one,,-1', 'event_id', /malformed/],
  [`/v2/live-volume?event_id=${Array.from({ length: 21 }, (_, index) => index).join()}`, 'event_id', /at most 20/],
  ['/v2/resolutions?question_id=0x1', 'question_id', /malformed/],
  ['/v2/leaderboard?time_period=year', 'time_period', /must be one of/],
] as const)('%s is refused by the name of %s', async (url, parameter, error) => {
  expect(await refusalOf(url)).toEqual([400, parameter, expect.stringMatching(error)]);
});

test('status: rows follow the journal to the last entry', async () => {
  const status = await dataOf<DataV2Status>('/v2/status');
  expect(status.serving).toMatchObject({ lag_seconds: 0, worst: 'activity_feed' });
  const sequence = Number((await send(stack, 'GET', '/trades')).headers['x-read-sequence']);
  const all = { max_synced_block: sequence, min_synced_block: sequence, lagging: [], most_lagged: null };
  expect(status.ingestion).toMatchObject({ chain_id: 31_337, network: null, ...all });
});

test('results: an open market with its end, then what it paid, and who won most', async () => {
  const question = (await dataOf<DataV2Resolution[]>(`/v2/resolutions?condition=${market.conditionId}`))[0];
  const estimate = { expected_settlement_time: ends.endDate, settlement_time_basis: 'liveness' };
  expect(question).toMatchObject({ condition_id: market.conditionId, status: 'posed', price: '69', ...estimate });
  expect((await pageOf<DataV2Win>('/v2/biggest-winners')).data).toEqual([]);
  const resolved = await admin(stack, 'POST', `/admin/markets/${market.conditionId}/resolve`, { winner: 'Yes' });
  expect(resolved.status).toBe(200);
  const wins = (period: string) => pageOf<DataV2Win>(`/v2/biggest-winners?time_period=${period}`);
  await expect.poll(async () => (await wins('day')).data.length).toBe(2);
  const [result, open] = await dataOf<DataV2Resolution[]>(`/v2/resolutions?event_id=${market.eventId}`);
  const time = new Date(stack.time.nowMs).toISOString();
  expect(result).toMatchObject({
    status: 'resolved',
    payouts: [1_000_000, 0],
    resolved_at: time,
    market_type: 'BINARY',
  });
  for (const field of ['price', 'question_id', 'expected_settlement_time']) expect(result).not.toHaveProperty(field);
  expect(open).toMatchObject({ condition_id: other.conditionId, status: 'posed' });
  const byQuestion = async ({ questionId }: { readonly questionId: string }) =>
    dataOf<DataV2Resolution[]>(`/v2/resolutions?questionId=${questionId.toUpperCase().replace('0X', '0x')}`);
  const [catalogMarket] = (await send(stack, 'GET', `/markets?conditionId=${market.conditionId}`)).body as [
    { questionID: string },
  ];
  const [asked] = await byQuestion({ questionId: catalogMarket.questionID });
  expect(asked).toMatchObject({
    question_id: catalogMarket.questionID,
    status: 'resolved',
    price: `1${'0'.repeat(18)}`,
  });
  expect(asked).not.toHaveProperty('condition_id');
  expect(await byQuestion({ questionId: UNKNOWN })).toEqual([]);
  // Alice's 70 shares had cost 0.5 each, bob's 30 had cost 0.4.
  const win = { win_rank: 1, kind: 'market', user_id: alice.address, initial_value: 35, final_value: 70, pnl: 35 };
  const { data } = await wins('all');
  expect(data[0]).toMatchObject({ ...win, event_id: Number(market.eventId), position_id: market.yes });
  expect(data[1]).toMatchObject({ win_rank: 2, user_id: bob.address, initial_value: 12, final_value: 30, pnl: 18 });
  expect((await pageOf('/v2/biggest-winners?category=no-such-tag')).data).toEqual([]);
});

test('results: an end that has passed says nothing about when a market is settled', async () => {
  stack.time.nowMs += 5 * 86_400_000;
  const [open] = await dataOf<DataV2Resolution[]>(`/v2/resolutions?condition=${other.conditionId}`);
  expect(open).toMatchObject({ status: 'posed' });
  for (const field of ['expected_settlement_time', 'settlement_time_basis']) expect(open).not.toHaveProperty(field);
});
