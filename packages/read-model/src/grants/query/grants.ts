/** Queries of grants. */
import type { ReadStore } from '../../database.ts';
import { selectInChunks } from '../../select-in-chunks.ts';

/** First steps of grants, newest first. */
export const grantStarts = (database: ReadStore, limit: number, offset: number) =>
  database
    .selectFrom('grant_steps')
    .selectAll()
    .where('step', '=', 0)
    .orderBy('sequence', 'desc')
    .limit(limit)
    .offset(offset);

/** People paid and completion of the named grants. Exported so that a test can check its plan. */
export const grantSums = (database: ReadStore, ids: readonly string[]) =>
  database
    .selectFrom('grant_steps')
    .select(['grant_id'])
    .select(({ fn }) => [fn.sum<number>('people').as('people'), fn.max('last').as('complete')])
    .where('grant_id', 'in', ids)
    .groupBy('grant_id');

/** Reasons of the grants that these entries paid, by sequence. */
export async function grantReasons(
  database: ReadStore,
  sequences: readonly number[],
): Promise<ReadonlyMap<number, string>> {
  const rows = await selectInChunks(sequences, (chunk) =>
    database.selectFrom('grant_steps').select(['sequence', 'reason']).where('sequence', 'in', chunk),
  );
  return new Map(rows.map(({ sequence, reason }) => [sequence, reason]));
}
