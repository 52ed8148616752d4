/**
 * Disk errors as messages for the operator: which file, what happened, what to do. SQLite hides the system's error; if
 * it reports only a general failure, the file and its disk are probed.
 */
import { accessSync, closeSync, constants, openSync, statfsSync } from 'node:fs';
import { dirname } from 'node:path';

/** A file could not be read or written; the message says which, why, and what to do. */
export class StorageError extends Error {
  /** True if the disk (or its quota) is full. */
  readonly isFull: boolean;

  constructor(message: string, isFull: boolean, options?: ErrorOptions) {
    super(message, options);
    this.name = 'StorageError';
    this.isFull = isFull;
  }
}

const SQLITE_PERM = 3;
const SQLITE_BUSY = 5;
const SQLITE_READONLY = 8;
const SQLITE_IOERR = 10;
const SQLITE_CORRUPT = 11;
const SQLITE_FULL = 13;
const SQLITE_CANTOPEN = 14;
const SQLITE_NOTADB = 26;

/** Free space below which a disk counts as full: SQLite's shared memory alone takes as much. */
const FULL_BELOW_BYTES = 64 * 1024;

type Cause = { readonly what: string; readonly todo: string };

const FULL: Cause = { what: 'the disk is full', todo: 'Make room on it and start again' };
const CAUSES: Readonly<Record<string, Cause>> = {
  ENOSPC: FULL,
  EDQUOT: { what: 'the quota of its owner is used up', todo: 'Make room or raise the quota, and start again' },
  EFBIG: { what: 'the file has reached the largest size allowed', todo: 'Raise the limit (ulimit -f) and start again' },
  EIO: {
    what: 'the disk reports an error',
    todo: 'Check the disk, and restore the backup if the venue refuses to start',
  },
  EROFS: {
    what: 'the file system is read-only',
    todo: 'Mount it for writing (a disk with errors is often mounted read-only: check it)',
  },
  EACCES: { what: 'permission denied', todo: 'Give the folder and its files to the user that runs the venue' },
  EPERM: { what: 'permission denied', todo: 'Give the folder and its files to the user that runs the venue' },
  EMFILE: { what: 'too many open files', todo: 'Raise the limit (ulimit -n) and start again' },
  ENFILE: { what: 'too many open files on this machine', todo: 'Raise the limit (fs.file-max) and start again' },
  ENOENT: { what: 'it is not there', todo: 'Check BELLWETHER_DATA_DIR, and that the disk is mounted' },
  ENOTDIR: { what: 'a part of its path is not a folder', todo: 'Check BELLWETHER_DATA_DIR' },
  EEXIST: { what: 'it is there already', todo: 'Name another path, or move it away' },
  EISDIR: { what: 'it is a folder', todo: 'Move that folder away' },
};

/**
 * Error to throw after `error` occurred while opening, reading or writing `path`. A `StorageError` is returned
 * unchanged.
 */
export function storageError(doing: 'open' | 'read' | 'write', path: string, error: unknown): StorageError {
  if (error instanceof StorageError) return error;
  const code = causeOf(path, error);
  const detail = detailOf(error);
  const known = code === null ? undefined : CAUSES[code];
  const { what, todo } = known ?? {
    what: detail === '' ? String(code) : detail,
    todo: 'Check the disk and the folder, and start again',
  };
  const from = known === undefined ? '' : ` (${code === detail || detail === '' ? code : `${code}: ${detail}`})`;
  const message = `cannot ${doing} ${path}: ${what}${from}. ${todo}.`;
  return new StorageError(message, code === 'ENOSPC' || code === 'EDQUOT', { cause: error });
}

/** True if `error` comes from the file system or from SQLite's access to it, not from the content of a file. */
export function isStorageFailure(error: unknown): boolean {
  if (error instanceof StorageError || systemCode(error) !== null) return true;
  switch (sqliteCode(error)) {
    case SQLITE_PERM:
    case SQLITE_READONLY:
    case SQLITE_IOERR:
    case SQLITE_FULL:
    case SQLITE_CANTOPEN:
      return true;
    default:
      return false;
  }
}

/** True if `error` means only that no space is left. */
export function isDiskFull(error: unknown): boolean {
  return (
    (error instanceof StorageError && error.isFull) ||
    systemCode(error) === 'ENOSPC' ||
    sqliteCode(error) === SQLITE_FULL
  );
}

/**
 * True if the file behind `error` still has its previous content: there was no room for more, or it could not be
 * opened. After any other error the disk may have lost earlier writes.
 */
export function leavesFilesWhole(error: unknown): boolean {
  if (error instanceof StorageError) return error.cause === undefined || leavesFilesWhole(error.cause);
  if (systemCode(error) !== null) return error instanceof Error && 'syscall' in error && error.syscall === 'open';
  const code = sqliteCode(error);
  return code === SQLITE_FULL || code === SQLITE_CANTOPEN;
}

/** SQLite's primary result code; null if the error is not SQLite's. */
function sqliteCode(error: unknown): number | null {
  if (!(error instanceof Error) || !('errcode' in error) || typeof error.errcode !== 'number') return null;
  // The low byte is the primary result code; the rest is more specific.
  return error.errcode & 0xff;
}

/** True if SQLite finds the content of a file damaged, or no database. */
export function isSqliteDamage(error: unknown): error is Error {
  const code = sqliteCode(error);
  return code === SQLITE_CORRUPT || code === SQLITE_NOTADB;
}

/** The error in words if it comes from the access to `path` (see `isStorageFailure`), and unchanged otherwise. */
export function inWords(doing: 'open' | 'write', path: string, error: unknown): unknown {
  return isStorageFailure(error) ? storageError(doing, path, error) : error;
}

export const isBusy = (error: unknown): boolean => sqliteCode(error) === SQLITE_BUSY;

function systemCode(error: unknown): string | null {
  if (!(error instanceof Error) || !('code' in error) || typeof error.code !== 'string') return null;
  return 'syscall' in error ? error.code : null;
}

/** System error code behind the failure; null if unknown. */
function causeOf(path: string, error: unknown): string | null {
  const system = systemCode(error);
  if (system !== null) return system;
  switch (sqliteCode(error)) {
    case SQLITE_FULL:
      return 'ENOSPC';
    case SQLITE_PERM:
    case SQLITE_READONLY:
    case SQLITE_CANTOPEN:
    case SQLITE_IOERR:
      return probe(path) ?? (sqliteCode(error) === SQLITE_IOERR ? 'EIO' : null);
    default:
      return null;
  }
}

/** Error code found by accessing the file and its disk; null if both work. */
function probe(path: string): string | null {
  const folder = dirname(path);
  try {
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK);
    closeSync(openSync(path, 'r+'));
  } catch (error) {
    const code = systemCode(error);
    // Not the cause: SQLite was about to create the file and failed for another reason.
    if (code !== 'ENOENT' || !isThere(folder)) return code;
  }
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize < FULL_BELOW_BYTES ? 'ENOSPC' : null;
  } catch {
    return null;
  }
}

function isThere(path: string): boolean {
  try {
    accessSync(path);
    return true;
  } catch {
    return false;
  }
}

/** Detail of an error that the surrounding message does not repeat. */
function detailOf(error: unknown): string {
  if (systemCode(error) !== null) return '';
  const message = error instanceof Error ? error.message : String(error);
  const code = error instanceof Error && 'errcode' in error ? `, SQLite error ${String(error.errcode)}` : '';
  return `${message}${code}`;
}
