/** A store in one file of the data folder. */
import { chmodSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { Kysely } from 'kysely';
import { nodeSqliteDialect } from './node-sqlite-dialect.ts';
import type { SideStore } from './side-store.ts';

/** The venue's folder has one writer: only a foreign program can hold the file, and requests must not wait for it long. */
const BUSY_MS = 200;

export function openStoreFile<Tables>(path: string): SideStore<Tables> {
  const file = new DatabaseSync(path, { timeout: BUSY_MS });
  // Names, addresses and secrets are for the venue's owner alone.
  chmodSync(path, 0o600);
  // What the log refers to, or a receiver has, must survive a power cut.
  file.exec(
    'PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON; PRAGMA secure_delete = ON',
  );
  const db = new Kysely<Tables>({ dialect: nodeSqliteDialect(file) });
  return {
    db,
    type: 'sqlite',
    exclusively: (make) => make(),
    isUnavailable: (error) =>
      error instanceof Error && 'errcode' in error && ENVIRONMENT.has(Number(error.errcode) & 0xff),
    close: () => db.destroy(),
  };
}

/** SQLite's BUSY, LOCKED, READONLY, IOERR, CORRUPT, FULL, CANTOPEN and NOTADB. */
const ENVIRONMENT: ReadonlySet<number> = new Set([5, 6, 8, 10, 11, 13, 14, 26]);
