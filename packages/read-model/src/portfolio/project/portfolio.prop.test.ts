/** Costs, periods and activity compared with oracles that fold the same events naively, in exact fractions. */

import { forAll } from '@bellwether/engine/testing';
import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { distance, NaivePortfolio } from '../../testing/naive-portfolio.ts';
import { recordPortfolioHistory } from '../../testing/portfolio-history.ts';
import type { RecordedVenue } from '../../testing/recorded-venue.ts';
import { openTestStore } from '../../testing/test-store.ts';
import { PERIOD, periodStart } from '../tables.ts';
import { conversionParts, equalParts, halves, payoutParts, shareRounded } from './cost-basis.ts';

const venue = recordPortfolioHistory(1_500);
const store = openTestStore();
store.project(venue, 37);
afterAll(() => store.close());

const kindsIn = (history: RecordedVenue): Set<string> =>
  new Set(history.entries.flatMap(({ events }) => events.map(({ kind }) => kind)));

test('portfolio: the history holds everything that its rules are about', () => {
  const kinds = ['TradeExecuted', 'PositionSplit', 'PositionsMerged', 'PositionsConverted', 'PayoutMade'];
  for (const kind of [...kinds, 'MarketSettled', 'Deposited', 'Withdrawn']) expect(kindsIn(venue)).toContain(kind);
  const settlements = venue.entries.flatMap(({ events }) =>
    events.flatMap((event) => (event.kind === 'TradeExecuted' ? event.legs.map((leg) => leg.settlement) : [])),
  );
  expect(new Set(settlements)).toEqual(new Set(['transfer', 'mint', 'merge']));
});

test('portfolio: every position has the shares of exact fractions, and cost and result to the rounding of each step [L18]', () => {
  const oracle = new NaivePortfolio();
  for (const { events } of venue.entries) for (const event of events) oracle.fold(event);
  const rows = store.query('SELECT * FROM position_costs');
  expect(rows).toHaveLength([...oracle.positions.values()].filter(({ steps }) => steps > 0).length);
  for (const row of rows) {
    const naive = oracle.at(Number(row['wallet']), Number(row['market']), Number(row['outcome']));
    expect(row['shares_micros']).toBe(naive.shares);
    expect(row['bought_micros']).toBe(naive.bought);
    expect(row['fees_micros']).toBe(naive.fees);
    expect(row['entry_fees_micros']).toBe(naive.entryFees);
    expect(distance(naive.cost, Number(row['cost_micros']))).toBeLessThanOrEqual(naive.steps);
    expect(distance(naive.realized, Number(row['realized_micros']))).toBeLessThanOrEqual(2 * naive.steps);
  }
  expect(rows.filter((row) => row['shares_micros'] === 0 && row['realized_micros'] !== 0).length).toBeGreaterThan(5);
  expect(rows.every((row) => row['shares_micros'] !== 0 || row['cost_micros'] === 0)).toBe(true);
});

test('portfolio: a wallet’s collateral is what came from outside, plus results, minus costs and fees, to the micro', () => {
  const outside = new Map<number, number>();
  const fees = new Map<number, number>();
  const add = (sums: Map<number, number>, wallet: number, amount: number) =>
    sums.set(wallet, (sums.get(wallet) ?? 0) + amount);
  for (const { events } of venue.entries)
    for (const event of events) {
      if (event.kind === 'WalletBound') add(outside, event.wallet, event.credit);
      if (event.kind === 'Deposited') add(outside, event.wallet, event.amount);
      if (event.kind === 'Withdrawn') add(outside, event.wallet, -event.amount);
      if (event.kind === 'TradeExecuted') add(fees, event.wallet, event.fee);
    }
  expect([...fees.values()].some((fee) => fee > 0)).toBe(true);
  for (const { id, free, held } of venue.state.wallets) {
    const [row] = store.query(
      'SELECT coalesce(sum(realized_micros), 0) - coalesce(sum(cost_micros), 0) AS result FROM position_costs WHERE wallet = ?',
      id,
    );
    expect(free + held).toBe((outside.get(id) ?? 0) - (fees.get(id) ?? 0) + Number(row?.['result']));
  }
});

