import { openSync } from 'node:fs';

/** Opens a file for reading; null if it does not exist. Throws any other error of `open`. */
export function openIfThere(path: string): number | null {
  try {
    return openSync(path, 'r');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
}
