/** Small SQLite files of a folder that only their owner may read. */
import { chmodSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';

export function openPrivateDatabase<Statements>(
  path: string,
  schema: string,
  prepare: (database: DatabaseSync) => Statements,
): Statements & { readonly database: DatabaseSync } {
  const database = new DatabaseSync(path);
  try {
    chmodSync(path, 0o600);
    database.exec(schema);
    return { ...prepare(database), database };
  } catch (error) {
    database.close();
    throw error;
  }
}
