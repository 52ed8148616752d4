/** Makes the tables at a start, or what an older version's lack. */
import { makeTables } from '@bellwether/stores/tables.ts';
import { getMigrations } from 'better-auth/db/migration';
import type { AuthOptions } from './auth.ts';
import { ownTables, PEOPLE, type PeopleDatabase, subjectsOnce, textTables } from './database.ts';

/** Throws for a newer version's store, before anything is changed. */
export const migrate = (database: PeopleDatabase, options: AuthOptions): Promise<void> =>
  database.exclusively(() =>
    makeTables(database.db, PEOPLE, async () => {
      await (await getMigrations(options)).runMigrations();
      await subjectsOnce(database.db);
      await ownTables(database);
      await textTables(database.db);
    }),
  );
