/** Queries of news after a position, of questions that everyone may see. */
import { sql } from 'kysely';
import type { ReadStore } from '../../database.ts';
import { FILLS_PER_TRADE_MAX } from '../../ledger/tables.ts';
import type { Flag } from '../../table.ts';

const TAGS = sql<string>`(SELECT json_group_array(t.slug) FROM event_tags et JOIN tags t ON t.id = et.tag WHERE et.event = e.id)`;

const firstIdAfter = (sequence: number): number => (sequence + 1) * FILLS_PER_TRADE_MAX;

/** Last id of the entry with the `limit`th piece of news after a position; undefined if there are fewer. */
export async function lastIdOf(database: ReadStore, sequence: number, limit: number): Promise<number | undefined> {
  const row = await database
    .selectFrom('news')
    .select('id')
    .where('id', '>=', firstIdAfter(sequence))
    .orderBy('id')
    .limit(1)
    .offset(limit - 1)
    .executeTakeFirst();
  return row === undefined ? undefined : firstIdAfter(Math.floor(row.id / FILLS_PER_TRADE_MAX)) - 1;
}

/** News of questions that everyone may see. */
export const shownNews = (database: ReadStore) =>
  database
    .selectFrom('news as n')
    .innerJoin('events as e', 'e.id', 'n.event')
    .leftJoin('markets as m', 'm.market', 'n.market')
    .leftJoin('clarifications as c', (join) =>
      join.onRef('c.event', '=', 'n.event').onRef('c.number', '=', 'n.clarification'),
    )
    .where('e.active', '=', sql.lit<Flag>(1))
    .where('e.archived', '=', sql.lit<Flag>(0))
    .where('e.everywhere', '=', sql.lit<Flag>(1))
    .select(['n.id', 'n.kind', 'n.event', 'n.market', 'n.time_ms', 'n.before_half_ticks', 'n.after_half_ticks'])
    .select(['e.slug', 'e.title', 'e.description', 'm.question', 'm.outcome_0', 'c.text as clarified'])
    .select(TAGS.as('tags'));

export const newsAfter = (database: ReadStore, sequence: number, lastId: number) =>
  shownNews(database).where('n.id', '>=', firstIdAfter(sequence)).where('n.id', '<=', lastId).orderBy('n.id');

/** Lines of the results of an event in the entry of a piece of news. */
export function resultLinesOf(database: ReadStore, event: number, newsId: number, statuses: readonly string[]) {
  const sequence = Math.floor(newsId / FILLS_PER_TRADE_MAX);
  return database
    .selectFrom('result_lines as r')
    .innerJoin('markets as m', 'm.market', 'r.market')
    .where('r.id', '>=', sequence * FILLS_PER_TRADE_MAX)
    .where('r.id', '<', firstIdAfter(sequence))
    .where('m.event', '=', event)
    .where('r.status', 'in', statuses as never)
    .select(['r.status', 'r.note', 'r.source', 'r.payout_0', 'r.refunded'])
    .select(['m.question', 'm.group_item_title', 'm.outcome_0', 'm.outcome_1'])
    .orderBy('r.id')
    .execute();
}

/** Questions whose trading ends between two times, by that time. */
export function closingBetween(database: ReadStore, afterMs: number, untilMs: number) {
  return database
    .selectFrom('markets as m')
    .innerJoin('events as e', 'e.id', 'm.event')
    .where('m.close_ms', '>', afterMs)
    .where('m.close_ms', '<=', untilMs)
    .where('m.closed', '=', sql.lit<Flag>(0))
    .where('e.active', '=', sql.lit<Flag>(1))
    .where('e.archived', '=', sql.lit<Flag>(0))
    .where('e.everywhere', '=', sql.lit<Flag>(1))
    .select(['e.id', 'e.slug', 'e.title', 'm.close_ms'])
    .select(TAGS.as('tags'))
    .groupBy(['m.close_ms', 'e.id'])
    .orderBy('m.close_ms')
    .orderBy('e.id');
}
