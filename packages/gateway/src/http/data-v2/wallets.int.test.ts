/** Wallets and feeds of the second data interface over HTTP: published schemas, sentinels, and filters of their own. */
import type {
  DataV2Activity,
  DataV2Approvals,
  DataV2Pnl,
  DataV2Position,
  DataV2Stats,
  DataV2Trade,
  DataV2Volume,
  Pagination,
} from '@bellwether/contract';
import { expect, test } from 'vitest';
import { CONTRACTS } from '../relay/contracts.ts';
import { openTwoTraders } from '../testing/open-venue.ts';
import { addEvent, admin, send, type TestMarket } from '../testing/trader.ts';
import { publishedProblem, WALLET_PATHS } from './testing/published.ts';

const { stack, alice, bob } = await openTwoTraders();
const NOBODY = `0x${'99'.repeat(20)}`;
const DAY_MS = 86_400_000;
const startMs = stack.time.nowMs;

// Bob buys of two markets from Alice, sells some a day later, and one of the markets is resolved.
const terms = { takerBaseFee: 200 };
const [market, other] = (await addEvent(stack, ['Will it rain?', 'Will it snow?'], terms)) as [TestMarket, TestMarket];
for (const { conditionId } of [market, other])
  await alice.send('POST', '/positions/split', { conditionId, wallet: alice.address, amount: '100' });
await alice.placed({ tokenId: market.yes, side: 'SELL', price: '0.4', size: '30' });
await bob.placed({ tokenId: market.yes, side: 'BUY', price: '0.4', size: '20' });
await alice.placed({ tokenId: other.yes, side: 'SELL', price: '0.25', size: '40' });
await bob.placed({ tokenId: other.yes, side: 'BUY', price: '0.25', size: '40' });
stack.time.nowMs += DAY_MS;
await alice.placed({ tokenId: market.yes, side: 'BUY', price: '0.6', size: '5' });
await bob.placed({ tokenId: market.yes, side: 'SELL', price: '0.6', size: '5' });
const outcome = { winner: 'Yes' };
expect((await admin(stack, 'POST', `/admin/markets/${other.conditionId}/resolve`, outcome)).status).toBe(200);

const user = `user=${bob.address}`;
async function read<Value>(url: string): Promise<Value> {
  const { status, body } = await send(stack, 'GET', url);
  expect(status, JSON.stringify(body)).toBe(200);
  expect(publishedProblem(url.split('?', 1)[0] ?? '', body), url).toBeNull();
  return body as Value;
}
const rows = async <Row>(url: string) =>
  (await read<{ readonly data: readonly Row[]; readonly pagination: Pagination }>(url)).data;

test('published schemas: every answer fits, of users with and without an account', async () => {
  for (const path of WALLET_PATHS)
    for (const address of [bob.address, alice.address, NOBODY]) await read(`${path}?user=${address}`);
  await read(`/v2/positions?${user}&status=CLOSED`);
  await read(`/v2/positions?condition=${market.conditionId}`);
  await read(`/v2/activity?${user}&excludeDepositsWithdrawals=false`);
  const errors = [`/v2/positions?${user}&limit=-1`, '/v2/nothing', '/v2/user-pnl?user=0x1'];
  for (const url of errors) expect(publishedProblem(url, (await send(stack, 'GET', url)).body, true)).toBeNull();
  expect(publishedProblem('/v2/value', { data: { proxy_wallet: bob.address, value: '1' } })).toMatch(/value/);
});

test('published rules: a contract is no user of any route, not even of the leaderboard', async () => {
  for (const path of [...WALLET_PATHS.filter((path) => !path.endsWith('/combos')), '/v2/leaderboard'])
    for (const contract of [stack.dependencies.domain.verifyingContract.toLowerCase(), ...CONTRACTS.keys()]) {
      const { status, body } = await send(stack, 'GET', `${path}?user=${contract}`);
      expect([path, status, body]).toMatchObject([path, 400, { parameter: 'user' }]);
    }
});

test('positions: an open one with its cost, its fees and its times', async () => {
  const [position, ...more] = await rows<DataV2Position>(`/v2/positions?${user}`);
  expect(more).toEqual([]);
  const fee = 0.096;
  expect(position).toMatchObject({
    ...{ proxy_wallet: bob.address, token_id: market.yes, opposite_token_id: market.no, status: 'OPEN' },
    ...{ current_size: 15, avg_price: 0.4, entry_cost_usdc: 6, total_size: 20, realized_pnl: 1 },
    ...{ entry_fees_usdc: fee, total_cost_usdc: 6 + fee, event_id: market.eventId },
    ...{ first_entry_at: startMs / 1_000, last_event_at: (startMs + DAY_MS) / 1_000, end_date: '1970-01-01' },
  });
});

