/** Read stores of the simulated world: real SQLite in memory, which outlives the process that writes it. */
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { openStoreOn, type Store } from '@bellwether/server/adapters/store-sqlite/open-store.ts';
import { createSqliteDialect } from '@bellwether/server/adapters/store-sqlite/sqlite-dialect.ts';
import { emptyStart, Follower } from '@bellwether/server/log/follower.ts';
import type { ChainedEntry } from '@bellwether/server/ports/journal.ts';
import { GENESIS_HASH } from '@bellwether/server/ports/journal.ts';
import type { PreparedStatement } from '@bellwether/server/ports/store.ts';
import { PriceObserver } from '@bellwether/server/prices/observed-prices.ts';
import { ALL_PROJECTIONS } from '@bellwether/server/projections/all-projections.ts';
import { createProjectionRunner } from '@bellwether/server/projections/runner.ts';
import type { Database } from '@bellwether/server/queries/database.ts';
import { Kysely } from 'kysely';
import type { StoreDatabase, StoreRows } from '../world.ts';

/** The file of a read store, so to speak. */
export class RowsDisk implements StoreRows {
  /** From when it is first asked for. */
  #made: LentDatabase | null = null;
  #kysely: Kysely<Database> | null = null;
  /** What it takes before each transaction; throws what a disk does that takes nothing. */
  onWrite: () => void = () => undefined;

  /** `beforeWrite`: of the process that opens it, before each transaction; it throws when that has ended. */
  open(beforeWrite: () => void = () => undefined): Store {
    const database = this.#database;
    database.rollBack();
    const store = openStoreOn(database);
    return {
      ...methodsOf(store),
      // Whoever opens it next asks for the same ones.
      prepare: (sql) => database.kept(sql, () => store.prepare(sql)),
      get isBuilding() {
        return store.isBuilding;
      },
      transaction: (work) => {
        beforeWrite();
        this.onWrite();
        return store.transaction(work);
      },
    };
  }

  get #database(): LentDatabase {
    this.#made ??= new LentDatabase(emptyStore());
    return this.#made;
  }

  /** For reads, all on one moment: no one writes between two of their steps. */
  get reading(): Kysely<Database> {
    this.#kysely ??= new Kysely<Database>({ dialect: createSqliteDialect(this.#database) });
    return this.#kysely;
  }

  get database(): StoreDatabase {
    return this.#database as unknown as StoreDatabase;
  }

  /** Entry that all rows show at least, as the store itself says. */
  get written(): number {
    return this.#database.written;
  }

  remove(): void {
    this.close();
    this.#made = null;
    this.#kysely = null;
  }

  rows(): ReadonlyMap<string, readonly string[]> {
    return rowsOf(this.#database);
  }

  close(): void {
    this.#made?.end();
  }
}

/** Whoever has it open may close it; it is there for the next one. */
class LentDatabase extends DatabaseSync {
  #cursors: StatementSync | null = null;
  readonly #statements = new Map<string, PreparedStatement>();

  /** `bytes`: of the database that it goes on from. */
  constructor(bytes: Uint8Array | null = null) {
    super(':memory:', { enableForeignKeyConstraints: false });
    if (bytes !== null) this.deserialize(bytes);
    this.exec('PRAGMA temp_store = MEMORY; PRAGMA synchronous = OFF; PRAGMA journal_mode = MEMORY');
  }

  /** Entry up to which all projections are, as their cursors say. */
  get written(): number {
    this.#cursors ??= this.prepare('SELECT min(sequence) AS sequence FROM projection_cursors');
    return Number(this.#cursors.get()?.['sequence']);
  }

  /** A statement that is done when it returns, made once for each text. */
  kept(sql: string, make: () => PreparedStatement): PreparedStatement {
    const known = this.#statements.get(sql);
    if (known !== undefined) return known;
    const made = make();
    this.#statements.set(sql, made);
    return made;
  }

  override close(): void {
    this.rollBack();
  }

  rollBack(): void {
    if (this.isTransaction) this.exec('ROLLBACK');
  }

  end(): void {
    super.close();
  }
}

/** A store as a process leaves it that has written nothing yet: to make its tables takes longer than to copy them. */
let prepared: Uint8Array | null = null;

function emptyStore(): Uint8Array {
  if (prepared !== null) return prepared;
  const database = new LentDatabase();
  createProjectionRunner(openStoreOn(database), ALL_PROJECTIONS);
  prepared = database.serialize();
  database.end();
  return prepared;
}

function methodsOf(store: Store): Omit<Store, 'isBuilding' | 'transaction' | 'prepare'> {
  return {
    exec: (sql) => store.exec(sql),
    settle: () => store.settle(),
    checkpointIfDue: () => store.checkpointIfDue(),
    scrub: () => store.scrub(),
    close: () => store.close(),
    abandon: () => store.abandon(),
  };
}

/** Every row of every table, in the order of the tables' names and of the rows' texts. */
function rowsOf(database: DatabaseSync): ReadonlyMap<string, readonly string[]> {
  const tables = database
    // What an index of words keeps for itself depends on how its rows were put together.
    .prepare(
      "SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY name",
    )
    .all()
    .map(({ name }) => String(name));
  const text = (_key: string, value: unknown): unknown =>
    typeof value === 'bigint' ? `${value}n` : value instanceof Uint8Array ? Buffer.from(value).toString('hex') : value;
  return new Map(
    tables.map((table) => {
      const statement = database.prepare(`SELECT * FROM "${table}"`);
      statement.setReadBigInts(true);
      return [
        table,
        statement
          .all()
          .map((row) => JSON.stringify(row, text))
          .sort(),
      ];
    }),
  );
}

/** A store that is written from the whole log, `batch` entries in a transaction. */
export function rebuiltRows(entries: readonly ChainedEntry[], batch: number | 'all'): StoreRows & { close(): void } {
  const disk = new RowsDisk();
  const store = disk.open();
  const runner = createProjectionRunner(store, ALL_PROJECTIONS);
  const follower = new Follower(emptyStart());
  const prices = new PriceObserver();
  follower.observe(prices);
  const size = batch === 'all' ? Math.max(1, entries.length) : batch;
  for (let at = 0; at < entries.length; at += size) {
    const some = entries.slice(at, at + size);
    const previousHash = entries[at - 1]?.hash ?? GENESIS_HASH;
    follower.fold(some, previousHash);
    runner.write(some, previousHash, { state: follower.state, prices: prices.take() });
  }
  return { rows: () => disk.rows(), close: () => disk.close() };
}
