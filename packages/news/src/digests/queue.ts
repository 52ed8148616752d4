/**
 * Puts the digests of a period in the outbox, a page of people at a time. Each page and the place behind it are one
 * transaction, so that a node that dies or loses its lead leaves nobody out and asks nobody twice. A digest is written when
 * it is sent: the outbox has people and period alone.
 */
import type { Send } from '../courier.ts';
import { addMessages } from '../outbox.ts';
import type { NewsStore } from '../tables.ts';
import { type DigestEvery, lastPeriod, type Period } from './period.ts';

/** Ids of people who want digests, in their order: at most `limit`, after the id `after`. */
export type DigestReaders = (every: DigestEvery, after: string, limit: number) => Promise<readonly string[]>;

export interface Digests {
  readonly readers: DigestReaders;
  /** Writes the digest of a person and sends it. */
  readonly send: Send;
}

export const targetOf = (person: string): string => `mail:${person}`;

/** A digest in the outbox: the period alone, not its text. */
export interface DigestPayload extends Period {
  readonly every: DigestEvery;
}

const PAGE = 200;

/** True if there is something to send. */
export async function queueDigests(store: NewsStore, readers: DigestReaders, nowMs: number): Promise<boolean> {
  let hasAdded = false;
  for (const every of ['weekly', 'daily'] as const)
    while (await queuePage(store, readers, every, nowMs)) hasAdded = true;
  return hasAdded;
}

/** Returns false at the end of the period's people. */
async function queuePage(
  { db }: NewsStore,
  readers: DigestReaders,
  every: DigestEvery,
  nowMs: number,
): Promise<boolean> {
  const period = lastPeriod(every, nowMs);
  const place = await db.selectFrom('news_digest').selectAll().where('every', '=', every).executeTakeFirst();
  if (place === undefined) {
    // The first digest is of the first period that begins with the venue.
    const begun = { every, period: period.key, after: '', ended: 1 };
    await db
      .insertInto('news_digest')
      .values(begun)
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    return false;
  }
  if (place.period > period.key || (place.period === period.key && place.ended === 1)) return false;
  const after = place.period === period.key ? place.after : '';
  const people = await readers(every, after, PAGE);
  const payload = JSON.stringify({ every, ...period } satisfies DigestPayload);
  const drafts = people.map((person) => {
    return { id: `digest-${person}-${period.key}`, target: targetOf(person), kind: 'digest', payload };
  });
  const next = { period: period.key, after: people.at(-1) ?? after, ended: people.length < PAGE ? 1 : 0 };
  return db.transaction().execute(async (transaction) => {
    const { numUpdatedRows } = await transaction
      .updateTable('news_digest')
      .set(next)
      .where('every', '=', every)
      .where('period', '=', place.period)
      .where('after', '=', place.after)
      .executeTakeFirst();
    // Another node was faster, and goes on.
    if (numUpdatedRows === 0n) return false;
    await addMessages(transaction, drafts, nowMs);
    return drafts.length > 0;
  });
}
