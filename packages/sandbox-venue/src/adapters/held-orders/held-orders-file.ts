/** Orders that are held back, in an SQLite file of a folder. The first held order creates the file. */
import { chmodSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { schemaDifference, schemaOf, tablesMadeBy } from '@bellwether/ledger/files/sqlite-schema.ts';
import { isDiskFull, StorageError, storageError } from '@bellwether/ledger/files/storage-error.ts';
import { StorageFull } from '@bellwether/ports/exchange.ts';

export const HELD_ORDERS_FILE = 'held-orders.sqlite';

const SCHEMA = `
PRAGMA journal_mode = WAL;
PRAGMA synchronous = FULL;
CREATE TABLE IF NOT EXISTS held_orders (
  place INTEGER PRIMARY KEY AUTOINCREMENT,
  id TEXT NOT NULL UNIQUE,
  state TEXT NOT NULL CHECK (state IN ('waits', 'taken', 'refused')),
  text TEXT NOT NULL
) STRICT`;

/** The order waits; or its time has come, and the exchange accepted or refused it. */
export type HoldState = 'waits' | 'taken' | 'refused';

interface StoredHeldOrder {
  readonly id: string;
  readonly state: HoldState;
  /** Everything else about the order. */
  readonly text: string;
}

type Opened = ReturnType<typeof open>;

/** Every write is durable. Throws `StorageFull` and `StorageError`. */
export class HeldOrdersFile {
  readonly #path: string;
  #opened: Opened | null = null;
  #isClosed = false;

  /** Opens the file when it is first needed. */
  constructor(dataDir: string) {
    this.#path = join(dataDir, HELD_ORDERS_FILE);
  }

  /** In the order in which each was last kept. */
  all(): readonly StoredHeldOrder[] {
    if (this.#opened === null && !existsSync(this.#path)) return [];
    return this.#with('read', ({ all }) => all.all() as { id: string; state: HoldState; text: string }[]);
  }

  /** Replaces the stored copy of the same order. */
  keep({ id, state, text }: StoredHeldOrder): void {
    this.#with('write', ({ keep }) => keep.run(id, state, text));
  }

  forget(id: string): void {
    this.#with('write', ({ forget }) => forget.run(id));
  }

  close(): void {
    this.#isClosed = true;
    this.#opened?.database.close();
    this.#opened = null;
  }

  #with<T>(doing: 'read' | 'write', work: (opened: Opened) => T): T {
    if (this.#isClosed) throw new Error(`${this.#path} is closed`);
    try {
      this.#opened ??= open(this.#path);
      return work(this.#opened);
    } catch (error) {
      if (isDiskFull(error)) throw new StorageFull();
      throw storageError(doing, this.#path, error);
    }
  }
}

function open(path: string) {
  const database = new DatabaseSync(path);
  try {
    chmodSync(path, 0o600);
    database.exec(SCHEMA);
    const difference = schemaDifference(schemaOf(database), tablesMadeBy(SCHEMA));
    if (difference !== null)
      throw new StorageError(`${path} ${difference}. Drop that, or move the file away to give up its orders.`, false);
    return {
      database,
      all: database.prepare('SELECT id, state, text FROM held_orders ORDER BY place'),
      keep: database.prepare('INSERT OR REPLACE INTO held_orders (id, state, text) VALUES (?, ?, ?)'),
      forget: database.prepare('DELETE FROM held_orders WHERE id = ?'),
    };
  } catch (error) {
    database.close();
    throw error;
  }
}
