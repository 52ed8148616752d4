/**
 * Snapshots as files `snapshots/<sequence>.snapshot` in the data folder. A file is complete or absent
 * (`files/durable-file.ts`). Its digest covers every figure and byte, so a damaged file is detected and skipped. The
 * newest few snapshots are kept, with the runs of closed orders that they name (`order-runs.ts`).
 *
 * Layout: magic (8 bytes) · length of the header (4 bytes, big endian) · header (JSON) · body. The body consists of
 * parts, each in `v8.serialize` after its length (4 bytes, big endian): first everything but the open orders, then the
 * open orders. So a file is checked and read a piece at a time, and a start never holds it whole. Older versions have
 * one part without a length.
 */
import { createHash } from 'node:crypto';
import { existsSync, fstatSync, linkSync, mkdirSync, readdirSync, readSync, renameSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { deserialize, serialize } from 'node:v8';
import type { OpenOrdersSnapshot, Snapshot } from '@bellwether/engine';
import { SNAPSHOTS_FOLDER } from '@bellwether/ports/data-folder.ts';
import type { ClosedOrders, OrderRun, StoredOrders } from '@bellwether/ports/order-archive.ts';
import type { DamagedSnapshot, SnapshotMark, StoredSnapshot } from '@bellwether/ports/snapshots.ts';
import { withFile, writeFileDurably } from '../../files/durable-file.ts';
import { isMissing } from '../../files/open-if-there.ts';
import { READ_BYTES } from './limits.ts';
import { openOrderRuns, storeOrders } from './order-runs.ts';
import { runName } from './run-file.ts';

export const SNAPSHOTS_KEPT = 3;

/** Maximum bytes of a header; each run in it takes about thirty. */
const HEADER_BYTES_MAX = 65_536;

const MAGIC = Buffer.from('BLWSNAP1');
const NO_CLOSED_ORDERS: ClosedOrders = { runs: [], pending: [] };
const NAME = /^(\d{16})\.snapshot$/;

interface Header extends SnapshotMark {
  /** Runs of closed orders that belong to the snapshot, oldest first; absent in older files. */
  readonly orders?: readonly OrderRun[];
  /** Number of parts of the body; absent in older files. */
  readonly parts?: number;
  /** SHA-256 of the figures above and the body, hex. */
  readonly digest: string;
}

/**
 * Stores a snapshot durably, after the closed orders that belong to it, and removes all but the newest `kept`. Throws
 * `StorageError`.
 */
export function saveSnapshot(
  dataDir: string,
  snapshot: Snapshot,
  mark: SnapshotMark,
  closed: ClosedOrders = NO_CLOSED_ORDERS,
  kept = SNAPSHOTS_KEPT,
): void {
  const folder = join(dataDir, SNAPSHOTS_FOLDER);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const { openOrders, ...rest } = snapshot;
  const parts = [rest, ...openOrders].map((part) => serialize(part));
  const body = parts.flatMap((part) => [lengthOf(part), part]);
  const { sequence, hash, stateHash, journalSum } = mark;
  const sum = journalSum === undefined ? {} : { journalSum };
  const figures = { sequence, hash, stateHash, ...sum, orders: storeOrders(dataDir, closed), parts: parts.length };
  const header = Buffer.from(JSON.stringify({ ...figures, digest: digestOf(figures, body) } satisfies Header));
  const path = join(folder, nameOf(sequence));
  writeFileDurably(path, [MAGIC, lengthOf(header), header, ...body]);
  prune(folder, kept);
}

/** Stored snapshots up to entry `atMost`, newest first, each read when the iteration reaches it. */
export function* loadSnapshots(
  dataDir: string,
  atMost = Number.POSITIVE_INFINITY,
): Generator<StoredSnapshot | DamagedSnapshot> {
  for (const path of snapshotPaths(dataDir)) {
    if (snapshotSequence(path) > atMost) continue;
    const stored = readOrDamage(path);
    // A running venue keeps the newest few and removes the others.
    if ('damage' in stored && !existsSync(path)) continue;
    yield stored;
  }
}

/**
 * Renames a damaged snapshot so that it is not used again. The file is kept for analysis until the next snapshot is
 * saved. The caller holds the folder's lock.
 */
export function setSnapshotAside(dataDir: string, sequence: number): void {
  const path = join(dataDir, SNAPSHOTS_FOLDER, nameOf(sequence));
  try {
    renameSync(path, `${path}.damaged`);
  } catch {
    // The file stays, and is skipped again.
  }
}

/** Paths of all snapshot files, sound or not, newest first. */
export function snapshotPaths(dataDir: string): string[] {
  const folder = join(dataDir, SNAPSHOTS_FOLDER);
  return namesNewestFirst(folder).map((name) => join(folder, name));
}

export function snapshotSequence(path: string): number {
  return Number(NAME.exec(basename(path))?.[1]);
}

/**
 * Checks every byte of one file; null if any is wrong. The open orders are read from the file only when they are
 * requested: it must still exist then.
 */
export function readSnapshot(path: string): StoredSnapshot | null {
  const stored = readOrDamage(path);
  return 'damage' in stored ? null : stored;
}

function readOrDamage(path: string): StoredSnapshot | DamagedSnapshot {
  try {
    const { header, parts } = readSound(path);
    const { sequence, hash, stateHash, journalSum, orders } = header;
    const mark: SnapshotMark = { sequence, hash, stateHash, ...(journalSum !== undefined && { journalSum }) };
    const openOrders = (): StoredOrders => openOrderRuns(dirname(path), orders ?? []);
    return { ...mark, snapshot: snapshotOf(path, parts), runs: orders ?? [], openOrders };
  } catch (error) {
    const why = error instanceof SnapshotUnreadable ? error.message : 'its bytes are not what was written';
    return { sequence: snapshotSequence(path), damage: `${basename(path)} is damaged: ${why}` };
  }
}

/** Description of the damage of a file. */
class SnapshotUnreadable extends Error {
  override readonly name = 'SnapshotUnreadable';
}

/** Start and end of each part in the file. */
type Parts = readonly (readonly [from: number, to: number])[];

/** Throws when the file is not what was written. */
function readSound(path: string): { readonly header: Header; readonly parts: Parts } {
  return withFile(path, 'r', (file) => {
    const { size } = fstatSync(file);
    const start = readAt(file, 0, MAGIC.length + 4);
    if (!start.subarray(0, MAGIC.length).equals(MAGIC))
      throw new SnapshotUnreadable('its first bytes are not those of a snapshot');
    const bodyAt = start.length + start.readUInt32BE(MAGIC.length);
    if (bodyAt > size) throw new SnapshotUnreadable(`it ends at byte ${size}, within its header`);
    const header = JSON.parse(readAt(file, start.length, bodyAt).toString('utf8')) as Header;
    if (digestOf(header, piecesOf(file, bodyAt, size)) !== header.digest)
      throw new SnapshotUnreadable('its bytes are not those of its digest');
    if (header.parts === undefined) return { header, parts: [[bodyAt, size]] };
    const parts: [number, number][] = [];
    for (let at = bodyAt; parts.length < header.parts; ) {
      const from = at + 4;
      at = from + readAt(file, at, from).readUInt32BE();
      parts.push([from, at]);
    }
    return { header, parts };
  });
}

function snapshotOf(path: string, [first, ...others]: Parts): Snapshot {
  const readPart = ([from, to]: Parts[number] = [0, 0]): unknown =>
    withFile(path, 'r', (file) => deserialize(readAt(file, from, to)));
  const openOrders = {
    *[Symbol.iterator]() {
      for (const part of others) yield readPart(part) as OpenOrdersSnapshot;
    },
  };
  return { openOrders, ...(readPart(first) as Omit<Snapshot, 'openOrders'>) };
}

function digestOf(
  { sequence, hash, stateHash, journalSum, orders, parts }: Omit<Header, 'digest'>,
  body: Iterable<Uint8Array>,
): string {
  const digest = createHash('sha256').update(`${sequence} ${hash} ${stateHash} `);
  if (orders !== undefined) digest.update(`${JSON.stringify(orders)} `);
  if (parts !== undefined) digest.update(`${parts} `);
  if (journalSum !== undefined) digest.update(`${journalSum} `);
  for (const piece of body) digest.update(piece);
  return digest.digest('hex');
}

function lengthOf(part: Uint8Array): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(part.length);
  return length;
}

