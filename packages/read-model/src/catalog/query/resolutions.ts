/** Queries of the results of markets, by condition, event or question. */
import { sql } from 'kysely';
import type { ReadStore } from '../../database.ts';
import { inOrderOf } from '../../lookup.ts';
import { selectInChunks } from '../../select-in-chunks.ts';
import type { CatalogTables, MarketRow } from '../tables.ts';

const COLUMNS = [
  ...(['market', 'condition_id', 'question_id', 'neg_risk', 'payout_0', 'refunded', 'proposal'] as const),
  ...(['resolved_ms', 'created_us', 'end_us', 'end_date', 'resolution_statuses'] as const),
] as const satisfies readonly (keyof MarketRow)[];

export type ResultRow = Pick<MarketRow, (typeof COLUMNS)[number]>;

/** Known markets among the given condition ids (distinct), in the same order. */
export async function resultsOfConditions(database: ReadStore, conditionIds: readonly string[]): Promise<ResultRow[]> {
  const rows = await selectInChunks(conditionIds, (chunk) =>
    database.selectFrom('markets').select(COLUMNS).where('condition_id', 'in', chunk),
  );
  return inOrderOf(conditionIds, rows, (row) => row.condition_id);
}

/** Markets of the catalog events, event by event, in order of creation. */
export async function resultsOfEvents(database: ReadStore, events: readonly number[]): Promise<ResultRow[]> {
  const rows: ResultRow[] = [];
  for (const event of events) {
    const ofEvent = database.selectFrom('markets').select(COLUMNS).where('event', '=', event).orderBy('market');
    rows.push(...(await ofEvent.execute()));
  }
  return rows;
}

/** The oldest market with a question id, whatever the case of its digits. Exported so that a test can check its plan. */
export function resultOfQuestion(database: ReadStore, questionId: string) {
  return database
    .selectFrom('markets')
    .select(COLUMNS)
    .where(sql`lower(question_id)`, '=', questionId.toLowerCase())
    .orderBy('market')
    .limit(1);
}

export type ResultLineRow = CatalogTables['result_lines'];

/** Steps in the lives of the results of markets (distinct), oldest first. */
export async function resultLines(database: ReadStore, markets: readonly number[]): Promise<ResultLineRow[]> {
  const rows = await selectInChunks(markets, (chunk) => linesOfMarkets(database, chunk));
  return rows.sort((a, b) => a.id - b.id);
}

/** Exported so that a test can check its plan. */
export const linesOfMarkets = (database: ReadStore, markets: readonly number[]) =>
  database.selectFrom('result_lines').selectAll().where('market', 'in', markets);

/**
 * Steps since a time in Unix seconds and after the id `upTo` that touch some wallets, newest first: all steps in
 * markets whose shares they hold or held to the end, refunds and reversals in all that they ever had.
 * Exported so that a test can check its plan.
 */
export function noticedLines(
  database: ReadStore,
  wallets: readonly number[],
  since: number,
  upTo: number,
  limit: number,
) {
  const isForAll = sql<boolean>`(l.status = 'reversed' or (l.status = 'resolved' and l.refunded = 1))`;
  const isHeld = sql<boolean>`(p.shares_micros > 0 or p.redeemed_micros > 0)`;
  return database
    .selectFrom('result_lines as l')
    .selectAll('l')
    .where('l.time_ms', '>=', since * 1_000)
    .where('l.id', '>', upTo)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('position_costs as p')
          .select('p.wallet')
          .where('p.wallet', 'in', wallets)
          .whereRef('p.market', '=', 'l.market')
          .where(sql<boolean>`(${isForAll} or ${isHeld})`),
      ),
    )
    .orderBy('l.time_ms', 'desc')
    .orderBy('l.id', 'desc')
    .limit(limit);
}
