/** The second data interface against the first, over a traded venue: the same rows and figures, whatever is asked. */
import type {
  ClosedPosition,
  DataV2Activity,
  DataV2Position,
  DataV2Trade,
  TradeFill,
  UserActivity,
  UserPosition,
} from '@bellwether/contract';
import { forAllAsync } from '@bellwether/engine/testing';
import { decodeDataCursor, type PageParameters } from '@bellwether/wire/data-v2/cursor.ts';
import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { activityRead } from '../../ledger/answer/activity.ts';
import { tradesRead } from '../../ledger/answer/trades.ts';
import { closedPositionsRead } from '../../portfolio/answer/closed-positions.ts';
import { leaderboardRead } from '../../portfolio/answer/leaderboard.ts';
import { positionsRead, valueRead } from '../../portfolio/answer/positions.ts';
import { recentVolumeRead } from '../../portfolio/answer/recent-volume.ts';
import type { Read } from '../../read.ts';
import { ALL_MARKETS, ALL_POSITIONS, recordReads, USERS } from '../../recorded-reads.testing.ts';
import { dataV2ActivityRead, dataV2TradesRead } from './feeds.ts';
import type { Page } from './page.ts';
import { type DataV2PositionsParameters, dataV2PositionsRead } from './positions.ts';
import { dataV2PnlRead, dataV2ValueRead, dataV2VolumeRead } from './wallets.ts';

const { venue, store, run } = recordReads(2_500);
afterAll(() => store.close());

const KEY = 'ab'.repeat(32);
type Paged = { readonly page: PageParameters };

/** All rows of a list, page by page, as a client that follows the cursors gets them. */
async function walk<Parameters extends Paged, Row>(
  read: Read<Parameters, Page<Row>>,
  query: Omit<Parameters, 'page'>,
  limit: number,
): Promise<Row[]> {
  const rows: Row[] = [];
  const pageAt = (page: PageParameters): Promise<Page<Row>> => run(read, { ...query, page } as Parameters);
  let page: PageParameters | null = { limit, offset: 0, place: [], bound: {}, key: KEY };
  while (page !== null) {
    const { data, pagination } = await pageAt(page);
    const { next_cursor: cursor, has_more: hasMore, ...place } = pagination;
    expect(place).toEqual({ limit, offset: rows.length });
    expect(hasMore).toBe(cursor !== null);
    rows.push(...data.slice(0, data.length));
    if (hasMore) expect(data.length).toBe(limit);
    const content = cursor === null ? null : decodeDataCursor(KEY, cursor);
    page = content === null ? null : { ...content, key: KEY };
  }
  return rows;
}

const userOf = fc.constantFrom(...USERS, `0x${'0'.repeat(39)}f`);
const marketsOf = fc.option(fc.subarray([...ALL_MARKETS], { minLength: 1 }), { nil: undefined });
const sideOf = fc.option(fc.constantFrom('BUY' as const, 'SELL' as const), { nil: undefined });
const pageSize = fc.integer({ min: 1, max: 60 });
const firstS = Math.floor((venue.entries[0]?.timeMs ?? 0) / 1_000);
const lastS = Math.floor(venue.timeMs / 1_000);
const timeOf = fc.option(fc.integer({ min: firstS, max: lastS }), { nil: undefined });

/** An object without the fields that are undefined. */
function given<Fields extends object>(fields: Fields) {
  type Given = { [Name in keyof Fields]?: Exclude<Fields[Name], undefined> };
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Given;
}

const POSITIONS: Omit<DataV2PositionsParameters, 'page' | 'user'> = {
  ...{ status: 'OPEN', filter_type: 'TOKENS', filter_amount: 0, include_archived: true, sort_direction: 'DESC' },
};

const tokenNames = new Map(
  store
    .query('SELECT condition_id, token_0, token_1 FROM markets')
    .flatMap(({ condition_id: id, token_0, token_1 }) => [
      [`${id}:0`, token_0],
      [`${id}:1`, token_1],
    ]),
);

/** Figures of a position in both interfaces, by the names of the first. */
const openFigures = (row: UserPosition) => [
  ...[row.proxyWallet, tokenNames.get(row.asset), row.conditionId, row.size, row.avgPrice, row.initialValue],
  ...[row.currentValue, row.cashPnl, row.percentPnl, row.totalBought, row.realizedPnl, row.curPrice],
  ...[row.redeemable, row.mergeable, tokenNames.get(row.oppositeAsset), row.outcome, row.title, row.negativeRisk],
];
const sameFigures = (row: DataV2Position) => [
  ...[row.proxy_wallet, row.token_id, row.condition_id, row.current_size, row.avg_price, row.entry_cost_usdc],
  ...[row.current_value, row.unrealized_pnl, row.percent_pnl, row.total_size, row.realized_pnl, row.current_price],
  ...[row.redeemable, row.mergeable, row.opposite_token_id, row.outcome, row.title, row.negative_risk],
];

