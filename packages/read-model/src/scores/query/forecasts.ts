/** Queries of forecasts of decided questions, and their time in each bin. */
import type { ReadStore } from '../../database.ts';
import { selectInChunks } from '../../select-in-chunks.ts';
import { VENUE } from '../tables.ts';

/** The displayed prices of the questions decided last; under a tag if one is named. */
export function decidedByVenue(database: ReadStore, tag: string | null, limit: number) {
  // Joined in this order, which is that of the answer.
  return database
    .selectFrom('questions as q')
    .crossJoin('forecasts as f')
    .whereRef('f.market', '=', 'q.market')
    .where('f.forecaster', '=', VENUE)
    .select(['q.market', 'q.payout', 'f.forecaster', 'f.brier', 'f.log'])
    .where('q.payout', 'is not', null)
    .where('f.brier', 'is not', null)
    .$if(tag !== null, (query) => query.where(({ exists }) => exists(tagged(database, tag ?? ''))))
    .orderBy('q.decided_s', 'desc')
    .orderBy('q.market', 'desc')
    .limit(limit);
}

/** The forecasts of some wallets in the questions decided last. */
export function decidedByWallets(database: ReadStore, tag: string | null, wallets: readonly number[], limit: number) {
  return database
    .selectFrom('forecasts as f')
    .innerJoin('questions as q', 'q.market', 'f.market')
    .select(['q.market', 'q.payout', 'f.forecaster', 'f.brier', 'f.log'])
    .where('f.forecaster', 'in', wallets)
    .where('f.brier', 'is not', null)
    .$if(tag !== null, (query) => query.where(({ exists }) => exists(tagged(database, tag ?? ''))))
    .orderBy('q.decided_s', 'desc')
    .orderBy('q.market', 'desc')
    .limit(limit);
}

/** The tag of the question `q` of the query around. */
const tagged = (database: ReadStore, tag: string) =>
  database
    .selectFrom('markets as m')
    .innerJoin('market_tags as t', (join) => join.onRef('t.id', '=', 'm.id').on('t.slug', '=', tag))
    .select('t.id')
    .whereRef('m.market', '=', 'q.market' as never);

export type Decided = Awaited<ReturnType<ReturnType<typeof decidedByVenue>['execute']>>[number];

/** Time of the forecasters in the bins of some questions. Exported so that a test can check its plan. */
export function binsIn(database: ReadStore, forecasters: readonly number[], markets: readonly number[]) {
  return database
    .selectFrom('forecast_bins')
    .select(['market', 'forecaster', 'bin', 'seconds', 'forecast'])
    .where('market', 'in', markets)
    .where('forecaster', 'in', forecasters);
}

export type BinTime = Awaited<ReturnType<ReturnType<typeof binsIn>['execute']>>[number];

export async function selectBins(database: ReadStore, forecasts: readonly Decided[]): Promise<BinTime[]> {
  const forecasters = [...new Set(forecasts.map(({ forecaster }) => forecaster))];
  const markets = forecasts.map(({ market }) => market);
  return selectInChunks(markets, (chunk) => binsIn(database, forecasters, chunk));
}

/** Decided questions of an event with the score of the displayed price, in order of id. */
export function questionsOfEvent(database: ReadStore, event: number) {
  return database
    .selectFrom('markets as m')
    .innerJoin('questions as q', 'q.market', 'm.market')
    .leftJoin('forecasts as f', (join) => join.onRef('f.market', '=', 'm.market').on('f.forecaster', '=', VENUE))
    .select(['m.market', 'm.condition_id', 'm.question', 'm.group_item_title'])
    .select(['q.payout', 'q.decided_s', 'q.ended_s', 'q.traded_s', 'f.brier', 'f.log'])
    .where('m.event', '=', event)
    .where('q.payout', 'is not', null)
    .orderBy('m.id');
}

/** Wallets with the best scores in a question, and the seconds that they had a forecast; ties by age. */
export function bestForecasters(database: ReadStore, market: number, limit: number) {
  return database
    .selectFrom('forecasts as f')
    .select(['f.forecaster as wallet', 'f.brier'])
    .select((eb) =>
      eb
        .selectFrom('forecast_bins as b')
        .select((sum) => sum.fn.sum<number>('b.seconds').as('seconds'))
        .where('b.market', '=', market)
        .whereRef('b.forecaster', '=', 'f.forecaster')
        .as('seconds'),
    )
    .where('f.market', '=', market)
    .where('f.brier', 'is not', null)
    .where('f.forecaster', '<>', VENUE)
    .orderBy('f.brier')
    .orderBy('f.forecaster')
    .limit(limit);
}
