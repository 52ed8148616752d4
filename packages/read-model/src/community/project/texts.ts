/** Texts of comments and profiles that the log knows by hash alone: filled in before their rows are written. */
import type { Event } from '@bellwether/engine';
import type { ChainedEntry } from '@bellwether/ports/journal.ts';
import type { Texts } from '@bellwether/ports/people.ts';

const NONE: readonly string[] = [];

/** Hashes in place of texts in this event. */
export function hashesOf(event: Event): readonly string[] {
  if (event.kind === 'CommentAdded') return event.text === undefined ? NONE : [event.text];
  return event.kind === 'ProfileUpdated' && event.texts !== undefined ? Object.values(event.texts) : NONE;
}

/** Hashes of the texts that these entries need; nearly always none. */
export function textHashes(entries: readonly ChainedEntry[]): readonly string[] {
  const found: string[] = [];
  for (const { events } of entries) for (const event of events) found.push(...hashesOf(event));
  return found;
}

/** The entries with the texts that there are; an erased one is empty. */
export async function withTexts(
  entries: readonly ChainedEntry[],
  hashes: readonly string[],
  texts: Texts | null,
): Promise<readonly ChainedEntry[]> {
  const found = await texts?.textsOf(hashes);
  const textOf = (hash: string): string => found?.get(hash) ?? '';
  return entries.map((entry) => {
    if (!entry.events.some((event) => hashesOf(event).length > 0)) return entry;
    const { sequence, timeMs, hash, command, events } = entry;
    return { sequence, timeMs, hash, command, events: events.map((event) => filled(event, textOf)) };
  });
}

function filled(event: Event, textOf: (hash: string) => string): Event {
  if (event.kind === 'CommentAdded' && event.text !== undefined) return { ...event, body: textOf(event.text) };
  if (event.kind !== 'ProfileUpdated' || event.texts === undefined) return event;
  const fields = Object.entries(event.texts).map(([field, hash]) => [field, textOf(hash)] as const);
  return { ...event, changes: { ...event.changes, ...Object.fromEntries(fields) } };
}
