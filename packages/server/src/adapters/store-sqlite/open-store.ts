/**
 * Opens the SQLite file of the read store: once for writing (the projector) and read-only for readers. The store is
 * disposable, so it trades durability of the last moments for speed: whatever is missing after a crash is projected
 * again from the journal. It must never hold anything that is not in the journal. Every page has a checksum, made before
 * a checkpoint moves it (`page-checksums.ts`), so checkpoints are made here and never by SQLite of its own accord.
 *
 * A store that is built from nothing, while no one reads it, is written straight into its file in one transaction and
 * without a log. It gets its checksums when it has settled: one that was cut off before has none, and counts as damaged.
 */
import { closeSync, existsSync, fsyncSync, openSync, rmSync, statSync } from 'node:fs';
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { storageError } from '../../files/storage-error.ts';
import type { PreparedStatement, StoreWriter } from '../../ports/store.ts';
import { CHECKSUMS_SUFFIX, PageChecksums, StoreDamaged } from './page-checksums.ts';

/** Oldest SQLite that is accepted: earlier ones can corrupt a WAL database when a checkpoint meets a reset. */
export const SQLITE_VERSION_MIN = '3.51.3';

/** What SQLite calls a database without a file. */
const MEMORY = ':memory:';
const BUSY_TIMEOUT_MS = 10_000;
const WRITER_CACHE_KIB = 64 * 1024;
const READER_CACHE_KIB = 32 * 1024;
/** The whole file, up to what SQLite maps at most: what is not mapped is read with a call for each page of it. */
const MAPPED_BYTES = 2 ** 31;
/** Pages the log gathers before they are moved into the file. Many while the store is built: the same ones change often. */
const BUILD_CHECKPOINT_PAGES = 100_000;
/**
 * Few while orders wait for the journal on the same disk: a log of hundreds of megabytes reaches it all at once, and
 * every commit of the journal then stands behind it.
 */
export const LIVE_CHECKPOINT_PAGES = 2_000;

/** Pages one scrub looks at: 16 MiB. */
const SCRUB_PAGES = 4_096;

const SQLITE_CORRUPT = 11;
const SQLITE_NOTADB = 26;

/** The read store cannot be opened: the file is no database, or this SQLite is too old. */
export class StoreUnavailable extends Error {
  readonly code = 'store_unavailable';

  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'StoreUnavailable';
  }
}

/** The store as the projector holds it. All of this is for between transactions. */
export interface Store extends StoreWriter {
  /** Says that the store is built and small changes follow: leaves no log, and keeps it short from now on. */
  settle(): void;
  /** Moves what the log has gathered into the file when it has become long. To be called after each transaction. */
  checkpointIfDue(): void;
  /** Moves what the log holds, then holds the next pages of the file against their checksums. Throws `StoreDamaged`. */
  scrub(): void;
  /** Moves all of the log into the file, and closes. */
  close(): void;
  /**
   * Closes after an error, as it is: what the log has stays in the log while someone else has the store open. A store that
   * is being built is removed.
   */
  abandon(): void;
}

/**
 * Opens the store for writing and creates the file if it is missing; with `build` a new one is for no one else to open
 * before it has settled, and is gone if it is closed before. Throws `StoreUnavailable` and `StoreDamaged`.
 */
export function openStore(file: string, { build = false } = {}): Store {
  const isFile = file !== MEMORY;
  const known = isFile && existsSync(file) ? PageChecksums.open(file) : null;
  if (isFile && known === null) removeStore(file);
  const database = openDatabase(file, false);
  try {
    database.exec(`PRAGMA cache_size = -${WRITER_CACHE_KIB}`);
    if (build && isFile && known === null) {
      // Not mapped: what is written once and seldom read again would count as memory of the process.
      database.exec('PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA mmap_size = 0; BEGIN IMMEDIATE');
      return new SqliteStore(database, file, null, true);
    }
    keepLog(database);
    const checksums = isFile ? (known ?? PageChecksums.create(file, pageBytes(database))) : null;
    return new SqliteStore(database, file, checksums, false);
  } catch (error) {
    database.close();
    known?.close();
    throw error;
  }
}