test('positions: filters of status, size, title, event and time', async () => {
  const count = async (query: string, ofUser = alice.address): Promise<number> =>
    (await rows(`/v2/positions?user=${ofUser}&${query}`)).length;
  expect(await count('status=MERGEABLE')).toBe(2);
  expect(await count('status=MERGEABLE', bob.address)).toBe(0);
  expect(await count('filter_amount=85')).toBe(2);
  expect(await count('filter_amount=85.000001')).toBe(1);
  expect(await count('filterType=CASH&filterAmount=50')).toBe(1);
  expect(await count('title=RAIN')).toBe(2);
  expect(await count('title=snow')).toBe(0);
  expect(await count(`event_id=${market.eventId}`)).toBe(2);
  expect(await count('event_id=424242')).toBe(0);
  expect(await count(`start=${(startMs + DAY_MS) / 1_000}`)).toBe(1);
  expect(await count(`end=${(startMs + DAY_MS) / 1_000 - 1}`)).toBe(1);
});

test.each([
  [`condition=${market.conditionId},${other.conditionId}`, 'condition'],
  [`condition=${market.conditionId}&eventId=1`, 'event_id'],
  [`condition=${market.conditionId}&status=REDEEMABLE_LOST`, 'status'],
  [`${user}&status=CLOSED&include_archived=true`, 'include_archived'],
  [`${user}&condition=${market.conditionId}&event_id=1`, 'event_id'],
  [`${user}&status=LOST`, 'status'],
  [`${user}&sort_by=NAME`, 'sort_by'],
])('positions: %s is refused by the name of a parameter', async (query, parameter) => {
  const { status, body } = await send(stack, 'GET', `/v2/positions?${query}`);
  expect([status, body]).toMatchObject([400, { code: 'invalid_request', parameter }]);
});

test('positions: a page may state what the first one left to the usual: order, bounds of 0, a blank title', async () => {
  for (const [anchor, order] of [
    ['', 'CURRENT_VALUE'],
    ['&status=MERGEABLE', 'TOKENS'],
    ['&status=CLOSED', 'REALIZED_PNL'],
  ] as const) {
    const first = `/v2/positions?user=${alice.address}&limit=1${anchor}`;
    const { pagination } = await read<{ pagination: Pagination }>(first);
    const next = `/v2/positions?user=${alice.address}&cursor=${pagination.next_cursor}`;
    const { body: bare } = await send(stack, 'GET', next);
    expect(bare).toMatchObject({ pagination: { offset: 1 } });
    for (const same of [`sort_by=${order}`, 'start=0&end=0', 'title=', 'title=%20'])
      expect([same, (await send(stack, 'GET', `${next}&${same}`)).body]).toEqual([same, bare]);
    const { body } = await send(stack, 'GET', `${next}&sortBy=PRICE`);
    expect(body).toMatchObject({ parameter: 'sortBy' });
  }
});

test('positions: a page repeats its anchor, and may repeat its filters but not change them', async () => {
  const first = `/v2/positions?user=${alice.address}&sort_by=TOKENS&limit=1`;
  const { data, pagination } = await read<{ data: DataV2Position[]; pagination: Pagination }>(first);
  expect(data).toMatchObject([{ token_id: market.no }]);
  const cursor = `cursor=${pagination.next_cursor}`;
  const next = async (query: string) => send(stack, 'GET', `/v2/positions?${cursor}&${query}`);
  for (const same of ['', '&sortBy=TOKENS', '&status=OPEN&filter_amount=0.1']) {
    const { body } = await next(`user=${alice.address}${same}`);
    expect(body).toMatchObject({ data: [{ token_id: market.yes }], pagination: { offset: 1, has_more: false } });
  }
  expect((await next('limit=1')).body).toMatchObject({ parameter: 'user' });
  expect((await next(user)).body).toMatchObject({ parameter: 'user' });
  expect((await next(`user=${alice.address}&sort_by=PRICE`)).body).toMatchObject({ parameter: 'sort_by' });
  expect((await next(`user=${alice.address}&status=CLOSED`)).body).toMatchObject({ parameter: 'status' });
});

test('trades: token ids are decimal, makers come on request, and 0 is the usual least size', async () => {
  const takers = await rows<DataV2Trade>(`/v2/trades?condition=${market.conditionId}`);
  expect(takers.map(({ proxy_wallet: wallet, side, size, token_id: token }) => [wallet, side, size, token])).toEqual([
    [bob.address, 'SELL', 5, market.yes],
    [bob.address, 'BUY', 20, market.yes],
  ]);
  expect(await rows(`/v2/trades?condition=${market.conditionId}&takerOnly=false`)).toHaveLength(4);
  expect(await rows('/v2/trades?filter_amount=0')).toEqual(await rows('/v2/trades'));
  expect(await rows('/v2/trades?filter_type=CASH&filter_amount=10')).toHaveLength(1);
  expect(await rows(`/v2/trades?${user}&start=${(startMs + DAY_MS) / 1_000}`)).toHaveLength(1);
  expect(await rows(`/v2/trades?${user}&start=0&end=0`)).toHaveLength(3);
});

