/**
 * The outbox: messages that are still to be sent, those that could not be, and for a while those that were. A message is
 * added in the transaction that moves the cursor it comes from, and keeps its id, so that it is sent at least once and a
 * receiver can drop repeats.
 */
import type { Randomness } from '@bellwether/ports/runtime.ts';
import { sql } from 'kysely';
import type { Db, DeliveryRow } from './tables.ts';

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;

/** Pauses after failed attempts; after the last one a message is dead. Those that Standard Webhooks names. */
export const PAUSES_MS: readonly number[] = [
  ...[5 * SECOND_MS, 5 * MINUTE_MS, 30 * MINUTE_MS, 2 * HOUR_MS, 5 * HOUR_MS],
  ...[10 * HOUR_MS, 14 * HOUR_MS, 20 * HOUR_MS, 24 * HOUR_MS],
];
/** Parts of a pause by which it may be longer, so that messages that failed together come apart. */
const JITTER = 0.2;
/** Time for which done and dead messages are kept, and the newest of a target that are. */
const DONE_MS = 7 * 24 * HOUR_MS;
const DEAD_MS = 90 * 24 * HOUR_MS;
export const DEAD_MAX = 1_000;
const ERROR_LENGTH_MAX = 300;

export type Draft = Pick<DeliveryRow, 'id' | 'target' | 'kind' | 'payload'>;
export type Delivery = Draft & Pick<DeliveryRow, 'attempts'>;

/** End of an attempt. `gone`: the receiver wants nothing any more. */
export type Outcome = { readonly kind: 'done' } | { readonly kind: 'failed' | 'gone'; readonly error: string };

/** Adds messages in the caller's transaction; those that are known stay as they are. */
export async function addMessages(db: Db, drafts: readonly Draft[], nowMs: number): Promise<void> {
  if (drafts.length === 0) return;
  const rows = drafts.map((draft) => ({ ...draft, state: 'waiting' as const, attempts: 0, time_ms: nowMs, error: '' }));
  await db
    .insertInto('news_delivery')
    .values(rows)
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute();
}

/** The message that is due for the longest time, except to busy targets. */
export function nextDue(db: Db, nowMs: number, busy: readonly string[]): Promise<Delivery | undefined> {
  return db
    .selectFrom('news_delivery')
    .select(['id', 'target', 'kind', 'payload', 'attempts'])
    .where('state', '=', 'waiting')
    .where('time_ms', '<=', nowMs)
    .$if(busy.length > 0, (query) => query.where('target', 'not in', busy))
    .orderBy('time_ms')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
}

/** Time of the next attempt; null if nothing waits. */
export async function nextAttemptMs(db: Db): Promise<number | null> {
  const next = db.selectFrom('news_delivery').where('state', '=', 'waiting');
  const row = await next.select(({ fn }) => fn.min('time_ms').as('ms')).executeTakeFirst();
  return row === undefined || row.ms === null ? null : Number(row.ms);
}

/** Notes the end of an attempt. A message that was taken back meanwhile stays as it is. */
export async function settle(
  db: Db,
  { id, attempts }: Delivery,
  outcome: Outcome,
  nowMs: number,
  random: Pick<Randomness, 'below'>,
): Promise<void> {
  const error = outcome.kind === 'done' ? '' : outcome.error.slice(0, ERROR_LENGTH_MAX).toWellFormed();
  const pauseMs = outcome.kind === 'failed' ? PAUSES_MS[attempts] : undefined;
  const ended = outcome.kind === 'done' ? 'done' : 'dead';
  const jitterMs = pauseMs === undefined ? 0 : random.below(Math.floor(pauseMs * JITTER) + 1);
  await db
    .updateTable('news_delivery')
    .set({
      error,
      attempts: attempts + 1,
      ...(pauseMs === undefined
        ? { state: ended, time_ms: nowMs }
        : { state: 'waiting' as const, time_ms: nowMs + pauseMs + jitterMs }),
    })
    .where('id', '=', id)
    .where('state', '=', 'waiting')
    .execute();
}

/** Gives waiting messages of a target up, for a reason. */
export async function giveUp(db: Db, target: string, error: string, nowMs: number): Promise<void> {
  const waiting = db.updateTable('news_delivery').where('target', '=', target).where('state', '=', 'waiting');
  await waiting.set({ state: 'dead', error, time_ms: nowMs }).execute();
}

/** SQL that finds a target, or all of a pattern. */
export const matching = (targets: string): 'like' | '=' => (targets.endsWith('%') ? 'like' : '=');

/** Lets dead messages of some targets wait again, with all their attempts; returns their number. */
export async function retryDead(db: Db, targets: string, nowMs: number): Promise<number> {
  const dead = db.updateTable('news_delivery').where('target', matching(targets), targets).where('state', '=', 'dead');
  const { numUpdatedRows } = await dead.set({ state: 'waiting', attempts: 0, time_ms: nowMs }).executeTakeFirst();
  return Number(numUpdatedRows);
}

/** Removes everything about a target. */
export const forget = (db: Db, target: string) => db.deleteFrom('news_delivery').where('target', '=', target).execute();

/** Numbers of waiting and dead messages by target. */
export async function counts(db: Db): Promise<Map<string, { readonly waiting: number; readonly dead: number }>> {
  const of = (state: DeliveryRow['state']) => sql<number | string>`sum(CASE WHEN state = ${state} THEN 1 ELSE 0 END)`;
  const rows = await db
    .selectFrom('news_delivery')
    .select(['target', of('waiting').as('waiting'), of('dead').as('dead')])
    .where('state', '!=', 'done')
    .groupBy('target')
    .execute();
  return new Map(rows.map((row) => [row.target, { waiting: Number(row.waiting), dead: Number(row.dead) }]));
}

/** Removes messages that are over and old, and dead ones of a target beyond the newest. */
export async function removeOld(db: Db, nowMs: number): Promise<void> {
  for (const [state, keptMs] of [
    ['done', DONE_MS],
    ['dead', DEAD_MS],
  ] as const)
    await db
      .deleteFrom('news_delivery')
      .where('state', '=', state)
      .where('time_ms', '<', nowMs - keptMs)
      .execute();
  for (const [target, { dead }] of await counts(db)) {
    if (dead <= DEAD_MAX) continue;
    const ofTarget = db.selectFrom('news_delivery').where('target', '=', target).where('state', '=', 'dead');
    const oldest = ofTarget
      .select('id')
      .orderBy('time_ms')
      .orderBy('id')
      .limit(dead - DEAD_MAX);
    await db.deleteFrom('news_delivery').where('id', 'in', oldest).execute();
  }
}
