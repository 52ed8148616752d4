/** Requests that a store has carried out. They are kept with what they changed, so that a repeat changes nothing. */
import type { Kysely } from 'kysely';

export const DONE = { request: 'text primary key', created_ms: 'bigint not null' } as const;

/** Longer than the log remembers a request, and than the clocks of two nodes are apart. */
const KEPT_MS = 2 * 86_400_000;

/**
 * Keeps a request in the table, as the first step of its transaction; false for one that is there. A request without a
 * name is always the first.
 */
export async function isFirst(db: object, table: string, request: string | undefined, nowMs: number): Promise<boolean> {
  if (request === undefined) return true;
  const named = db as Kysely<Record<string, { request: string; created_ms: number }>>;
  await named
    .deleteFrom(table)
    .where('created_ms', '<=', nowMs - KEPT_MS)
    .execute();
  const kept = named.insertInto(table).values({ request, created_ms: nowMs });
  const added = kept.onConflict((conflict) => conflict.doNothing()).returning('request');
  return (await added.executeTakeFirst()) !== undefined;
}
