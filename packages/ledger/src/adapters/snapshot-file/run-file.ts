/**
 * A run: closed orders of consecutive generations in one file, sorted by key; the file is complete or absent. Keys are
 * uniformly random, so their first bits divide the file into buckets of about equal size, each with its own checksum.
 * An index with the places of the buckets and the orders that they may hold follows the records; it is read when the
 * run is opened. Finding an order then reads one bucket, and an order that is not in the run costs no read at all,
 * except once in some thousand times.
 *
 * Layout: records · offset of each bucket (4 bytes) · fingerprints (2 bytes per order) · checksum of each bucket (4 bytes) ·
 * header (JSON) · its length (4 bytes) · magic (8 bytes). Words are in the byte order of the machine, as in snapshots.
 */
import { createHash } from 'node:crypto';
import { closeSync, fstatSync, openSync, readSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import type { OrderRow } from '@bellwether/engine';
import type { OrderRun } from '@bellwether/ports/order-archive.ts';
import { writeFileDurably } from '../../files/durable-file.ts';
import { MERGE_BYTES, ORDERS_PER_BUCKET } from './limits.ts';
import {
  bucketBits,
  bucketOf,
  createRow,
  fingerprintOf,
  RECORD_BYTES,
  readRecord,
  writeRecord,
} from './order-record.ts';

const MAGIC = Buffer.from('BLWORDR1');
const TRAILER_BYTES = 4 + MAGIC.length;

interface Header extends OrderRun {
  readonly orders: number;
  /** The run has two to this power buckets. */
  readonly bits: number;
  /** SHA-256 of the figures above and everything between records and header, hex. */
  readonly digest: string;
}

/** A file of the archive whose contents cannot be what was written. */
export class DamagedRun extends Error {
  /** `isAside`: the file was renamed, so that it is not used again. */
  constructor(path: string, what: string, isAside = false) {
    super(
      `${path} is damaged: ${what}. ` +
        (isAside
          ? `It is ${path}${ASIDE_SUFFIX} now, and the next start makes it again from the journal`
          : 'Once it is removed, the next start makes it again from the journal'),
    );
    this.name = 'DamagedRun';
  }
}

/** Suffix of a damaged file that is kept for analysis until the next snapshot. */
const ASIDE_SUFFIX = '.damaged';

const padded = (generation: number): string => String(generation).padStart(8, '0');

export const runName = ({ from, to }: OrderRun): string => `orders-${padded(from)}-${padded(to)}.run`;

/** Writes a run durably. `rows` must be sorted by key and count `orders`; each is read before the next is requested. */
export function writeRun(folder: string, run: OrderRun, orders: number, rows: Iterable<OrderRow>): void {
  const bits = bucketBits(orders, ORDERS_PER_BUCKET);
  const offsets = new Uint32Array(2 ** bits + 1);
  const fingerprints = new Uint16Array(orders);
  const checks = new Uint32Array(2 ** bits);
  function* parts(): Generator<Uint8Array> {
    const perPart = Math.floor(MERGE_BYTES / RECORD_BYTES);
    let part = Buffer.allocUnsafe(perPart * RECORD_BYTES);
    let filled = 0;
    let count = 0;
    for (const row of rows) {
      const bucket = bucketOf(row.key[0] as number, bits);
      writeRecord(part, filled, row);
      const record = part.subarray(filled, filled + RECORD_BYTES);
      checks[bucket] = crc32(record, checks[bucket]);
      fingerprints[count++] = fingerprintOf(row.key[1] as number);
      offsets[bucket + 1] = count;
      filled += RECORD_BYTES;
      if (filled < part.length) continue;
      yield part;
      part = Buffer.allocUnsafe(part.length);
      filled = 0;
    }
    if (count !== orders) throw new Error(`run of ${orders} orders got ${count}`);
    yield part.subarray(0, filled);
    // An empty bucket ends where the previous one does.
    for (let bucket = 1; bucket < offsets.length; bucket++) {
      offsets[bucket] = Math.max(offsets[bucket] as number, offsets[bucket - 1] as number);
    }
    const index = [bytesOf(offsets), bytesOf(fingerprints), bytesOf(checks)];
    yield* index;
    const header = Buffer.from(
      JSON.stringify({ ...run, orders, bits, digest: digestOf({ ...run, orders, bits }, index) }),
    );
    const length = Buffer.alloc(4);
    length.writeUInt32BE(header.length);
    yield* [header, length, MAGIC];
  }
  writeFileDurably(join(folder, runName(run)), parts());
}

export class RunFile {
  readonly path: string;
  readonly from: number;
  readonly to: number;
  readonly orders: number;
  readonly #file: number;
  readonly #bits: number;
  readonly #offsets: Uint32Array;
  readonly #checks: Uint32Array;
  #fingerprints: Uint16Array | null;
  readonly #row = createRow();
  readonly #isReadOnly: boolean;

  /**
   * Throws `DamagedRun`, or the system's error when the file is missing. Unless `isReadOnly`, a bucket that is found
   * damaged later makes the file be set aside, so that the next start does without it.
   */
  constructor(folder: string, run: OrderRun, isReadOnly = false) {
    this.path = join(folder, runName(run));
    this.#isReadOnly = isReadOnly;
    this.from = run.from;
    this.to = run.to;
    this.#file = openSync(this.path, 'r');
    try {
      const { header, indexAt } = this.#readHeader(run);
      this.orders = header.orders;
      this.#bits = header.bits;
      this.#offsets = new Uint32Array(2 ** header.bits + 1);
      this.#checks = new Uint32Array(2 ** header.bits);
      const fingerprints = new Uint16Array(header.orders);
      const index = [bytesOf(this.#offsets), bytesOf(fingerprints), bytesOf(this.#checks)];
      let at = indexAt;
      for (const section of index) {
        this.#read(section, at);
        at += section.length;
      }
      if (digestOf(header, index) !== header.digest) throw new DamagedRun(this.path, 'its index is not what it was');
      this.#fingerprints = fingerprints;
    } catch (error) {
      closeSync(this.#file);
      throw error;
    }
  }

  close(): void {
    closeSync(this.#file);
  }

  /** Drops the fingerprints: from now on every look-up reads the file. */
  dropFingerprints(): void {
    this.#fingerprints = null;
  }

  /** The returned row is valid only until the next call. */
  find(key: Int32Array): OrderRow | null {
    const bucket = bucketOf(key[0] as number, this.#bits);
    if (!this.#mayHold(bucket, key)) return null;
    const bytes = this.#readBucket(bucket);
    for (let at = 0; at < bytes.length; at += RECORD_BYTES) {
      const row = readRecord(bytes, at, this.#row);
      if (row.key.every((word, index) => word === key[index])) return row;
    }
    return null;
  }

  /** All orders, by key. The row is valid only until the next one. */
  *rows(): Generator<OrderRow> {
    const row = createRow();
    const perPart = Math.floor(MERGE_BYTES / RECORD_BYTES);
    const buckets = this.#checks.length;
    const perRead = Math.max(1, Math.floor(perPart / ORDERS_PER_BUCKET));
    for (let bucket = 0; bucket < buckets; bucket += perRead) {
      const end = Math.min(buckets, bucket + perRead);
      const bytes = this.#readRecords(this.#offsets[bucket] as number, this.#offsets[end] as number);
      for (let checked = bucket; checked < end; checked++) {
        const base = this.#offsets[bucket] as number;
        this.#check(checked, bytes.subarray(this.#place(checked, base), this.#place(checked + 1, base)));
      }
      for (let at = 0; at < bytes.length; at += RECORD_BYTES) yield readRecord(bytes, at, row);
    }
  }

  #place(bucket: number, base: number): number {
    return ((this.#offsets[bucket] as number) - base) * RECORD_BYTES;
  }

  #mayHold(bucket: number, key: Int32Array): boolean {
    const fingerprints = this.#fingerprints;
    if (fingerprints === null) return true;
    const wanted = fingerprintOf(key[1] as number);
    const end = this.#offsets[bucket + 1] as number;
    for (let at = this.#offsets[bucket] as number; at < end; at++) if (fingerprints[at] === wanted) return true;
    return false;
  }

  #readBucket(bucket: number): Buffer {
    const bytes = this.#readRecords(this.#offsets[bucket] as number, this.#offsets[bucket + 1] as number);
    this.#check(bucket, bytes);
    return bytes;
  }

  #check(bucket: number, bytes: Buffer): void {
    if (crc32(bytes) === this.#checks[bucket]) return;
    throw new DamagedRun(this.path, `bucket ${bucket} is not what it was`, !this.#isReadOnly && setAside(this.path));
  }

  #readRecords(from: number, to: number): Buffer {
    const bytes = Buffer.allocUnsafe((to - from) * RECORD_BYTES);
    this.#read(bytes, from * RECORD_BYTES);
    return bytes;
  }

  #read(into: Uint8Array, at: number): void {
    for (let done = 0; done < into.length; ) {
      const got = readSync(this.#file, into, done, into.length - done, at + done);
      if (got === 0) throw new DamagedRun(this.path, endsAt(at + done));
      done += got;
    }
  }

  #readHeader(run: OrderRun): { readonly header: Header; readonly indexAt: number } {
    const { size } = fstatSync(this.#file);
    if (size < TRAILER_BYTES) throw new DamagedRun(this.path, endsAt(size));
    const trailer = Buffer.alloc(TRAILER_BYTES);
    this.#read(trailer, size - TRAILER_BYTES);
    if (!trailer.subarray(4).equals(MAGIC))
      throw new DamagedRun(this.path, `its last bytes, from byte ${size - MAGIC.length} on, are not those of a run`);
    const length = trailer.readUInt32BE(0);
    const headerAt = size - TRAILER_BYTES - length;
    if (headerAt < 0) throw new DamagedRun(this.path, 'its header is too long');
    const bytes = Buffer.alloc(length);
    this.#read(bytes, headerAt);
    const header = this.#parseHeader(bytes);
    const buckets = 2 ** header.bits;
    const indexAt = header.orders * RECORD_BYTES;
    const indexBytes = (buckets + 1) * 4 + header.orders * 2 + buckets * 4;
    if (header.from !== run.from || header.to !== run.to || indexAt + indexBytes !== headerAt) {
      throw new DamagedRun(this.path, 'its header is of another file');
    }
    return { header, indexAt };
  }

  #parseHeader(bytes: Buffer): Header {
    try {
      return JSON.parse(bytes.toString('utf8')) as Header;
    } catch {
      throw new DamagedRun(this.path, 'its header is no JSON');
    }
  }
}

const endsAt = (size: number): string => `it ends at byte ${size}, before what must be there`;

/** Renames the file; true if that succeeded. */
function setAside(path: string): boolean {
  try {
    renameSync(path, path + ASIDE_SUFFIX);
    return true;
  } catch {
    return false;
  }
}

function digestOf({ from, to, orders, bits }: Omit<Header, 'digest'>, index: readonly Uint8Array[]): string {
  const digest = createHash('sha256').update(`${from} ${to} ${orders} ${bits} `);
  for (const section of index) digest.update(section);
  return digest.digest('hex');
}

const bytesOf = (words: Uint16Array | Uint32Array): Uint8Array =>
  new Uint8Array(words.buffer, words.byteOffset, words.byteLength);
