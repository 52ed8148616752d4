/**
 * Requests that moved a sandbox, in an SQLite file of its folder. What is written is on the disk when a call returns. A file
 * that is damaged is begun anew: then keys from before are new ones.
 */
import { chmodSync, existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { isDiskFull, isStorageFailure, storageError } from '../../files/storage-error.ts';
import { SQLITE_SUFFIXES } from '../../ports/data-folder.ts';
import { ExchangeUnavailable, StorageFull } from '../../ports/exchange.ts';
import type { BegunRequest, StoredSandboxRequests } from '../../ports/sandbox-requests.ts';
import type { FirstAnswer } from '../../ports/stored-answers.ts';

export const SANDBOX_REQUESTS_FILE = 'sandbox-requests.sqlite';
/** Requests that are kept; the earliest make room. */
export const STORED_SANDBOX_REQUESTS_MAX = 1_000;

const SCHEMA = `
PRAGMA journal_mode = WAL;
PRAGMA synchronous = FULL;
CREATE TABLE IF NOT EXISTS requests (
  place INTEGER PRIMARY KEY AUTOINCREMENT,
  key TEXT NOT NULL UNIQUE,
  hash TEXT NOT NULL,
  branch TEXT NOT NULL,
  until_ms INTEGER,
  answer TEXT
) STRICT`;

interface Opened {
  readonly database: DatabaseSync;
  readonly find: StatementSync;
  readonly keep: StatementSync;
  readonly forget: StatementSync;
  readonly drop: StatementSync;
}

/** Opened when it is needed. `warn` is told when it is begun anew. */
export class SandboxRequestsFile implements StoredSandboxRequests {
  readonly #path: string;
  readonly #warn: (problem: string) => void;
  #opened: Opened | null = null;
  #isClosed = false;

  constructor(dataDir: string, warn: (problem: string) => void) {
    this.#path = join(dataDir, SANDBOX_REQUESTS_FILE);
    this.#warn = warn;
  }

  find(key: string): BegunRequest | null {
    if (this.#opened === null && !existsSync(this.#path)) return null;
    return this.#with('read', ({ find }) => {
      const row = find.get(key);
      if (row === undefined) return null;
      const { hash, branch, until_ms, answer } = row as {
        hash: string;
        branch: string;
        until_ms: number | null;
        answer: string | null;
      };
      return { hash, branch, untilMs: until_ms, answer: answer === null ? null : (JSON.parse(answer) as FirstAnswer) };
    });
  }

  keep(key: string, { hash, branch, untilMs, answer }: BegunRequest): void {
    this.#with('write', ({ keep, drop }) => {
      keep.run(key, hash, branch, untilMs, answer === null ? null : textOf(answer));
      drop.run(STORED_SANDBOX_REQUESTS_MAX);
      return null;
    });
  }

  forget(key: string): void {
    if (this.#opened === null) return;
    this.#with('write', ({ forget }) => {
      forget.run(key);
      return null;
    });
  }

  close(): void {
    this.#isClosed = true;
    this.#opened?.database.close();
    this.#opened = null;
  }

  /** What is wrong with the disk is thrown; what is wrong in the file costs what it had. */
  #with<T>(doing: 'read' | 'write', work: (opened: Opened) => T, isAnew = false): T | null {
    if (this.#isClosed && doing === 'read') return null;
    if (this.#isClosed) throw new ExchangeUnavailable('the sandbox has stopped');
    try {
      this.#opened ??= open(this.#path);
      return work(this.#opened);
    } catch (error) {
      if (isDiskFull(error)) throw new StorageFull();
      if (isAnew || isStorageFailure(error)) throw storageError(doing, this.#path, error);
      this.#warn(`${this.#path} is begun anew: ${error instanceof Error ? error.message : String(error)}`);
      this.#opened?.database.close();
      this.#opened = null;
      for (const suffix of ['', ...SQLITE_SUFFIXES]) rmSync(this.#path + suffix, { force: true });
      return this.#with(doing, work, true);
    }
  }
}

function open(path: string): Opened {
  const database = new DatabaseSync(path);
  try {
    chmodSync(path, 0o600);
    database.exec(SCHEMA);
    return {
      database,
      find: database.prepare('SELECT hash, branch, until_ms, answer FROM requests WHERE key = ?'),
      keep: database.prepare(
        'INSERT OR REPLACE INTO requests (key, hash, branch, until_ms, answer) VALUES (?, ?, ?, ?, ?)',
      ),
      forget: database.prepare('DELETE FROM requests WHERE key = ?'),
      drop: database.prepare(
        'DELETE FROM requests WHERE place <= (SELECT place FROM requests ORDER BY place DESC LIMIT 1 OFFSET ?)',
      ),
    };
  } catch (error) {
    database.close();
    throw error;
  }
}

/** All answers of a sandbox are text. */
function textOf({ status, headers, body }: FirstAnswer): string {
  return JSON.stringify({ status, headers, body: typeof body === 'string' ? body : Buffer.from(body).toString() });
}
