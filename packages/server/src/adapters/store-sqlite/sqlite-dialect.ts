/**
 * A Kysely dialect over `node:sqlite`: queries are written once for SQLite and PostgreSQL and run here on one
 * synchronous connection. Statements are prepared once per SQL text and reused. It never begins transactions by itself.
 */
import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';
import {
  CompiledQuery as Compiled,
  type CompiledQuery,
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
  /** Names of its columns; empty when it returns no rows. */
  readonly columns: readonly string[];
}

/**
 * Makes the dialect for an open connection; the caller keeps ownership and closes it. `afterQuery` is called after each
 * statement that returns rows.
 */
export function createSqliteDialect(database: DatabaseSync, afterQuery: () => void = () => undefined): Dialect {
  return {
    createDriver: () => new SqliteConnectionDriver(database, afterQuery),
    createQueryCompiler: () => new SqliteQueryCompiler(),
    createAdapter: () => new SqliteAdapter(),
    createIntrospector: (kysely) => new SqliteIntrospector(kysely),
  };
}

class SqliteConnectionDriver implements Driver {
  readonly #database: DatabaseSync;
  readonly #connection: SqliteConnection;

  constructor(database: DatabaseSync, afterQuery: () => void) {
    this.#database = database;
    this.#connection = new SqliteConnection(database, afterQuery);
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
    // Some errors end the transaction by themselves; a refused rollback would hide which one it was.
    if (this.#database.isTransaction) await connection.executeQuery(Compiled.raw('ROLLBACK'));
  }

  async releaseConnection(): Promise<void> {}

  async destroy(): Promise<void> {}
}

class SqliteConnection implements DatabaseConnection {
  readonly #database: DatabaseSync;
  readonly #afterQuery: () => void;
  readonly #statements = new Map<string, CachedStatement>();

  constructor(database: DatabaseSync, afterQuery: () => void) {
    this.#database = database;
    this.#afterQuery = afterQuery;
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const { statement, columns } = this.#prepare(query.sql);
    const values = query.parameters as readonly SQLInputValue[];
    if (columns.length > 0) {
      const rows = statement.all(...values) as unknown as unknown[][];
      const objects = rows.map((row) => rowObject(columns, row) as R);
      this.#afterQuery();
      return { rows: objects };
    }
    const { changes, lastInsertRowid } = statement.run(...values);
    return { rows: [], numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid) };
  }

  async *streamQuery<R>(query: CompiledQuery): AsyncIterableIterator<QueryResult<R>> {
    // Kysely gives the connection to no one else until the stream ends, so the cached statement is ours.
    const { statement, columns } = this.#prepare(query.sql);
    for (const row of statement.iterate(...(query.parameters as readonly SQLInputValue[]))) {
      yield { rows: [rowObject(columns, row as unknown as unknown[]) as R] };
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
    // Rows come as arrays, from which ordinary objects are made in less than half the time that the driver takes.
    statement.setReturnArrays(true);
    const prepared = { statement, columns: statement.columns().map(({ name }) => name) };
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

function rowObject(columns: readonly string[], values: readonly unknown[]): Record<string, unknown> {
  const row: Record<string, unknown> = {};
  let index = 0;
  for (const column of columns) {
    row[column] = values[index];
    index += 1;
  }
  return row;
}
