import { DatabaseSync } from 'node:sqlite';

/** Changes a closed database with SQL, like a person who knows its format. */
export function editDatabase(path: string, sql: string): void {
  using database = new DatabaseSync(path);
  database.exec(sql);
}
