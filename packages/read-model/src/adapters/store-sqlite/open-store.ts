/**
 * Opens the SQLite file of the read store: once for writing (the projector) and read-only for readers. The store is
 * disposable, so it trades durability of the last moments for speed: anything missing after a crash is projected again
 * from the journal. It must never hold anything that is not in the journal. Every page has a checksum, made before a
 * checkpoint moves it (`page-checksums.ts`). So checkpoints are made here, and SQLite's automatic ones are off.
 *
 * A store built from nothing, before it has readers, is written straight into its file in one transaction and without a
 * log. It gets its checksums when its build is finished: a build that was cut off has none, and counts as damaged.
 */
import { existsSync, rmSync, statSync } from 'node:fs';
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { syncFile } from '@bellwether/ledger/files/durable-file.ts';
import { isSqliteDamage, storageError } from '@bellwether/ledger/files/storage-error.ts';
import type { PreparedStatement, StoreWriter } from '@bellwether/ports/store.ts';
import { CHECKSUMS_SUFFIX, PageChecksums, StoreDamaged } from './page-checksums.ts';

/** Oldest accepted SQLite: earlier ones can corrupt a WAL database when a checkpoint meets a reset. */
export const SQLITE_VERSION_MIN = '3.51.3';

/** SQLite's name for a database without a file. */
const MEMORY = ':memory:';
const BUSY_TIMEOUT_MS = 10_000;
const WRITER_CACHE_KIB = 64 * 1024;
const READER_CACHE_KIB = 32 * 1024;
/** The whole file, up to SQLite's maximum: each page that is not mapped costs a call to read. */
const MAPPED_BYTES = 2 ** 31;
/** Pages that the log gathers before a checkpoint. Many while the store is built: the same pages change often. */
const BUILD_CHECKPOINT_PAGES = 100_000;
/**
 * Few while orders wait for the journal on the same disk: a log of hundreds of megabytes reaches the disk all at once,
 * and every commit of the journal then waits behind it.
 */
export const LIVE_CHECKPOINT_PAGES = 2_000;

/** Pages checked by one scrub: 16 MiB. */
const SCRUB_PAGES = 4_096;

/** The read store cannot be opened: the file is not a database, or this SQLite is too old. */
class StoreUnavailable extends Error {
  override readonly name = 'StoreUnavailable';
}

/** The store as the projector holds it. All methods are for use between transactions. */
export interface Store extends StoreWriter {
  /** Ends the build, before small changes follow: leaves no log, and keeps it short from now on. */
  finishBuild(): void;
  /** Moves the log into the file when it has become long. Call it after each transaction. */
  checkpointIfDue(): void;
  /** Moves the log into the file, then checks the next pages of the file against their checksums. Throws `StoreDamaged`. */
  scrub(): void;
  /** Moves the whole log into the file, and closes. */
  close(): void;
  /**
   * Closes the store as it is, after an error: the log stays a log while another connection has the store open. A store
   * that is being built is removed.
   */
  abandon(): void;
}

/**
 * Opens the store for writing and creates the file if it is missing. With `build`, a new store must not be opened by
 * others before its build is finished, and is removed if it is closed before. Throws `StoreUnavailable` and `StoreDamaged`.
 */
export function openStore(file: string, { build = false } = {}): Store {
  const isFile = file !== MEMORY;
  const known = isFile && existsSync(file) ? PageChecksums.open(file) : null;
  if (isFile && known === null) removeStore(file);
  const database = openDatabase(file, false);
  try {
    database.exec(`PRAGMA cache_size = -${WRITER_CACHE_KIB}`);
    if (build && isFile && known === null) {
      // Not mapped: pages written once and seldom read again would count as memory of the process.
      database.exec('PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA mmap_size = 0; BEGIN IMMEDIATE');
      return new SqliteStore(database, file, null, true);
    }
    writeAhead(database);
    const checksums = isFile ? (known ?? PageChecksums.create(file, pageBytes(database))) : null;
    return new SqliteStore(database, file, checksums, false);
  } catch (error) {
    database.close();
    known?.close();
    throw error;
  }
}

/**
 * Opens a store in an in-memory database that its owner has open already. Others may read it through the same
 * connection, and a later call finds it again. The owner closes the database.
 */
export function openStoreOn(database: DatabaseSync): Store {
  return new SqliteStore(database, MEMORY, null, false);
}

/** Switches to a write-ahead log, so that others can read during writes. */
function writeAhead(database: DatabaseSync): void {
  database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA wal_autocheckpoint = 0');
}

