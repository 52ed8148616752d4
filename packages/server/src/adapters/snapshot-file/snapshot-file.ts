/**
 * Snapshots as files `snapshots/<sequence>.snapshot` in the data folder. A file is complete or it is not there
 * (`files/durable-file.ts`). Its digest covers every figure and byte, so a damaged file is found and passed over. The
 * newest few are kept.
 *
 * Layout: magic (8 bytes) · length of the header (4 bytes, big endian) · header (JSON) · body (`v8.serialize`).
 */
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { deserialize, serialize } from 'node:v8';
import type { Snapshot } from '@bellwether/engine';
import { writeFileDurably } from '../../files/durable-file.ts';
import { SNAPSHOTS_FOLDER } from '../../ports/data-folder.ts';
import type { SnapshotMark, StoredSnapshot } from '../../ports/snapshots.ts';

export const SNAPSHOTS_KEPT = 3;

const MAGIC = Buffer.from('BLWSNAP1');
const NAME = /^(\d{16})\.snapshot$/;

interface Header extends SnapshotMark {
  /** SHA-256 of the figures above and the body, hex. */
  readonly digest: string;
}

/** Stores a snapshot durably and removes all but the newest few. Throws `StorageError`. */
export function saveSnapshot(dataDir: string, snapshot: Snapshot, mark: SnapshotMark): void {
  const folder = join(dataDir, SNAPSHOTS_FOLDER);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const body = serialize(snapshot);
  const { sequence, hash, stateHash } = mark;
  const header: Header = { sequence, hash, stateHash, digest: digestOf(mark, body) };
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
    const { sequence, hash, stateHash } = header;
    const body = bytes.subarray(bodyAt);
    if (digestOf({ sequence, hash, stateHash }, body) !== header.digest) return null;
    return { sequence, hash, stateHash, snapshot: deserialize(body) as Snapshot };
  } catch {
    return null;
  }
}

function digestOf({ sequence, hash, stateHash }: SnapshotMark, body: Buffer): string {
  return createHash('sha256').update(`${sequence} ${hash} ${stateHash} `).update(body).digest('hex');
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

/** Also removes what a crash left half-written. */
function prune(folder: string): void {
  const keep = new Set(namesNewestFirst(folder).slice(0, SNAPSHOTS_KEPT));
  for (const name of entriesOf(folder)) {
    if (!keep.has(name)) rmSync(join(folder, name), { force: true });
  }
}
