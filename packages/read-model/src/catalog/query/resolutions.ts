/** Queries of the results of markets, by condition, event or question. */
import { sql } from 'kysely';
import type { ReadStore } from '../../database.ts';
import { inOrderOf } from '../../lookup.ts';
import { selectInChunks } from '../../select-in-chunks.ts';
import type { MarketRow } from '../tables.ts';

const COLUMNS = [
  ...(['condition_id', 'question_id', 'neg_risk', 'payout_0'] as const),
  ...(['resolved_ms', 'created_us', 'end_us', 'end_date'] as const),
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
