/** The newest questions and results, for feeds that people subscribe to. */
import { payoutTexts } from '@bellwether/wire/forms/decimal.ts';
import { normalizeIsoDate } from '@bellwether/wire/forms/iso-date.ts';
import { createRead } from '../../read.ts';
import { type NewsFilter, newestEvents, newestResults } from '../query/news.ts';

export interface NewsItem {
  /** Unique among the items of the feed, for good. */
  readonly id: string;
  readonly title: string;
  readonly text: string;
  /** Slug of the event. */
  readonly event: string;
  /** ISO 8601 in UTC. */
  readonly published: string;
  readonly updated: string;
  readonly tags: readonly string[];
}

const NEVER = '1970-01-01T00:00:00Z';

export const newEventsRead = createRead('new-events', async (database, filter: NewsFilter) => {
  const rows = await newestEvents(database, filter).execute();
  const items = rows.map(({ id, slug, title, description, created_at, updated_at, start_date, tags }): NewsItem => {
    const published = normalizeIsoDate(created_at) ?? normalizeIsoDate(start_date) ?? NEVER;
    const updated = normalizeIsoDate(updated_at) ?? published;
    return { id: String(id), title, text: description, event: slug, published, updated, tags: labels(tags) };
  });
  return { value: items };
});

export const newResultsRead = createRead('new-results', async (database, filter: NewsFilter) => {
  const rows = await newestResults(database, filter).execute();
  const items = rows.map(({ id, slug, question, time_ms, tags, ...line }): NewsItem => {
    const time = new Date(time_ms).toISOString();
    const text = reasonText(line);
    const title = `${question}: ${resultText(line)}`;
    return { id: String(id), title, text, event: slug, published: time, updated: time, tags: labels(tags) };
  });
  return { value: items };
});

/** A line of results, as far as its wording goes. */
export type ResultWords = Pick<
  Awaited<ReturnType<ReturnType<typeof newestResults>['execute']>>[number],
  'status' | 'payout_0' | 'refunded' | 'outcome_0' | 'outcome_1'
>;

/** The result in words: one rule for feeds and hooks. */
export function resultText({ status, payout_0: first, refunded, outcome_0, outcome_1 }: ResultWords): string {
  if (refunded === 1) return 'refunded';
  if (first === null) return status === 'reversed' ? 'the result was taken back' : status;
  const [yes = '', no = ''] = payoutTexts(first);
  const winner = yes === '1' ? outcome_0 : no === '1' ? outcome_1 : `${outcome_0} ${yes}, ${outcome_1} ${no}`;
  return status === 'reversed' ? `${winner} (corrected)` : winner;
}

/** Note and source of a result. */
export const reasonText = ({ note, source }: { readonly note: string; readonly source: string }): string =>
  [note, source].filter((part) => part !== '').join('\n');

const labels = (json: string): string[] => JSON.parse(json) as string[];
