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

/** A one-winner event's market that is not named yet: there is nothing to trade, and its token ids are still to come. */
export function notePlaceholder(notes: ImportNotes, path: string): void {
  notes.add('a placeholder without token ids: left out until a record has them', `market ${path}`, path, 'all');
}

/** A market whose record has no token ids; it takes no orders. */
export function noteNameless(notes: ImportNotes, key: NotedKey, path: string): void {
  notes.add('without token ids: shown with ids made of its condition id', key, path);
}

/** Of what the venue has, a record changes nothing but a result. `isShared`: a result that one market alone cannot have. */
export function noteKnown(notes: ImportNotes, isShared: boolean, key: NotedKey, path: string): void {
  if (isShared)
    notes.add(
      'a shared result of a one-winner event is not taken of one market: resolve the event',
      key,
      path,
      'known',
    );
  notes.add('known here already: a result is taken, and text, terms and flags stay as they are', key, path, 'known');
}

/** A closed market of which the record does not say who won; `price` is what it shows, null for none. */
export function noteClosed(notes: ImportNotes, price: number | null, key: NotedKey, path: string): void {
  const shown = price === null ? 'no price is shown, for none is recorded' : 'the recorded price is kept';
  notes.add(`closed without a result: ${shown}, and nothing is paid until it is resolved here`, key, path);
}
