/** Markets and boards of the second data interface over HTTP: published schemas, pages, and figures calculated by hand. */
import type {
  DataV2Builder,
  DataV2BuilderBucket,
  DataV2HolderGroup,
  DataV2Leader,
  DataV2LiveVolume,
  DataV2OpenInterest,
  DataV2PricePoint,
  DataV2Resolution,
  DataV2Standing,
  DataV2Status,
  DataV2Win,
  Pagination,
} from '@bellwether/contract';
import { expect, test } from 'vitest';
import { openTestVenue, openTwoTraders } from '../testing/open-venue.ts';
import { addEvent, admin, send, type TestMarket } from '../testing/trader.ts';
import { publishedProblem } from './testing/published.ts';

const { stack, alice, bob } = await openTwoTraders();
const BUILDER = `0x${'ab'.repeat(32)}`;
const OTHER_BUILDER = `0x${'cd'.repeat(32)}`;
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
await bob.placed({ tokenId: market.yes, side: 'BUY', price: '0.4', size: '20', builder: BUILDER });
stack.time.nowMs += 60_000;
await bob.placed({ tokenId: market.yes, side: 'BUY', price: '0.4', size: '10', builder: OTHER_BUILDER });
await alice.placed({ tokenId: other.yes, side: 'SELL', price: '0.25', size: '40' });
await bob.placed({ tokenId: other.yes, side: 'BUY', price: '0.25', size: '40', builder: BUILDER });
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

test('open interest: what pairs lock, by market or of the whole venue', async () => {
  const both = `/v2/oi?condition=${other.conditionId},${UNKNOWN},${market.conditionId}`;
  expect(await dataOf<DataV2OpenInterest[]>(both)).toEqual([
    { condition_id: other.conditionId, value: 50 },
    { condition_id: market.conditionId, value: 100 },
  ]);
  expect(await dataOf('/v2/oi')).toEqual([{ condition_id: 'GLOBAL', value: 157 }]);
});

test('holders: net of the other outcome, token by token, in pages', async () => {
  const { data } = await pageOf<DataV2HolderGroup>(`/v2/holders?condition=${market.conditionId}`);
  const shown = (groups: readonly DataV2HolderGroup[]) =>
    groups.map(({ token_id, holders }) => [token_id, ...holders.map((row) => [row.proxy_wallet, row.amount])]);
  // Alice has 70 yes and 100 no.
  expect(shown(data)).toEqual([
    [market.yes, [bob.address, 30]],
    [market.no, [alice.address, 30]],
  ]);
  const gross = `/v2/holders?includePnl=true&condition=${market.conditionId}&limit=1`;
  const first = await pageOf<DataV2HolderGroup>(gross);
  expect(shown(first.data)).toEqual([
    [market.yes, [alice.address, 70]],
    [market.no, [alice.address, 100]],
  ]);
  expect(first.pagination).toMatchObject({ limit: 1, offset: 0, has_more: true });
  const second = await pageOf<DataV2HolderGroup>(`${gross}&cursor=${first.pagination.next_cursor}`);
  expect(shown(second.data)).toEqual([[market.yes, [bob.address, 30]]]);
  expect(second.pagination).toMatchObject({ limit: 1, offset: 1, has_more: false, next_cursor: null });
  const profit = { avg_price: 0.4, entry_cost_usdc: 12, current_price: 0.4, current_value: 12, total_pnl: 0 };
  expect(second.data[0]?.holders[0]).toMatchObject({ ...profit, realized_pnl: 0, unrealized_pnl: 0 });
  const least = `/v2/holders?min_balance=30.000001&condition=${market.conditionId}`;
  expect((await pageOf(least)).data).toEqual([]);
  // A wallet with equally many of both holds 0 more of the first.
  const hedged = async (query: string) =>
    shown((await pageOf<DataV2HolderGroup>(`/v2/holders?condition=${even.conditionId}${query}`)).data);
  expect(await hedged('')).toEqual([[even.yes, [alice.address, 0]]]);
  expect(await hedged('&min_balance=0.000001')).toEqual([]);
});

test('live volume: shares of every market of the events, the most traded first', async () => {
  const volumes = { taker_volume_total: 70, conditions: [[other, 40] as const, [market, 30] as const] };
  const expected = volumes.conditions.map(([{ conditionId: condition_id }, taker_volume]) => ({
    condition_id,
    taker_volume,
  }));
  for (const name of ['event_id', 'eventId', 'id'])
    expect(await dataOf<DataV2LiveVolume>(`/v2/live-volume?${name}=${market.eventId},999999`)).toEqual({
      taker_volume_total: 70,
      conditions: expected,
    });
  // Malformed ids are left out, and do not count.
  const many = Array.from({ length: 20 }, (_, index) => `x${index}`).join();
  expect(await dataOf(`/v2/live-volume?event_id=one,${market.eventId},-1,,${many}`)).toEqual({
    taker_volume_total: 70,
    conditions: expected,
  });
  expect(await dataOf('/v2/live-volume?event_id=999999')).toEqual({ taker_volume_total: 0, conditions: [] });
});

