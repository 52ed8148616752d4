/**
 * Projection of the scores. Forecasts follow every entry on the trading clock of their question. A result, and a price
 * that moves what its holders are worth, concern many wallets: a pass visits them in steps, and what a visit counts
 * replaces what the visit before counted. So a later result, a refund or a reopened question need no rule of their own.
 */
import { SCORED_QUESTIONS_MIN } from '@bellwether/contract';
import { type BooksAndBalances, type Event, PRICE_ONE, type Wallet, type WalletId } from '@bellwether/engine';
import type { ChainedEntry } from '@bellwether/ports/journal.ts';
import { collectTouched, type Touched } from '../../portfolio/project/positions.ts';
import type { ObservedPrice, Projection } from '../../projection.ts';
import { createTables } from '../../table.ts';
import { SCORE_TABLES } from '../tables.ts';
import { Counting } from './counting.ts';
import { Forecasts } from './forecasts.ts';
import { Questions } from './questions.ts';

const INDEXES = `
  CREATE INDEX questions_by_decision ON questions (decided_s DESC, market DESC) WHERE payout IS NOT NULL;
  CREATE INDEX forecasts_by_forecaster ON forecasts (forecaster, market) WHERE brier IS NOT NULL;
  CREATE INDEX forecasts_by_brier ON forecasts (market, brier, forecaster) WHERE brier IS NOT NULL;
  CREATE INDEX standings_by_value ON standings (value_micros DESC, wallet);
  CREATE INDEX standings_by_mean ON standings (mean, wallet) WHERE questions >= ${SCORED_QUESTIONS_MIN};
`;

/** Forecasts that passes visit with each batch of entries, and in each step while none come. */
const VISITED_PER_BATCH = 256;
const VISITED_PER_STEP = 1_024;

export const scoresProjection = createScoresProjection();

/** Creates the projection with a number of visits per batch; tests use few. */
export function createScoresProjection(perBatch = VISITED_PER_BATCH): Projection {
  return {
    name: 'scores',
    version: 1,
    tables: Object.keys(SCORE_TABLES),
    schema: `${createTables(SCORE_TABLES)}
      CREATE INDEX questions_by_pass ON questions (market) WHERE pass IS NOT NULL;`,
    indexes: INDEXES,

    open(store) {
      const questions = new Questions(store);
      const forecasts = new Forecasts(store, questions);
      const counting = new Counting(store, questions, forecasts);

      function observe(observed: ObservedPrice, timeS: number): void {
        const { market, priceHalfTicks, isTrading } = observed;
        questions.follow(questions.at(market), observed, timeS);
        if (isTrading) forecasts.setVenue(market, priceHalfTicks, timeS);
      }

      function fold(event: Event, timeS: number): void {
        if (event.kind === 'TradeExecuted') {
          const { market, collateral, size, legs } = event;
          forecasts.fill(market, event, Math.round((2 * PRICE_ONE * collateral) / size), timeS);
          for (const leg of legs) forecasts.fill(market, leg, 2 * leg.price, timeS);
        } else if (event.kind === 'PositionsConverted') {
          const { wallet, given, received, amount } = event;
          for (const market of [...given, ...received]) forecasts.move(market, wallet, amount, timeS);
        }
      }

      /** Sets shares and collateral of everyone whom the entries concern from the state: to write them again is idempotent. */
      function settle(entries: readonly ChainedEntry[], { wallets }: BooksAndBalances): void {
        const touched: Touched = new Map();
        const paid = new Set<WalletId>();
        for (const { events } of entries)
          for (const event of events) {
            collectTouched(touched, event);
            collectPaid(paid, event);
          }
        const holders = new Set([...touched.values()].flatMap((ofMarket) => [...ofMarket.keys()]));
        for (const id of paid) {
          const { free, held } = wallets[id] as Wallet;
          counting.setCash(id, free + held, holders.has(id));
        }
        for (const [market, ofMarket] of touched)
          for (const id of ofMarket.keys()) {
            const position = wallets[id]?.positions.get(market);
            const [first, second] = ([0, 1] as const).map((at) =>
              position === undefined ? 0 : position.free[at] + position.held[at],
            );
            forecasts.setShares(market, id, first ?? 0, second ?? 0);
          }
      }

      return {
        write(entries, { state, prices }) {
          for (const entry of entries) {
            const timeS = Math.floor(entry.timeMs / 1_000);
            for (const observed of prices.get(entry.sequence) ?? []) observe(observed, timeS);
            for (const event of entry.events) fold(event, timeS);
          }
          settle(entries, state);
          counting.write(forecasts.take());
          counting.step(perBatch);
        },
        isUpToDate: () => questions.due.size === 0,
        advance: () => {
          counting.step(VISITED_PER_STEP);
          return questions.due.size > 0;
        },
      };
    },
  };
}

/** Notes the wallets whose collateral an event may change. */
function collectPaid(wallets: Set<WalletId>, event: Event): void {
  if (event.kind === 'CollateralMoved') wallets.add(event.from).add(event.to);
  else if ('wallet' in event && event.kind !== 'OrderAccepted') wallets.add(event.wallet);
  if (event.kind === 'TradeExecuted') for (const leg of event.legs) wallets.add(leg.wallet);
}
