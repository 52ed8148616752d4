/**
 * Removes fields from a change that already have the requested value, because a no-op request must leave no trace. The
 * exchange does this for the flags and terms that it keeps. It keeps no texts, so they are compared here with the read
 * store, which has every entry that the gateway has acknowledged.
 */

import type { Reader } from '@bellwether/ports/reader.ts';
import type { KeptTextOf } from '@bellwether/read-model/catalog/answer/texts.ts';
import { NO_END_DATE } from '@bellwether/read-model/catalog/tables.ts';

/** Fields of `changes` that differ from the stored value. Throws as `Reader.read` does. */
export async function realChanges<Changes extends object>(
  reader: Reader,
  of: KeptTextOf,
  changes: Changes,
): Promise<Partial<Changes>> {
  const answer = await reader.read('kept-text', of);
  if (answer === null) return changes;
  const kept: unknown = JSON.parse(Buffer.from(answer.body).toString('utf8'));
  const known = new Map<string, unknown>(typeof kept === 'object' && kept !== null ? Object.entries(kept) : []);
  const real = Object.entries(changes).filter(
    ([name, value]) => !known.has(name) || known.get(name) !== shown(name, value),
  );
  return Object.fromEntries(real) as Partial<Changes>;
}

/** A value as it is stored: names and bios are trimmed, and an empty end date becomes the last date. */
function shown(name: string, value: unknown): unknown {
  if (name === 'endDate' && value === '') return NO_END_DATE;
  return (name === 'name' || name === 'bio') && typeof value === 'string' ? value.trim() : value;
}
