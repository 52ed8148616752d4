/**
 * Checksums of the read store's pages, in a file beside it. With them a start, a scrub and `verify` know that the store
 * holds exactly what was written. SQLite itself notices damage only where it breaks a structure.
 *
 * The log has its own checksums. So a page is sealed, with its checksum from the log, before a checkpoint may move it
 * into the file. Only the writer makes checkpoints, and every one begins with `seal`. Then, at whatever moment the
 * process dies:
 *
 * - a page that is sealed and not in the log must be in the file as sealed;
 * - a log of the generation last sealed must still hold every frame that was sealed, since some may have been moved;
 * - a log of a later generation begins only when everything before it is in the file.
 *
 * Layout: magic (8 bytes) · page size, pages, sealed frames, the two salts of the sealed log, CRC-32 of these figures
 * (4 bytes each) · a CRC-32 for each page. Big endian.
 *
 * Format of the log: https://www.sqlite.org/fileformat2.html#the_write_ahead_log
 */
import { closeSync, fstatSync, ftruncateSync, openSync, readSync, writeSync } from 'node:fs';
import { crc32 } from 'node:zlib';
import { openIfThere } from '@bellwether/ledger/files/open-if-there.ts';
import { type LogFrames, readCommittedFrames, readLogFrames } from '@bellwether/ledger/files/sqlite-log-frames.ts';

export const CHECKSUMS_SUFFIX = '-checksums';

const MAGIC = Buffer.from('BLWPAGE1');
const HEADER_BYTES = MAGIC.length + 6 * 4;
const BYTES_PER_READ = 4 * 1024 * 1024;
const NO_LOG = { salts: [0, 0], frames: 0 } as const;

/** The read store's file, log or checksums are not what was written. */
export class StoreDamaged extends Error {
  override readonly name = 'StoreDamaged';
}

type SealedLog = { readonly salts: readonly [number, number]; readonly frames: number };

export interface Seals {
  readonly pageBytes: number;
  readonly log: SealedLog;
  /** Checksums by page, from page 1. */
  readonly sums: Uint32Array;
}

/** The checksums as held by the one process that writes the store. */
export class PageChecksums {
  readonly #file: string;
  readonly #descriptor: number;
  readonly #pageBytes: number;
  #sums: Uint32Array;
  #pages: number;
  #log: SealedLog;
  #scrubbed = 0;

  private constructor(file: string, descriptor: number, { pageBytes, sums, log }: Seals) {
    this.#file = file;
    this.#descriptor = descriptor;
    this.#pageBytes = pageBytes;
    this.#sums = sums;
    this.#pages = sums.length;
    this.#log = log;
  }

  /** Creates the checksums of a new store: all of it is in the file and there is no log yet. */
  static create(file: string, pageBytes: number): PageChecksums {
    const sums: number[] = [];
    for (const page of pagesOf(file, pageBytes)) sums.push(crc32(page.bytes));
    const made = new PageChecksums(file, openSync(file + CHECKSUMS_SUFFIX, 'w+', 0o600), {
      pageBytes,
      sums: Uint32Array.from(sums),
      log: NO_LOG,
    });
    made.#write(0, made.#pages);
    return made;
  }

  /** Opens the checksums of an existing store and checks the whole store. Throws `StoreDamaged`. */
  static open(file: string): PageChecksums {
    const seals = checkStoreFile(file);
    // Pages in the log are covered by the log's own sums, so their checksums here are not used: they are computed again
    // before any of these pages is moved.
    const log = { salts: seals.log.salts, frames: 0 };
    return new PageChecksums(file, openSync(file + CHECKSUMS_SUFFIX, 'r+'), { ...seals, log });
  }

