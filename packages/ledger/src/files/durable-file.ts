/**
 * Atomic file writes: files are written under another name, synced, renamed into place, and the folder is synced, all
 * before the call returns. A crash at any step leaves the old file or none, and at worst a `.new` file beside it that
 * the next write replaces.
 */
import { closeSync, fsyncSync, openSync, renameSync, rmSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import { storageError } from './storage-error.ts';

export const OWNER_ONLY = 0o600;

/** Writes a file durably, readable only by its owner. Throws `StorageError`. */
export function writeFileDurably(path: string, parts: Iterable<Uint8Array>): void {
  const beside = `${path}.new`;
  try {
    // A leftover of a crash may have other permissions.
    rmSync(beside, { force: true });
    writeSynced(beside, parts);
    renameSync(beside, path);
    syncFolder(dirname(path));
  } catch (error) {
    removeIfFile(beside);
    throw storageError('write', path, error);
  }
}

/** Removes a partial file, because on a full disk every byte counts. The caller must see the original error. */
export function removeIfFile(path: string): void {
  try {
    rmSync(path, { force: true });
  } catch {
    // Removal failed as well.
  }
}

/** Writes and syncs a file; the caller syncs the folder. */
function writeSynced(path: string, parts: Iterable<Uint8Array>): void {
  withFile(path, 'w', (file) => {
    for (const part of parts) {
      // A nearly full disk may accept part of a write without an error; only the next write fails.
      for (let written = 0; written < part.length; ) written += writeSync(file, part, written);
    }
    fsyncSync(file);
  });
}

/** Opens a file, which only its owner can read if it is new, for the time of `use`. */
export function withFile<T>(path: string, flags: 'r' | 'r+' | 'w', use: (file: number) => T): T {
  const file = openSync(path, flags, OWNER_ONLY);
  try {
    return use(file);
  } finally {
    closeSync(file);
  }
}

/** Syncs a folder. New, renamed and removed files are durable only after that. */
export function syncFolder(folder: string): void {
  withFile(folder, 'r', fsyncSync);
}

/** Syncs a file written by other code. */
export function syncFile(path: string): void {
  withFile(path, 'r+', fsyncSync);
}
