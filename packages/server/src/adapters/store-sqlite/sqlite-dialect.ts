/**
 * A Kysely dialect over `node:sqlite`: queries are written once for SQLite and PostgreSQL and run here on one
 * synchronous connection. Statements are prepared once per SQL text and reused. It never begins transactions by itself.
 */
import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';
import {
  type CompiledQuery,
  CompiledQuery as Compiled,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely';

/** Prepared statements kept per connection; the one unused for longest goes first. */
export const STATEMENT_CACHE_MAX = 256;

interface CachedStatement {
  readonly statement: StatementSync;
  /** True when it returns rows. */
  readonly isQuery: boolean;
}

/** Makes the dialect for an open connection; the caller keeps ownership and closes it. */
export function createSqliteDialect(database: DatabaseSync): Dialect {
  return {
    createDriver: () => new SqliteConnectionDriver(database),
    createQueryCompiler: () => new SqliteQueryCompiler(),
    createAdapter: () => new SqliteAdapter(),
    createIntrospector: (kysely) => new SqliteIntrospector(kysely),
  };
}

class SqliteConnectionDriver implements Driver {
  readonly #connection: SqliteConnection;

  constructor(database: DatabaseSync) {
    this.#connection = new SqliteConnection(database);
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<DatabaseConnection> {
    return this.#connection;
  }

  async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(Compiled.raw('BEGIN'));
  }

  async commitTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(Compiled.raw('COMMIT'));
  }

  async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(Compiled.raw('ROLLBACK'));
  }

  async releaseConnection(): Promise<void> {}

  async destroy(): Promise<void> {}
}

class SqliteConnection implements DatabaseConnection {
  readonly #database: DatabaseSync;
  readonly #statements = new Map<string, CachedStatement>();

  constructor(database: DatabaseSync) {
    this.#database = database;
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const { statement, isQuery } = this.#prepare(query.sql);
    const values = query.parameters as readonly SQLInputValue[];
    if (isQuery) return { rows: statement.all(...values) as R[] };
    const { changes, lastInsertRowid } = statement.run(...values);
    return { rows: [], numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid) };
  }

  async *streamQuery<R>(query: CompiledQuery): AsyncIterableIterator<QueryResult<R>> {
    // Kysely gives the connection to nobody else until the stream ends, so the cached statement is ours.
    const { statement } = this.#prepare(query.sql);
    for (const row of statement.iterate(...(query.parameters as readonly SQLInputValue[]))) {
      yield { rows: [row as R] };
    }
  }

  #prepare(sql: string): CachedStatement {
    const known = this.#statements.get(sql);
    if (known !== undefined) {
      // A Map keeps insertion order, so moving what is used to the end leaves the least recently used in front.
      this.#statements.delete(sql);
      this.#statements.set(sql, known);
      return known;
    }
    const statement = this.#database.prepare(sql);
    const prepared = { statement, isQuery: statement.columns().length > 0 };
    if (this.#statements.size >= STATEMENT_CACHE_MAX) {
      for (const oldest of this.#statements.keys()) {
        this.#statements.delete(oldest);
        break;
      }
    }
    this.#statements.set(sql, prepared);
    return prepared;
  }
}
