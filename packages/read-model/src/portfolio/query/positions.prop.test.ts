/** Open and closed positions: every filter, order and page equals filtering, sorting and slicing everything. */
import type {
  ClosedPosition,
  ClosedPositionsQuery,
  PositionsQuery,
  UserPosition,
  UserValues,
} from '@bellwether/contract';
import { type MarketId, micros } from '@bellwether/engine';
import { forAllAsync } from '@bellwether/engine/testing';
import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { ALL_MARKETS, ALL_POSITIONS, recordReads, USERS, walletsOf } from '../../recorded-reads.testing.ts';
import { MARKETS, NEG_RISK_MARKETS } from '../../testing/portfolio-history.ts';
import { RecordedVenue, testAddress, testConditionId } from '../../testing/recorded-venue.ts';
import { openTestStore } from '../../testing/test-store.ts';
import { closedPositionsRead, tradedRead } from '../answer/closed-positions.ts';
import { leaderboardRead } from '../answer/leaderboard.ts';
import { positionsRead, valueRead } from '../answer/positions.ts';

const { venue, store, run, addressOf } = recordReads(2_500);
afterAll(() => store.close());

const asked = (user: string, changes: Partial<PositionsQuery> = {}) => ({ ...ALL_POSITIONS, user, ...changes });

const BY_PROFIT = { limit: 50, offset: 0, sortBy: 'REALIZEDPNL', sortDirection: 'DESC' } as const;

const FIGURES: Readonly<Record<PositionsQuery['sortBy'], (row: UserPosition) => number | string>> = {
  CURRENT: ({ currentValue }) => currentValue,
  INITIAL: ({ initialValue }) => initialValue,
  TOKENS: ({ size }) => size,
  CASHPNL: ({ cashPnl }) => cashPnl,
  PERCENTPNL: ({ percentPnl }) => percentPnl,
  TITLE: ({ title }) => title,
  RESOLVING: ({ endDate }) => endDate,
  PRICE: ({ curPrice }) => curPrice,
  AVGPRICE: ({ avgPrice }) => avgPrice,
};

/** Lifetime profit is the sum over all positions, its realised part minus fees the leaderboard's figure. */
async function expectProfit(user: string, open: readonly UserPosition[], value: UserValues[number] | undefined) {
  const closed: ClosedPosition[] = [];
  const query = { user, limit: 50, sortBy: 'TITLE', sortDirection: 'ASC' } as const;
  for (let isMore = true; isMore; ) {
    const page = await run(closedPositionsRead, { ...query, offset: closed.length });
    closed.push(...page);
    isMore = page.length === query.limit;
  }
  const sumOf = (figure: 'netPnl' | 'realizedPnl' | 'feesPaid'): number =>
    [...open, ...closed].reduce((sum, row) => sum + row[figure], 0);
  for (const figure of ['netPnl', 'realizedPnl', 'feesPaid'] as const)
    expect(value?.[figure]).toBeCloseTo(sumOf(figure), 4);
  const ranked = { user, timePeriod: 'ALL', orderBy: 'PNL', limit: 50, offset: 0, nowMs: venue.timeMs } as const;
  const pnl = (await run(leaderboardRead, ranked)).reduce((sum, leader) => sum + leader.pnl, 0);
  expect(sumOf('realizedPnl') - sumOf('feesPaid')).toBeCloseTo(pnl, 4);
}

const COST = 'SELECT * FROM position_costs WHERE wallet = ? AND market = ? AND outcome = ?';

test('positions: each row is what its cost row and its market’s price say', async () => {
  const read = positionsRead;
  let seen = 0;
  for (const user of USERS) {
    const wallets = walletsOf(user);
    const rows = await run(read, asked(user));
    for (const row of rows) {
      const wallet = venue.state.walletsByAddress.get(row.proxyWallet as never);
      expect(wallets).toContain(row.proxyWallet);
      const market = ALL_MARKETS.indexOf(row.conditionId as (typeof ALL_MARKETS)[number]);
      const [cost] = store.query(COST, wallet ?? -1, market, row.outcomeIndex);
      expect(row.size).toBe(Number(cost?.['shares_micros']) / 1e6);
      expect(row.initialValue).toBe(Number(cost?.['cost_micros']) / 1e6);
      expect(row.avgPrice).toBeCloseTo(row.initialValue / row.size, 6);
      expect(row.currentValue).toBeCloseTo(row.size * row.curPrice, 4);
      expect(row.cashPnl).toBeCloseTo(row.currentValue - row.initialValue, 6);
      if (row.initialValue > 1) expect(row.percentPnl).toBeCloseTo((100 * row.cashPnl) / row.initialValue, 3);
      expect(row.percentRealizedPnl).toBeCloseTo((100 * row.realizedPnl) / row.totalBought, 3);
      expect(row.feesPaid).toBe(Number(cost?.['fees_micros']) / 1e6);
      expect(row.netPnl).toBeCloseTo(row.cashPnl + row.realizedPnl - row.feesPaid, 6);
      const paid = (Number(cost?.['spent_micros']) + Number(cost?.['fees_micros'])) / 1e6;
      if (paid > 1) expect(row.percentNetPnl).toBeCloseTo((100 * row.netPnl) / paid, 3);
      expect(row.asset).toBe(`${row.conditionId}:${row.outcomeIndex}`);
      expect(row.oppositeAsset).toBe(`${row.conditionId}:${1 - row.outcomeIndex}`);
      expect(row.negativeRisk).toBe(NEG_RISK_MARKETS.includes(market as 2));
      const opposite = rows.find((one) => one.asset === row.oppositeAsset && one.proxyWallet === row.proxyWallet);
      expect(row.mergeable).toBe(opposite !== undefined);
      seen += 1;
    }
    const open = store.query('SELECT wallet FROM position_costs WHERE shares_micros > 0');
    expect(rows).toHaveLength(open.filter(({ wallet }) => wallets.includes(addressOf(Number(wallet)))).length);
  }
  expect(seen).toBeGreaterThan(60);
});

