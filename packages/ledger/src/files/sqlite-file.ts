/**
 * Reader for an SQLite file and its write-ahead log. SQLite itself cannot look at a database without touching it: it
 * replays the log into the file, creates and removes files beside it, and needs space and permission to write. This
 * reader sees the same tables and leaves every byte unchanged. It reads the file alone (`without` the log) or together
 * with its log, as SQLite would.
 *
 * Only for files that are not being written. Tables with and without rowids; no indexes, only UTF-8. Format:
 * https://www.sqlite.org/fileformat2.html.
 */
import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { type CommittedLog, committedLog, readLog } from './sqlite-log.ts';
import type { SchemaObject } from './sqlite-schema.ts';
import { storageError } from './storage-error.ts';

const HEADER = 'SQLite format 3\u0000';
const HEADER_BYTES = 100;
const INDEX_INTERIOR = 0x02;
const TABLE_INTERIOR = 0x05;
const INDEX_LEAF = 0x0a;
const TABLE_LEAF = 0x0d;
/** More than the depth of any tree of 2^32 pages. */
const DEPTH_MAX = 40;

type Value = null | number | string | Buffer;

/** A row as stored: the column that serves as the rowid is null in `values`. */
export interface StoredRow {
  /** 0 in a table without rowids. */
  readonly rowid: number;
  readonly values: readonly Value[];
}

export class SqliteFileDamaged extends Error {
  override readonly name = 'SqliteFileDamaged';
}

export class SqliteFile {
  readonly #path: string;
  readonly #fd: number;
  readonly #log: CommittedLog | null;
  readonly #pageBytes: number;
  /** Bytes of a page available to trees. */
  readonly #usable: number;
  readonly #pageCount: number;
  readonly #roots = new Map<string, number>();

  /** Opens the file at `path`, with or without its log. Throws `SqliteFileDamaged` or `StorageError`. */
  static open(path: string, log: 'with' | 'without'): SqliteFile {
    const found = log === 'with' ? readLog(`${path}-wal`) : null;
    if (found === 'damaged') throw new SqliteFileDamaged(`the header of ${path}-wal is damaged`);
    const fd = openForReading(path);
    try {
      return new SqliteFile(path, fd, found === null ? null : committedLog(found));
    } catch (error) {
      closeSync(fd);
      throw error;
    }
  }

