/** What reading a record needs besides the record, and what is noted of it in the words of an import's answer. */
import { NO_END_DATE } from '@bellwether/contract';
import type { ImportNotes, NotedKey } from './import-notes.ts';

export interface RecordContext {
  /** ISO 8601; stands in for dates of creation and change that a record does not have. */
  readonly now: string;
  readonly notes: ImportNotes;
}

/** A record that does not say when it ends. */
export function noteDates(
  notes: ImportNotes,
  { endDate }: { readonly endDate: string },
  key: NotedKey,
  path: string,
): void {
  if (endDate === '') notes.add(`no end date: shown as ${NO_END_DATE}`, key, path);
}

/** A fee that is not taken as it is written; `note` is null for all others. */
export function noteFees(notes: ImportNotes, note: string | null, key: NotedKey, path: string): void {
  if (note !== null) notes.add(note, key, path);
}

/** A closed market of which the record does not say who won; `price` is what it shows, null for none. */
export function noteClosed(notes: ImportNotes, price: number | null, key: NotedKey, path: string): void {
  const shown = price === null ? 'no price is shown, for none is recorded' : 'the recorded price is kept';
  notes.add(`closed without a result: ${shown}, and nothing is paid until it is resolved here`, key, path);
}