test('positions: every order, filter and page is that part of all of them [L18]', async () => {
  const read = positionsRead;
  const everything = new Map<string, UserPosition[]>();
  for (const user of [...USERS, testAddress(500)]) everything.set(user, await run(read, asked(user)));
  const parameters = fc.record(
    {
      user: fc.constantFrom(...everything.keys()),
      sortBy: fc.constantFrom(...(Object.keys(FIGURES) as PositionsQuery['sortBy'][])),
      sortDirection: fc.constantFrom('ASC' as const, 'DESC' as const),
      limit: fc.integer({ min: 0, max: 12 }),
      offset: fc.integer({ min: 0, max: 8 }),
      sizeThreshold: fc.constantFrom(0, 1, 390, 400.000001, 1e9),
      mergeable: fc.boolean(),
      redeemable: fc.boolean(),
      market: fc.uniqueArray(fc.constantFrom(...ALL_MARKETS, testConditionId(60)), { minLength: 1 }),
      title: fc.constantFrom('', 'will 3', 'HAPPEN', 'nothing like it'),
    },
    { requiredKeys: ['user'] },
  );
  await forAllAsync(150, [parameters], async ({ user, ...changes }) => {
    const query = asked(user, changes);
    const matching = (everything.get(user) ?? []).filter(
      (row) =>
        row.size >= query.sizeThreshold &&
        (!query.mergeable || row.mergeable) &&
        (!query.redeemable || row.redeemable) &&
        (query.market === undefined || query.market.includes(row.conditionId)) &&
        row.title.toLowerCase().includes((query.title ?? '').toLowerCase()),
    );
    const figure = FIGURES[query.sortBy];
    const sign = query.sortDirection === 'ASC' ? 1 : -1;
    const figures = matching.map(figure).sort((a, b) => sign * (a < b ? -1 : a > b ? 1 : 0));
    const end = query.offset + query.limit;
    const page = await run(read, query);
    expect(page.map(figure)).toEqual(figures.slice(query.offset, end));
    for (const row of page) expect(matching).toContainEqual(row);
    const whole = await run(read, { ...query, limit: 500, offset: 0 });
    expect(page).toEqual(query.limit === 0 ? [] : whole.slice(query.offset, end));
  });
});

test('value and traded: sums over all of a user’s wallets, profit and what of it is realised among them [L61]', async () => {
  for (const user of USERS) {
    const rows = await run(positionsRead, asked(user));
    const sum = (part: readonly UserPosition[]): number => part.reduce((total, row) => total + row.currentValue, 0);
    const [value] = await run(valueRead, { user });
    expect(value?.user).toBe(user);
    expect(value?.value).toBeCloseTo(sum(rows), 5);
    await expectProfit(user, rows, value);
    const market = [testConditionId(4)];
    const [inOne] = await run(valueRead, { user, market });
    expect(inOne?.value).toBeCloseTo(sum(rows.filter(({ conditionId }) => conditionId === market[0])), 5);
    expect((await run(tradedRead, { user })).traded).toBeGreaterThan(user === USERS[0] ? MARKETS - 1 : 0);
  }
  const nobody = testAddress(500);
  const nothing = { value: 0, valueAtCost: 0, netPnl: 0, realizedPnl: 0, feesPaid: 0 };
  expect(await run(valueRead, { user: nobody })).toEqual([{ user: nobody, ...nothing }]);
  expect(await run(tradedRead, { user: nobody })).toEqual({ user: nobody, traded: 0 });
});