test('leaderboard: by profit and by shares, and both ranks of one wallet', async () => {
  const board = await pageOf<DataV2Leader>('/v2/leaderboard?sort_by=VOLUME&time_period=all');
  expect(board.data.map(({ rank, user_id, volume }) => [rank, user_id, volume])).toEqual([
    [1, alice.address, 70],
    [1, bob.address, 70],
  ]);
  const byProfit = await pageOf<DataV2Leader>('/v2/leaderboard?timePeriod=all&limit=1');
  // Alice sold 30 shares that had cost 0.5 each at 0.4, and 40 at 0.25.
  expect(byProfit.data.map(({ rank, user_id, pnl }) => [rank, user_id, pnl])).toEqual([[1, bob.address, 0]]);
  const next = `/v2/leaderboard?cursor=${byProfit.pagination.next_cursor}`;
  expect((await pageOf<DataV2Leader>(next)).data).toMatchObject([{ rank: 2, user_id: alice.address, pnl: -13 }]);
  expect((await refusalOf(`${next}&time_period=day`)).slice(0, 2)).toEqual([400, 'time_period']);
  const standing = await dataOf<DataV2Standing>(`/v2/leaderboard?time_period=all&user=${alice.address}`);
  expect(standing).toMatchObject({ rank_pnl: 2, rank_volume: 1, user_id: alice.address, pnl: -13, volume: 70 });
  expect(await dataOf(`/v2/leaderboard?user=${NOBODY}`)).toBeNull();
  expect((await pageOf('/v2/leaderboard?category=weather')).data).toEqual([]);
});

test('builders: by shares in a window, and day by day', async () => {
  const { data } = await pageOf<DataV2Builder>('/v2/builders/leaderboard');
  const figures = { profile_image: '', verified: false, active_users: 1 };
  const of = (code: string) => ({ builder_name: code, builder_code: code, ...figures });
  expect(data).toEqual([
    { rank: 1, ...of(BUILDER), volume: 60 },
    { rank: 2, ...of(OTHER_BUILDER), volume: 10 },
  ]);
  const date = new Date(stack.time.nowMs).toISOString().slice(0, 10);
  expect(await dataOf<DataV2BuilderBucket[]>('/v2/builders/volume')).toEqual(data.map((row) => ({ date, ...row })));
  for (const interval of ['week', 'month', 'all'])
    expect(await dataOf(`/v2/builders/volume?timePeriod=${interval}`)).toHaveLength(2);
});

test('prices: on a grid, the last one exact, or the one at a moment', async () => {
  const { data } = await pageOf<DataV2PricePoint>(`/v2/prices-history?token_id=${market.yes}&interval=1h`);
  expect(data.at(-1)).toEqual({ timestamp: stack.time.nowMs / 1_000, price: 0.4, resolution_seconds: 0 });
  expect(data.slice(0, -1).every((point) => point.resolution_seconds === 60 && point.timestamp % 60 === 0)).toBe(true);
  const [asOf, ...more] = (
    await pageOf<DataV2PricePoint>(`/v2/prices-history?tokenId=${market.no}&as_of=${data[9]?.timestamp}`)
  ).data;
  expect([asOf, more]).toEqual([{ timestamp: data[9]?.timestamp, price: 0.6, resolution_seconds: 0 }, []]);
  expect((await pageOf('/v2/prices-history?token_id=12345&interval=max')).data).toEqual([]);
});

const PRICES = `/v2/prices-history?token_id=${market.yes}`;
const HOLDERS = `/v2/holders?condition=${market.conditionId}`;

test.each([
  [PRICES, 'start', /required/],
  [`${PRICES}&start=0`, 'start', /1\.\./],
  [`${PRICES}&interval=`, 'interval', /must be one of/],
  [`${PRICES}&interval=1D`, 'interval', /must be one of/],
  [`${PRICES}&interval=1d&as_of=5`, 'as_of', /send one/],
  [`${PRICES}&start=5&interval=1d`, 'interval', /send one/],
  [`${PRICES}&interval=1d&end=5`, 'end', /needs start/],
  [`${PRICES}&start=5`, 'start', /1296000 seconds before now/],
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
  [`/v2/resolutions?condition=${UNKNOWN}&event_id=1`, 'event_id', /send one/],
  ['/v2/resolutions?question_id=0x1', 'question_id', /malformed/],
  ['/v2/leaderboard?time_period=year', 'time_period', /must be one of/],
  ['/v2/builders/volume?interval=hour', 'interval', /must be one of/],
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
  const { data: prices } = await pageOf<DataV2PricePoint>(`${PRICES}&interval=1h`);
  expect(prices.at(-1)).toEqual({
    timestamp: Math.ceil(stack.time.nowMs / 60_000) * 60,
    price: 1,
    resolution_seconds: 0,
  });
});

test('results: an end that has passed says nothing about when a market is settled', async () => {
  stack.time.nowMs += 5 * 86_400_000;
  const [open] = await dataOf<DataV2Resolution[]>(`/v2/resolutions?condition=${other.conditionId}`);
  expect(open).toMatchObject({ status: 'posed' });
  for (const field of ['expected_settlement_time', 'settlement_time_basis']) expect(open).not.toHaveProperty(field);
});

test('results: a profile of before the estimates has none', async () => {
  const older = await openTestVenue({ profile: 'polymarket@2026-09' });
  const [market] = (await addEvent(older, ['Will it rain?'], ends)) as [TestMarket];
  const { body } = await send(older, 'GET', `/v2/resolutions?condition=${market.conditionId}`);
  const [row] = (body as { readonly data: readonly DataV2Resolution[] }).data;
  expect(row).toMatchObject({ status: 'posed' });
  expect(row).not.toHaveProperty('expected_settlement_time');
});
