/** Texts of comments that the log knows by hash alone: filled in before their rows are written. */
import type { ChainedEntry } from '@bellwether/ports/journal.ts';
import type { Texts } from '@bellwether/ports/people.ts';

const hashesOf = ({ events }: ChainedEntry): string[] =>
  events.flatMap((event) => (event.kind === 'CommentAdded' && event.text !== undefined ? [event.text] : []));

/** Hashes of the texts that these entries need; nearly always none. */
export const textHashes = (entries: readonly ChainedEntry[]): string[] => entries.flatMap(hashesOf);

/** The entries with the texts that there are; an erased one is empty. */
export async function withTexts(
  entries: readonly ChainedEntry[],
  hashes: readonly string[],
  texts: Texts | null,
): Promise<readonly ChainedEntry[]> {
  const found = await texts?.textsOf(hashes);
  return entries.map((entry) => {
    if (hashesOf(entry).length === 0) return entry;
    const { sequence, timeMs, hash, command } = entry;
    const events = entry.events.map((event) =>
      event.kind === 'CommentAdded' && event.text !== undefined
        ? { ...event, body: found?.get(event.text) ?? '' }
        : event,
    );
    return { sequence, timeMs, hash, command, events };
  });
}
