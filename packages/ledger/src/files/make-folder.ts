import { accessSync, constants, lstatSync, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { storageError } from './storage-error.ts';

/** The folder itself, or its nearest parent that exists. A link counts wherever it leads. */
export function nearestOf(folder: string): string {
  return isThere(folder) || dirname(folder) === folder ? folder : nearestOf(dirname(folder));
}

/** Throws `StorageError` unless it is a folder in which files may be made. */
export function checkWritable(folder: string): void {
  try {
    // With the dot, the system refuses a file as no folder.
    accessSync(`${folder}/.`, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    throw storageError('write', folder, error);
  }
}

/** Makes the folder and its parents, for their owner alone. Throws `StorageError`, which names the parent that forbids it. */
export function makeFolder(folder: string): void {
  if (isFolder(folder)) return;
  if (dirname(folder) !== folder) makeFolder(dirname(folder));
  try {
    // Not recursive: where nothing can be made, as in /proc, Node's own recursion never ends.
    mkdirSync(folder, { mode: 0o700 });
  } catch (error) {
    // Another process may have made it meanwhile.
    if (isFolder(folder)) return;
    checkWritable(nearestOf(folder));
    throw storageError('write', folder, error);
  }
}

const isFolder = (path: string): boolean => isThere(`${path}/.`);

function isThere(path: string): boolean {
  try {
    lstatSync(path);
    return true;
  } catch {
    return false;
  }
}
