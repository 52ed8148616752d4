/** Over a traded venue the figures of the second data interface are those of the first, and pages are parts of the whole. */
import { createHash } from 'node:crypto';
import type { DataV2HolderGroup, DataV2Leader, DataV2PricePoint, HolderGroup, TradeFill } from '@bellwether/contract';
import { forAllAsync, met, runs } from '@bellwether/engine/testing';
import { decodeDataCursor, type PageParameters } from '@bellwether/wire/data-v2/cursor.ts';
import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { holdersParameters, holdersRead } from '../../ledger/answer/holders.ts';
import { tradesRead } from '../../ledger/answer/trades.ts';
import { leaderboardRead } from '../../portfolio/answer/leaderboard.ts';
import { periodStart } from '../../portfolio/tables.ts';
import { type HistorySpan, historySpan } from '../../prices/answer/price-history-output.ts';
import { pricesHistoryRead } from '../../prices/answer/prices-history.ts';
import { ALL_MARKETS, recordReads } from '../../recorded-reads.testing.ts';
import { MARKETS } from '../../testing/portfolio-history.ts';
import { dataV2BiggestWinnersRead, dataV2LeaderboardRead, windowStart } from './boards.ts';
import { dataV2HoldersRead } from './holders.ts';
import { dataV2LiveVolumeRead } from './live-volume.ts';
import type { Page } from './page.ts';
import { intervalWindow, type PriceWindow, spanWindow } from './price-series.ts';
import { dataV2PricesHistoryRead } from './prices-history.ts';
import { ranksOf } from './ranks.ts';

const { venue, store, run } = recordReads(2_500);
afterAll(() => store.close());
const nowMs = venue.timeMs;
const nowS = Math.floor(nowMs / 1_000);

const key = createHash('sha256').update('a key').digest('hex');
const first = (limit: number): PageParameters => ({ limit, offset: 0, place: [], bound: {}, key });

/** Rows of all pages of a size. */
async function allPages<Row>(limit: number, read: (page: PageParameters) => Promise<Page<Row>>): Promise<Row[]> {
  const rows: Row[] = [];
  for (let page: PageParameters | null = first(limit); page !== null; ) {
    const { data, pagination } = await read(page);
    rows.push(...data.slice(0, data.length));
    expect(pagination.has_more).toBe(pagination.next_cursor !== null);
    const content = pagination.next_cursor === null ? null : decodeDataCursor(key, pagination.next_cursor);
    page = content === null ? null : { ...content, key };
  }
  return rows;
}

const trades = await run(tradesRead, { limit: 10_000, offset: 0, takerOnly: true });
const bothSides = await run(tradesRead, { limit: 10_000, offset: 0, takerOnly: false });
const sharesOf = (fills: readonly TradeFill[]): number =>
  Math.round(fills.reduce((sum, { size }) => sum + size, 0) * 1e6) / 1e6;

const LIMIT = fc.integer({ min: 1, max: 9 });
const MARKET_SETS = fc.uniqueArray(fc.constantFrom(...ALL_MARKETS), { minLength: 1 });

type Row = readonly [token: string, wallet: string, amount: number];
const rowsOf = (groups: readonly DataV2HolderGroup[]): Row[] =>
  groups.flatMap(({ token_id, holders }) => holders.map((row): Row => [token_id, row.proxy_wallet, row.amount]));
/** Rows by token, each token's in order, however pages parted them. */
const byToken = (rows: readonly Row[]) =>
  Object.fromEntries(
    [...Map.groupBy(rows, ([token]) => token)].map(([token, all]) => [token, all.map(([, ...rest]) => rest)]),
  );

/** Token of an asset of the first interface. */
function tokenOf(asset: string): string {
  const [condition, outcome] = asset.split(':') as [string, string];
  const [row] = store.query(`SELECT token_${outcome} AS token FROM markets WHERE condition_id = ?`, condition);
  return String(row?.['token']);
}

