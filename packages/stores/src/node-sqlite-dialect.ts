/** Kysely on `node:sqlite`: one connection, whose transactions follow one another. */
import type { DatabaseSync, SQLInputValue } from 'node:sqlite';
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely';

export class NodeSqliteDialect implements Dialect {
  readonly #database: DatabaseSync;

  constructor({ database }: { readonly database: DatabaseSync }) {
    this.#database = database;
  }

  readonly createDriver = (): Driver => new NodeSqliteDriver(this.#database);
  readonly createQueryCompiler = () => new SqliteQueryCompiler();
  readonly createAdapter = () => new SqliteAdapter();
  readonly createIntrospector: Dialect['createIntrospector'] = (db) => new SqliteIntrospector(db);
}

class NodeSqliteDriver implements Driver {
  readonly #database: DatabaseSync;
  readonly #connection: DatabaseConnection;
  /** Ends when the latest holder of the connection lets it go. */
  #free: Promise<void> = Promise.resolve();
  #release: () => void = () => undefined;

  constructor(database: DatabaseSync) {
    this.#database = database;
    this.#connection = {
      executeQuery: async <Row>(query: CompiledQuery): Promise<QueryResult<Row>> => run<Row>(database, query),
      streamQuery: () => {
        throw new Error('this store streams no rows');
      },
    };
  }

  readonly init = async (): Promise<void> => undefined;

  async acquireConnection(): Promise<DatabaseConnection> {
    const before = this.#free;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#free = promise;
    await before;
    this.#release = resolve;
    return this.#connection;
  }

  readonly releaseConnection = async (): Promise<void> => this.#release();
  /** Takes the lock for writing at once: a later request for it could fail half-way. */
  readonly beginTransaction = async (): Promise<void> => void this.#database.exec('BEGIN IMMEDIATE');
  readonly commitTransaction = async (): Promise<void> => void this.#database.exec('COMMIT');

  /** A full disk has rolled back already. */
  readonly rollbackTransaction = async (): Promise<void> => {
    if (this.#database.isTransaction) this.#database.exec('ROLLBACK');
  };

  readonly destroy = async (): Promise<void> => this.#database.close();
}

function run<Row>(database: DatabaseSync, { sql, parameters }: CompiledQuery): QueryResult<Row> {
  const statement = database.prepare(sql);
  const values = parameters as SQLInputValue[];
  if (statement.columns().length > 0) return { rows: statement.all(...values) as Row[] };
  const { changes } = statement.run(...values);
  return { rows: [], numAffectedRows: BigInt(changes) };
}
