/**
 * The lock on a data folder: an exclusive SQLite transaction on the empty database `venue.lock`. The operating system
 * drops it when the process ends, `kill -9` included, so nothing stale is ever left. It is taken before anything else
 * in the folder is opened for writing. `venue.json` beside it says who holds it, for the message alone: it decides
 * nothing and may be out of date.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { DataFolderInUse, type DataFolderLock } from '../../ports/data-folder.ts';

const LOCK_FILE = 'venue.lock';
const HOLDER_FILE = 'venue.json';
const SQLITE_BUSY = 5;

/** Who holds a data folder. `url` is null until the listener is up. */
export interface DataFolderHolder {
  readonly pid: number;
  readonly url: string | null;
}

/** Creates the folder if need be and takes its lock. Throws `DataFolderInUse` while another process or thread has it. */
export function lockDataFolder(dataDir: string): DataFolderLock {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const database = new DatabaseSync(join(dataDir, LOCK_FILE), { timeout: 0 });
  try {
    database.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE');
  } catch (error) {
    database.close();
    if (!isBusy(error)) throw error;
    throw new DataFolderInUse(`the data folder ${dataDir} is in use by ${describe(readHolder(dataDir))}`, {
      cause: error,
    });
  }
  recordHolder(dataDir, null);
  return { dataDir, release: () => database.close() };
}

/** Notes where the running venue answers, for whoever is refused the folder. Call it once the listener is up. */
export function recordHolder(dataDir: string, url: string | null): void {
  const holder: DataFolderHolder = { pid: process.pid, url };
  writeFileSync(join(dataDir, HOLDER_FILE), `${JSON.stringify(holder)}\n`);
}

/** Who noted itself last as holder; null when nobody did or the note cannot be read. Not proof that it still runs. */
export function readHolder(dataDir: string): DataFolderHolder | null {
  try {
    const holder: unknown = JSON.parse(readFileSync(join(dataDir, HOLDER_FILE), 'utf8'));
    if (typeof holder !== 'object' || holder === null || !('pid' in holder) || typeof holder.pid !== 'number')
      return null;
    const url = 'url' in holder && typeof holder.url === 'string' ? holder.url : null;
    return { pid: holder.pid, url };
  } catch {
    return null;
  }
}

function describe(holder: DataFolderHolder | null): string {
  if (holder === null) return 'another process';
  return `another process (pid ${holder.pid}${holder.url === null ? '' : `, ${holder.url}`})`;
}

function isBusy(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && error.errcode === SQLITE_BUSY;
}