  /**
   * Seals the frames committed to the log, by SQLite's own count; after that a checkpoint may move them. No transaction
   * may be open. Throws `StoreDamaged` when the log is a different one.
   */
  seal(frames: number): void {
    if (frames === 0) return;
    const wal = readCommittedFrames(`${this.#file}-wal`, this.#log, frames);
    if (wal === null) throw new StoreDamaged(`${this.#file}-wal is not the log that was written`);
    if (wal.frames === this.#sealedOf(wal)) return;
    let [lowest, highest] = [Number.POSITIVE_INFINITY, 0];
    for (const [page, sum] of wal.pages) {
      this.#room(page);
      this.#sums[page - 1] = sum;
      lowest = Math.min(lowest, page);
      highest = Math.max(highest, page);
    }
    this.#pages = wal.pagesOfFile;
    this.#log = { salts: wal.salts, frames: wal.frames };
    this.#write(lowest - 1, Math.min(highest, this.#pages));
  }

  /**
   * Checks the next `count` pages of the file, starting over at its end. Only between transactions. Throws `StoreDamaged`.
   */
  scrub(count: number): void {
    const wal = readLogFrames(`${this.#file}-wal`);
    const first = this.#scrubbed < this.#pages ? this.#scrubbed : 0;
    const last = Math.min(first + count, this.#pages);
    for (const { page, bytes } of pagesOf(this.#file, this.#pageBytes, first, last)) {
      if (wal?.pages.has(page)) continue;
      if (crc32(bytes) !== this.#sums[page - 1]) throw damagedPage(this.#file, page);
    }
    this.#scrubbed = last;
  }

  close(): void {
    closeSync(this.#descriptor);
  }

  #sealedOf({ salts }: LogFrames): number {
    return salts[0] === this.#log.salts[0] && salts[1] === this.#log.salts[1] ? this.#log.frames : 0;
  }

  #room(page: number): void {
    if (page <= this.#sums.length) return;
    const larger = new Uint32Array(Math.max(page, this.#sums.length * 2));
    larger.set(this.#sums);
    this.#sums = larger;
  }

  /** Writes the figures first: if the process dies in between, the pages that follow are still in the log. */
  #write(first: number, last: number): void {
    const header = Buffer.alloc(HEADER_BYTES);
    MAGIC.copy(header);
    const figures = [this.#pageBytes, this.#pages, this.#log.frames, ...this.#log.salts];
    for (const [index, figure] of figures.entries()) header.writeUInt32BE(figure, MAGIC.length + index * 4);
    header.writeUInt32BE(crc32(header.subarray(0, HEADER_BYTES - 4)), HEADER_BYTES - 4);
    writeSync(this.#descriptor, header, 0, HEADER_BYTES, 0);
    const sums = Buffer.alloc(Math.max(0, last - first) * 4);
    for (let page = first; page < last; page++) sums.writeUInt32BE(this.#sums[page] ?? 0, (page - first) * 4);
    writeSync(this.#descriptor, sums, 0, sums.length, HEADER_BYTES + first * 4);
    ftruncateSync(this.#descriptor, HEADER_BYTES + this.#pages * 4);
  }
}

/** Checks the whole store against its checksums, while it has no writer. Throws `StoreDamaged`. */
export function checkStoreFile(file: string): Seals {
  const seals = readSeals(file);
  const wal = readLogFrames(`${file}-wal`);
  const { log, pageBytes, sums } = seals;
  const isSealedLog = wal !== null && wal.salts[0] === log.salts[0] && wal.salts[1] === log.salts[1];
  if (isSealedLog && wal.frames < log.frames) {
    throw new StoreDamaged(`${file}-wal is damaged after frame ${wal.frames} of ${log.frames}`);
  }
  let seen = 0;
  for (const { page, bytes } of pagesOf(file, pageBytes, 0, sums.length)) {
    seen++;
    if (!wal?.pages.has(page) && crc32(bytes) !== sums[page - 1]) throw damagedPage(file, page);
  }
  for (let page = seen + 1; page <= sums.length; page++) {
    if (!wal?.pages.has(page)) throw new StoreDamaged(`${file} ends before page ${page} of ${sums.length}`);
  }
  return seals;
}

function damagedPage(file: string, page: number): StoreDamaged {
  return new StoreDamaged(`${file} is damaged: page ${page} is not what was written`);
}

function readSeals(file: string): Seals {
  const path = file + CHECKSUMS_SUFFIX;
  const descriptor = openIfThere(path);
  if (descriptor === null) throw new StoreDamaged(`${path} is missing`);
  try {
    const bytes = Buffer.alloc(fstatSync(descriptor).size);
    readSync(descriptor, bytes, 0, bytes.length, 0);
    if (!isWhole(bytes)) throw new StoreDamaged(`${path} is damaged`);
    const sums = new Uint32Array(figureOf(bytes, 1));
    for (let page = 0; page < sums.length; page++) sums[page] = bytes.readUInt32BE(HEADER_BYTES + page * 4);
    const log: SealedLog = { frames: figureOf(bytes, 2), salts: [figureOf(bytes, 3), figureOf(bytes, 4)] };
    return { pageBytes: figureOf(bytes, 0), log, sums };
  } finally {
    closeSync(descriptor);
  }
}

/** True if the bytes of a checksums file are consistent; during a write they may not be. */
export function isWhole(bytes: Buffer): boolean {
  return (
    bytes.length >= HEADER_BYTES &&
    bytes.subarray(0, MAGIC.length).equals(MAGIC) &&
    figureOf(bytes, 5) === crc32(bytes.subarray(0, HEADER_BYTES - 4)) &&
    bytes.length === HEADER_BYTES + figureOf(bytes, 1) * 4
  );
}

const figureOf = (bytes: Buffer, index: number): number => bytes.readUInt32BE(MAGIC.length + index * 4);

interface Page {
  /** Counted from 1, as SQLite does. */
  readonly page: number;
  readonly bytes: Buffer;
}

/** Whole pages of the file, from index `first` up to, but without, `last`; read many at a time. */
function* pagesOf(file: string, pageBytes: number, first = 0, last = Number.POSITIVE_INFINITY): Generator<Page> {
  const descriptor = openSync(file, 'r');
  try {
    const buffer = Buffer.alloc(Math.max(pageBytes, BYTES_PER_READ - (BYTES_PER_READ % pageBytes)));
    for (let index = first; index < last; ) {
      const read = readSync(descriptor, buffer, 0, buffer.length, index * pageBytes);
      const whole = Math.floor(read / pageBytes);
      for (let at = 0; at < whole && index < last; at++, index++) {
        yield { page: index + 1, bytes: buffer.subarray(at * pageBytes, (at + 1) * pageBytes) };
      }
      if (whole === 0) return;
    }
  } finally {
    closeSync(descriptor);
  }
}