test('positions: open ones have the figures of /positions, in pages of any size', async () => {
  let seen = 0;
  await forAllAsync(25, [userOf, marketsOf, pageSize], async (user, market, limit) => {
    const first = await run(positionsRead, { ...ALL_POSITIONS, user, ...given({ market }) });
    const query = { ...POSITIONS, user, sort_by: 'TOKENS' as const, ...given({ condition: market }) };
    const second = await walk(dataV2PositionsRead, query, limit);
    expect(second.map(sameFigures)).toEqual(first.map(openFigures));
    for (const row of second) {
      expect(row.total_pnl).toBeCloseTo(row.realized_pnl + row.unrealized_pnl, 6);
      expect(row.total_cost_usdc).toBeCloseTo(row.entry_cost_usdc + row.entry_fees_usdc, 6);
      expect(row.first_entry_at).toBeLessThanOrEqual(row.last_event_at);
    }
    seen += second.length;
  });
  expect(seen).toBeGreaterThan(20);
});

test('positions: closed ones have the figures of /closed-positions', async () => {
  const figures = (row: ClosedPosition) => [
    ...[row.proxyWallet, tokenNames.get(row.asset), row.avgPrice, row.totalBought, row.realizedPnl, row.timestamp],
  ];
  let seen = 0;
  await forAllAsync(25, [userOf, pageSize], async (user, limit) => {
    const first = await run(closedPositionsRead, {
      ...{ user, limit: 50, offset: 0, sortBy: 'REALIZEDPNL', sortDirection: 'DESC' },
    });
    const second = await walk(dataV2PositionsRead, { ...POSITIONS, user, status: 'CLOSED' }, limit);
    const same = second.map((row) => [
      ...[row.proxy_wallet, row.token_id, row.avg_price, row.total_size, row.realized_pnl, row.last_event_at],
    ]);
    expect(same.slice(0, 50)).toEqual(first.map(figures));
    for (const row of second) expect(row).toMatchObject({ current_size: 0, current_value: 0, entry_cost_usdc: 0 });
    seen += second.length;
  });
  expect(seen).toBeGreaterThan(20);
});

const SORTED: Readonly<Record<string, (row: DataV2Position) => number>> = {
  CURRENT_VALUE: ({ current_value: value }) => value,
  TOKENS: ({ current_size: size }) => size,
  UNREALIZED_PNL: ({ unrealized_pnl: pnl }) => pnl,
  REALIZED_PNL: ({ realized_pnl: pnl }) => pnl,
  TOTAL_PNL: ({ total_pnl: pnl }) => pnl,
  TIMESTAMP: ({ last_event_at: at }) => at,
};

test('positions: every order and filter is that of filtering and sorting everything, of users and of markets', async () => {
  const column = fc.constantFrom(...(Object.keys(SORTED) as NonNullable<DataV2PositionsParameters['sort_by']>[]));
  const direction = fc.constantFrom('ASC' as const, 'DESC' as const);
  const unit = fc.constantFrom('TOKENS' as const, 'CASH' as const);
  const anchor = fc.oneof(
    fc.record({ user: userOf }),
    fc.record({ condition: fc.constantFrom(...ALL_MARKETS).map((id) => [id as string]) }),
  );
  await forAllAsync(
    40,
    [anchor, column, direction, unit, fc.integer({ min: 0, max: 100 }), timeOf, pageSize],
    async (anchored, sort_by, sort_direction, filter_type, filter_amount, start, limit) => {
      const all = await walk(dataV2PositionsRead, { ...POSITIONS, ...anchored }, 1_000);
      const order = { sort_by, sort_direction, filter_type, filter_amount };
      const found = await walk(
        dataV2PositionsRead,
        { ...POSITIONS, ...anchored, ...order, ...given({ start }) },
        limit,
      );
      const isWanted = (row: DataV2Position): boolean =>
        row.last_event_at >= (start ?? 0) &&
        (filter_type === 'TOKENS'
          ? row.current_size >= filter_amount
          : row.current_value >= filter_amount && row.current_size >= 0.1);
      const key = (row: DataV2Position): string => `${row.proxy_wallet} ${row.token_id}`;
      expect(found.map(key).sort()).toEqual(all.filter(isWanted).map(key).sort());
      const figures = found.map(SORTED[sort_by] ?? (() => 0));
      const sign = sort_direction === 'ASC' ? 1 : -1;
      expect(figures).toEqual(figures.toSorted((a, b) => sign * (a - b)));
    },
  );
});

const tradeFigures = (row: TradeFill | UserActivity) => [
  ...[row.proxyWallet, tokenNames.get(row.asset) ?? '', row.conditionId, row.side, row.size, row.price],
  ...[row.timestamp, row.outcomeIndex, row.transactionHash, row.title, row.pseudonym],
];
const sameTrade = (row: DataV2Trade | DataV2Activity) => [
  ...[row.proxy_wallet, row.token_id, row.condition_id, row.side, row.size, row.price],
  ...[row.timestamp, row.outcome_index, row.transaction_hash, row.title, row.pseudonym],
];

