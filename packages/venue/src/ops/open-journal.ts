/** Read access to a journal in a folder or a database. */
import { join } from 'node:path';
import { journalBytes, openJournalFiles } from '@bellwether/ledger/adapters/journal-sqlite/journal-files.ts';
import { openJournalReader } from '@bellwether/ledger/adapters/journal-sqlite/sqlite-journal.ts';
import { openPostgresReader } from '@bellwether/ledger/adapters/log-postgres/postgres-reader.ts';
import { JOURNAL_FILE } from '@bellwether/ports/data-folder.ts';
import { JournalCorruption, type JournalHead } from '@bellwether/ports/journal.ts';
import { checkJournalKind, type JournalKind } from '@bellwether/ports/journal-kind.ts';
import type { JournalDatabase, JournalPlace } from '@bellwether/ports/journal-place.ts';
import type { LogRecords } from '@bellwether/ports/log.ts';
import type { Runtime } from '@bellwether/ports/runtime.ts';

export interface JournalReader extends LogRecords {
  /** Kind of the journal; null if there is none yet. */
  readonly kind: JournalKind | null;
  head(): JournalHead | Promise<JournalHead>;
  close(): void | Promise<void>;
}

/** A journal in a database instead of the data folder. */
export type JournalElsewhere = { readonly database: JournalDatabase; readonly runtime: Runtime };

/**
 * Opens a journal for a command of the operator, without waiting for an unreachable server. Throws if there is none.
 */
export async function openJournalElsewhere(
  dataDir: string,
  { database, runtime }: JournalElsewhere,
): Promise<JournalReader> {
  checkOneJournal({ dataDir, database });
  return mustBe(await openPostgresReader({ ...database, runtime, patienceMs: 0 }));
}

/** Opens a journal, with or without a process that writes it. Throws if there is none. */
export async function openJournalBeside({ dataDir, database }: JournalPlace, runtime: Runtime): Promise<JournalReader> {
  if (database === null) return openJournalReader(dataDir);
  return mustBe(await openDatabaseJournal(database, runtime));
}

/** Opens a journal that no process writes: files are read as they are. Null if there is none yet. */
export async function openJournalAtRest(place: JournalPlace, runtime: Runtime): Promise<JournalReader | null> {
  return place.database === null ? openJournalFiles(place.dataDir) : openDatabaseJournal(place.database, runtime);
}

/**
 * Checks the kind of a journal before anything is written, while no process writes one in the folder. Throws
 * `JournalOfOtherKind`.
 */
export async function checkJournalIsOf(wanted: JournalKind, place: JournalPlace, runtime: Runtime): Promise<void> {
  const journal = await openJournalAtRest(place, runtime);
  await journal?.close();
  const where = place.database === null ? place.dataDir : 'the database of BELLWETHER_JOURNAL';
  checkJournalKind(where, journal?.kind ?? null, wanted);
}

/** Throws if the folder has a journal although a database is configured: one of them would be ignored. */
export function checkOneJournal({ dataDir, database }: JournalPlace): void {
  if (database === null || journalBytes(dataDir) === 0) return;
  throw new Error(
    `BELLWETHER_JOURNAL is set, and ${dataDir} has a journal of its own. Unset it; or copy the journal with "bellwether journal copy" and move journal.sqlite out of the folder`,
  );
}

/** Adds place and remedy to the message about a damaged journal. Those of its subclasses say what to do themselves. */
export function withRemedy(error: unknown, { dataDir, database }: JournalPlace): unknown {
  if (!(error instanceof JournalCorruption) || error.name !== 'JournalCorruption') return error;
  const where = database === null ? join(dataDir, JOURNAL_FILE) : 'in the database of BELLWETHER_JOURNAL';
  const remedy = 'Keep a copy, check the disk, and restore a backup (docs/guides/when-something-goes-wrong.md)';
  return new JournalCorruption(`${error.message}. The journal is ${where}. ${remedy}`, { cause: error });
}

function mustBe(reader: JournalReader | null): JournalReader {
  if (reader === null) throw new Error('there is no journal in the database of BELLWETHER_JOURNAL');
  return reader;
}

function openDatabaseJournal(database: JournalDatabase, runtime: Runtime): Promise<JournalReader | null> {
  return openPostgresReader({ ...database, runtime });
}