test('positions: the sale of a taker is one sale of the whole trade, however many makers it met [L63]', async () => {
  const other = new RecordedVenue();
  other.openAccounts(3);
  other.addMarkets(1);
  const buy = (trader: number, outcome: 0 | 1, price: number, shares: number) =>
    other.place({ trader, market: 0, outcome, side: 'BUY', price, shares });
  // 5 at 0.10 and 6 at 0.11: 11 for 1.16.
  buy(1, 1, 9_000, 5);
  buy(0, 0, 1_000, 5);
  buy(1, 1, 8_900, 6);
  buy(0, 0, 1_100, 6);
  buy(1, 0, 500, 5);
  buy(2, 0, 500, 5);
  const sale = other.place({ trader: 0, market: 0, outcome: 0, side: 'SELL', price: 500, shares: 10 });
  expect(sale?.events.find((event) => event.kind === 'TradeExecuted')?.legs).toHaveLength(2);
  using fresh = openTestStore();
  fresh.project(other);
  const [held] = (await positionsRead.run(fresh.database, asked(testAddress(1))))?.value ?? [];
  // 1.16 × 10 / 11, rounded half up once: in two steps of 5 it would be 1.054546.
  expect(held).toMatchObject({ size: 1, initialValue: 0.105455, realizedPnl: -0.554545 });
});

test('closed positions: those that are gone, by every order and page', async () => {
  const read = closedPositionsRead;
  const query = { ...BY_PROFIT, user: USERS[0] ?? '' };
  const figures: Readonly<Record<ClosedPositionsQuery['sortBy'], (row: ClosedPosition) => number | string>> = {
    REALIZEDPNL: (row) => row.realizedPnl,
    TITLE: (row) => row.title,
    PRICE: (row) => row.curPrice,
    AVGPRICE: (row) => row.avgPrice,
    TIMESTAMP: (row) => row.timestamp,
  };
  const everything = await run(read, query);
  expect(everything.length).toBeGreaterThan(4);
  // Market 0 paid 0.3333 and 0.6667; market 2 of the event won.
  const prices = new Map(everything.map((row) => [row.asset, row.curPrice]));
  expect([prices.get(`${testConditionId(0)}:0`), prices.get(`${testConditionId(2)}:0`)]).toEqual([0.3333, 1]);
  for (const sortBy of Object.keys(figures) as ClosedPositionsQuery['sortBy'][])
    for (const sortDirection of ['ASC', 'DESC'] as const) {
      const whole = await run(read, { ...query, sortBy, sortDirection });
      const sign = sortDirection === 'ASC' ? 1 : -1;
      const sorted = everything.map(figures[sortBy]).sort((a, b) => sign * (a < b ? -1 : a > b ? 1 : 0));
      expect(whole.map(figures[sortBy])).toEqual(sorted);
      expect(await run(read, { ...query, sortBy, sortDirection, limit: 2, offset: 1 })).toEqual(whole.slice(1, 3));
    }
  const inOne = await run(read, { ...query, market: [testConditionId(0)] });
  expect(inOne).toEqual(everything.filter(({ conditionId }) => conditionId === testConditionId(0)));
  expect(await run(read, { ...query, title: 'will 2' })).toEqual(everything.filter(({ title }) => title.includes('2')));
  expect(await run(read, { ...query, limit: 0 })).toEqual([]);
});

test('positions: between resolution and payout they are redeemable, at the payout, losers included', async () => {
  const other = new RecordedVenue();
  other.openAccounts(1);
  other.addMarkets(2);
  for (const market of [0, 1] as MarketId[]) {
    const [account, wallet] = [other.accountOf(0), other.walletOf(0)];
    other.must({ kind: 'SplitPosition', account, wallet, market, amount: micros(7_000_000) });
  }
  other.must({ kind: 'ResolveMarket', market: 1 as MarketId, payouts: [0, 10_000] });
  using fresh = openTestStore();
  fresh.project(other);
  const query = asked(testAddress(1), { redeemable: true });
  const answer = await positionsRead.run(fresh.database, query);
  const shared = { size: 7, avgPrice: 0.5, initialValue: 3.5, redeemable: true, conditionId: testConditionId(1) };
  expect(answer?.value).toMatchObject([
    { ...shared, outcomeIndex: 0, curPrice: 0, currentValue: 0, cashPnl: -3.5, percentPnl: -100 },
    { ...shared, outcomeIndex: 1, curPrice: 1, currentValue: 7, cashPnl: 3.5, percentPnl: 100 },
  ]);
  other.must({ kind: 'SettleMarket', market: 1 as MarketId });
  fresh.project(other);
  expect((await positionsRead.run(fresh.database, query))?.value).toEqual([]);
  const ofUser = { ...BY_PROFIT, user: testAddress(1) };
  expect((await closedPositionsRead.run(fresh.database, ofUser))?.value).toMatchObject([
    { outcomeIndex: 1, realizedPnl: 3.5, totalBought: 7, avgPrice: 0.5 },
    { outcomeIndex: 0, realizedPnl: -3.5, totalBought: 7, avgPrice: 0.5 },
  ]);
});
