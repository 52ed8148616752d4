/**
 * The journal's tables. `head` is one row with the end of the journal and its writer; the end is compared with the last
 * record. `journal` has one row for each record, packed as everywhere. No index covers a column of `head` that changes,
 * and its page has free space, so that moving the head stays cheap.
 */
import { ForeignSchema } from '@bellwether/ports/journal.ts';
import { checkJournalKind, type JournalKind } from '@bellwether/ports/journal-kind.ts';
import type { Session } from './session.ts';

/**
 * Format number of the tables for each kind of journal; a program refuses any other. A sandbox has the same tables, but
 * another number, so that programs from before kinds were recorded refuse them as well.
 */
const FORMATS: Readonly<Record<JournalKind, number>> = { venue: 1, sandbox: 2 };

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

/** The journal's tables and everything on them, one object a row, in words. Other relations of the schema do no harm. */
const OBJECTS = `
  WITH ours AS (
    SELECT c.* FROM pg_class c LEFT JOIN pg_index ON indexrelid = c.oid LEFT JOIN pg_class t ON t.oid = indrelid
    WHERE c.relnamespace = 'bellwether'::regnamespace AND coalesce(t.relname, c.relname) IN ('head', 'journal', 'secrets')
  )
  SELECT concat(CASE relkind WHEN 'r' THEN 'table' WHEN 'i' THEN 'index' WHEN 'v' THEN 'view' ELSE 'relation' END, ' ', relname,
    CASE WHEN relpersistence <> 'p' THEN ' UNLOGGED' END, CASE WHEN relrowsecurity THEN ' with row security' END) AS object FROM ours
  UNION ALL SELECT concat('column ', relname, '.', attname, ' ', format_type(atttypid, atttypmod), CASE WHEN attnotnull THEN ' NOT NULL' END,
    ' DEFAULT ' || pg_get_expr(adbin, adrelid)) FROM ours JOIN pg_attribute ON attrelid = ours.oid AND attnum > 0 AND NOT attisdropped
    LEFT JOIN pg_attrdef ON adrelid = attrelid AND adnum = attnum WHERE relkind = 'r'
  UNION ALL SELECT concat('constraint ', relname, '.', conname, ' ', pg_get_constraintdef(c.oid)) FROM ours
    JOIN pg_constraint c ON ours.oid IN (conrelid, confrelid) AND contype <> 'n'
  UNION ALL SELECT concat('trigger ', relname, '.', tgname) FROM ours JOIN pg_trigger ON tgrelid = ours.oid AND NOT tgisinternal
  UNION ALL SELECT concat('rule ', relname, '.', rulename) FROM ours JOIN pg_rewrite ON ev_class = ours.oid
  UNION ALL SELECT concat('policy ', relname, '.', polname) FROM ours JOIN pg_policy ON polrelid = ours.oid
  UNION ALL SELECT concat('inheritance of ', relname) FROM ours JOIN pg_inherits ON ours.oid IN (inhparent, inhrelid)`;

const ofRow = (table: string): readonly string[] => [
  `table ${table}`,
  `index ${table}_pkey`,
  `column ${table}.id smallint NOT NULL`,
  `constraint ${table}.${table}_pkey PRIMARY KEY (id)`,
  `constraint ${table}.${table}_id_check CHECK ((id = 1))`,
];

/** Objects of every journal. */
const EXPECTED: readonly string[] = [
  ...ofRow('head'),
  'column head.format integer NOT NULL',
  'column head.epoch bigint NOT NULL',
  'column head.last_sequence bigint NOT NULL',
  'column head.last_hash text NOT NULL',
  'column head.holder text NOT NULL',
  'column head.lease_until timestamp with time zone NOT NULL',
  'table journal',
  'index journal_pkey',
  'constraint journal.journal_pkey PRIMARY KEY (first_sequence)',
  'column journal.first_sequence bigint NOT NULL',
  'column journal.last_sequence bigint NOT NULL',
  'column journal.epoch bigint NOT NULL',
  'column journal.previous_hash text NOT NULL',
  'column journal.hash text NOT NULL',
  'column journal.is_text boolean NOT NULL',
  'column journal.payload bytea NOT NULL',
];
/** With the objects of newer journals, and of those with nodes. */
const ALLOWED: ReadonlySet<string> = new Set([
  ...EXPECTED,
  "column head.address text NOT NULL DEFAULT ''::text",
  ...ofRow('secrets'),
  'column secrets.sealed bytea NOT NULL',
]);

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
  await checkObjects(session);
  // Journals from before nodes followed one another have no address column.
  if (!(await hasAddress(session))) await session.run(ADD_ADDRESS);
}

/** Throws `ForeignSchema`: a foreign trigger, rule or constraint could change, drop or refuse records without an error. */
async function checkObjects(session: Session): Promise<void> {
  const { rows } = await session.run(OBJECTS);
  const found = new Set(rows.map(({ object }) => String(object)));
  const foreign = [...found].find((one) => !ALLOWED.has(one));
  const missing = EXPECTED.find((one) => !found.has(one));
  if (foreign === undefined && missing === undefined) return;
  const what =
    foreign === undefined ? `does not have the ${missing}` : `has the ${foreign}, which this program does not create`;
  throw new ForeignSchema(
    `the schema "bellwether" of the database of BELLWETHER_JOURNAL ${what}: records could be lost or changed. ` +
      'Nothing was changed. Drop what you added yourself while no node runs; otherwise restore a backup',
  );
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
  if (!(await hasJournal(session))) return null;
  const kind = await kindOf(session);
  await checkObjects(session);
  return kind;
}

async function kindOf(session: Session): Promise<JournalKind> {
  const { rows } = await session.run('SELECT format FROM bellwether.head WHERE id = 1');
  const format = rows[0]?.['format'];
  if (format === FORMATS.venue) return 'venue';
  if (format === FORMATS.sandbox) return 'sandbox';
  throw new Error(
    `the journal in the database has format ${String(format)}, this program reads formats up to ${FORMATS.sandbox}: start the version that wrote it`,
  );
}
