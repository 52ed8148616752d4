/** Files that may be missing. */
import { openSync, readFileSync } from 'node:fs';
import { storageError } from './storage-error.ts';

export const isMissing = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ENOENT';

/** Opens a file for reading; null if it does not exist. Throws any other error of `open`. */
export function openIfThere(path: string): number | null {
  try {
    return openSync(path, 'r');
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
}

/** The content of a file; null if it does not exist. Throws `StorageError`. */
export function readIfThere(path: string): Buffer | null {
  try {
    return readFileSync(path);
  } catch (error) {
    if (isMissing(error)) return null;
    throw storageError('read', path, error);
  }
}
