/**
 * News after a position. It comes from the rows, as the Atom feeds do: they follow from the log entry by entry, are the same
 * after every rebuild, and alone have the texts.
 */
import type { NewsItem, NewsPage, NewsPosition } from '@bellwether/ports/news.ts';
import { reasonText, resultText } from '../../catalog/answer/news.ts';
import type { ReadStore } from '../../database.ts';
import { FILLS_PER_TRADE_MAX } from '../../ledger/tables.ts';
import { HALF_TICKS_ONE } from '../../prices/tables.ts';
import { createRead } from '../../read.ts';
import { lastShownEntry } from '../../run-read.ts';
import { closingBetween, lastIdOf, newsAfter, resultLinesOf } from '../query/news.ts';

/** Time before the end of trading at which a question is closing. */
const CLOSING_MS = 86_400_000;
const PAGE_MAX = 100;

interface NewsSince {
  readonly after: NewsPosition;
  /** The venue's clock, Unix milliseconds. */
  readonly nowMs: number;
}

export const newsSinceRead = createRead('news-since', async (database, { after, nowMs }: NewsSince) => {
  const shown = await lastShownEntry(database);
  const lastId = await lastIdOf(database, after.sequence, PAGE_MAX);
  const sequence = lastId === undefined ? Math.max(shown, after.sequence) : sequenceOf(lastId);
  const rows = await newsAfter(database, after.sequence, lastId ?? Number.MAX_SAFE_INTEGER).execute();
  const items: NewsItem[] = [];
  for (const row of rows) items.push(await itemOf(database, row));
  const closing = await closingItems(database, after.closingMs, nowMs);
  const page: NewsPage = {
    items: [...items, ...closing.items],
    position: { sequence, closingMs: Math.max(closing.untilMs, after.closingMs) },
    more: lastId !== undefined || closing.untilMs < nowMs,
  };
  return { value: page };
});

const sequenceOf = (id: number): number => Math.floor(id / FILLS_PER_TRADE_MAX);

type Row = Awaited<ReturnType<ReturnType<typeof newsAfter>['execute']>>[number];

export async function itemOf(database: ReadStore, row: Row): Promise<NewsItem> {
  const { id, kind, market, slug: event, tags, time_ms: timeMs } = row;
  const sequence = sequenceOf(id);
  // Ids sort as they follow one another. With the time, an entry that takes another's place after a restore has its own.
  const place = `${String(sequence).padStart(12, '0')}-${String(id % FILLS_PER_TRADE_MAX).padStart(4, '0')}`;
  const number = `${place}-${timeMs.toString(36)}`;
  const about = { id: number, kind, sequence, timeMs, event, market };
  return { ...about, ...(await wordsOf(database, row)), tags: slugsOf(tags) };
}

const STATUSES = { 'result.proposed': ['proposed'], 'result.decided': ['resolved'], 'result.reversed': ['reversed'] };

async function wordsOf(database: ReadStore, row: Row): Promise<Pick<NewsItem, 'title' | 'text'>> {
  const { clarified, description, kind, title } = row;
  switch (kind) {
    case 'question.opened':
      return { title, text: description };
    case 'clarification':
      return { title, text: clarified ?? '' };
    case 'question.moved': {
      const [before, after] = [row.before_half_ticks, row.after_half_ticks].map(percent);
      return { title: `${row.question}: ${row.outcome_0} ${before} → ${after}`, text: '' };
    }
    default: {
      const lines = await resultLinesOf(database, row.event, row.id, STATUSES[kind]);
      const [first] = lines;
      if (first === undefined) return { title, text: '' };
      const text = reasonText(first);
      if (lines.length === 1) return { title: `${first.question}: ${resultText(first)}`, text };
      // Of several answers, those that lost need no words.
      const told = lines.filter(({ payout_0, refunded }) => payout_0 !== 0 && refunded === 0);
      const words = told.map((line) =>
        answerText(line.group_item_title || line.question, resultText(line), line.outcome_0),
      );
      return { title: `${title}: ${words.length > 0 ? words.join('; ') : resultText(first)}`, text };
    }
  }
}

const answerText = (answer: string, result: string, yes: string): string =>
  result === yes ? answer : `${answer} ${result}`;

const percent = (halfTicks: number | null): string =>
  `${Number(((100 * (halfTicks ?? 0)) / HALF_TICKS_ONE).toFixed(1))}%`;

/** Questions whose trading ends within a day, and did not yet at a time; `untilMs` is short of now if there are too many. */
async function closingItems(database: ReadStore, afterMs: number, nowMs: number) {
  const rows = await closingBetween(database, afterMs + CLOSING_MS, nowMs + CLOSING_MS)
    .limit(PAGE_MAX + 1)
    .execute();
  const firstLeft = rows[PAGE_MAX]?.close_ms ?? null;
  const whole = firstLeft === null ? rows : rows.filter(({ close_ms: closeMs }) => closeMs !== firstLeft);
  // More than a page end at one time: all of them, since a position cannot stand between them.
  const taken =
    whole.length > 0 || firstLeft === null ? whole : await closingBetween(database, firstLeft - 1, firstLeft).execute();
  const items = taken.map(({ close_ms, id, slug: event, tags, title }): NewsItem => {
    const closeMs = close_ms ?? 0;
    const ends = new Date(closeMs).toISOString().slice(0, 16).replace('T', ' ');
    const about = {
      id: `closing-${id}-${closeMs}`,
      kind: 'question.closing',
      sequence: 0,
      event,
      market: null,
    } as const;
    const words = { title: `${title}: trading ends ${ends} UTC`, text: '' };
    return { ...about, ...words, timeMs: closeMs - CLOSING_MS, tags: slugsOf(tags) };
  });
  return { items, untilMs: firstLeft === null ? nowMs : (items.at(-1)?.timeMs ?? nowMs) };
}

const slugsOf = (json: string): string[] => JSON.parse(json) as string[];
