/** Makes the tables at a start, or what an older version's lack. */
import { getMigrations } from 'better-auth/db/migration';
import { sql } from 'kysely';
import type { AuthOptions } from './auth.ts';
import type { PeopleDatabase } from './database.ts';
import { NewerPeople, PEOPLE_FORMAT } from './format.ts';
import { textTable } from './texts.ts';

/** Throws `NewerPeople` before anything is changed. */
export async function migrate(database: PeopleDatabase, options: AuthOptions): Promise<void> {
  const { db } = database;
  await database.exclusively(async () => {
    await db.schema
      .createTable('people_format')
      .ifNotExists()
      .addColumn('format', 'integer', (column) => column.notNull())
      .execute();
    const found = await db.selectFrom('people_format').select('format').executeTakeFirst();
    if (found !== undefined && found.format > PEOPLE_FORMAT) throw new NewerPeople(found.format);
    const { runMigrations } = await getMigrations(options);
    await runMigrations();
    await ownTables(database);
    if (found === undefined) await db.insertInto('people_format').values({ format: PEOPLE_FORMAT }).execute();
  });
}

async function ownTables({ db }: PeopleDatabase): Promise<void> {
  const { schema } = db;
  await schema
    .createTable('people_link')
    .ifNotExists()
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('hash', 'text', (column) => column.notNull().unique())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('person', 'text', (column) => column.references('user.id').onDelete('cascade'))
    .addColumn('email', 'text')
    .addColumn('name', 'text')
    .addColumn('group_name', 'text')
    .addColumn('role', 'text')
    .addColumn('amount', 'text')
    .addColumn('uses', 'integer', (column) => column.notNull())
    .addColumn('uses_left', 'integer', (column) => column.notNull().check(sql`uses_left >= 0`))
    .addColumn('ends_ms', 'bigint', (column) => column.notNull())
    .addColumn('created_ms', 'bigint', (column) => column.notNull())
    .addColumn('made_by', 'text', (column) => column.notNull())
    .execute();
  await schema
    .createTable('people_group')
    .ifNotExists()
    .addColumn('name', 'text', (column) => column.primaryKey())
    .addColumn('created_ms', 'bigint', (column) => column.notNull())
    .execute();
  await schema
    .createTable('people_member')
    .ifNotExists()
    .addColumn('person', 'text', (column) => column.notNull().references('user.id').onDelete('cascade'))
    .addColumn('group_name', 'text', (column) => column.notNull().references('people_group.name').onDelete('cascade'))
    .addPrimaryKeyConstraint('people_member_key', ['person', 'group_name'])
    .execute();
  await schema
    .createTable('people_device')
    .ifNotExists()
    .addColumn('address', 'text', (column) => column.notNull())
    .addColumn('person', 'text', (column) => column.notNull().references('user.id').onDelete('cascade'))
    .addColumn('label', 'text', (column) => column.notNull())
    .addColumn('created_ms', 'bigint', (column) => column.notNull())
    .addColumn('session', 'text')
    .addPrimaryKeyConstraint('people_device_key', ['person', 'address'])
    .execute();
  await textTable({ schema });
}
