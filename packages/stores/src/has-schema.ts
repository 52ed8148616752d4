/** One query of the catalog: true if the database has a schema of this name. */
import { Client } from 'pg';

const TIMEOUT_MS = 5_000;

export async function hasSchema(url: string, schema: string): Promise<boolean> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: TIMEOUT_MS, query_timeout: TIMEOUT_MS });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return (await client.query('SELECT 1 FROM pg_namespace WHERE nspname = $1', [schema])).rows.length > 0;
  } finally {
    await client.end();
  }
}
