/** The read `digest-news`: what a period brought everyone, and what the next one brings to an end. */
import type { DigestSection } from '@bellwether/ports/people.ts';
import type { ReadStore } from '../../database.ts';
import { itemOf } from '../../news/answer/news.ts';
import { closingBetween, shownNews } from '../../news/query/news.ts';
import type { JournaledNews } from '../../news/tables.ts';
import { createRead } from '../../read.ts';

interface DigestNews {
  readonly startMs: number;
  readonly endMs: number;
  /** The venue's clock, Unix milliseconds. */
  readonly nowMs: number;
}

const LINES_MAX = 10;
const TOLD: readonly (readonly [title: string, ...kinds: JournaledNews[]])[] = [
  ['New questions', 'question.opened'],
  ['Moved by ten points or more', 'question.moved'],
  ['Results', 'result.decided', 'result.reversed'],
];

export const digestNewsRead = createRead('digest-news', async (database, { startMs, endMs, nowMs }: DigestNews) => {
  const sections: DigestSection[] = [];
  for (const [title, ...kinds] of TOLD) {
    const rows = await newsBetween(database, kinds, startMs, endMs).execute();
    const lines = [];
    for (const row of rows) lines.push({ text: (await itemOf(database, row)).title, path: `/app/event/${row.slug}` });
    sections.push({ title, lines });
  }
  const closing = await closingBetween(database, nowMs, nowMs + endMs - startMs)
    .limit(LINES_MAX)
    .execute();
  const ending = closing.map(({ close_ms, slug, title }) => {
    const ends = new Date(close_ms ?? 0).toISOString().slice(0, 16).replace('T', ' ');
    return { text: `${title}: trading ends ${ends} UTC`, path: `/app/event/${slug}` };
  });
  sections.push({ title: 'Closing soon', lines: ending });
  return { value: { sections: sections.filter(({ lines }) => lines.length > 0) } };
});

/** The latest news of some kinds between two times. */
const newsBetween = (database: ReadStore, kinds: readonly JournaledNews[], startMs: number, endMs: number) =>
  shownNews(database)
    .where('n.kind', 'in', kinds)
    .where('n.time_ms', '>=', startMs)
    .where('n.time_ms', '<', endMs)
    .orderBy('n.id', 'desc')
    .limit(LINES_MAX);