/** The bytes from `from` up to, but without, `to`. */
function readAt(file: number, from: number, to: number, into = Buffer.alloc(to - from)): Buffer {
  for (let at = from; at < to; ) {
    const got = readSync(file, into, at - from, to - at, at);
    if (got === 0) throw new SnapshotUnreadable(`it ends at byte ${at}, before what must be there`);
    at += got;
  }
  return into.subarray(0, to - from);
}

/** The bytes in between, a piece at a time, in a reused buffer. */
function* piecesOf(file: number, from: number, to: number): Generator<Buffer> {
  const buffer = Buffer.alloc(Math.min(READ_BYTES, Math.max(0, to - from)));
  for (let at = from; at < to; at += READ_BYTES) yield readAt(file, at, Math.min(to, at + READ_BYTES), buffer);
}

const nameOf = (sequence: number): string => `${String(sequence).padStart(16, '0')}.snapshot`;

function namesNewestFirst(folder: string): string[] {
  return entriesOf(folder)
    .filter((name) => NAME.test(name))
    .sort()
    .reverse();
}

function entriesOf(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch (error) {
    if (isMissing(error)) return [];
    throw error;
  }
}

/** Removes old snapshots, half-written files that a crash left, and runs that no snapshot names any more. */
function prune(folder: string, kept: number): void {
  const snapshots = namesNewestFirst(folder).slice(0, kept);
  const keep = new Set([...snapshots, ...snapshots.flatMap((name) => runsOf(join(folder, name)).map(runName))]);
  for (const name of entriesOf(folder)) {
    if (!keep.has(name)) rmSync(join(folder, name), { force: true });
  }
}