const holdersOfFirst = (market: readonly string[]): Promise<HolderGroup[]> =>
  run(holdersRead, holdersParameters({ market: [...market], minBalance: 0, limit: 500 }));

test('holders: gross those of the first interface, net what is left of them, in pages of any size', async () => {
  let seen = 0;
  await forAllAsync(40, [MARKET_SETS, LIMIT, fc.constantFrom(0, 1, 90.5)], async (condition, limit, min_balance) => {
    const groups = await holdersOfFirst(condition);
    const gross = groups.flatMap(({ token, holders }) =>
      holders.map((row): Row => [tokenOf(token), row.proxyWallet, row.amount]),
    );
    const read = (include_pnl: boolean, markets: string[]) =>
      allPages(limit, (page) => run(dataV2HoldersRead, { condition: markets, min_balance, include_pnl, page }));
    const market = condition.slice(0, 1);
    const ofMarket = new Set([`${market[0]}:0`, `${market[0]}:1`].map(tokenOf));
    expect(byToken(rowsOf(await read(true, market)))).toEqual(
      byToken(gross.filter(([token, , amount]) => ofMarket.has(token) && amount >= min_balance)),
    );
    const net = groups.flatMap(({ token, holders }, index) => {
      const opposite = groups[index % 2 === 0 ? index + 1 : index - 1]?.holders ?? [];
      const rows = holders.map(({ proxyWallet, amount }): Row => {
        const other = opposite.find((row) => row.proxyWallet === proxyWallet)?.amount ?? 0;
        return [tokenOf(token), proxyWallet, (Math.round(1e6 * amount) - Math.round(1e6 * other)) / 1e6];
      });
      const shown = rows.filter(
        ([, , amount]) => amount >= min_balance && (amount > 0 || (index % 2 === 0 && amount === 0)),
      );
      return shown.sort((one, other) => other[2] - one[2]);
    });
    const actual = rowsOf(await read(false, condition));
    seen += actual.length;
    expect(sorted(byToken(actual))).toEqual(sorted(byToken(net)));
  });
  expect(met(seen)).toBeGreaterThan(runs(100));
});

/** Wallets with equal amounts are in the order of their age, which the oracle does not know. */
const sorted = (groups: Record<string, (string | number)[][]>) =>
  Object.fromEntries(
    Object.entries(groups).map(([token, rows]) => {
      const amounts = rows.map(([, amount]) => amount);
      expect(amounts).toEqual(amounts.toSorted((one, other) => Number(other) - Number(one)));
      return [token, rows.map(String).sort()];
    }),
  );

test('live volume: the shares that the takers of the first interface’s trades matched', async () => {
  const [event] = [...venue.state.catalogEvents.keys()];
  const { data } = await run(dataV2LiveVolumeRead, { event_id: [String(event), '999999'] });
  const expected = Map.groupBy(trades, ({ conditionId }) => conditionId);
  expect(data.conditions.length).toBe(3);
  for (const { condition_id, taker_volume } of data.conditions)
    expect(taker_volume).toBe(sharesOf(expected.get(condition_id) ?? []));
  const volumes = data.conditions.map(({ taker_volume }) => taker_volume);
  expect(volumes).toEqual(volumes.toSorted((one, other) => other - one));
  expect(data.taker_volume_total).toBeCloseTo(
    volumes.reduce((sum, each) => sum + each, 0),
    6,
  );
});

const PERIODS = { day: 'DAY', week: 'WEEK', month: 'MONTH', all: 'ALL' } as const;
const PERIOD = fc.constantFrom(...(Object.keys(PERIODS) as (keyof typeof PERIODS)[]));