test('activity: payouts, and deposits only on request', async () => {
  const types = async (query = '') =>
    (await rows<DataV2Activity>(`/v2/activity?${user}${query}`)).map(({ type }) => type);
  expect(await types()).toEqual(['REDEEM', 'TRADE', 'TRADE', 'TRADE']);
  expect(await types('&exclude_deposits_withdrawals=false')).toContain('DEPOSIT');
  expect(new Set(await types('&type=DEPOSIT'))).toEqual(new Set(['DEPOSIT']));
  expect(await types('&type=DEPOSIT,TRADE&exclude_deposits_withdrawals=true')).toEqual(['TRADE', 'TRADE', 'TRADE']);
  expect(await types('&type=TIP,YIELD')).toEqual([]);
  const [deposit] = await rows<DataV2Activity>(`/v2/activity?${user}&type=DEPOSIT`);
  expect(deposit).toMatchObject({ token_id: '', condition_id: '', side: '', outcome_index: 999 });
});

test('volume: whole UTC days, both as shares and as collateral', async () => {
  const volume = async (query = '') => (await read<DataV2Volume>(`/v2/user-volume?${user}${query}`)).data;
  const second = (startMs + DAY_MS) / 1_000;
  expect(await volume()).toEqual({ volume: 65, volume_usdc: 21, trade_count: 3 });
  expect(await volume(`&start=${second}`)).toEqual({ volume: 5, volume_usdc: 3, trade_count: 1 });
  expect(await volume(`&end=${second - 86_400}`)).toEqual({ volume: 60, volume_usdc: 18, trade_count: 2 });
  expect(await volume(`&start=${second + 86_400}&end=1`)).toEqual({ volume: 0, volume_usdc: 0, trade_count: 0 });
});

test('profit: each point shows the day before, and the last one the present', async () => {
  const { points, ...series } = (await read<DataV2Pnl>(`/v2/user-pnl?${user}&interval=1w&fidelity=1d`)).data;
  expect(series).toEqual({
    ...{ proxy_wallet: bob.address, interval: '1w', fidelity: '1d', source_fidelity: '1d' },
  });
  const nowS = stack.time.nowMs / 1_000;
  const midnight = Math.floor(nowS / 86_400) * 86_400;
  expect(points.slice(-2).map(({ timestamp }) => timestamp)).toEqual([midnight, nowS]);
  expect(points.slice(0, -2).every(({ trade_count: count }) => count === 0)).toBe(true);
  expect(points.at(-2)).toMatchObject({ trade_count: 2, realized_pnl: -0.246, unrealized_pnl: null });
  const value = (await send(stack, 'GET', `/value?${user}`)).body as { realizedPnl: number; netPnl: number }[];
  const { realizedPnl = 0, netPnl = 0 } = value[0] ?? {};
  const last = points.at(-1);
  expect((last?.realized_pnl ?? 0) - (last?.fees ?? 0)).toBeCloseTo(realizedPnl, 6);
  expect(last).toMatchObject({ trade_count: 3, position_pnl: netPnl });
  const finest = (await read<DataV2Pnl>(`/v2/user-pnl?user_address=${bob.address}&interval=all`)).data.points;
  expect((await read<DataV2Pnl>(`/v2/user-pnl?userAddress=${bob.address}&interval=all`)).data.points).toEqual(finest);
  expect(finest[0]?.timestamp).toBe(Math.floor(startMs / DAY_MS) * 86_400);
});

test('statistics: markets, the biggest win of a resolved one, and null without an account', async () => {
  expect((await read<DataV2Stats>(`/v2/user-stats?${user}`)).data).toMatchObject({
    ...{ proxy_wallet: bob.address, trades: 2, biggest_win: 30, views: 0, join_date: startMs / 1_000 },
    all_time_pnl: { trade_count: 3, timestamp: stack.time.nowMs / 1_000 },
  });
  expect((await read<DataV2Stats>(`/v2/user-stats?user=${NOBODY}`)).data).toBeNull();
});

test('approvals: all are given, of the venue’s own exchange too', async () => {
  const { data } = await read<DataV2Approvals>(`/v2/approvals?${user}`);
  expect(data).toMatchObject({ address: bob.address, chain_id: 31_337 });
  expect(data.contracts.every(({ approved }) => approved)).toBe(true);
  const exchange = data.contracts.filter(({ spender }) => spender === stack.dependencies.domain.verifyingContract);
  expect(exchange.map(({ standard, amount }) => [standard, amount])).toContainEqual(['ERC20', 'max']);
});
