/** Reads of suggestions: a list, and a single one. */
import type { Suggestion } from '@bellwether/contract';
import { ARRAY_JSON, createRead, type Items, type Read } from '../../read.ts';
import { findSuggestion, type SuggestionListing, suggestionsPage } from '../query/asking.ts';

type Found = NonNullable<Awaited<ReturnType<typeof findSuggestion>>>;

const isoTime = (timeMs: number): string => new Date(timeMs).toISOString();

function suggestionBody(row: Found): Suggestion {
  return {
    id: String(row.id),
    userAddress: row.address,
    title: row.title,
    description: row.description,
    answers: JSON.parse(row.answers) as string[],
    endDate: row.end_date,
    createdAt: isoTime(row.created_ms),
    status: row.status,
    note: row.note,
    decidedAt: row.decided_ms === null ? '' : isoTime(row.decided_ms),
    eventId: row.event === null ? '' : String(row.event),
    eventSlug: row.event_slug ?? '',
  };
}

export const suggestionRead = createRead<{ readonly id: number }, Suggestion>(
  'suggestion',
  async (database, { id }) => {
    const row = await findSuggestion(database, id);
    return row === undefined ? null : { value: suggestionBody(row) };
  },
);

/** Read of `GET /suggestions` and `GET /admin/suggestions`. */
export const suggestionsRead: Read<SuggestionListing, Items<Suggestion>> = {
  name: 'suggestions',
  async run(database, listing) {
    const rows = await suggestionsPage(database, listing).execute();
    return { value: rows.map(suggestionBody) };
  },
  ...ARRAY_JSON,
};
