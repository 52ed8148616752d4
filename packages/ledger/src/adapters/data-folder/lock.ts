/**
 * The lock on a data folder: an exclusive SQLite transaction on the empty database `venue.lock`. The operating system
 * drops it when the process ends, `kill -9` included, so a stale lock is never left behind. It is taken before anything
 * else in the folder is opened for writing. `venue.json` beside it names the holder, only for the error message: it
 * decides nothing and may be out of date.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { DataFolderInUse, type DataFolderLock } from '@bellwether/ports/data-folder.ts';
import { writeFileDurably } from '../../files/durable-file.ts';
import { makeFolder } from '../../files/make-folder.ts';
import { isBusy, storageError } from '../../files/storage-error.ts';
import { makeFilesPrivate } from './private-files.ts';

const LOCK_FILE = 'venue.lock';
const HOLDER_FILE = 'venue.json';

/** Process that holds a data folder. `url` is null until the listener is up. */
export type DataFolderHolder = { readonly pid: number; readonly url: string | null };

/**
 * Creates the folder if necessary and takes its lock. Throws `DataFolderInUse` while another process or thread has it,
 * or `StorageError`.
 */
export function lockDataFolder(dataDir: string): DataFolderLock {
  const path = join(dataDir, LOCK_FILE);
  const database = openLock(dataDir, path);
  try {
    // No journal: there is nothing to roll back in an empty file.
    database.exec('PRAGMA journal_mode = MEMORY; PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE');
  } catch (error) {
    database.close();
    if (!isBusy(error)) throw storageError('open', path, error);
    throw new DataFolderInUse(`the data folder ${dataDir} is in use by ${describe(readHolder(dataDir))}`, {
      cause: error,
    });
  }
  makeFilesPrivate(dataDir);
  return { dataDir, release: () => database.close() };
}

/** True if a process has the folder now. Takes no lock, writes nothing and needs no write permission. */
export function isDataFolderInUse(dataDir: string): boolean {
  if (!hasLock(dataDir)) return false;
  const path = join(dataDir, LOCK_FILE);
  try {
    using database = new DatabaseSync(path, { readOnly: true, timeout: 0 });
    database.prepare('SELECT count(*) FROM sqlite_master').get();
    return false;
  } catch (error) {
    if (isBusy(error)) return true;
    throw storageError('open', path, error);
  }
}

/** True if the folder has a lock file: without one it has never belonged to a running venue. */
export function hasLock(dataDir: string): boolean {
  return existsSync(join(dataDir, LOCK_FILE));
}

function openLock(dataDir: string, path: string): DatabaseSync {
  try {
    makeFolder(dataDir);
    return new DatabaseSync(path, { timeout: 0 });
  } catch (error) {
    throw storageError('open', path, error);
  }
}

/** Records the holder of the folder and its URL (null until it answers), for processes that are refused the folder. */
export function recordHolder(dataDir: string, url: string | null): void {
  const note = { pid: process.pid, started: startOf(process.pid), url };
  writeFileDurably(join(dataDir, HOLDER_FILE), [Buffer.from(`${JSON.stringify(note)}\n`)]);
}

/**
 * Last recorded holder; null if there is none, the note cannot be read, or the process has ended: a killed one leaves its
 * note, and others may have its number and listen at its address by now.
 */
export function readHolder(dataDir: string): DataFolderHolder | null {
  try {
    const holder: unknown = JSON.parse(readFileSync(join(dataDir, HOLDER_FILE), 'utf8'));
    if (typeof holder !== 'object' || holder === null || !('pid' in holder) || typeof holder.pid !== 'number')
      return null;
    // Throws if there is no such process.
    process.kill(holder.pid, 0);
    if ('started' in holder && holder.started !== startOf(holder.pid)) return null;
    const url = 'url' in holder && typeof holder.url === 'string' ? holder.url : null;
    return { pid: holder.pid, url };
  } catch {
    return null;
  }
}

/** Boot and time at which a process began; null on systems without /proc. Tells it from a later one with its number. */
function startOf(pid: number): string | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name before it may have spaces and brackets.
    const ticks = stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19];
    return `${readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()} ${ticks}`;
  } catch {
    return null;
  }
}

function describe(holder: DataFolderHolder | null): string {
  if (holder === null) return 'another process';
  return `another process (pid ${holder.pid}${holder.url === null ? '' : `, ${holder.url}`})`;
}