/**
 * Gives a folder without snapshots those of another one up to entry `until`, with the closed orders that they name.
 * They are hard links: the same files under two names, which are never written again.
 */
export function shareSnapshots(fromDir: string, toDir: string, until: number): void {
  const [from, to] = [join(fromDir, SNAPSHOTS_FOLDER), join(toDir, SNAPSHOTS_FOLDER)];
  const names = namesNewestFirst(from).filter((name) => snapshotSequence(name) <= until);
  if (names.length === 0) return;
  mkdirSync(to, { recursive: true, mode: 0o700 });
  // Snapshots go last, when all the runs that they name exist.
  const runs = new Set(names.flatMap((name) => runsOf(join(from, name)).map(runName)));
  for (const name of [...runs, ...names]) linkSync(join(from, name), join(to, name));
}

/** Runs named in the header of a snapshot file; empty when it cannot be read. */
export function runsOf(path: string): readonly OrderRun[] {
  try {
    return withFile(path, 'r', (file) => {
      const length = readAt(file, MAGIC.length, MAGIC.length + 4).readUInt32BE();
      const from = MAGIC.length + 4;
      const header = readAt(file, from, from + Math.min(HEADER_BYTES_MAX, length));
      return (JSON.parse(header.toString('utf8')) as Header).orders ?? [];
    });
  } catch {
    return [];
  }
}

/** Opens the stored closed orders of the snapshot at `sequence`, for use with a state that is already loaded. */
export function openOrdersOf(dataDir: string, sequence: number): StoredOrders {
  const folder = join(dataDir, SNAPSHOTS_FOLDER);
  return openOrderRuns(folder, runsOf(join(folder, nameOf(sequence))));
}
