/**
 * `used-until` in the data folder: the latest timestamp of a signature that was used, overwritten in place at most once
 * a second. A full disk can still take it, since the file never grows.
 */
import { closeSync, constants, fchmodSync, openSync, readSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import type { UsedUntil } from '../../ports/used-until.ts';

const FILE = 'used-until';
const DIGITS = 19;
const FORM = /^[0-9]{19}\n$/;

export interface UsedUntilFile extends UsedUntil {
  close(): void;
}

/** Opens it, with the caller holding the folder's lock. A file that cannot be read counts as used until `nowSeconds`. */
export function openUsedUntil(dataDir: string, nowSeconds: number, onFailure: (error: unknown) => void): UsedUntilFile {
  const file = openSync(join(dataDir, FILE), constants.O_RDWR | constants.O_CREAT, 0o600);
  fchmodSync(file, 0o600);
  const bytes = Buffer.alloc(DIGITS + 1);
  const length = readSync(file, bytes, 0, bytes.length, 0);
  const text = bytes.toString('latin1', 0, length);
  const write = (seconds: number): void => {
    writeSync(file, `${String(seconds).padStart(DIGITS, '0')}\n`, 0, 'latin1');
  };
  const atStart = length === 0 ? 0 : FORM.test(text) ? Number(text) : nowSeconds;
  write(atStart);
  let hasFailed = false;
  return {
    atStart,
    raise: (seconds) => {
      try {
        write(seconds);
      } catch (error) {
        // Trading goes on; told once, since each second would fail alike.
        if (!hasFailed) onFailure(error);
        hasFailed = true;
      }
    },
    close: () => closeSync(file),
  };
}
