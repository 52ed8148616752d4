/** Queries of the newest questions and results, of all that everyone may see or of one tag. */
import { sql } from 'kysely';
import type { ReadStore } from '../../database.ts';
import type { Flag } from '../../table.ts';

export interface NewsFilter {
  /** Slug; null: everything. */
  readonly tag: string | null;
  readonly limit: number;
}

/** Tags of the event `e`, as a JSON array of their labels. */
const TAGS = sql<string>`(SELECT json_group_array(t.label) FROM event_tags et JOIN tags t ON t.id = et.tag WHERE et.event = e.id)`;

/** Events that everyone may see. */
function shownEvents(database: ReadStore, { tag }: NewsFilter) {
  return database
    .selectFrom('events as e')
    .where('e.active', '=', sql.lit<Flag>(1))
    .where('e.archived', '=', sql.lit<Flag>(0))
    .where('e.everywhere', '=', sql.lit<Flag>(1))
    .$if(tag !== null, (query) =>
      query.where(({ exists, selectFrom }) =>
        exists(
          selectFrom('event_tags as n')
            .innerJoin('tags as named', 'named.id', 'n.tag')
            .select('n.event')
            .whereRef('n.event', '=', 'e.id')
            .where('named.slug', '=', tag),
        ),
      ),
    );
}

/** The latest first. */
export function newestEvents(database: ReadStore, filter: NewsFilter) {
  return shownEvents(database, filter)
    .select(['e.id', 'e.slug', 'e.title', 'e.description', 'e.created_at', 'e.updated_at', 'e.start_date'])
    .select(TAGS.as('tags'))
    .orderBy('e.id', 'desc')
    .limit(filter.limit);
}

/** Results that were paid or reversed, the latest first. */
export function newestResults(database: ReadStore, filter: NewsFilter) {
  return shownEvents(database, filter)
    .innerJoin('markets as m', 'm.event', 'e.id')
    .innerJoin('result_lines as r', 'r.market', 'm.market')
    .where('r.status', 'in', ['resolved', 'reversed'])
    .select(['r.id', 'r.status', 'r.time_ms', 'r.note', 'r.source', 'r.payout_0', 'r.refunded'])
    .select(['m.question', 'm.outcome_0', 'm.outcome_1', 'e.slug'])
    .select(TAGS.as('tags'))
    .orderBy('r.time_ms', 'desc')
    .orderBy('r.id', 'desc')
    .limit(filter.limit);
}