test('portfolio: how entries are grouped, and a restart in between, changes no row', () => {
  using other = openTestStore();
  other.project({ ...venue, entries: venue.entries.slice(0, 600) }, 1);
  other.restart();
  other.project(venue, 5_000);
  const builders = ['builder_trades', 'builder_orders'];
  const periods = ['trader_periods', 'trader_days'];
  for (const table of ['position_costs', 'wins', 'activity', 'activity_seconds', ...periods, ...builders])
    expect(other.query(`SELECT * FROM ${table}`), table).toEqual(store.query(`SELECT * FROM ${table}`));
  expect(store.query('SELECT * FROM settling_payouts')).toEqual([]);
});

test('wins: one for each outcome paid out for more than it had cost, by that cost and payout', () => {
  const oracle = new NaivePortfolio();
  const expected = new Map<string, { payout: number; cost: number; steps: number; timeS: number }>();
  const firsts = new Map<number, number>();
  for (const { events, timeMs } of venue.entries)
    for (const event of events) {
      if (event.kind === 'MarketResolved') firsts.set(event.market, event.payouts[0]);
      if (event.kind === 'PayoutMade') {
        const { wallet, market, shares, collateral } = event;
        const parts = payoutParts(shares, collateral, firsts.get(market) ?? 0);
        for (const [outcome, payout] of parts.entries()) {
          const { shares: held, cost: paid, steps } = oracle.at(wallet, market, outcome);
          const cost = Number(paid.top) / Number(paid.bottom);
          const timeS = Math.floor(timeMs / 1_000);
          if (held > 0) expected.set(`${wallet}:${market}:${outcome}`, { payout, cost, steps, timeS });
        }
      }
      oracle.fold(event);
    }
  const rows = store.query('SELECT * FROM wins');
  for (const row of rows) {
    const win = expected.get(`${row['wallet']}:${row['market']}:${row['outcome']}`);
    expect(row['payout_micros']).toBe(win?.payout);
    expect(row['time_s']).toBe(win?.timeS);
    expect(Math.abs(Number(row['cost_micros']) - (win?.cost ?? 0))).toBeLessThanOrEqual(win?.steps ?? 0);
    expect(row['gain_micros']).toBe(Number(row['payout_micros']) - Number(row['cost_micros']));
  }
  const won = [...expected.values()].filter(({ payout, cost, steps }) => payout - cost > steps);
  expect(rows.length).toBeGreaterThanOrEqual(Math.max(won.length, 5));
  expect(rows.every((row) => Number(row['gain_micros']) > 0)).toBe(true);
});