test('leaderboard: profits are those of the first interface, volumes the shares of all its fills, ranks are shared', async () => {
  await forAllAsync(
    40,
    [PERIOD, LIMIT, fc.constantFrom('PNL' as const, 'VOLUME' as const)],
    async (period, limit, by) => {
      const query = { time_period: period, category: 'overall', sort_by: by, nowMs } as const;
      const rows = await allPages(
        limit,
        async (page) => (await run(dataV2LeaderboardRead, { ...query, page })) as Page<DataV2Leader>,
      );
      const before = { timePeriod: PERIODS[period], orderBy: 'PNL', limit: 50, offset: 0, nowMs } as const;
      const leaders = await run(leaderboardRead, before);
      const profits = new Map(leaders.map(({ proxyWallet, pnl }) => [proxyWallet, pnl]));
      expect(new Map(rows.map(({ user_id, pnl }) => [user_id, pnl]))).toEqual(profits);
      if (by === 'PNL')
        expect(rows.map(({ user_id }) => user_id)).toEqual(leaders.map(({ proxyWallet }) => proxyWallet));
      const sinceS = windowStart(period, nowMs);
      const figureOf = (row: DataV2Leader): number => (by === 'PNL' ? row.pnl : row.volume);
      for (const row of rows) {
        const fills = bothSides.filter(
          ({ proxyWallet, timestamp }) => proxyWallet === row.user_id && timestamp >= sinceS,
        );
        expect(row.volume).toBe(sharesOf(fills));
        expect(row.rank).toBe(1 + rows.filter((other) => figureOf(other) > figureOf(row)).length);
        const user = { ...query, user: row.user_id, page: first(1) };
        const standing = (await run(dataV2LeaderboardRead, user)) as { readonly data: Record<string, unknown> };
        const rank = by === 'PNL' ? 'rank_pnl' : 'rank_volume';
        // An address can also stand for an account, whose own wallet comes first.
        expect(standing.data).toMatchObject({
          user_id: row.user_id,
          pnl: row.pnl,
          volume: row.volume,
          [rank]: row.rank,
        });
      }
      expect(rows.length).toBeGreaterThan(3);
    },
  );
  expect(periodStart(3, nowMs)).toBe(0);
});

test('ranks: equal figures share one, across pages too', () => {
  expect(ranksOf([9n, 9n, 5n, 1n, 1n], 0, 0)).toEqual([1, 1, 3, 4, 4]);
  // The third row of a board on which it and the row before are second.
  expect(ranksOf([7n, 7n, 2n], 2, 1)).toEqual([2, 2, 5]);
  expect(ranksOf([], 5, 0)).toEqual([]);
});

test('winners: the gains of all payouts of a window, the largest first', async () => {
  const wins = store.query('SELECT * FROM wins ORDER BY gain_micros DESC, wallet, market, outcome');
  await forAllAsync(20, [PERIOD, LIMIT], async (time_period, limit) => {
    const read = (page: PageParameters) =>
      run(dataV2BiggestWinnersRead, { time_period, category: 'overall', page, nowMs });
    const rows = await allPages(limit, read);
    const since = wins.filter(({ time_s }) => Number(time_s) >= windowStart(time_period, nowMs));
    expect(rows.map(({ win_rank, pnl }) => [win_rank, pnl])).toEqual(
      since.map(({ gain_micros }, index) => [index + 1, Number(gain_micros) / 1e6]),
    );
    for (const { pnl, initial_value, final_value } of rows) expect(final_value - initial_value).toBeCloseTo(pnl, 6);
  });
  expect(wins.length).toBeGreaterThan(5);
});

const OUTCOME = fc.constantFrom(0 as const, 1 as const);
const MARKET = fc.integer({ min: 0, max: MARKETS - 1 });
const INTERVAL = fc.constantFrom(
  '1h' as const,
  '6h' as const,
  '1d' as const,
  '1w' as const,
  '1m' as const,
  'max' as const,
);
const BUCKET = fc.option(fc.constantFrom(60, 300, 420, 600, 3_600, 86_400), { nil: null });
const WINDOWS: fc.Arbitrary<PriceWindow> = fc.oneof(
  fc.tuple(INTERVAL, BUCKET).map(([interval, stepS]) => intervalWindow(interval, stepS, nowS)),
  fc
    .record({
      back: fc.integer({ min: 60, max: 13 * 86_400 }),
      length: fc.integer({ min: 60, max: 13 * 86_400 }),
      isOnGrid: fc.boolean(),
      stepS: BUCKET,
    })
    .map(({ back, length, isOnGrid, stepS }) => {
      const endS = nowS - back + length;
      const shownEndS = isOnGrid ? endS - (endS % 3_600) : endS;
      return spanWindow(nowS - back, endS < nowS && shownEndS > nowS - back ? shownEndS : null, stepS, nowS);
    }),
);

