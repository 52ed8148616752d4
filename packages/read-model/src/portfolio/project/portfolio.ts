/**
 * Projection of users' holdings, activity and profits: cost and result of every position, what each won when its market
 * paid out, volume and profit of each wallet on every day, in the current week and month and overall, and its activity
 * other than trades. Everything follows from
 * the entries alone, by the rules of `cost-basis.ts`, so that a rebuild gives the same rows.
 */
import type { Event } from '@bellwether/engine';
import type { Projection } from '../../projection.ts';
import { createTables } from '../../table.ts';
import { PORTFOLIO_TABLES } from '../tables.ts';
import { createActivityWriter } from './activity-writer.ts';
import { buy, type CostChange, conversionParts, halves, NO_CHANGE, payoutParts, remove, sell } from './cost-basis.ts';
import { createPeriodWriter } from './period-writer.ts';
import { createPositionCosts } from './position-costs.ts';
import { createResults } from './results.ts';

const SCHEMA = `
  ${createTables(PORTFOLIO_TABLES)}
  -- With figures the planner finds one market's rows by key, however many positions the wallet has.
  ANALYZE position_costs;
  INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES
    ('position_costs', 'position_costs', '10000000 1000 2 1'),
    ('position_costs', 'position_costs_by_market', '10000000 1000 500 2 1'),
    ('position_costs', 'position_costs_by_size', '10000000 1000 10 2 1');
`;

const INDEXES = `
  CREATE INDEX position_costs_by_market ON position_costs (market, outcome, shares_micros DESC, wallet);
  CREATE INDEX position_costs_by_size ON position_costs (wallet, shares_micros DESC, market, outcome);
  CREATE INDEX trader_periods_by_volume ON trader_periods (period, start_day, volume_micros DESC, wallet);
  CREATE INDEX wins_by_gain ON wins (gain_micros DESC, wallet, market, outcome);
  CREATE INDEX wins_by_time ON wins (time_s, gain_micros);
  CREATE INDEX trader_periods_by_pnl ON trader_periods (period, start_day, pnl_micros DESC, wallet);
  -- With the amounts, which a page may be sorted by.
  CREATE INDEX activity_by_wallet ON activity (wallet, kind, id, size_micros, collateral_micros);
  CREATE INDEX activity_by_wallet_market ON activity (wallet, market, kind, id, size_micros, collateral_micros);
`;

export const portfolioProjection = createPortfolioProjection();

/** Creates the projection with a limit on positions kept in memory between batches; tests use a small one. */
export function createPortfolioProjection(positionsKeptMax?: number): Projection {
  return {
    name: 'portfolio',
    version: 6,
    tables: Object.keys(PORTFOLIO_TABLES),
    schema: SCHEMA,
    indexes: INDEXES,

    open(store, needIndexes) {
      const costs = createPositionCosts(store, positionsKeptMax);
      const periods = createPeriodWriter(store);
      const activity = createActivityWriter(store);
      const results = createResults(store, costs, periods, needIndexes);
      /** Unix seconds. */
      let nowS = 0;

      /** Records a change of a position in its row and in its wallet's periods. */
      function book(wallet: number, market: number, outcome: number, change: CostChange, fee = 0): void {
        costs.add(wallet, market, outcome, change, fee);
        if (change.realized !== 0) periods.addProfit(wallet, change.realized);
        if (fee !== 0) periods.addFee(wallet, fee);
      }

      function trade(market: number, { wallet, outcome, side, size, collateral }: Side, fee: number): void {
        const position = costs.at(wallet, market, outcome);
        book(
          wallet,
          market,
          outcome,
          side === 'BUY' ? buy(position, size, collateral) : sell(position, size, collateral),
          fee,
        );
        periods.addFill(wallet, size, collateral);
      }

      function fold(event: Event): void {
        switch (event.kind) {
          case 'TradeExecuted':
            trade(event.market, event, event.fee);
            for (const leg of event.legs) trade(event.market, leg, 0);
            return;
          case 'PositionSplit':
          case 'PositionsMerged': {
            const { wallet, market, amount } = event;
            for (const [outcome, half] of halves(amount).entries()) {
              const position = costs.at(wallet, market, outcome);
              const change =
                event.kind === 'PositionSplit' ? buy(position, amount, half) : sell(position, amount, half);
              book(wallet, market, outcome, change);
            }
            return;
          }
          case 'PositionsConverted':
            convert(event);
            return;
          case 'PayoutMade': {
            const { wallet, market, shares } = event;
            for (const [outcome, got] of payoutParts(shares, event.collateral, results.payoutOf(market)).entries()) {
              const size = shares[outcome] ?? 0;
              if (size === 0) continue;
              const change = sell(costs.at(wallet, market, outcome), size, got);
              book(wallet, market, outcome, change);
              const cost = got - change.realized;
              costs.redeem(wallet, market, outcome, size, cost, got);
              if (got > cost) results.win(wallet, market, outcome, [cost, got], nowS);
            }
            return;
          }
          case 'MarketResolved':
          case 'ResultConfirmed':
          case 'ResultReversed':
          case 'MarketSettled':
          case 'ResultCorrected':
            results.follow(event, nowS);
        }
      }

      function convert(event: Extract<Event, { kind: 'PositionsConverted' }>): void {
        const { wallet, given, received, amount, collateral } = event;
        const cost = given.reduce((sum, market) => sum + remove(costs.at(wallet, market, 1), amount), 0);
        const { realized, costs: paid } = conversionParts(cost, collateral, given.length, received.length);
        for (const [index, market] of given.entries()) {
          book(wallet, market, 1, { ...NO_CHANGE, realized: realized[index] ?? 0 });
        }
        for (const [index, market] of received.entries()) {
          book(wallet, market, 0, buy(costs.at(wallet, market, 0), amount, paid[index] ?? 0));
        }
      }

      return {
        write(entries, { state }) {
          for (const entry of entries) {
            nowS = Math.floor(entry.timeMs / 1_000);
            costs.setTime(nowS);
            periods.setTime(entry.timeMs, state.wallets);
            // Before the fold, which forgets results that end. No entry both fixes a result and pays it.
            activity.write(entry, results, state);
            for (const event of entry.events) fold(event);
          }
          costs.flush();
          periods.flush();
        },
      };
    },
  };
}

/** Common part of a taker and a maker. */
interface Side {
  readonly wallet: number;
  readonly outcome: number;
  readonly side: 'BUY' | 'SELL';
  readonly size: number;
  readonly collateral: number;
}