test('periods: each holds what the trades and results of its days add up to, and only current ones stay', () => {
  const sums = new Map<string, { volume: number; shares: number; pnl: number; fees: number }>();
  const oracle = new NaivePortfolio();
  const add = (timeMs: number, wallet: number, pnl: number, fees = 0, volume = 0, shares = 0): void => {
    for (const period of [PERIOD.day, PERIOD.week, PERIOD.month, PERIOD.all] as const) {
      const key = `${period}:${periodStart(period, timeMs)}:${wallet}`;
      const sum = sums.get(key) ?? { volume: 0, shares: 0, pnl: 0, fees: 0 };
      const traded = { volume: sum.volume + volume, shares: sum.shares + shares };
      sums.set(key, { ...traded, pnl: sum.pnl + pnl - fees, fees: sum.fees + fees });
    }
  };
  const realizedOf = (wallet: number): number => {
    let total = 0;
    for (const [key, { realized }] of oracle.positions)
      if (key.startsWith(`${wallet}:`)) total += Number(realized.top) / Number(realized.bottom);
    return total;
  };
  const before = new Map<number, number>();
  for (const { events, timeMs } of venue.entries) {
    for (const event of events) {
      oracle.fold(event);
      if (event.kind !== 'TradeExecuted') continue;
      add(timeMs, event.wallet, 0, event.fee, event.collateral, event.size);
      for (const { wallet, collateral, size } of event.legs) add(timeMs, wallet, 0, 0, collateral, size);
    }
    for (const { id } of venue.state.wallets) {
      const realized = realizedOf(id);
      if (realized !== (before.get(id) ?? 0)) add(timeMs, id, realized - (before.get(id) ?? 0));
      before.set(id, realized);
    }
  }
  const rows = store.query('SELECT * FROM trader_periods');
  for (const row of rows) {
    const sum = sums.get(`${row['period']}:${row['start_day']}:${row['wallet']}`);
    expect(row['volume_micros']).toBe(sum?.volume);
    expect(row['shares_micros']).toBe(sum?.shares);
    expect(row['fees_micros']).toBe(sum?.fees);
    expect(Math.abs(Number(row['pnl_micros']) - (sum?.pnl ?? 0))).toBeLessThan(3_000);
  }
  const current = store.query('SELECT DISTINCT period, start_day FROM trader_periods WHERE period < 3 ORDER BY 1');
  const periods = [PERIOD.day, PERIOD.week, PERIOD.month] as const;
  expect(current).toEqual(periods.map((period) => ({ period, start_day: periodStart(period, venue.timeMs) })));
});

test('days: every day of a wallet has its fills, shares and volume, and with the others all of its profit and fees', () => {
  const fills = new Map<string, { fills: number; shares: number; volume: number }>();
  for (const { events, timeMs } of venue.entries)
    for (const event of events) {
      if (event.kind !== 'TradeExecuted') continue;
      for (const { wallet, size, collateral } of [event, ...event.legs]) {
        const key = `${wallet}:${Math.floor(timeMs / 86_400_000)}`;
        const sum = fills.get(key) ?? { fills: 0, shares: 0, volume: 0 };
        fills.set(key, { fills: sum.fills + 1, shares: sum.shares + size, volume: sum.volume + collateral });
      }
    }
  const rows = store.query('SELECT * FROM trader_days');
  for (const row of rows) {
    const { fills: count, shares_micros: shares, volume_micros: volume } = row;
    const naive = fills.get(`${row['wallet']}:${row['day']}`) ?? { fills: 0, shares: 0, volume: 0 };
    expect({ fills: count, shares, volume }).toEqual(naive);
    fills.delete(`${row['wallet']}:${row['day']}`);
  }
  expect(fills.size).toBe(0);
  expect(new Set(rows.map(({ day }) => day)).size).toBeGreaterThan(2);
  const lifetime = 'SELECT wallet, pnl_micros, fees_micros FROM trader_periods WHERE period = 3 ORDER BY wallet';
  const sums = 'SELECT wallet, sum(pnl_micros) AS pnl_micros, sum(fees_micros) AS fees_micros FROM trader_days';
  expect(store.query(`${sums} GROUP BY wallet ORDER BY wallet`)).toEqual(store.query(lifetime));
});

test('positions: each knows when it was first bought', () => {
  const first = new Map<string, number>();
  for (const { events, timeMs } of venue.entries)
    for (const event of events) {
      const bought: [number, number, number][] = [];
      if (event.kind === 'TradeExecuted')
        for (const { wallet, outcome } of [event, ...event.legs]) bought.push([wallet, event.market, outcome]);
      if (event.kind === 'PositionSplit')
        for (const outcome of [0, 1]) bought.push([event.wallet, event.market, outcome]);
      if (event.kind === 'PositionsConverted')
        for (const market of event.received) bought.push([event.wallet, market, 0]);
      for (const key of bought.map(String)) if (!first.has(key)) first.set(key, Math.floor(timeMs / 1_000));
    }
  for (const row of store.query('SELECT * FROM position_costs'))
    expect(row['first_s']).toBe(first.get(`${row['wallet']},${row['market']},${row['outcome']}`));
});

