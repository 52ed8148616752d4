/** The store in the venue's own PostgreSQL, in a schema of its own. */
import { Kysely, PostgresDialect } from 'kysely';
import { Pool } from 'pg';
import type { PeopleDatabase, Tables } from '../../database.ts';

const CONNECTIONS = 4;
const TIMEOUT_MS = 5_000;
/** Key of the advisory lock under which one node makes the tables. */
const LOCK = 7_305_419;

export async function openPeopleSchema(url: string): Promise<PeopleDatabase> {
  const pool = new Pool({
    connectionString: url,
    max: CONNECTIONS,
    connectionTimeoutMillis: TIMEOUT_MS,
    statement_timeout: TIMEOUT_MS,
    query_timeout: TIMEOUT_MS * 2,
    options: '-c search_path=people',
  });
  // A broken idle connection is replaced at the next request.
  pool.on('error', () => undefined);
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
  return {
    db,
    type: 'postgres',
    exclusively: async (make) => {
      const client = await pool.connect();
      try {
        await client.query('SELECT pg_advisory_lock($1)', [LOCK]);
        await client.query('CREATE SCHEMA IF NOT EXISTS people');
        await make();
      } finally {
        await client.query('SELECT pg_advisory_unlock($1)', [LOCK]).catch(() => undefined);
        client.release();
      }
    },
    isUnavailable,
    close: () => db.destroy(),
  };
}

/** Connection errors, and classes of SQLSTATE: connection, resources, shutdown, serialisation, read-only, time-out. */
function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = 'code' in error ? String(error.code) : '';
  return (
    /^(?:E[A-Z]+|08...|53...|57...|40...|25006|23505|55P03)$/.test(code) ||
    /timeout|terminated|Connection/.test(error.message)
  );
}
