/**
 * Takes news into the outbox: the messages of a page and the positions of the hooks behind it in one transaction. A hook
 * with much waiting stands still and goes on from its own position later, so that a receiver that is down fills no store,
 * and misses nothing.
 */
import type { NewsItem, NewsPage, NewsPosition } from '@bellwether/ports/news.ts';
import { addMessages, counts, type Draft } from '../outbox.ts';
import type { HookRow, NewsStore } from '../tables.ts';
import { targetOf } from './hooks.ts';

/** Messages that wait for one hook, before it stands still. */
export const WAITING_MAX = 1_000;

export type ReadNews = (after: NewsPosition) => Promise<NewsPage>;

/** Takes the next page. Returns true if there may be more. */
export async function takeNews({ db }: NewsStore, read: ReadNews, nowMs: number): Promise<boolean> {
  const hooks = await db.selectFrom('news_hook').selectAll().where('state', '=', 'on').execute();
  if (hooks.length === 0) return false;
  const numbers = await counts(db);
  const open = hooks.filter(({ id }) => (numbers.get(targetOf(id))?.waiting ?? 0) < WAITING_MAX);
  if (open.length === 0) return false;
  const { items, more, position } = await read({
    sequence: Math.min(...open.map(({ sequence }) => Number(sequence))),
    closingMs: Math.min(...open.map(({ closing_ms: ms }) => Number(ms))),
  });
  if (items.length === 0 && !more) return false;
  await db.transaction().execute(async (change) => {
    for (const hook of open) {
      const { closing_ms: closingMs, id, sequence } = hook;
      // Another node, or an operator, may have moved it meanwhile.
      const moved = await change
        .updateTable('news_hook')
        .set({
          sequence: Math.max(Number(sequence), position.sequence),
          closing_ms: Math.max(Number(closingMs), position.closingMs),
        })
        .where(({ and, eb }) =>
          and([
            eb('id', '=', id),
            eb('state', '=', 'on'),
            eb('sequence', '=', sequence),
            eb('closing_ms', '=', closingMs),
          ]),
        )
        .executeTakeFirst();
      if (Number(moved.numUpdatedRows) === 0) continue;
      await addMessages(
        change,
        items.filter((item) => isFor(hook, item)).map((item) => draftFor(hook, item)),
        nowMs,
      );
    }
  });
  return more;
}

function isFor({ closing_ms: closingMs, kinds, sequence, tag }: HookRow, item: NewsItem): boolean {
  const isNew = item.sequence > 0 ? item.sequence > Number(sequence) : item.timeMs > Number(closingMs);
  return isNew && (JSON.parse(kinds) as string[]).includes(item.kind) && (tag === '' || item.tags.includes(tag));
}

function draftFor({ id }: HookRow, item: NewsItem): Draft {
  const { event, kind, tags, text, timeMs, title } = item;
  const payload = JSON.stringify({ kind, title, text, event, tags, timeMs });
  return { id: `msg_${id}_${item.id}`, target: targetOf(id), kind, payload };
}