test('periods: weeks begin on Monday and months on the first, in UTC', () => {
  const day = (text: string): number => Date.parse(`${text}T00:00:00Z`) / 86_400_000;
  const sunday = Date.parse('2026-03-01T23:59:59.999Z');
  expect(periodStart(PERIOD.day, sunday)).toBe(day('2026-03-01'));
  expect(periodStart(PERIOD.week, sunday)).toBe(day('2026-02-23'));
  expect(periodStart(PERIOD.week, sunday + 1)).toBe(day('2026-03-02'));
  expect(periodStart(PERIOD.month, sunday)).toBe(day('2026-03-01'));
  expect(periodStart(PERIOD.month, sunday - 86_400_000)).toBe(day('2026-02-01'));
  expect(periodStart(PERIOD.all, sunday)).toBe(0);
});

const amount = fc.integer({ min: 0, max: 9_000_000_000_000_000 });

test('cost basis: a share of a cost is the exact quotient, rounded half up', () => {
  forAll(
    100,
    [amount, fc.integer({ min: 1, max: 9_000_000_000_000_000 }), fc.double({ min: 0, max: 1, noNaN: true })],
    (cost, total, ratio) => {
      const part = Math.floor(total * ratio);
      const exact = (2n * BigInt(cost) * BigInt(part) + BigInt(total)) / (2n * BigInt(total));
      expect(shareRounded(cost, part, total)).toBe(part === total ? cost : Number(exact));
    },
  );
  expect([shareRounded(1, 1, 2), shareRounded(0, 0, 0)]).toEqual([1, 0]);
});

test('cost basis: parts add up to the whole and differ by a micro at most', () => {
  forAll(100, [fc.integer({ min: -1_000_000, max: 1_000_000 }), fc.integer({ min: 1, max: 9 })], (sum, count) => {
    const parts = equalParts(sum, count);
    expect(parts.reduce((a, b) => a + b, 0)).toBe(sum);
    expect(Math.max(...parts) - Math.min(...parts)).toBeLessThanOrEqual(1);
  });
  expect([equalParts(5, 0), halves(5)]).toEqual([[], [3, 2]]);
});

test('cost basis: a payout is parted by what each outcome pays, the rest to the second', () => {
  expect(payoutParts([100, 0], 33, 3_333)).toEqual([33, 0]);
  expect(payoutParts([0, 100], 66, 3_333)).toEqual([0, 66]);
  expect(payoutParts([100, 100], 100, 3_333)).toEqual([33, 67]);
  expect(payoutParts([7, 9], 9, 0)).toEqual([0, 9]);
});

test.each([
  // Two NO at 0.60 each become 1.00 collateral and YES on the third: a cost of 0.20 moves over, nothing is realised.
  [1_200_000, 1_000_000, 2, 1, { realized: [0, 0], costs: [200_000] }],
  // Two NO at 0.40 each cost less than the collateral: the difference is realised, the YES costs nothing.
  [800_000, 1_000_000, 2, 1, { realized: [100_000, 100_000], costs: [0] }],
  // One NO yields no collateral: its whole cost moves to the others.
  [700_001, 0, 1, 2, { realized: [0], costs: [350_001, 350_000] }],
  // All NO of the event: no shares are received that could carry the cost, so a loss is realised.
  [2_500_000, 2_000_000, 3, 0, { realized: [-166_666, -166_667, -166_667], costs: [] }],
])(
  'cost basis: a conversion of shares that cost %i for %i collateral, %i given and %i received',
  (cost, collateral, given, received, expected) => {
    const parts = conversionParts(cost, collateral, given, received);
    expect([parts.costs, parts.realized.map((part) => part + 0)]).toEqual([expected.costs, expected.realized]);
    const sum = (values: readonly number[]): number => values.reduce((a, b) => a + b, 0);
    expect(sum(parts.realized) - (sum(parts.costs) - cost)).toBe(collateral);
  },
);
