/** Query of the administrators' log. */
import type { ReadStore } from '../../database.ts';

export interface ActListing {
  readonly actor?: string | undefined;
  readonly kind?: string | undefined;
  readonly subject?: string | undefined;
  /** Unix milliseconds, both inclusive. */
  readonly fromMs?: number | undefined;
  readonly toMs?: number | undefined;
  /** In lower case; in any column. */
  readonly text?: string | undefined;
  /** Entries below this sequence. */
  readonly before?: number | undefined;
  readonly limit: number;
}

/** Acts that fit, newest first. */
export function actsPage(database: ReadStore, listing: ActListing) {
  const { actor, kind, subject, fromMs, toMs, text, before, limit } = listing;
  let query = database.selectFrom('acts').selectAll();
  if (actor !== undefined) query = query.where('actor', '=', actor);
  if (kind !== undefined) query = query.where('kind', '=', kind);
  if (subject !== undefined) query = query.where('subject', '=', subject);
  if (fromMs !== undefined) query = query.where('time_ms', '>=', fromMs);
  if (toMs !== undefined) query = query.where('time_ms', '<=', toMs);
  if (before !== undefined) query = query.where('sequence', '<', before);
  if (text !== undefined)
    query = query.where((all) => {
      const columns = ['actor', 'kind', 'subject', 'before_json', 'after_json', 'reason'] as const;
      return all.or(columns.map((column) => all(all.fn('instr', [all.fn('lower', [column]), all.val(text)]), '>', 0)));
    });
  return query.orderBy('sequence', 'desc').limit(limit);
}
