/** A store in the venue's own PostgreSQL, in a schema of its own. */
import { Kysely, PostgresDialect } from 'kysely';
import { Pool } from 'pg';
import type { SideStore } from './side-store.ts';

const CONNECTIONS = 4;
const TIMEOUT_MS = 5_000;
/** `lock`: key of the advisory lock under which one node makes the tables. */
export function openStoreSchema<Tables>(url: string, schema: string, lock: number): SideStore<Tables> {
  const pool = new Pool({
    connectionString: url,
    max: CONNECTIONS,
    connectionTimeoutMillis: TIMEOUT_MS,
    statement_timeout: TIMEOUT_MS,
    query_timeout: TIMEOUT_MS * 2,
    options: `-c search_path=${schema}`,
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
        await client.query('SELECT pg_advisory_lock($1)', [lock]);
        await client.query(`CREATE SCHEMA IF NOT EXISTS ${schema}`);
        await make();
      } finally {
        await client.query('SELECT pg_advisory_unlock($1)', [lock]).catch(() => undefined);
        client.release();
      }
    },
    isUnavailable,
    // The server's next vacuum does it.
    scrub: async () => undefined,
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
