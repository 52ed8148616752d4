/**
 * The journal's tables. `head` is one row with the end of the journal and its writer; the end is compared with the last
 * record. `journal` has one row for each record, packed as everywhere. No index covers a column of `head` that changes,
 * and its page has free space, so that moving the head stays cheap.
 */
import { checkJournalKind, type JournalKind } from '@bellwether/ports/journal-kind.ts';
import type { Session } from './session.ts';

/**
 * Format number of the tables for each kind of journal; a program refuses any other. A rehearsal has the same tables, but
 * another number, so that programs from before kinds were recorded refuse them as well.
 */
const FORMATS: Readonly<Record<JournalKind, number>> = { venue: 1, rehearsal: 2 };

const tablesOf = (kind: JournalKind): string => `
  CREATE SCHEMA IF NOT EXISTS bellwether;
  CREATE TABLE IF NOT EXISTS bellwether.head (
    id smallint PRIMARY KEY CHECK (id = 1),
    format integer NOT NULL,
    epoch bigint NOT NULL,
    last_sequence bigint NOT NULL,
    last_hash text NOT NULL,
    holder text NOT NULL,
    lease_until timestamptz NOT NULL,
    address text NOT NULL DEFAULT ''
  ) WITH (fillfactor = 50, autovacuum_vacuum_threshold = 1000, autovacuum_vacuum_scale_factor = 0);
  CREATE TABLE IF NOT EXISTS bellwether.journal (
    first_sequence bigint PRIMARY KEY,
    last_sequence bigint NOT NULL,
    epoch bigint NOT NULL,
    previous_hash text NOT NULL,
    hash text NOT NULL,
    is_text boolean NOT NULL,
    payload bytea NOT NULL
  );
  ALTER TABLE bellwether.journal ALTER COLUMN payload SET STORAGE EXTERNAL;
  INSERT INTO bellwether.head VALUES (1, ${FORMATS[kind]}, 0, 0, repeat('0', 64), '', '-infinity') ON CONFLICT DO NOTHING;
`;

/** Arbitrary unused numbers: one for the transaction that creates the tables, one for the leader. */
const TABLES_LOCK = '1112297299, 1';
export const LEADER_LOCK = '1112297299, 2';

const ADD_ADDRESS = `
  SELECT pg_advisory_xact_lock(${TABLES_LOCK});
  ALTER TABLE bellwether.head ADD COLUMN IF NOT EXISTS address text NOT NULL DEFAULT ''`;

/** Creates the tables if they are missing. Throws when they belong to another program, or `JournalOfOtherKind`. */
export async function prepareSchema(session: Session, kind: JournalKind = 'venue'): Promise<void> {
  if (!(await hasJournal(session))) {
    // One string is one transaction.
    await session.run(`SELECT pg_advisory_xact_lock(${TABLES_LOCK}); ${tablesOf(kind)}`);
  }
  checkJournalKind('the database', await kindOf(session), kind);
  // Journals from before nodes followed one another have no address column.
  if (!(await hasAddress(session))) await session.run(ADD_ADDRESS);
}

/** True if the database has a journal. */
export async function hasJournal(session: Session): Promise<boolean> {
  const { rows } = await session.run("SELECT to_regclass('bellwether.head') IS NOT NULL AS there");
  return rows[0]?.['there'] === true;
}

async function hasAddress(session: Session): Promise<boolean> {
  const { rows } = await session.run("SELECT to_jsonb(head) ? 'address' AS there FROM bellwether.head WHERE id = 1");
  return rows[0]?.['there'] === true;
}

/** Kind of the journal in the database; null if there is none. Throws when it belongs to another program. */
export async function journalKind(session: Session): Promise<JournalKind | null> {
  return (await hasJournal(session)) ? kindOf(session) : null;
}

async function kindOf(session: Session): Promise<JournalKind> {
  const { rows } = await session.run('SELECT format FROM bellwether.head WHERE id = 1');
  const format = rows[0]?.['format'];
  if (format === FORMATS.venue) return 'venue';
  if (format === FORMATS.rehearsal) return 'rehearsal';
  throw new Error(
    `the journal in the database has format ${String(format)}, this program reads formats up to ${FORMATS.rehearsal}: start the version that wrote it`,
  );
}
