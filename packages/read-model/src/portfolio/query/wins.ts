/** Queries of the wins that payouts made. */
import { sql } from 'kysely';
import type { ReadStore } from '../../database.ts';

export interface WinFilter {
  /** Earliest payout in Unix seconds; 0 for all. */
  readonly sinceS: number;
  /** Slug of a tag of the market; null for all. */
  readonly tag: string | null;
}

/** Wins with the names of their market and its event, largest first. Exported so that a test can check its plan. */
export function biggestWins(database: ReadStore, { sinceS, tag }: WinFilter, limit: number, offset: number) {
  return (
    database
      .selectFrom('wins as w')
      .innerJoin('markets as m', 'm.market', 'w.market')
      .leftJoin('events as e', 'e.id', 'm.event')
      .select(['w.wallet', 'w.outcome', 'w.cost_micros', 'w.payout_micros', 'w.gain_micros', 'w.time_s'])
      .select(['m.condition_id', 'm.token_0', 'm.token_1', 'm.event'])
      .select(['e.slug as event_slug', 'e.title as event_title'])
      .$if(sinceS > 0, (query) => query.where('w.time_s', '>=', sinceS))
      .$if(tag !== null, (query) =>
        query.where(({ exists, selectFrom }) =>
          exists(
            selectFrom('market_tags as t')
              .select('t.id')
              .whereRef('t.id', '=', 'm.id')
              .where('t.slug', '=', tag ?? ''),
          ),
        ),
      )
      // The plus keeps the planner from the index of gains, which is right for all wins but not for those of a window.
      .$if(sinceS > 0, (query) => query.orderBy(sql`+w.gain_micros`, 'desc'))
      .$if(sinceS === 0, (query) => query.orderBy('w.gain_micros', 'desc'))
      .orderBy('w.wallet')
      .orderBy('w.market')
      .orderBy('w.outcome')
      .limit(limit)
      .offset(offset)
  );
}
