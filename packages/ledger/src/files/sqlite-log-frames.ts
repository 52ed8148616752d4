/**
 * Pages in the write-ahead log of an SQLite file, with a checksum of each. The log is read in parts, whatever its size.
 * `readLogFrames` counts the frames that SQLite counts: whole transactions up
 * to the first frame whose checksum fails. `readCommittedFrames` trusts the writer of the log, which knows how many
 * frames it has committed.
 */
import { closeSync, readSync } from 'node:fs';
import { crc32 } from 'node:zlib';
import { openIfThere } from './open-if-there.ts';
import {
  type Checksum,
  checksum,
  equal,
  FRAME_HEADER_BYTES,
  LOG_HEADER_BYTES,
  MAGIC_BIG_ENDIAN,
  MAGIC_LITTLE_ENDIAN,
} from './sqlite-log.ts';

const FRAMES_PER_READ = 256;

export interface LogFrames {
  /** Salts of the log; they change whenever the log restarts. */
  readonly salts: readonly [number, number];
  /** Frames up to the last commit. */
  readonly frames: number;
  /** CRC-32 of the newest committed content of each page, starting at the requested frame. */
  readonly pages: ReadonlyMap<number, number>;
  /** Pages of the file according to the last commit; 0 if the frames read contain no commit. */
  readonly pagesOfFile: number;
}

/** Reads the log at `path`; null if it is missing or its header checksum fails. */
export function readLogFrames(path: string): LogFrames | null {
  return withLog(path, readFrames);
}

/**
 * The same for the writer of the log, which knows that `frames` of it are committed. A page that many transactions
 * changed is read once, and the frame checksums are not recomputed. Null if there is no log, or if a frame belongs to
 * another one.
 */
export function readCommittedFrames(
  path: string,
  known: Pick<LogFrames, 'salts' | 'frames'>,
  frames: number,
): LogFrames | null {
  return withLog(path, (log) => newestFrames(log, equal(known.salts, log.salts) ? known.frames : 0, frames));
}

function withLog<T>(path: string, read: (log: Log) => T): T | null {
  const descriptor = openIfThere(path);
  if (descriptor === null) return null;
  try {
    const header = Buffer.alloc(LOG_HEADER_BYTES);
    if (readSync(descriptor, header, 0, LOG_HEADER_BYTES, 0) < LOG_HEADER_BYTES) return null;
    const magic = header.readUInt32BE(0);
    if (magic !== MAGIC_LITTLE_ENDIAN && magic !== MAGIC_BIG_ENDIAN) return null;
    const isLittle = magic === MAGIC_LITTLE_ENDIAN;
    const headerSum = sumAt(header, 24);
    if (!equal(checksum(header, 0, 24, [0, 0], isLittle), headerSum)) return null;
    return read({ descriptor, isLittle, pageBytes: header.readUInt32BE(8), salts: sumAt(header, 16), headerSum });
  } finally {
    closeSync(descriptor);
  }
}

interface Log {
  readonly descriptor: number;
  readonly isLittle: boolean;
  readonly pageBytes: number;
  readonly salts: Checksum;
  readonly headerSum: Checksum;
}

/** Reads committed frames from the newest down to `first`: the first frame of a page is its newest. */
function newestFrames({ descriptor, pageBytes, salts }: Log, first: number, frames: number): LogFrames | null {
  const frameBytes = FRAME_HEADER_BYTES + pageBytes;
  const buffer = Buffer.allocUnsafe(Math.min(FRAMES_PER_READ, Math.max(1, frames - first)) * frameBytes);
  const pages = new Map<number, number>();
  let pagesOfFile = 0;
  for (let end = frames; end > first; ) {
    const begin = Math.max(first, end - FRAMES_PER_READ);
    const bytes = (end - begin) * frameBytes;
    if (readSync(descriptor, buffer, 0, bytes, LOG_HEADER_BYTES + begin * frameBytes) < bytes) return null;
    for (let at = bytes - frameBytes; at >= 0; at -= frameBytes) {
      if (!equal(sumAt(buffer, at + 8), salts)) return null;
      if (pages.size === 0) pagesOfFile = buffer.readUInt32BE(at + 4);
      const page = buffer.readUInt32BE(at);
      if (!pages.has(page)) pages.set(page, crc32(buffer.subarray(at + FRAME_HEADER_BYTES, at + frameBytes)));
    }
    end = begin;
  }
  return { salts, frames, pages, pagesOfFile };
}

function readFrames({ descriptor, isLittle, pageBytes, salts, headerSum }: Log): LogFrames {
  const frameBytes = FRAME_HEADER_BYTES + pageBytes;
  const buffer = Buffer.alloc(FRAMES_PER_READ * frameBytes);
  const pages = new Map<number, number>();
  let uncommitted: [number, number][] = [];
  let [frames, pagesOfFile, seed] = [0, 0, headerSum];
  for (let index = 0; ; ) {
    const read = readSync(descriptor, buffer, 0, buffer.length, LOG_HEADER_BYTES + index * frameBytes);
    const whole = Math.floor(read / frameBytes);
    for (let at = 0; at < whole * frameBytes; at += frameBytes, index++) {
      if (!equal(sumAt(buffer, at + 8), salts)) return { salts, frames, pages, pagesOfFile };
      const headed = checksum(buffer, at, at + 8, seed, isLittle);
      seed = checksum(buffer, at + FRAME_HEADER_BYTES, at + frameBytes, headed, isLittle);
      if (!equal(seed, sumAt(buffer, at + 16))) return { salts, frames, pages, pagesOfFile };
      uncommitted.push([buffer.readUInt32BE(at), crc32(buffer.subarray(at + FRAME_HEADER_BYTES, at + frameBytes))]);
      const committed = buffer.readUInt32BE(at + 4);
      if (committed === 0) continue;
      for (const [page, sum] of uncommitted) pages.set(page, sum);
      uncommitted = [];
      frames = index + 1;
      pagesOfFile = committed;
    }
    if (whole < FRAMES_PER_READ) return { salts, frames, pages, pagesOfFile };
  }
}

const sumAt = (bytes: Buffer, at: number): [number, number] => [bytes.readUInt32BE(at), bytes.readUInt32BE(at + 4)];