  private constructor(path: string, fd: number, log: CommittedLog | null) {
    this.#path = path;
    this.#fd = fd;
    this.#log = log;
    const { size } = fstatSync(fd);
    if (log === null && size < HEADER_BYTES) throw new SqliteFileDamaged('it is no SQLite file');
    const first = log?.page(1) ?? this.#bytesAt(0, HEADER_BYTES);
    if (first.toString('latin1', 0, HEADER.length) !== HEADER) throw new SqliteFileDamaged('it is no SQLite file');
    const pageBytes = first.readUInt16BE(16) === 1 ? 65_536 : first.readUInt16BE(16);
    if (pageBytes < 512 || (pageBytes & (pageBytes - 1)) !== 0)
      throw new SqliteFileDamaged('its header has no page size');
    if (log !== null && log.pageBytes !== pageBytes)
      throw new SqliteFileDamaged('its header has another page size than its log');
    // No bytes reserved on each page, and the fractions that the format prescribes.
    if (first.readUInt32BE(20) !== 0x00_40_20_20)
      throw new SqliteFileDamaged('its header is damaged at bytes 20 to 23');
    this.#pageBytes = pageBytes;
    this.#usable = pageBytes;
    this.#pageCount = log?.pageCount ?? Math.floor(size / pageBytes);
    if (this.#pageCount === 0) throw new SqliteFileDamaged(`it ends at byte ${size}, within its first page`);
    this.schemaCookie = first.readUInt32BE(40);
    this.userVersion = first.readUInt32BE(60);
    this.applicationId = first.readUInt32BE(68);
    const schema: SchemaObject[] = [];
    this.schema = schema;
    for (const { values } of this.#rowsOf(1, 0)) {
      const [type, name, , root, sql] = values;
      schema.push({ type, name, sql });
      if (type === 'table' && typeof name === 'string' && typeof root === 'number') this.#roots.set(name, root);
    }
  }

  /** Number that changes in copies made by SQLite (backup, VACUUM INTO). */
  readonly schemaCookie: number;
  readonly userVersion: number;
  readonly applicationId: number;
  /** Rows of `sqlite_schema`. */
  readonly schema: readonly SchemaObject[];

  has(table: string): boolean {
    return this.#roots.has(table);
  }

  /** Rows in the order of their keys, starting at the given rowid. Throws `SqliteFileDamaged`. */
  rows(table: string, fromRowid = Number.MIN_SAFE_INTEGER): Generator<StoredRow> {
    return this.#rowsOf(this.#root(table), fromRowid);
  }

  /** Row with the largest rowid; null for an empty table. Throws `SqliteFileDamaged`. */
  lastRow(table: string): StoredRow | null {
    return withinPages(() => this.#lastRow(table));
  }

  #lastRow(table: string): StoredRow | null {
    let number = this.#root(table);
    for (let depth = 0; depth < DEPTH_MAX; depth++) {
      const page = this.#page(number);
      const start = number === 1 ? HEADER_BYTES : 0;
      const cells = page.readUInt16BE(start + 3);
      if (page.readUInt8(start) === TABLE_INTERIOR) {
        number = page.readUInt32BE(start + 8);
        continue;
      }
      if (page.readUInt8(start) !== TABLE_LEAF) break;
      return cells === 0 ? null : this.#tableRow(page, this.#cellAt(page, start + 8, cells - 1));
    }
    throw new SqliteFileDamaged(`the tree of ${table} is damaged at page ${number}`);
  }

  /**
   * Rowid to read from in order to meet the last row at or before `rowid`; in an append-only table, the rowid of that
   * row.
   */
  rowidAtOrBefore(table: string, rowid: number): number {
    return withinPages(() => this.#rowidAtOrBefore(table, rowid));
  }

  #rowidAtOrBefore(table: string, rowid: number): number {
    let number = this.#root(table);
    let before = 0;
    for (let depth = 0; depth < DEPTH_MAX; depth++) {
      const page = this.#page(number);
      const start = number === 1 ? HEADER_BYTES : 0;
      const cells = page.readUInt16BE(start + 3);
      const isLeaf = page.readUInt8(start) === TABLE_LEAF;
      let child = isLeaf ? 0 : page.readUInt32BE(start + 8);
      for (let index = 0; index < cells; index++) {
        const at = this.#cellAt(page, start + (isLeaf ? 8 : 12), index);
        const key = isLeaf ? this.#rowidAt(page, at) : varint(page, at + 4).value;
        if (key <= rowid) before = key;
        if (key < rowid || isLeaf) continue;
        child = page.readUInt32BE(at);
        break;
      }
      if (isLeaf) return before;
      number = child;
    }
    throw new SqliteFileDamaged(`the tree of ${table} is damaged at page ${number}`);
  }

  close(): void {
    closeSync(this.#fd);
  }

  #root(table: string): number {
    const root = this.#roots.get(table);
    if (root === undefined) throw new SqliteFileDamaged(`it has no table ${table}`);
    return root;
  }

  /** Walks the tree below `root`, skipping rows before `fromRowid`. */
  *#rowsOf(root: number, fromRowid: number): Generator<StoredRow> {
    let visits = 0;
    const walk = function* (this: SqliteFile, number: number, depth: number): Generator<StoredRow> {
      // A page occurs once in a tree, so more visits than pages mean a cycle.
      if (depth > DEPTH_MAX || ++visits > this.#pageCount) throw new SqliteFileDamaged('its trees run in circles');
      const page = this.#page(number);
      const start = number === 1 ? HEADER_BYTES : 0;
      const kind = page.readUInt8(start);
      const cells = page.readUInt16BE(start + 3);
      const isLeaf = kind === TABLE_LEAF || kind === INDEX_LEAF;
      if (!isLeaf && kind !== TABLE_INTERIOR && kind !== INDEX_INTERIOR) {
        throw new SqliteFileDamaged(`page ${number} is no page of a table`);
      }
      for (let index = 0; index < cells; index++) {
        const at = this.#cellAt(page, start + (isLeaf ? 8 : 12), index);
        switch (kind) {
          case TABLE_LEAF: {
            if (this.#rowidAt(page, at) >= fromRowid) yield this.#tableRow(page, at);
            break;
          }
          case TABLE_INTERIOR:
            if (varint(page, at + 4).value >= fromRowid) yield* walk.call(this, page.readUInt32BE(at), depth + 1);
            break;
          case INDEX_INTERIOR:
            yield* walk.call(this, page.readUInt32BE(at), depth + 1);
            yield { rowid: 0, values: recordValues(this.#payload(page, at + 4, 'index').bytes) };
            break;
          default:
            yield { rowid: 0, values: recordValues(this.#payload(page, at, 'index').bytes) };
        }
      }
      if (!isLeaf) yield* walk.call(this, page.readUInt32BE(start + 8), depth + 1);
    };
    try {
      yield* walk.call(this, root, 0);
    } catch (error) {
      throw damaged(error);
    }
  }

  #cellAt(page: Buffer, pointersAt: number, index: number): number {
    return page.readUInt16BE(pointersAt + 2 * index);
  }

  #rowidAt(page: Buffer, at: number): number {
    return varint(page, varint(page, at).next).value;
  }

  #tableRow(page: Buffer, at: number): StoredRow {
    const { bytes, rowid } = this.#payload(page, at, 'table');
    return { rowid, values: recordValues(bytes) };
  }

  /** Content of a cell, including its overflow pages. */
  #payload(page: Buffer, at: number, kind: 'table' | 'index'): { bytes: Buffer; rowid: number } {
    const length = varint(page, at);
    const rowid = kind === 'table' ? varint(page, length.next) : { value: 0, next: length.next };
    const usable = this.#usable;
    const localMax = kind === 'table' ? usable - 35 : Math.floor(((usable - 12) * 64) / 255) - 23;
    if (length.value <= localMax) {
      return { bytes: slice(page, rowid.next, length.value), rowid: rowid.value };
    }
    const localMin = Math.floor(((usable - 12) * 32) / 255) - 23;
    const fitted = localMin + ((length.value - localMin) % (usable - 4));
    const local = fitted <= localMax ? fitted : localMin;
    const parts = [slice(page, rowid.next, local)];
    let left = length.value - local;
    let next = page.readUInt32BE(rowid.next + local);
    // Ends, because every page reduces the rest.
    while (left > 0) {
      const overflow = this.#page(next);
      const taken = Math.min(left, usable - 4);
      parts.push(slice(overflow, 4, taken));
      left -= taken;
      next = overflow.readUInt32BE(0);
    }
    return { bytes: Buffer.concat(parts), rowid: rowid.value };
  }

  #page(number: number): Buffer {
    if (number < 1 || number > this.#pageCount) throw new SqliteFileDamaged(`page ${number} is not there`);
    const logged = this.#log?.page(number);
    if (logged !== undefined && logged !== null) return logged;
    return this.#bytesAt((number - 1) * this.#pageBytes, this.#pageBytes);
  }

  #read(bytes: Buffer, from: number, at: number): number {
    try {
      return readSync(this.#fd, bytes, from, bytes.length - from, at);
    } catch (error) {
      throw storageError('read', this.#path, error);
    }
  }

  #bytesAt(at: number, length: number): Buffer {
    const bytes = Buffer.allocUnsafe(length);
    for (let read = 0; read < length; ) {
      const got = this.#read(bytes, read, at + read);
      if (got === 0) throw new SqliteFileDamaged(`it ends at byte ${at + read}, before what must be there`);
      read += got;
    }
    return bytes;
  }
}

function openForReading(path: string): number {
  try {
    return openSync(path, 'r');
  } catch (error) {
    throw storageError('open', path, error);
  }
}

function recordValues(record: Buffer): Value[] {
  const header = varint(record, 0);
  const values: Value[] = [];
  let at = header.value;
  for (let next = header.next; next < header.value; ) {
    const type = varint(record, next);
    next = type.next;
    const { value, length } = valueAt(record, at, type.value);
    values.push(value);
    at += length;
  }
  return values;
}

const INTEGER_BYTES = [0, 1, 2, 3, 4, 6];

function valueAt(record: Buffer, at: number, type: number): { value: Value; length: number } {
  if (type >= 12) {
    const length = Math.floor((type - 12) / 2);
    const bytes = slice(record, at, length);
    return { value: type % 2 === 0 ? bytes : bytes.toString('utf8'), length };
  }
  if (type === 0) return { value: null, length: 0 };
  if (type === 6) return { value: Number(record.readBigInt64BE(at)), length: 8 };
  if (type === 7) return { value: record.readDoubleBE(at), length: 8 };
  if (type === 8 || type === 9) return { value: type - 8, length: 0 };
  const length = INTEGER_BYTES[type];
  if (length === undefined) throw new SqliteFileDamaged('a value has no known type');
  return { value: record.readIntBE(at, length), length };
}

/** Decodes a varint up to 2^53, which is more than any length or key here. */
function varint(bytes: Buffer, at: number): { value: number; next: number } {
  let value = 0;
  for (let index = 0; index < 8; index++) {
    const byte = bytes.readUInt8(at + index);
    value = value * 128 + (byte & 0x7f);
    if (byte < 0x80) return { value, next: at + index + 1 };
  }
  return { value: value * 256 + bytes.readUInt8(at + 8), next: at + 9 };
}

function slice(bytes: Buffer, at: number, length: number): Buffer {
  if (at + length > bytes.length) throw new SqliteFileDamaged('a row runs out of its page');
  return bytes.subarray(at, at + length);
}

/** Converts a `RangeError`: a position from damaged bytes lies outside its page. */
function damaged(error: unknown): unknown {
  if (!(error instanceof RangeError)) return error;
  return new SqliteFileDamaged('a page points outside of itself', { cause: error });
}

function withinPages<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw damaged(error);
  }
}
