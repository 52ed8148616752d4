/** Kysely's driver of SQLite on `node:sqlite`. */
import type { DatabaseSync, SQLInputValue } from 'node:sqlite';
import { type Dialect, SqliteAdapter, SqliteDriver, SqliteIntrospector, SqliteQueryCompiler } from 'kysely';

export const nodeSqliteDialect = (database: DatabaseSync): Dialect => ({
  createDriver: () => new NodeSqliteDriver(database),
  createQueryCompiler: () => new SqliteQueryCompiler(),
  createAdapter: () => new SqliteAdapter(),
  createIntrospector: (db) => new SqliteIntrospector(db),
});

class NodeSqliteDriver extends SqliteDriver {
  readonly #database: DatabaseSync;

  constructor(database: DatabaseSync) {
    super({ database: { close: () => database.close(), prepare: (sql) => prepared(database, sql) } });
    this.#database = database;
  }

  /** Takes the lock for writing at once: a later request for it could fail half-way. */
  override async beginTransaction(): Promise<void> {
    this.#database.exec('BEGIN IMMEDIATE');
  }

  /** A full disk has rolled back already. */
  override async rollbackTransaction(): Promise<void> {
    if (this.#database.isTransaction) this.#database.exec('ROLLBACK');
  }
}

/** A statement as Kysely expects it, which knows another library's. */
function prepared(database: DatabaseSync, sql: string) {
  const statement = database.prepare(sql);
  const given = (values: readonly unknown[]) => values as readonly SQLInputValue[];
  return {
    reader: statement.columns().length > 0,
    all: (values: readonly unknown[]) => statement.all(...given(values)),
    run: (values: readonly unknown[]) => statement.run(...given(values)),
    iterate: (values: readonly unknown[]) => statement.iterate(...given(values)),
  };
}
