/**
 * Database support for copying a journal, besides the log: it tells whether the journal has a writer, and marks a
 * journal as incomplete while it is copied into the database.
 */

import { JournalMissing } from '@bellwether/ports/data-folder.ts';
import { closing } from '../../files/closing.ts';
import { IS_HELD } from './lease-watch.ts';
import { LEASE_MS } from './limits.ts';
import { type PostgresOptions, Primary } from './primary.ts';
import { hasJournal } from './schema.ts';
import type { Session } from './session.ts';

/** Longer than the lease that a killed writer leaves behind, and the grace of one that is late to renew its own. */
const PATIENCE_MS = 2 * LEASE_MS + 1_000;

/** A writer that a busy machine or its standby keeps waiting has let its lease run out, and is alive. */
const HOLDER = `
  SELECT holder, lease_until::text, lease_until < clock_timestamp() - interval '${LEASE_MS} milliseconds' AND NOT ${IS_HELD}
    AS is_over FROM bellwether.head`;
const MARK = 'CREATE SCHEMA IF NOT EXISTS bellwether; CREATE TABLE IF NOT EXISTS bellwether.copying ()';
const UNMARK = 'DROP TABLE IF EXISTS bellwether.copying';

/** Writer of the journal; null if there is none. Waits for an abandoned lease to expire. */
export function journalHolder(options: PostgresOptions): Promise<string | null> {
  return within(options, async (primary) => {
    if (!(await primary.repeatedly(hasJournal))) return null;
    const { clock } = options.runtime;
    const endMs = clock.monotonicMs() + PATIENCE_MS;
    let first: unknown;
    for (;;) {
      // Before the question: one that is answered late must not make an old lease a live one.
      const isLast = clock.monotonicMs() > endMs;
      const [row] = (await primary.query(HOLDER)).rows;
      if (row === undefined || row['is_over'] === true) return null;
      first ??= row['lease_until'];
      if (isLast || row['lease_until'] !== first) return String(row['holder']);
      await primary.pause();
    }
  });
}

/** True if the database holds part of a journal that is being copied. */
export function isBeingCopied(options: PostgresOptions): Promise<boolean> {
  return within(options, (primary) => primary.repeatedly(isMarked));
}

/** Sets the mark, before the first record. */
export function markCopy(options: PostgresOptions): Promise<void> {
  return within(options, async (primary) => void (await primary.query(MARK)));
}

/** Removes the mark, once the journal is complete. */
export function unmarkCopy(options: PostgresOptions): Promise<void> {
  return within(options, async (primary) => void (await primary.query(UNMARK)));
}

/** Throws `JournalMissing` for an incomplete journal. */
export async function checkNotBeingCopied(session: Session): Promise<void> {
  if (!(await isMarked(session))) return;
  throw new JournalMissing(
    'a journal is being copied into the database, and that has not ended. Run the same "bellwether journal copy" again: ' +
      'it goes on where it was. To give it up, drop the schema "bellwether". Nothing was changed.',
  );
}

async function isMarked(session: Session): Promise<boolean> {
  const { rows } = await session.run("SELECT to_regclass('bellwether.copying') IS NOT NULL AS there");
  return rows[0]?.['there'] === true;
}

async function within<T>(options: PostgresOptions, work: (primary: Primary) => Promise<T>): Promise<T> {
  using primary = closing(new Primary(options, 'bellwether copy'));
  return await work(primary);
}
