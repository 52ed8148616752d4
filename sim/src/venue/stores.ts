/** Disks that outlive a process of the simulated world: its read store, real SQLite in memory, and its snapshots. */
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { deserialize, serialize } from 'node:v8';
import {
  createOrderRow,
  OrderRows,
  OrderTable,
  type SealedOrders,
  type Snapshot,
  type State,
} from '@bellwether/engine';
import { snapshotOf } from '@bellwether/ledger/log/recovery.ts';
import type { JournalHead } from '@bellwether/ports/journal.ts';
import type { ClosedOrders, OrderRun, StoredOrders } from '@bellwether/ports/order-archive.ts';
import type { SnapshotMark, StoredSnapshot } from '@bellwether/ports/snapshots.ts';
import type { PreparedStatement, StoreWriter } from '@bellwether/ports/store.ts';
import { openStoreOn, type Store } from '@bellwether/read-model/adapters/store-sqlite/open-store.ts';
import { createSqliteDialect } from '@bellwether/read-model/adapters/store-sqlite/sqlite-dialect.ts';
import { ALL_PROJECTIONS } from '@bellwether/read-model/all-projections.ts';
import type { Database } from '@bellwether/read-model/database.ts';
import { createProjectionRunner } from '@bellwether/read-model/runner.ts';
import { Kysely } from 'kysely';

/** Stands for the file of a read store. */
export class RowsDisk {
  #made: LentDatabase | null = null;
  #kysely: Kysely<Database> | null = null;
  /** Called before each transaction; throws like a disk that rejects writes. */
  onWrite: () => void = () => undefined;

  /** `beforeWrite`: called before each transaction; throws if the process that opened the store has ended. */
  open(beforeWrite: () => void): Store {
    const database = this.#database;
    database.close();
    const store = openStoreOn(database);
    return {
      exec: (sql) => store.exec(sql),
      finishBuild: () => store.finishBuild(),
      checkpointIfDue: () => store.checkpointIfDue(),
      scrub: () => store.scrub(),
      close: () => store.close(),
      abandon: () => store.abandon(),
      // The next process to open the store reuses the statements.
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

  /** Queries for reads, all at one moment: nothing is written between two of their steps. */
  get reading(): Kysely<Database> {
    this.#kysely ??= new Kysely<Database>({ dialect: createSqliteDialect(this.#database) });
    return this.#kysely;
  }

  get database(): Pick<StoreWriter, 'prepare' | 'exec'> {
    return this.#database as unknown as StoreWriter;
  }

  /** Entry that all rows show at least, according to the cursors of the projections. */
  get written(): number {
    return this.#database.written;
  }

  remove(): void {
    this.close();
    this.#made = null;
    this.#kysely = null;
  }

  close(): void {
    this.#made?.end();
  }
}

/** A database that its users may close without losing it; the next user finds it again. */
class LentDatabase extends DatabaseSync {
  #cursors: StatementSync | null = null;
  readonly #statements = new Map<string, PreparedStatement>();

  /** `bytes`: a database to continue from. */
  constructor(bytes: Uint8Array | null = null) {
    super(':memory:', { enableForeignKeyConstraints: false });
    if (bytes !== null) this.deserialize(bytes);
    this.exec('PRAGMA temp_store = MEMORY; PRAGMA synchronous = OFF; PRAGMA journal_mode = MEMORY');
  }

  get written(): number {
    this.#cursors ??= this.prepare('SELECT min(sequence) AS sequence FROM projection_cursors');
    return Number(this.#cursors.get()?.['sequence']);
  }

  /** A prepared statement per text, created once; it must be finished when it returns. */
  kept(sql: string, make: () => PreparedStatement): PreparedStatement {
    const known = this.#statements.get(sql) ?? make();
    this.#statements.set(sql, known);
    return known;
  }

  override close(): void {
    if (this.isTransaction) this.exec('ROLLBACK');
  }

  end(): void {
    super.close();
  }
}

/** An empty store with its tables: copying it is faster than creating the tables. */
let prepared: Uint8Array | null = null;

function emptyStore(): Uint8Array {
  if (prepared !== null) return prepared;
  const database = new LentDatabase();
  createProjectionRunner(openStoreOn(database), ALL_PROJECTIONS);
  prepared = database.serialize();
  database.end();
  return prepared;
}

interface Kept {
  readonly mark: SnapshotMark;
  readonly bytes: Uint8Array;
  readonly runs: readonly OrderRun[];
}

export class SnapshotStore {
  /** Generations by index; sealed ones never change. */
  readonly #generations: SealedOrders[] = [];
  /** Oldest first. */
  #kept: Kept[] = [];

  get count(): number {
    return this.#kept.length;
  }

  save(state: Readonly<State>, head: JournalHead, closed: ClosedOrders): void {
    const [snapshot, mark] = snapshotOf(state, head);
    for (const generation of closed.pending) this.#generations[generation.index] ??= generation;
    const from = closed.runs.at(-1)?.to ?? 0;
    const runs =
      closed.pending.length === 0 ? closed.runs : [...closed.runs, { from, to: from + closed.pending.length }];
    this.#kept = this.#kept.filter((other) => other.mark.sequence !== mark.sequence);
    this.#kept.push({ mark, bytes: serialize(snapshot), runs });
    this.#kept.sort((a, b) => a.mark.sequence - b.mark.sequence);
  }

  /** Loads snapshots, newest first. Removes those for which `isLost` returns true. */
  *load(isLost: () => boolean = () => false): Generator<StoredSnapshot> {
    for (const kept of this.#kept.toReversed()) {
      if (isLost()) this.#kept = this.#kept.filter((other) => other !== kept);
      else yield this.#stored(kept);
    }
  }

  /** Closed orders stored with the snapshot of an entry. Throws if there is no such snapshot. */
  openOrdersOf(sequence: number): StoredOrders {
    const kept = this.#kept.find(({ mark }) => mark.sequence === sequence);
    if (kept === undefined) throw new Error(`there is no snapshot of entry ${sequence}`);
    return this.#open(kept);
  }

  #stored(kept: Kept): StoredSnapshot {
    const { mark, bytes, runs } = kept;
    // The cast is the parse boundary: this program wrote the bytes.
    return { ...mark, snapshot: deserialize(bytes) as Snapshot, runs, openOrders: () => this.#open(kept) };
  }

  #open({ runs }: Kept): StoredOrders {
    return storedOf(runs, this.#generations.slice(0, runs.at(-1)?.to ?? 0));
  }
}

function storedOf(runs: readonly OrderRun[], generations: readonly SealedOrders[]): StoredOrders {
  const rows = new OrderRows();
  const table = new OrderTable(rows);
  const row = createOrderRow();
  for (const generation of generations)
    for (let at = 0; at < generation.size; at++) table.add(rows.add(generation.read(at, row)));
  return {
    runs,
    generations: generations.length,
    find: (key) => {
      const at = table.find(key);
      return at < 0 ? null : rows.read(at, row);
    },
    close: () => undefined,
  };
}
