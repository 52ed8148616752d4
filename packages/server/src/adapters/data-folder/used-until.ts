/**
 * `used-until` in the data folder: the latest timestamp of a signature that was used, overwritten in place at most once
 * a second. A full disk can still take it, since the file never grows. The time has a check value (CRC-32) beside it: a
 * damaged digit could let used signatures be used again, or refuse all of them for years. Versions before wrote 19 digits
 * and no check value.
 */

import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { FixedFile, readFixedFile } from '../../files/fixed-file.ts';
import type { UsedUntil } from '../../ports/used-until.ts';

export const USED_UNTIL_FILE = 'used-until';
const DIGITS = 10;
/** Time, check value. */
const FORM = /^([0-9]{10}) ([0-9a-f]{8})\n$/;
const FORM_BEFORE = /^0{9}[0-9]{10}\n$/;
const LENGTH = DIGITS + 10;

export interface UsedUntilFile extends UsedUntil {
  close(): void;
}

export interface UsedUntilTimes {
  /** What a file counts as that cannot be read. */
  readonly nowSeconds: number;
  /** The most that a file may say: what says more was written by a clock that was ahead. */
  readonly mostSeconds: number;
}

/** Opens the file, with the caller holding the folder's lock. Throws `StorageError`. */
export function openUsedUntil(
  dataDir: string,
  { nowSeconds, mostSeconds }: UsedUntilTimes,
  onFailure: (error: unknown) => void,
): UsedUntilFile {
  const path = join(dataDir, USED_UNTIL_FILE);
  const text = readFixedFile(path, LENGTH);
  const atStart = text === null ? 0 : Math.min(timeOf(text) ?? nowSeconds, mostSeconds);
  let latest = atStart;
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
      // Requests and sign-ins share the file: neither takes back what the other one has raised.
      if (seconds <= latest) return;
      latest = seconds;
      try {
        file.write(textOf(seconds));
      } catch (error) {
        failed(error);
      }
    },
    close: () => file.close(),
  };
}

function textOf(seconds: number): string {
  const digits = String(seconds).padStart(DIGITS, '0');
  return `${digits} ${checkValueOf(digits)}\n`;
}

function timeOf(text: string): number | null {
  if (FORM_BEFORE.test(text)) return Number(text);
  const [, digits = '', check] = FORM.exec(text) ?? [];
  return digits !== '' && check === checkValueOf(digits) ? Number(digits) : null;
}

const checkValueOf = (digits: string): string => crc32(digits).toString(16).padStart(8, '0');
