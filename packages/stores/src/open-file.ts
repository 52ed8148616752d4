/** A store in one file of the data folder. */
import { chmodSync, statSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { Kysely, sql } from 'kysely';
import { nodeSqliteDialect } from './node-sqlite-dialect.ts';
import type { SideStore } from './side-store.ts';

/** The venue's folder has one writer: only a foreign program can hold the file, and requests must not wait for it long. */
const BUSY_MS = 200;

export function openStoreFile<Tables>(path: string): SideStore<Tables> {
  const file = new DatabaseSync(path, { timeout: BUSY_MS });
  // Names, addresses and secrets are for the venue's owner alone.
  chmodSync(path, 0o600);
  // The log refers to some rows, and receivers have others: all must survive a power cut.
  file.exec(
    'PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON; PRAGMA secure_delete = ON',
  );
  return storeOn(file);
}

/** Time until a log that could not be emptied is tried again. */
export const AGAIN_MS = 10_000;

/** `isResting`: nobody writes the file, and nothing is written beside it. */
export function readStoreFile<Tables>(path: string, isResting: boolean): SideStore<Tables> {
  const url = pathToFileURL(path);
  if (isResting && (statSync(`${path}-wal`, { throwIfNoEntry: false })?.size ?? 0) === 0)
    url.searchParams.set('immutable', '1');
  return storeOn(new DatabaseSync(url, { readOnly: true, timeout: BUSY_MS }));
}

function storeOn<Tables>(file: DatabaseSync): SideStore<Tables> {
  const db = new Kysely<Tables>({ dialect: nodeSqliteDialect(file) });
  let again: NodeJS.Timeout | undefined;
  // In turn with the transactions of the one connection.
  const scrub = async (): Promise<void> => {
    const emptied = await sql<{ busy: number }>`PRAGMA wal_checkpoint(TRUNCATE)`.execute(db).catch(() => null);
    clearTimeout(again);
    // Another program reads the file. After an error, the next call or start does it.
    if (emptied?.rows[0]?.busy === 1) again = setTimeout(() => void scrub(), AGAIN_MS).unref();
  };
  return {
    db,
    type: 'sqlite',
    exclusively: (make) => make(),
    isUnavailable: (error) =>
      error instanceof Error && 'errcode' in error && ENVIRONMENT.has(Number(error.errcode) & 0xff),
    scrub,
    close: () => {
      clearTimeout(again);
      return db.destroy();
    },
  };
}

/** SQLite's BUSY, LOCKED, READONLY, IOERR, CORRUPT, FULL, CANTOPEN and NOTADB. */
const ENVIRONMENT: ReadonlySet<number> = new Set([5, 6, 8, 10, 11, 13, 14, 26]);