const observed = venue.entries.flatMap(({ sequence, timeMs }) =>
  (venue.prices.get(sequence) ?? []).map((one) => ({ timeMs, ...one })),
);

/** Every point shows the price that was observed last before its time, or by now; they are in order and in the window. */
function expectTrue(points: readonly DataV2PricePoint[], market: number, outcome: number, window: PriceWindow): void {
  const ofMarket = observed.filter((one) => one.market === market);
  let [next, price, beforeS] = [0, null as number | null, (window.startS ?? 0) - 1];
  for (const { timestamp, price: shown } of points) {
    expect(timestamp).toBeGreaterThan(beforeS);
    beforeS = timestamp;
    for (let one = ofMarket[next]; one !== undefined && (one.timeMs < 1_000 * timestamp || timestamp === nowS); ) {
      price = one.priceHalfTicks;
      one = ofMarket[++next];
    }
    expect(shown).toBe(price === null ? null : (outcome === 0 ? price : 20_000 - price) / 20_000);
  }
  expect(beforeS).toBeLessThanOrEqual(window.lastS);
}

test('prices: on the grid those of the first interface until the result, then one last price', async () => {
  let compared = 0;
  await forAllAsync(
    60,
    [WINDOWS, MARKET, OUTCOME, fc.integer({ min: 150, max: 5_000 })],
    async (window, market, outcome, size) => {
      const token = { token: '1', market, outcome };
      const read = (page: PageParameters) => {
        const [shownS, stepS] = page.place as readonly number[];
        const rest =
          shownS === undefined ? window : { ...window, startS: shownS + 1, stepS: stepS ?? 0, isExact: false };
        return run(dataV2PricesHistoryRead, { token, page, window: rest });
      };
      const points = await allPages(size, read);
      const whole = (await read(first(100_000))).data;
      expect(points).toEqual(whole);
      const step = points.find(({ resolution_seconds }) => resolution_seconds > 0)?.resolution_seconds;
      if (step === undefined || step % 60 !== 0) return;
      const bounds =
        window.startS === null ? { interval: 'max' as const } : { startTs: window.startS, endTs: window.lastS };
      const span = historySpan({ ...bounds, fidelity: step / 60 }, nowS) as HistorySpan;
      const earlier = (await pricesHistoryRead.run(store.database, { tokens: [token], span, limit: 0 }))?.value ?? [];
      const prices = new Map(earlier.map(({ t, p }) => [t, p]));
      const grid = points.slice(0, -1);
      for (const { timestamp, price, resolution_seconds } of grid) {
        expect(resolution_seconds).toBe(step);
        expect(price).toBe(prices.get(timestamp));
      }
      expect(points.at(-1)?.resolution_seconds).toBe(0);
      expectTrue(points, market, outcome, window);
      const isResolved = (venue.state.markets[market]?.payouts ?? null) !== null;
      const lastS = points.at(-1)?.timestamp ?? 0;
      if (!isResolved && window.lastS === nowS) expect(lastS).toBe(nowS);
      if (!isResolved) expect(grid.length).toBe(earlier.filter(({ t }) => t < lastS).length);
      compared += grid.length;
    },
  );
  expect(met(compared)).toBeGreaterThan(runs(1_000));
});

