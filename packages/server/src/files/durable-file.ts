/**
 * Files that are whole or not there: written under another name, synced, renamed into place, and the folder synced, all
 * before the caller goes on. A crash at any step leaves the old file, or none, and at worst a `.new` beside it that the
 * next write replaces.
 */
import { closeSync, fsyncSync, openSync, renameSync, rmSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import { storageError } from './storage-error.ts';

export const OWNER_ONLY = 0o600;

/** Puts a file in place durably, readable by its owner alone. Throws `StorageError`. */
export function writeFileDurably(path: string, parts: Iterable<Uint8Array>): void {
  const beside = `${path}.new`;
  try {
    // Whatever a crash left there may have other permissions.
    rmSync(beside, { force: true });
    writeSynced(beside, parts);
    renameSync(beside, path);
    syncFolder(dirname(path));
  } catch (error) {
    removeIfFile(beside);
    throw storageError('write', path, error);
  }
}

/** On a full disk every byte counts; but what could not be written is what the caller has to hear of. */
function removeIfFile(path: string): void {
  try {
    rmSync(path, { force: true });
  } catch {
    // It cannot be removed either.
  }
}

/** Writes a file as it is named and syncs it; the folder is the caller's to sync. */
function writeSynced(path: string, parts: Iterable<Uint8Array>): void {
  const file = openSync(path, 'w', OWNER_ONLY);
  try {
    for (const part of parts) {
      // A nearly full disk takes part of a write without an error; only the next one says so.
      for (let written = 0; written < part.length; ) written += writeSync(file, part, written);
    }
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

/** A new, renamed or removed file is durable once its folder is. */
export function syncFolder(folder: string): void {
  const handle = openSync(folder, 'r');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}

/** Syncs a file that something else has written. */
export function syncFile(path: string): void {
  const handle = openSync(path, 'r+');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}
