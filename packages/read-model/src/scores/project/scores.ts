/**
 * Projection of the scores. The displayed price counts as it changes, on the trading clock of its question. Forecasts of
 * wallets follow from fills: they are found when there is a result, in steps, and again whenever it changes. Total
 * values follow the state, some wallets with each batch.
 */
import { SCORED_QUESTIONS_MIN } from '@bellwether/contract';
import type { BooksAndBalances } from '@bellwether/engine';
import type { ChainedEntry } from '@bellwether/ports/journal.ts';
import type { StoreWriter } from '@bellwether/ports/store.ts';
import { FILLS_PER_TRADE_MAX } from '../../ledger/tables.ts';
import type { Projection } from '../../projection.ts';
import { createTables, insertInto } from '../../table.ts';
import { SCORE_TABLES } from '../tables.ts';
import { createDeciding } from './deciding.ts';
import { Questions } from './questions.ts';
import { Totals } from './totals.ts';

const INDEXES = `
  CREATE INDEX questions_by_decision ON questions (decided_s DESC, market DESC) WHERE payout IS NOT NULL;
  CREATE INDEX forecasts_by_forecaster ON forecasts (forecaster, market) WHERE brier IS NOT NULL;
  CREATE INDEX forecasts_by_brier ON forecasts (market, brier, forecaster) WHERE brier IS NOT NULL;
  CREATE INDEX standings_by_value ON standings (value_micros DESC, wallet);
  CREATE INDEX standings_by_mean ON standings (mean, wallet) WHERE questions >= ${SCORED_QUESTIONS_MIN};
`;

/** Rows of a step of scoring. */
const SCORED_PER_STEP = 256;
/** Total values set in a step while no entries come. */
const VALUED_PER_STEP = 1_024;
/** With a batch of entries, those of its trade, and some for the time since the last one: they must not hold it up. */
const VALUED_PER_BATCH = 2;
const MS_PER_VALUED = 10;
const VALUED_PER_BATCH_MAX = 256;

export const scoresProjection = createScoresProjection();

/** Creates the projection with a number of rows per step of scoring; tests use few. */
export function createScoresProjection(perStep = SCORED_PER_STEP): Projection {
  return {
    name: 'scores',
    version: 1,
    tables: Object.keys(SCORE_TABLES),
    schema: `${createTables(SCORE_TABLES)}
      CREATE INDEX questions_by_due ON questions (market) WHERE due = 1;`,
    indexes: INDEXES,

    open(store) {
      const questions = new Questions(store);
      const decide = createDeciding(store, questions);
      const totals = new Totals(store);
      const writeConversions = createConversions(store);
      let lastMs = 0;
      /** null before the first entry: no value can be set yet. */
      let last: BooksAndBalances | null = null;
      const isValued = (): boolean => last === null || totals.due.size + totals.repriced.size === 0;
      return {
        write(entries, { state, prices }) {
          last = state;
          for (const entry of entries) {
            const timeS = Math.floor(entry.timeMs / 1_000);
            for (const observed of prices.get(entry.sequence) ?? [])
              if (questions.follow(observed, timeS)) totals.repriced.add(observed.market);
            for (const event of entry.events) {
              // An order alone moves neither money nor shares.
              if (event.kind.startsWith('Order')) continue;
              totals.follow(event, state);
              if (event.kind === 'PositionsConverted') writeConversions(entry, event);
            }
          }
          questions.flush();
          // A build has the indexes of fills at its end.
          if (!store.isBuilding && questions.due.size > 0) decide(perStep);
          const timeMs = entries.at(-1)?.timeMs ?? lastMs;
          const valued = VALUED_PER_BATCH + (timeMs - lastMs) / MS_PER_VALUED;
          lastMs = timeMs;
          if (!isValued()) totals.step(store.isBuilding ? 0 : Math.min(valued, VALUED_PER_BATCH_MAX), state);
        },
        isUpToDate: () => questions.due.size === 0 && isValued(),
        advance: () => {
          decide(perStep);
          if (last !== null) totals.step(VALUED_PER_STEP, last);
          return questions.due.size > 0 || !isValued();
        },
      };
    },
  };
}

function createConversions(store: StoreWriter) {
  const insert = store.prepare(insertInto(SCORE_TABLES, 'conversions'));
  return (
    { sequence, timeMs, events }: ChainedEntry,
    event: Extract<ChainedEntry['events'][number], { kind: 'PositionsConverted' }>,
  ): void => {
    const { wallet, given, received, amount } = event;
    const id = sequence * FILLS_PER_TRADE_MAX + events.indexOf(event);
    for (const market of [...given, ...received]) insert.run(market, id, wallet, amount, Math.floor(timeMs / 1_000));
  };
}