test('trades: the fills of /trades, whatever is selected, in pages of any size', async () => {
  const unit = fc.constantFrom('TOKENS' as const, 'CASH' as const);
  let seen = 0;
  await forAllAsync(
    200,
    [fc.option(userOf, { nil: undefined }), marketsOf, sideOf, fc.boolean(), unit, timeOf, timeOf, pageSize],
    async (user, market, side, takerOnly, unitOf, start, end, limit) => {
      const least = 0.01;
      const first = await run(tradesRead, {
        ...{ takerOnly, filterType: unitOf, filterAmount: least, limit: 10_000, offset: 0 },
        ...given({ user, market, side, start, end }),
      });
      const query = {
        ...{ taker_only: takerOnly, filter_type: unitOf, filter_amount: least },
        ...given({ user, condition: market, side, start, end }),
      };
      const second = await walk(dataV2TradesRead, query, 1 + limit * 10);
      expect(second.map(sameTrade)).toEqual(first.map(tradeFigures));
      seen += second.length;
    },
  );
  expect(seen).toBeGreaterThan(100);
});

test('activity: the rows of /activity in both directions', async () => {
  const types = fc.option(
    fc.subarray(['TRADE', 'SPLIT', 'MERGE', 'REDEEM', 'CONVERSION', 'DEPOSIT'] as const, { minLength: 1 }),
    { nil: undefined },
  );
  let seen = 0;
  await forAllAsync(
    40,
    [userOf, marketsOf, types, sideOf, timeOf, timeOf, fc.constantFrom('ASC' as const, 'DESC' as const), pageSize],
    async (user, market, type, side, start, end, direction, limit) => {
      const query = { user, ...given({ type: type === undefined ? undefined : [...type], side, start, end }) };
      const first = await run(activityRead, {
        ...query,
        ...given({ market }),
        ...{ sortBy: 'TIMESTAMP', sortDirection: direction, limit: 10_000, offset: 0 },
      });
      const asked = {
        ...query,
        ...given({ condition: market }),
        ...{ sort_by: 'TIMESTAMP' as const, sort_direction: direction, exclude_deposits_withdrawals: false },
      };
      const second = await walk(dataV2ActivityRead, asked, limit);
      expect(second.map((row) => [row.type, row.usdc_size, ...sameTrade(row)])).toEqual(
        first.map((row) => [row.type, row.usdcSize, ...tradeFigures(row)]),
      );
      seen += second.length;
    },
  );
  expect(seen).toBeGreaterThan(100);
});

test('value, volume and profit: the figures of /value and of the leaderboard', async () => {
  await forAllAsync(20, [userOf, marketsOf], async (user, market) => {
    const [first] = await run(valueRead, { user, ...given({ market }) });
    const { data } = await run(dataV2ValueRead, { user, ...given({ condition: market }) });
    expect(data).toEqual({ proxy_wallet: user, value: first?.value });
  });
  for (const user of USERS) {
    const ranked = { user, timePeriod: 'ALL', orderBy: 'VOL', limit: 50, offset: 0, nowMs: venue.timeMs } as const;
    const leaders = await run(leaderboardRead, ranked);
    const sum = (figure: 'vol' | 'pnl' | 'feesPaid') => leaders.reduce((all, leader) => all + leader[figure], 0);
    expect((await run(dataV2VolumeRead, { user })).data.volume_usdc).toBeCloseTo(sum('vol'), 6);
    const series = { user, interval: 'max', fidelity: '12h', nowMs: venue.timeMs + 1_000 } as const;
    const { points } = (await run(dataV2PnlRead, series)).data;
    const last = points.at(-1);
    expect([last?.realized_pnl, last?.fees]).toEqual([
      expect.closeTo(sum('pnl'), 6),
      expect.closeTo(-sum('feesPaid'), 6),
    ]);
    const [value] = await run(valueRead, { user });
    expect(last?.position_pnl).toBeCloseTo(value?.netPnl ?? 0, 6);
    const counts = points.map(({ trade_count: count }) => count);
    expect(counts).toEqual(counts.toSorted((a, b) => a - b));
  }
});

test('the volume that decides a rate tier is that of all days, not of the current one alone', async () => {
  const ranked = { timePeriod: 'ALL', orderBy: 'VOL', limit: 50, offset: 0, nowMs: venue.timeMs } as const;
  const sum = (await run(leaderboardRead, ranked)).reduce((all, { vol }) => all + vol, 0);
  const wallets = venue.state.wallets.map(({ id }) => id);
  const toDay = Math.floor(venue.timeMs / 86_400_000);
  const { volume } = await run(recentVolumeRead, { wallets, fromDay: toDay - 29, toDay });
  expect(Number(volume) / 1e6).toBeCloseTo(sum, 6);
});
