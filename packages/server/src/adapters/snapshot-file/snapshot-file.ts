/**
 * Snapshots as files `snapshots/<sequence>.snapshot` in the data folder. A file is complete or it is not there
 * (`files/durable-file.ts`). Its digest covers every figure and byte, so a damaged file is found and passed over. The
 * newest few are kept, and the runs of closed orders that they name (`order-runs.ts`).
 *
 * Layout: magic (8 bytes) · length of the header (4 bytes, big endian) · header (JSON) · body (`v8.serialize`).
 */
import { createHash } from 'node:crypto';
import { closeSync, mkdirSync, openSync, readdirSync, readFileSync, readSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { deserialize, serialize } from 'node:v8';
import type { Snapshot } from '@bellwether/engine';
import { writeFileDurably } from '../../files/durable-file.ts';
import { SNAPSHOTS_FOLDER } from '../../ports/data-folder.ts';
import type { ClosedOrders, OrderRun, StoredOrders } from '../../ports/order-archive.ts';
import type { SnapshotMark, StoredSnapshot } from '../../ports/snapshots.ts';
import { openOrderRuns, storeOrders } from './order-runs.ts';
import { runName } from './run-file.ts';

export const SNAPSHOTS_KEPT = 3;

/** Of a header: a run in it takes some thirty. */
const HEADER_BYTES_MAX = 65_536;

const MAGIC = Buffer.from('BLWSNAP1');
const NO_CLOSED_ORDERS: ClosedOrders = { runs: [], pending: [] };
const NAME = /^(\d{16})\.snapshot$/;

interface Header extends SnapshotMark {
  /** Runs of closed orders that belong to it, oldest first; absent before there were any. */
  readonly orders?: readonly OrderRun[];
  /** SHA-256 of the figures above and the body, hex. */
  readonly digest: string;
}

/**
 * Stores a snapshot durably, after the closed orders that belong to it, and removes all but the newest few. Throws
 * `StorageError`.
 */
export function saveSnapshot(
  dataDir: string,
  snapshot: Snapshot,
  mark: SnapshotMark,
  closed: ClosedOrders = NO_CLOSED_ORDERS,
): void {
  const folder = join(dataDir, SNAPSHOTS_FOLDER);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const body = serialize(snapshot);
  const { sequence, hash, stateHash } = mark;
  const orders = storeOrders(dataDir, closed);
  const header: Header = { sequence, hash, stateHash, orders, digest: digestOf(mark, orders, body) };
  const headerBytes = Buffer.from(JSON.stringify(header));
  const length = Buffer.alloc(4);
  length.writeUInt32BE(headerBytes.length);
  const path = join(folder, nameOf(sequence));
  writeFileDurably(path, [MAGIC, length, headerBytes, body]);
  prune(folder);
}

/** Stored snapshots that are sound, newest first, each read when the iteration reaches it. */
export function* loadSnapshots(dataDir: string): Generator<StoredSnapshot> {
  const folder = join(dataDir, SNAPSHOTS_FOLDER);
  for (const name of namesNewestFirst(folder)) {
    const stored = readSnapshot(join(folder, name));
    if (stored !== null) yield stored;
  }
}

/** Paths of all snapshot files, sound or not, newest first. */
export function snapshotPaths(dataDir: string): string[] {
  const folder = join(dataDir, SNAPSHOTS_FOLDER);
  return namesNewestFirst(folder).map((name) => join(folder, name));
}

/** The entry a snapshot file stands at, from its name. */
export function snapshotSequence(path: string): number {
  return Number(NAME.exec(basename(path))?.[1]);
}

/** Reads one file; null when any byte of it is wrong. */
export function readSnapshot(path: string): StoredSnapshot | null {
  try {
    const bytes = readFileSync(path);
    if (!bytes.subarray(0, MAGIC.length).equals(MAGIC)) return null;
    const bodyAt = MAGIC.length + 4 + bytes.readUInt32BE(MAGIC.length);
    const header = JSON.parse(bytes.toString('utf8', MAGIC.length + 4, bodyAt)) as Header;
    const { sequence, hash, stateHash, orders } = header;
    const body = bytes.subarray(bodyAt);
    if (digestOf({ sequence, hash, stateHash }, orders, body) !== header.digest) return null;
    const openOrders = (): StoredOrders => openOrderRuns(dirname(path), orders ?? []);
    return { sequence, hash, stateHash, snapshot: deserialize(body) as Snapshot, openOrders };
  } catch {
    return null;
  }
}

function digestOf(
  { sequence, hash, stateHash }: SnapshotMark,
  orders: readonly OrderRun[] | undefined,
  body: Buffer,
): string {
  const digest = createHash('sha256').update(`${sequence} ${hash} ${stateHash} `);
  if (orders !== undefined) digest.update(`${JSON.stringify(orders)} `);
  return digest.update(body).digest('hex');
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
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return [];
    throw error;
  }
}

/** Also removes what a crash left half-written, and runs that no snapshot names any more. */
function prune(folder: string): void {
  const snapshots = namesNewestFirst(folder).slice(0, SNAPSHOTS_KEPT);
  const keep = new Set([...snapshots, ...snapshots.flatMap((name) => runsOf(join(folder, name)).map(runName))]);
  for (const name of entriesOf(folder)) {
    if (!keep.has(name)) rmSync(join(folder, name), { force: true });
  }
}

/** Runs that a snapshot file names, by its header alone; none when it cannot be read. */
function runsOf(path: string): readonly OrderRun[] {
  const file = openSync(path, 'r');
  try {
    const start = Buffer.alloc(MAGIC.length + 4);
    readSync(file, start, 0, start.length, 0);
    const header = Buffer.alloc(Math.min(HEADER_BYTES_MAX, start.readUInt32BE(MAGIC.length)));
    readSync(file, header, 0, header.length, start.length);
    return (JSON.parse(header.toString('utf8')) as Header).orders ?? [];
  } catch {
    return [];
  } finally {
    closeSync(file);
  }
}

/** The stored closed orders of the snapshot at `sequence`, to go on with beside a state that has all of it. */
export function openOrdersOf(dataDir: string, sequence: number): StoredOrders {
  const folder = join(dataDir, SNAPSHOTS_FOLDER);
  return openOrderRuns(folder, runsOf(join(folder, nameOf(sequence))));
}