test('prices: a window that ends soon after a change shows the price of a time that is known exactly', async () => {
  const changes = observed.filter((_, index) => index % 40 === 0);
  const widths = new Set<number>();
  for (const { market, timeMs } of changes) {
    const endS = Math.ceil(timeMs / 1_000) + 1;
    const window = spanWindow(endS - 600, endS, 60, nowS);
    const token = { token: '1', market, outcome: 0 } as const;
    const { data } = await run(dataV2PricesHistoryRead, { token, page: first(9_999), window });
    expectTrue(data.slice(0, 9_999), market, 0, window);
    const moment = await run(dataV2PricesHistoryRead, { token, page: first(1), asOfS: window.lastS, nowS });
    const [point] = moment.data.slice(0, 2);
    // The minute of a market's first change has not ended: no price is known before.
    if (point === undefined) continue;
    expectTrue([point], market, 0, { ...window, startS: 0 });
    widths.add(point.resolution_seconds);
    expect(window.lastS - point.timestamp).toBeLessThanOrEqual(Math.max(0, point.resolution_seconds - 1));
  }
  expect(widths).toContain(60);
});

test('prices: a resolved market ends with its payout on the next time of the grid, and has none after', async () => {
  const [row] = store.query('SELECT resolved_ms FROM markets WHERE market = 0');
  const resolvedS = Math.floor(Number(row?.['resolved_ms']) / 1_000) + 1;
  const token = { token: '1', market: 0, outcome: 1 } as const;
  const of = async (window: PriceWindow) =>
    (await run(dataV2PricesHistoryRead, { token, page: first(9_999), window })).data.slice(0, 9_999);
  const around = await of(spanWindow(resolvedS - 600, resolvedS + 600, 60, nowS));
  const endS = Math.ceil(resolvedS / 60) * 60;
  expect(around.at(-1)).toEqual({ timestamp: endS, price: 0.6667, resolution_seconds: 0 });
  expect(around.slice(0, -1).every(({ timestamp }) => timestamp < resolvedS)).toBe(true);
  expect((await of(spanWindow(resolvedS - 600, resolvedS + 1, 60, nowS))).at(-1)?.price).toBe(0.6667);
  expect((await of(spanWindow(resolvedS - 600, resolvedS, 60, nowS))).at(-1)?.price).not.toBe(0.6667);
  expect(await of(spanWindow(endS + 1, null, 60, nowS))).toEqual([]);
  const asOf = async (asOfS: number) =>
    (await run(dataV2PricesHistoryRead, { token, page: first(1), asOfS, nowS })).data.slice(0, 2);
  const payout = { timestamp: resolvedS, price: 0.6667, resolution_seconds: 0 };
  expect(await asOf(nowS)).toEqual([payout]);
  expect((await asOf(resolvedS - 1))[0]?.price).not.toBe(0.6667);
  expect(await asOf(1)).toEqual([]);
});

test('prices: a distance is chosen by the length of a window and by what is kept', () => {
  const DAY = 86_400;
  const chosen = (startDaysAgo: number, days: number): number | null =>
    spanWindow(nowS - startDaysAgo * DAY, nowS - (startDaysAgo - days) * DAY, null, nowS).stepS;
  expect([chosen(1, 0.5), chosen(1, 0.6), chosen(7, 7), chosen(15, 15)]).toEqual([60, 300, 300, 1_800]);
  // Minutes are kept for 15 days, five minutes for 31, hours for 399.
  expect([chosen(20, 0.1), chosen(40, 0.1), chosen(500, 0.1)]).toEqual([300, 3 * 3_600, DAY]);
  expect(intervalWindow('1m', 60, nowS)).toMatchObject({ stepS: 600, startS: nowS - 30 * DAY });
  expect(intervalWindow('max', 600, nowS)).toMatchObject({ stepS: 600, startS: nowS - 30 * DAY });
  expect(intervalWindow('all', 3 * 3_600, nowS)).toMatchObject({ stepS: 3 * 3_600, startS: null });
});