class SqliteStore implements Store {
  readonly #database: DatabaseSync;
  readonly #file: string;
  /** Null in memory, and during the build. */
  #checksums: PageChecksums | null;
  readonly #log: StatementSync;
  readonly #begin: StatementSync;
  readonly #commit: StatementSync;
  #isBuilding: boolean;
  #checkpointPages = BUILD_CHECKPOINT_PAGES;
  #overwrites = false;
  /** True while the log may have what was deleted. */
  #forgets = false;

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
    return this.#database.prepare(sql);
  }

  exec(sql: string): void {
    this.#database.exec(sql);
  }

  transaction<T>(work: () => T): T {
    // One transaction holds the whole build: pages that many entries change are written to the file once.
    if (this.#isBuilding) return work();
    this.#begin.run();
    try {
      const result = work();
      this.#commit.run();
      return result;
    } catch (error) {
      rollBack(this.#database);
      throw error;
    } finally {
      if (this.#overwrites) this.#setOverwriting(false);
    }
  }

  overwriting<T>(work: () => T): T {
    this.#setOverwriting(true);
    try {
      return work();
    } finally {
      // The full-text search writes when the transaction is committed.
      if (this.#isBuilding) this.#setOverwriting(false);
    }
  }

  #setOverwriting(overwrites: boolean): void {
    this.#overwrites = overwrites;
    this.#database.exec(`PRAGMA secure_delete = ${overwrites ? 'ON' : 'OFF'}`);
  }

  forget(): void {
    this.#forgets = true;
  }

  finishBuild(): void {
    if (this.#isBuilding) this.#finish();
    else this.#checkpoint('TRUNCATE');
    this.#checkpointPages = LIVE_CHECKPOINT_PAGES;
  }

  #finish(): void {
    this.#database.exec('COMMIT');
    writeAhead(this.#database);
    this.#database.exec(`PRAGMA shrink_memory; PRAGMA mmap_size = ${MAPPED_BYTES}`);
    // Syncs everything now, before there are orders whose commits would wait behind it.
    syncFile(this.#file);
    this.#checksums = PageChecksums.create(this.#file, pageBytes(this.#database));
    this.#isBuilding = false;
  }

  checkpointIfDue(): void {
    if (this.#isBuilding || this.#file === MEMORY) return;
    if (this.#forgets) this.#empty();
    else if (this.#logFrames() >= this.#checkpointPages) this.#checkpoint('PASSIVE');
  }

  /** Empties the log, unless a reader needs it: then the next transaction or scrub does. */
  #empty(): void {
    this.#database.exec('PRAGMA busy_timeout = 0');
    try {
      this.#checksums?.seal(this.#logFrames());
      const { busy } = this.#database.prepare('PRAGMA wal_checkpoint(TRUNCATE)').get() ?? {};
      this.#forgets = busy !== 0;
    } finally {
      this.#database.exec(`PRAGMA busy_timeout = ${BUSY_TIMEOUT_MS}`);
    }
  }

  scrub(): void {
    if (this.#forgets) this.#empty();
    this.#checkpoint('PASSIVE');
    // A reader may still need the log: pages that are not moved yet cannot be checked.
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
      // If no other connection is open, SQLite moves the log as it closes.
      this.#checksums?.seal(this.#logFrames());
    } catch {
      // The store is then found damaged when it is opened, and rebuilt.
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

  #logFrames(): number {
    return Math.max(0, Number(this.#log.get()?.['log'] ?? 0));
  }
}

/**
 * Rolls back and ignores failures. After some errors, such as a full disk, SQLite has done so itself, and the first
 * error is the one to report.
 */
function rollBack(database: DatabaseSync): void {
  try {
    database.exec('ROLLBACK');
  } catch {
    // There is no transaction any more.
  }
}

function pageBytes(database: DatabaseSync): number {
  return Number(database.prepare('PRAGMA page_size').get()?.['page_size']);
}

/** True if `error` means that the store's file is damaged, or is not a database. */
export function isStoreDamage(error: unknown): boolean {
  const cause = error instanceof StoreUnavailable ? error.cause : error;
  return cause instanceof StoreDamaged || isSqliteDamage(cause);
}

/** Removes the store, which is disposable: the caller opens a new one and projects everything again. */
export function removeStore(file: string): void {
  for (const suffix of ['', '-wal', '-shm', CHECKSUMS_SUFFIX]) rmSync(file + suffix, { force: true });
}

/**
 * Opens a store that has no writer and leaves its folder unchanged: no lock, no file beside it. If a crash left a log,
 * SQLite needs the log's index beside it. Throws `StoreUnavailable`.
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

/**
 * Preserves the log when a process ends without closing the store. The last writing connection moves the log into the file
 * when it closes, and Node closes the connections of a thread that it ends. But only sealed pages may be moved. So this
 * opens a read-only connection at the very end of the process, which moves nothing and is closed last.
 */
export function keepLog(storeFile: string): void {
  try {
    openStoreReader(storeFile).prepare('SELECT 1 FROM sqlite_schema').get();
  } catch {
    // Either there is no store to keep, or the next start finds it damaged and rebuilds it.
  }
}
