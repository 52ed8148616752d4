/**
 * `used-until` in the data folder: the latest timestamp of a signature that was used, overwritten in place at most once
 * a second. A full disk can still take it, since the file never grows.
 */
import { join } from 'node:path';
import { FixedFile, readFixedFile } from '../../files/fixed-file.ts';
import type { UsedUntil } from '../../ports/used-until.ts';

const FILE = 'used-until';
const DIGITS = 19;
const FORM = /^[0-9]{19}\n$/;

export interface UsedUntilFile extends UsedUntil {
  close(): void;
}

/**
 * Opens it, with the caller holding the folder's lock. A file whose text is none of its own counts as used until
 * `nowSeconds`. Throws `StorageError`.
 */
export function openUsedUntil(dataDir: string, nowSeconds: number, onFailure: (error: unknown) => void): UsedUntilFile {
  const path = join(dataDir, FILE);
  const text = readFixedFile(path, DIGITS + 1) ?? '';
  // Versions before this one could die between making the file and writing into it.
  const atStart = text === '' ? 0 : FORM.test(text) ? Number(text) : nowSeconds;
  let hasFailed = false;
  const failed = (error: unknown): void => {
    // Trading goes on; told once, since each second would fail alike.
    if (!hasFailed) onFailure(error);
    hasFailed = true;
  };
  const file = FixedFile.put(path, textOf(atStart), failed);
  return {
    atStart,
    raise: (seconds) => {
      try {
        file.write(textOf(seconds));
      } catch (error) {
        failed(error);
      }
    },
    close: () => file.close(),
  };
}

const textOf = (seconds: number): string => `${String(seconds).padStart(DIGITS, '0')}\n`;