/**
 * A store in a database that its owner has open already, in memory: others may read it through the same connection, and it
 * is there for the next one who opens it so. The owner closes it.
 */
export function openStoreOn(database: DatabaseSync): Store {
  return new SqliteStore(database, MEMORY, null, false);
}

/** From here on what is written goes into a log first, so that others can read. */
function keepLog(database: DatabaseSync): void {
  database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA wal_autocheckpoint = 0');
}

class SqliteStore implements Store {
  readonly #database: DatabaseSync;
  readonly #file: string;
  /** null in memory, and while it is built. */
  #checksums: PageChecksums | null;
  readonly #log: StatementSync;
  readonly #begin: StatementSync;
  readonly #commit: StatementSync;
  #isBuilding: boolean;
  #checkpointPages = BUILD_CHECKPOINT_PAGES;

  constructor(database: DatabaseSync, file: string, checksums: PageChecksums | null, isBuilding: boolean) {
    this.#database = database;
    this.#file = file;
    this.#checksums = checksums;
    this.#isBuilding = isBuilding;
    this.#log = database.prepare('PRAGMA wal_checkpoint(NOOP)');
    this.#begin = database.prepare('BEGIN IMMEDIATE');
    this.#commit = database.prepare('COMMIT');
  }

  get isBuilding(): boolean {
    return this.#isBuilding;
  }

