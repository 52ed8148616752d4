/** Results that were proposed, refunded and reversed at random: what positions, rows and sums say in the end. */
import { afterAll, describe, expect, test } from 'vitest';
import { distance, NaivePortfolio } from '../../testing/naive-portfolio.ts';
import { recordCorrectedHistory } from '../../testing/portfolio-history.ts';
import { openTestStore } from '../../testing/test-store.ts';
import { ACTIVITY } from '../tables.ts';

/** Sign of the cash change of each kind of activity. */
const SIGNS = new Map<unknown, number>(Object.values(ACTIVITY).map((kind) => [kind, 1]));
for (const kind of [ACTIVITY.SPLIT, ACTIVITY.WITHDRAWAL, ACTIVITY.PAYOUT_RECLAIMED, ACTIVITY.DEBT_PAID])
  SIGNS.set(kind, -1);

const told = new Set<string>();

describe.each([3, 4, 5, 6])('results of history %i', (seed) => {
  const venue = recordCorrectedHistory(900, seed);
  const { state } = venue;
  const store = openTestStore();
  store.project(venue, 41);
  afterAll(() => store.close());
  for (const { events } of venue.entries) for (const { kind } of events) told.add(kind);

  test('the rows of a wallet add up to its collateral, and those of debts to its account’s debt, to the micro [L19]', () => {
    const sums = new Map<unknown, number>();
    const debts = new Map<unknown, number>();
    const add = (of: Map<unknown, number>, key: unknown, amount: number) => of.set(key, (of.get(key) ?? 0) + amount);
    for (const { kind, wallet, collateral_micros: amount } of store.query('SELECT * FROM activity')) {
      const change = (SIGNS.get(kind) ?? 0) * Number(amount);
      add(sums, wallet, change);
      const isOfDebt = kind === ACTIVITY.DEBT || kind === ACTIVITY.DEBT_PAID;
      if (isOfDebt) add(debts, state.wallets[Number(wallet)]?.account, change);
    }
    for (const { wallet, kind, collateral_micros: amount, fee_micros: fee } of store.query('SELECT * FROM fills'))
      add(sums, wallet, (Number(kind) % 2 === 0 ? -1 : 1) * Number(amount) - Number(fee));
    for (const { id, free, held } of state.wallets) expect(sums.get(id) ?? 0, `wallet ${id}`).toBe(free + held);
    for (const { id, debt } of state.accounts) expect(debts.get(id) ?? 0, `account ${id}`).toBe(debt);
    const kept = store.query('SELECT * FROM debts').map((row) => [row['account'], row['debt_micros']]);
    expect(kept).toEqual(state.accounts.flatMap(({ id, debt }) => (debt > 0 ? [[id, debt]] : [])));
  });

  test('positions are as if the last result had been the only one, and a refund leaves no profit [L18]', () => {
    const oracle = new NaivePortfolio();
    for (const { events } of venue.entries)
      for (const event of events) if (event.kind !== 'PayoutMade') oracle.fold(event);
    for (const { id, payouts } of state.markets)
      if (payouts !== null) oracle.settle(id, payouts[0] + payouts[1] === 0 ? null : payouts);
    for (const row of store.query('SELECT * FROM position_costs')) {
      const [wallet, market, outcome] = [row['wallet'], row['market'], row['outcome']].map(Number) as [
        number,
        number,
        number,
      ];
      const naive = oracle.at(wallet, market, outcome);
      const name = `wallet ${wallet}, market ${market}, outcome ${outcome}`;
      expect(row['shares_micros'], name).toBe(naive.shares);
      expect(distance(naive.cost, Number(row['cost_micros'])), name).toBeLessThanOrEqual(naive.steps);
      expect(distance(naive.realized, Number(row['realized_micros'])), name).toBeLessThanOrEqual(2 * naive.steps);
      const isRefunded = state.markets[market]?.payouts?.every((payout) => payout === 0) === true;
      if (isRefunded) expect(row['realized_micros'], name).toBe(row['fees_micros']);
    }
  });

  test('a wallet’s collateral is what came from outside, plus results, minus costs and fees, to the micro', () => {
    const outside = new Map<unknown, number>();
    for (const { kind, wallet, collateral_micros: amount } of store.query('SELECT * FROM activity')) {
      const { DEPOSIT, WITHDRAWAL, DEBT, DEBT_PAID } = ACTIVITY;
      if (![DEPOSIT, WITHDRAWAL, DEBT, DEBT_PAID].includes(kind as never)) continue;
      outside.set(wallet, (outside.get(wallet) ?? 0) + (SIGNS.get(kind) ?? 0) * Number(amount));
    }
    const sql =
      'SELECT wallet, sum(realized_micros - cost_micros - fees_micros) AS result FROM position_costs GROUP BY 1';
    const results = new Map(store.query(sql).map((row) => [row['wallet'], Number(row['result'])]));
    for (const { id, free, held } of state.wallets)
      expect((outside.get(id) ?? 0) + (results.get(id) ?? 0), `wallet ${id}`).toBe(free + held);
    const lifetime = 'SELECT wallet, pnl_micros AS pnl FROM trader_periods WHERE period = 3 AND pnl <> 0';
    const profits =
      'SELECT wallet, sum(realized_micros - fees_micros) AS pnl FROM position_costs GROUP BY 1 HAVING pnl <> 0';
    const pnl = (rows: string) => new Map(store.query(rows).map((row) => [row['wallet'], row['pnl']]));
    expect(pnl(lifetime)).toEqual(pnl(profits));
  });

  test('wins are those of the results that stand', () => {
    const wins = store.query('SELECT wallet, market, outcome, gain_micros AS gain FROM wins ORDER BY 1, 2, 3');
    const positions = store.query(`SELECT wallet, market, outcome, payout_micros - redeemed_cost_micros AS gain
      FROM position_costs WHERE redeemed_micros > 0 AND gain > 0 ORDER BY 1, 2, 3`);
    const standing = positions.filter(({ market }) =>
      state.markets[Number(market)]?.payouts?.some((payout) => payout > 0),
    );
    expect(wins).toEqual(standing);
  });

  test('how entries are grouped, and a restart in between, changes no row', () => {
    using other = openTestStore();
    other.project({ ...venue, entries: venue.entries.slice(0, 400) }, 1);
    other.restart();
    other.project(venue, 5_000);
    const tables = ['position_costs', 'positions', 'wins', 'activity', 'trader_periods', 'debts', 'settling_payouts'];
    for (const table of [...tables, 'markets', 'result_lines', 'market_terms', 'searched_markets', 'market_listing'])
      expect(other.query(`SELECT * FROM ${table}`), table).toEqual(store.query(`SELECT * FROM ${table}`));
    expect(store.query('SELECT * FROM settling_payouts')).toEqual([]);
  });

  test('rows of markets say what the state says: result, refund, proposal, orders', () => {
    for (const { id, payouts, proposal, status, closed, acceptingOrders, openTimeMs, tradingEnded } of state.markets) {
      const [row] = store.query('SELECT * FROM markets WHERE market = ?', id);
      const isRefund = payouts?.every((payout) => payout === 0) === true;
      expect(row).toMatchObject({
        payout_0: isRefund ? 5_000 : (payouts?.[0] ?? null),
        refunded: isRefund ? 1 : 0,
        settled: status === 'resolved' ? 1 : 0,
        closed: closed ? 1 : 0,
        accepting_orders: acceptingOrders ? 1 : 0,
        trading_ended: tradingEnded ? 1 : 0,
        open_ms: openTimeMs,
      });
      expect(row?.['proposal'] !== '').toBe(proposal !== null);
    }
  });
});

test('results: the histories hold everything that their rules are about', () => {
  const kinds = ['ResultProposed', 'ResultDisputed', 'ResultWithdrawn', 'ResultConfirmed', 'ResultReversed'];
  for (const kind of [...kinds, 'PayoutReclaimed', 'PayoutAdded', 'PositionRestored', 'ResultCorrected'])
    expect(told, kind).toContain(kind);
});
