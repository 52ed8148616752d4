/** Queries of clarifications and suggestions. */
import type { ReadStore } from '../../database.ts';
import { selectInChunks } from '../../select-in-chunks.ts';
import type { AskingTables, SuggestionRow } from '../tables.ts';

/** Clarifications of events, oldest first. */
export function clarificationsOf(
  database: ReadStore,
  events: readonly number[],
): Promise<AskingTables['clarifications'][]> {
  return selectInChunks(events, (chunk) => clarificationRows(database, chunk));
}

/** Exported so that a test can check its plan. */
export const clarificationRows = (database: ReadStore, events: readonly number[]) =>
  database.selectFrom('clarifications').selectAll().where('event', 'in', events).orderBy('event').orderBy('number');

/** Suggestions with the address of the account and the slug of the event. */
function suggestionRows(database: ReadStore) {
  return database
    .selectFrom('suggestions as s')
    .innerJoin('accounts as a', 'a.id', 's.account')
    .leftJoin('events as e', 'e.id', 's.event')
    .selectAll('s')
    .select(['a.address', 'e.slug as event_slug']);
}

export const findSuggestion = (database: ReadStore, id: number) =>
  suggestionRows(database).where('s.id', '=', id).executeTakeFirst();

export interface SuggestionListing {
  readonly account: number | null;
  readonly status: SuggestionRow['status'] | null;
  readonly limit: number;
  readonly offset: number;
}

/** Suggestions of a list, newest first. */
export function suggestionsPage(database: ReadStore, { account, status, limit, offset }: SuggestionListing) {
  let query = suggestionRows(database);
  if (account !== null) query = query.where('s.account', '=', account);
  if (status !== null) query = query.where('s.status', '=', status);
  return query.orderBy('s.id', 'desc').limit(limit).offset(offset);
}

/**
 * Clarifications since a time in Unix seconds and after the id `upTo` of events whose shares some wallets hold or held to
 * the end, newest first. Exported so that a test can check its plan.
 */
export const noticedClarifications = (
  database: ReadStore,
  wallets: readonly number[],
  since: number,
  upTo: number,
  limit: number,
) =>
  database
    .selectFrom('clarifications as c')
    .innerJoin('events as e', 'e.id', 'c.event')
    .select(['c.id', 'c.text', 'c.created_ms', 'e.title', 'e.slug'])
    .where('c.created_ms', '>=', since * 1_000)
    .where('c.id', '>', upTo)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('markets as m')
          .innerJoin('position_costs as p', 'p.market', 'm.market')
          .select('m.market')
          .whereRef('m.event', '=', 'c.event')
          .where('p.wallet', 'in', wallets)
          .where(({ or, eb }) => or([eb('p.shares_micros', '>', 0), eb('p.redeemed_micros', '>', 0)])),
      ),
    )
    .orderBy('c.created_ms', 'desc')
    .limit(limit);
