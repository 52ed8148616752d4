/**
 * First answers in an SQLite file of the data folder, which the gateway writes and reads. An answer is written before
 * it is sent, without a sync: it outlives the process, however that ends, but a power failure may lose it. So each row
 * carries a digest that proves it whole, and a damaged file is started over.
 */
import { createHash } from 'node:crypto';
import { chmodSync, existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { schemaDifference, schemaOf, tablesMadeBy } from '@bellwether/ledger/files/sqlite-schema.ts';
import { isBusy, leavesFilesWhole } from '@bellwether/ledger/files/storage-error.ts';
import { ANSWERS_FILE, SQLITE_SUFFIXES } from '@bellwether/ports/data-folder.ts';
import type { DoneRequest, FirstAnswer, StoredAnswers } from '@bellwether/ports/stored-answers.ts';

/** Bytes of all answers together; the earliest are evicted first. */
export const STORED_ANSWER_BYTES_MAX = 64 * 1024 * 1024;
/** Bytes of the longest body that is kept. */
export const STORED_ANSWER_LENGTH_MAX = 512 * 1024;
const BYTES_BESIDES_BODY = 512;

const SCHEMA = `
PRAGMA journal_mode = WAL;
PRAGMA synchronous = OFF;
CREATE TABLE IF NOT EXISTS answers (
  place INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  request TEXT NOT NULL,
  status INTEGER NOT NULL,
  headers TEXT NOT NULL,
  body BLOB NOT NULL,
  -- Bytes of all that were kept before it, and its own.
  ends INTEGER NOT NULL,
  digest TEXT NOT NULL
) STRICT`;

type Opened = ReturnType<typeof open>;
type Answer = Record<'headers' | 'digest', string> & { readonly status: number; readonly body: Uint8Array };

/** Opens the file when it is first needed. Failures to read or write it go to `warn`; no request fails because of one. */
export class AnswersFile implements StoredAnswers {
  readonly #path: string;
  readonly #warn: (problem: string) => void;
  #opened: Opened | null = null;
  #isClosed = false;

  constructor(dataDir: string, warn: (problem: string) => void) {
    this.#path = join(dataDir, ANSWERS_FILE);
    this.#warn = warn;
  }

  find(request: DoneRequest): FirstAnswer | null {
    if (this.#opened === null && !existsSync(this.#path)) return null;
    return this.#careful((opened) => {
      const row = opened.find.get(idOf(request), requestOf(request));
      if (row === undefined) return null;
      const { status, headers, body, digest } = row as Answer;
      if (digest !== digestOf(request, status, headers, body)) throw new Error('an answer is not as it was written');
      return { status, headers: JSON.parse(headers) as FirstAnswer['headers'], body };
    });
  }

  has(by: DoneRequest['by'], key: string): boolean {
    if (this.#opened === null && !existsSync(this.#path)) return false;
    return this.#careful((opened) => opened.has.get(idOf({ by, key })) ?? null) !== null;
  }

  keep(request: DoneRequest, { status, headers, body }: FirstAnswer): void {
    const bytes = typeof body === 'string' ? Buffer.from(body) : body;
    if (bytes.length > STORED_ANSWER_LENGTH_MAX) return;
    const said = JSON.stringify(headers);
    const digest = digestOf(request, status, said, bytes);
    this.#careful((opened) => {
      const before = Number(opened.last.get()?.['ends'] ?? 0);
      const ends = before + bytes.length + BYTES_BESIDES_BODY;
      opened.keep.run(idOf(request), requestOf(request), status, said, bytes, ends, digest);
      for (;;) {
        const first = opened.first.get();
        if (first === undefined || Number(first['ends']) > ends - STORED_ANSWER_BYTES_MAX) return null;
        opened.drop.run(Number(first['place']));
      }
    });
  }

  close(): void {
    this.#isClosed = true;
    this.#opened?.database.close();
    this.#opened = null;
  }

  /** Runs `work`. Returns null if that fails, and starts a damaged file over: a full disk or another program's lock damages none. */
  #careful<T>(work: (opened: Opened) => T | null): T | null {
    if (this.#isClosed) return null;
    try {
      this.#opened ??= open(this.#path);
      return work(this.#opened);
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      if (leavesFilesWhole(error) || isBusy(error)) {
        this.#warn(`${this.#path} could not be used, and stays as it is: ${reason}`);
        return null;
      }
      this.#warn(`${this.#path} is begun anew: ${reason}`);
      this.#opened?.database.close();
      this.#opened = null;
      for (const suffix of ['', ...SQLITE_SUFFIXES]) rmSync(this.#path + suffix, { force: true });
      return null;
    }
  }
}

function open(path: string) {
  const database = new DatabaseSync(path);
  try {
    chmodSync(path, 0o600);
    database.exec(SCHEMA);
    const difference = schemaDifference(schemaOf(database), tablesMadeBy(SCHEMA));
    if (difference !== null) throw new Error(`it ${difference}`);
    return {
      database,
      find: database.prepare('SELECT status, headers, body, digest FROM answers WHERE id = ? AND request = ?'),
      has: database.prepare('SELECT 1 FROM answers WHERE id = ?'),
      keep: database.prepare(
        'INSERT OR REPLACE INTO answers (id, request, status, headers, body, ends, digest) VALUES (?, ?, ?, ?, ?, ?, ?)',
      ),
      last: database.prepare('SELECT ends FROM answers ORDER BY place DESC LIMIT 1'),
      first: database.prepare('SELECT place, ends FROM answers ORDER BY place LIMIT 1'),
      drop: database.prepare('DELETE FROM answers WHERE place = ?'),
    };
  } catch (error) {
    database.close();
    throw error;
  }
}

const idOf = ({ by, key }: Pick<DoneRequest, 'by' | 'key'>): string => `${by ?? 'operator'} ${key}`;

/** Distinguishes the request from another under the same key, in this journal or in an earlier one of the folder. */
const requestOf = ({ hash, timeMs, sequences }: DoneRequest): string => `${hash} ${timeMs} ${sequences[0] ?? 0}`;

function digestOf(request: DoneRequest, status: number, headers: string, body: Uint8Array): string {
  const said = `${idOf(request)}\n${requestOf(request)}\n${status}\n${headers}\n`;
  return createHash('sha256').update(said).update(body).digest('hex');
}
