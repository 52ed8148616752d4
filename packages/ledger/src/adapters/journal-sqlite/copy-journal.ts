/**
 * Whole copies of a journal: taken beside a running venue, and prepared for a venue of their own. A copy is a separate
 * run: it gets another number, so that no log of the original venue can be taken for the copy's log.
 */

import { chmodSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import type { Randomness } from '@bellwether/ports/runtime.ts';
import { checkFormat, epochStep, withDatabase } from './schema.ts';

/** Time for which opening waits for the venue's own short locks. */
const BUSY_TIMEOUT_MS = 5_000;

/**
 * Copies the journal at `from` to `to`, which must not exist: the state of one moment, however fast the journal grows
 * meanwhile. Takes as long as writing its bytes. Throws `StorageError`.
 */
export function copyJournal(from: string, to: string, random: Randomness): void {
  withDatabase(
    to,
    (database) => {
      checkFormat(database);
      database.prepare('VACUUM INTO ?').run(to);
    },
    () => new DatabaseSync(from, { readOnly: true, timeout: BUSY_TIMEOUT_MS }),
  );
  makeOwn(to, random);
}

/** Leaves a copy in one single file, private to its owner and with a number of its own. Throws `StorageError`. */
export function makeOwn(path: string, random: Randomness): void {
  withDatabase(path, (database) => {
    chmodSync(path, 0o600);
    checkFormat(database);
    database.prepare('UPDATE head SET epoch = epoch + ?').run(epochStep(random));
    database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  });
}
