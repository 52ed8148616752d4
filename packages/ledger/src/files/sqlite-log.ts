/**
 * Reader for the write-ahead log of an SQLite file: finds the pages that SQLite would take over, without letting SQLite
 * do so. Never writes. Format: https://www.sqlite.org/fileformat2.html#the_write_ahead_log.
 */
import { readIfThere } from './open-if-there.ts';

export const LOG_HEADER_BYTES = 32;
export const FRAME_HEADER_BYTES = 24;
export const MAGIC_LITTLE_ENDIAN = 0x377f0682;
export const MAGIC_BIG_ENDIAN = 0x377f0683;

export type Checksum = readonly [number, number];

interface LogFile {
  readonly bytes: Buffer;
  readonly pageBytes: number;
  /** Number of complete frames, valid or not. */
  readonly frames: number;
  readonly at: (frame: number) => number;
  /** True if a frame belongs to this log and its checksum is right, given a valid frame before it. */
  readonly isGood: (frame: number) => boolean;
  readonly pageOf: (frame: number) => number;
  /** Pages of the database after the transaction that ends with this frame; 0 if no transaction ends there. */
  readonly pagesAfter: (frame: number) => number;
}

/**
 * Reads a log. Null: no log, or nothing in it that SQLite would read. `damaged`: a file with content that is no log.
 */
export function readLog(path: string): LogFile | 'damaged' | null {
  const wal = readIfThere(path);
  if (wal === null || wal.length === 0) return null;
  // The header is smaller than a disk sector: it is complete or missing.
  if (wal.every((byte) => byte === 0)) return null;
  if (wal.length < LOG_HEADER_BYTES) return null;
  const magic = wal.readUInt32BE(0);
  const pageBytes = wal.readUInt32BE(8);
  if ((magic !== MAGIC_LITTLE_ENDIAN && magic !== MAGIC_BIG_ENDIAN) || !isPageSize(pageBytes)) return 'damaged';
  const sum = (from: number, to: number, seed: Checksum): Checksum =>
    checksum(wal, from, to, seed, magic === MAGIC_LITTLE_ENDIAN);
  const stored = (at: number): Checksum => [wal.readUInt32BE(at), wal.readUInt32BE(at + 4)];
  const headerSum = stored(24);
  if (!equal(sum(0, 24, [0, 0]), headerSum)) return 'damaged';

  const frameBytes = FRAME_HEADER_BYTES + pageBytes;
  const at = (frame: number): number => LOG_HEADER_BYTES + frame * frameBytes;
  return {
    bytes: wal,
    pageBytes,
    frames: Math.floor((wal.length - LOG_HEADER_BYTES) / frameBytes),
    at,
    isGood(frame) {
      const start = at(frame);
      const seed = frame === 0 ? headerSum : stored(start - frameBytes + 16);
      const ours =
        wal.readUInt32BE(start + 8) === wal.readUInt32BE(16) && wal.readUInt32BE(start + 12) === wal.readUInt32BE(20);
      const pageAt = start + FRAME_HEADER_BYTES;
      return ours && equal(sum(pageAt, start + frameBytes, sum(start, start + 8, seed)), stored(start + 16));
    },
    pageOf: (frame) => wal.readUInt32BE(at(frame)),
    pagesAfter: (frame) => wal.readUInt32BE(at(frame) + 4),
  };
}

/** Pages that SQLite would take from a log: whole transactions up to the first invalid frame. */
export interface CommittedLog {
  readonly pageBytes: number;
  /** Pages of the database after the log is applied. */
  readonly pageCount: number;
  /** Bytes of the log up to the end of its last whole transaction. */
  readonly length: number;
  /** Newest content of a page; null if the log does not have it. */
  page(number: number): Buffer | null;
}

/** Committed pages of a log; null if it holds no whole transaction. */
export function committedLog(log: LogFile): CommittedLog | null {
  const committed = new Map<number, number>();
  let open: [page: number, frame: number][] = [];
  let pageCount = 0;
  let length = 0;
  for (let frame = 0; frame < log.frames && log.isGood(frame); frame++) {
    open.push([log.pageOf(frame), frame]);
    const pages = log.pagesAfter(frame);
    if (pages === 0) continue;
    for (const [page, of] of open) committed.set(page, of);
    open = [];
    pageCount = pages;
    length = log.at(frame + 1);
  }
  if (pageCount === 0) return null;
  return {
    pageBytes: log.pageBytes,
    pageCount,
    length,
    page(number) {
      const frame = committed.get(number);
      if (frame === undefined) return null;
      const start = log.at(frame) + FRAME_HEADER_BYTES;
      return log.bytes.subarray(start, start + log.pageBytes);
    },
  };
}

/** SQLite's running checksum over whole 8-byte pairs. */
export function checksum(bytes: Buffer, from: number, to: number, seed: Checksum, littleEndian: boolean): Checksum {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let [first, second] = seed;
  for (let at = from; at < to; at += 8) {
    first = (first + view.getUint32(at, littleEndian) + second) >>> 0;
    second = (second + view.getUint32(at + 4, littleEndian) + first) >>> 0;
  }
  return [first, second];
}

export const equal = (a: Checksum, b: Checksum): boolean => a[0] === b[0] && a[1] === b[1];

const isPageSize = (bytes: number): boolean => bytes >= 512 && bytes <= 65_536 && (bytes & (bytes - 1)) === 0;
