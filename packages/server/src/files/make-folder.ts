import { accessSync, constants, existsSync, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { storageError } from './storage-error.ts';

/** The folder itself, or its nearest parent that exists. */
export function nearestOf(folder: string): string {
  return existsSync(folder) || dirname(folder) === folder ? folder : nearestOf(dirname(folder));
}

/** Throws `StorageError` unless files may be made in the folder. */
export function checkWritable(folder: string): void {
  try {
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    throw storageError('write', folder, error);
  }
}

/** Makes the folder and its parents, for their owner alone. Throws `StorageError`, which names the parent that forbids it. */
export function makeFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
  } catch (error) {
    // On a read-only file system, Node says that the folder is not there. Below a file, it says what is wrong.
    if ((error as NodeJS.ErrnoException).code !== 'ENOTDIR') checkWritable(nearestOf(folder));
    throw storageError('write', folder, error);
  }
}
