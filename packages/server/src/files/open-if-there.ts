import { openSync } from 'node:fs';

/** Opens a file for reading; null when there is none. Throws what `open` throws else. */
export function openIfThere(path: string): number | null {
  try {
    return openSync(path, 'r');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
}