  prepare(sql: string): PreparedStatement {
    return preparedStatement(this.#database.prepare(sql));
  }

  exec(sql: string): void {
    this.#database.exec(sql);
  }

  transaction<T>(work: () => T): T {
    // One transaction holds the whole build: what many entries change is written to the file once.
    if (this.#isBuilding) return work();
    this.#begin.run();
    try {
      const result = work();
      this.#commit.run();
      return result;
    } catch (error) {
      rollBack(this.#database);
      throw error;
    }
  }

  settle(): void {
    if (this.#isBuilding) this.#finish();
    else this.#checkpoint('TRUNCATE');
    this.#checkpointPages = LIVE_CHECKPOINT_PAGES;
  }

  #finish(): void {
    this.#database.exec('COMMIT');
    keepLog(this.#database);
    this.#database.exec(`PRAGMA shrink_memory; PRAGMA mmap_size = ${MAPPED_BYTES}`);
    // All of it now, before there are orders whose commits would wait for it.
    syncFile(this.#file);
    this.#checksums = PageChecksums.create(this.#file, pageBytes(this.#database));
    this.#isBuilding = false;
  }

  checkpointIfDue(): void {
    if (this.#isBuilding || this.#file === MEMORY) return;
    if (this.#logFrames() >= this.#checkpointPages) this.#checkpoint('PASSIVE');
  }

  scrub(): void {
    this.#checkpoint('PASSIVE');
    // A reader may still need the log: what is not moved yet cannot be checked.
    const { log, checkpointed } = this.#log.get() ?? {};
    if (log === checkpointed) this.#checksums?.scrub(SCRUB_PAGES);
  }

  close(): void {
    if (this.#isBuilding) return this.abandon();
    try {
      this.#checkpoint('TRUNCATE');
    } catch (error) {
      this.abandon();
      throw error;
    }
    this.#database.close();
    this.#checksums?.close();
  }

  abandon(): void {
    if (this.#isBuilding) {
      this.#database.close();
      return removeStore(this.#file);
    }
    try {
      // If no one else has it open, SQLite moves the log as it closes.
      this.#checksums?.seal(this.#logFrames());
    } catch {
      // Then the store is found damaged when it is opened, and made again.
    }
    try {
      this.#database.close();
    } finally {
      this.#checksums?.close();
    }
  }

  #checkpoint(mode: 'PASSIVE' | 'TRUNCATE'): void {
    this.#checksums?.seal(this.#logFrames());
    this.#database.exec(`PRAGMA wal_checkpoint(${mode})`);
  }

  /** Frames that are committed to the log. */
  #logFrames(): number {
    return Math.max(0, Number(this.#log.get()?.['log'] ?? 0));
  }
}

/** After some errors, a full disk for one, SQLite has done so itself: what is to be heard is the error before. */
function rollBack(database: DatabaseSync): void {
  try {
    database.exec('ROLLBACK');
  } catch {
    // There is no transaction any more.
  }
}

function syncFile(file: string): void {
  const descriptor = openSync(file, 'r+');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

function pageBytes(database: DatabaseSync): number {
  return Number(database.prepare('PRAGMA page_size').get()?.['page_size']);
}

/** Whether `error` says that the store's file is damaged, or is no database. */
export function isStoreDamage(error: unknown): boolean {
  const cause = error instanceof StoreUnavailable ? error.cause : error;
  if (cause instanceof StoreDamaged) return true;
  if (!(cause instanceof Error) || !('errcode' in cause) || typeof cause.errcode !== 'number') return false;
  // The low byte is the primary result code; the rest says more precisely what happened.
  const code = cause.errcode & 0xff;
  return code === SQLITE_CORRUPT || code === SQLITE_NOTADB;
}

/** Removes the store, which is disposable: the caller opens a new one and projects everything again. */
export function removeStore(file: string): void {
  for (const suffix of ['', '-wal', '-shm', CHECKSUMS_SUFFIX]) rmSync(file + suffix, { force: true });
}

/**
 * Opens a store that no one writes meanwhile, and leaves its folder as it is: no lock, no file beside it. With a log left
 * by a crash SQLite needs the index of the log that lies beside it. Throws `StoreUnavailable`.
 */
export function openRestingStore(file: string): DatabaseSync {
  if ((statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0) > 0) return openStoreReader(file);
  const url = pathToFileURL(file);
  url.searchParams.set('immutable', '1');
  return openStoreReader(url);
}

/** Opens an existing store read-only, for queries. The caller closes it. Throws `StoreUnavailable`. */
export function openStoreReader(file: string | URL): DatabaseSync {
  const database = openDatabase(file, true);
  database.exec(`
    PRAGMA query_only = ON;
    PRAGMA cache_size = -${READER_CACHE_KIB};
  `);
  return database;
}

function openDatabase(file: string | URL, readOnly: boolean): DatabaseSync {
  const database = connect(file, readOnly);
  try {
    const version = String(database.prepare('SELECT sqlite_version() AS version').get()?.['version']);
    if (!isVersionAtLeast(version, SQLITE_VERSION_MIN)) {
      throw new StoreUnavailable(`SQLite ${version} is too old: ${SQLITE_VERSION_MIN} or later is needed`);
    }
    database.exec(`PRAGMA temp_store = MEMORY; PRAGMA mmap_size = ${MAPPED_BYTES};`);
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

function connect(file: string | URL, readOnly: boolean): DatabaseSync {
  try {
    return new DatabaseSync(file, { readOnly, timeout: BUSY_TIMEOUT_MS, enableForeignKeyConstraints: false });
  } catch (cause) {
    const { message } = storageError('open', file instanceof URL ? fileURLToPath(file) : file, cause);
    throw new StoreUnavailable(`the read store: ${message}`, { cause });
  }
}

/** Compares dotted version numbers part by part. */
export function isVersionAtLeast(version: string, minimum: string): boolean {
  const parts = version.split('.').map(Number);
  for (const [index, wanted] of minimum.split('.').map(Number).entries()) {
    const part = parts[index] ?? 0;
    if (part !== wanted) return part > wanted;
  }
  return true;
}

function preparedStatement(statement: StatementSync): PreparedStatement {
  return {
    run: (...values) => statement.run(...values),
    get: (...values) => statement.get(...values),
    all: (...values) => statement.all(...values),
  };
}
