/**
 * A Kysely dialect over `node:sqlite`: queries are written once for SQLite and PostgreSQL and run here on one synchronous
 * connection. Statements are prepared once per SQL text and reused. The dialect never begins transactions by itself.
 */
import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';
import {
  CompiledQuery as Compiled,
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type QueryResult,
  SelectQueryNode,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  ValueNode,
} from 'kysely';

/** Prepared statements kept per connection; the least recently used goes first. */
export const STATEMENT_CACHE_MAX = 256;

/** Rows read between two steps: 0.3 ms if each row is a whole market. */
const ROWS_PER_STEP = 16;
/** Values, rows times columns, that a query with a limit may read in one step: well under a millisecond, too. */
const VALUES_AT_ONCE_MAX = 1_500;

interface CachedStatement {
  readonly statement: StatementSync;
  /** Column names; empty if the statement returns no rows. */
  readonly columns: readonly string[];
}

/**
 * Creates the dialect for an open connection; the caller keeps ownership and closes it. `betweenSteps` is called after
 * each statement that returns rows, and after every sixteen rows within it unless its limit keeps it short; an error that
 * it throws ends the statement.
 */
export function createSqliteDialect(database: DatabaseSync, betweenSteps: (() => void) | null = null): Dialect {
  return {
    createDriver: () => new SqliteConnectionDriver(database, betweenSteps),
    createQueryCompiler: () => new SqliteQueryCompiler(),
    createAdapter: () => new SqliteAdapter(),
    createIntrospector: (kysely) => new SqliteIntrospector(kysely),
  };
}

class SqliteConnectionDriver implements Driver {
  readonly #database: DatabaseSync;
  readonly #connection: SqliteConnection;

  constructor(database: DatabaseSync, betweenSteps: (() => void) | null) {
    this.#database = database;
    this.#connection = new SqliteConnection(database, betweenSteps);
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
    // Some errors end the transaction by themselves; a refused rollback would hide the original error.
    if (this.#database.isTransaction) await connection.executeQuery(Compiled.raw('ROLLBACK'));
  }

  async releaseConnection(): Promise<void> {}

  async destroy(): Promise<void> {}
}

class SqliteConnection implements DatabaseConnection {
  readonly #database: DatabaseSync;
  readonly #betweenSteps: (() => void) | null;
  readonly #statements = new Map<string, CachedStatement>();

  constructor(database: DatabaseSync, betweenSteps: (() => void) | null) {
    this.#database = database;
    this.#betweenSteps = betweenSteps;
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const { statement, columns } = this.#prepare(query.sql);
    const values = query.parameters as readonly SQLInputValue[];
    if (columns.length > 0) {
      return { rows: this.#rows<R>(statement, columns, values, limitOf(query)) };
    }
    statement.run(...values);
    return { rows: [] };
  }

  #rows<R>(
    statement: StatementSync,
    columns: readonly string[],
    values: readonly SQLInputValue[],
    rowsMax: number,
  ): R[] {
    const betweenSteps = this.#betweenSteps;
    const rows: R[] = [];
    // Reading all rows at once is twice as fast as one by one.
    if (betweenSteps === null || rowsMax * columns.length <= VALUES_AT_ONCE_MAX)
      for (const row of statement.all(...values)) rows.push(rowObject(columns, row));
    else
      for (const row of statement.iterate(...values)) {
        rows.push(rowObject(columns, row));
        if (rows.length % ROWS_PER_STEP === 0) betweenSteps();
      }
    betweenSteps?.();
    return rows;
  }

  streamQuery(): never {
    throw new Error('no query is streamed here');
  }

  #prepare(sql: string): CachedStatement {
    const known = this.#statements.get(sql);
    if (known !== undefined) {
      // A Map keeps insertion order: moving a used statement to the end leaves the least recently used in front.
      this.#statements.delete(sql);
      this.#statements.set(sql, known);
      return known;
    }
    const statement = this.#database.prepare(sql);
    // Rows come as arrays; building objects from them takes less than half the driver's time.
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

/** Rows that a query returns at most. */
function limitOf({ query }: CompiledQuery): number {
  const limit = SelectQueryNode.is(query) ? query.limit?.limit : undefined;
  return limit !== undefined && ValueNode.is(limit) && typeof limit.value === 'number'
    ? limit.value
    : Number.POSITIVE_INFINITY;
}

/** `values` is a row as the statements return it: an array, whatever the driver's types say. */
function rowObject<R>(columns: readonly string[], values: unknown): R {
  const row: Record<string, unknown> = {};
  let index = 0;
  for (const column of columns) {
    row[column] = (values as readonly unknown[])[index];
    index += 1;
  }
  return row as R;
}
