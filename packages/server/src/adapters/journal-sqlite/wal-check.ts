/**
 * Tells a torn tail of the write-ahead log from damage inside it, before SQLite opens the journal.
 *
 * SQLite reads the log up to the first frame that does not check and forgets the rest. That is right for a commit the
 * machine died in: it was never acknowledged. It is wrong for a frame that went bad later, for then SQLite would drop
 * acknowledged records without a word. The two differ in what follows: a commit is written only after the one before
 * it was synced, so when a frame of a LATER transaction stands behind a bad one, the bad one had been durable.
 *
 * The journal writes each transaction's pages once, in ascending order and with a commit mark on the last one (spilling
 * is off), so a page number that does not rise, or a frame behind a commit mark, begins a later transaction. What
 * cannot be told apart is damage inside the very last transaction: it looks like a torn one and is cut; a snapshot or
 * read-store cursor that is ahead of the journal then shows the loss.
 *
 * Opening the journal empties the log, so frames that a crashed transaction left behind never stand in a later one's way.
 *
 * Format: https://www.sqlite.org/fileformat2.html#the_write_ahead_log. Reads only.
 */
import { readFileSync } from 'node:fs';

const HEADER_BYTES = 32;
const FRAME_HEADER_BYTES = 24;
const MAGIC_LITTLE_ENDIAN = 0x377f0682;
const MAGIC_BIG_ENDIAN = 0x377f0683;

type Checksum = readonly [number, number];

/** What is wrong with the log at `walPath`, in words; null when it is sound, empty, missing, or ends in a torn commit. */
export function damageInWal(walPath: string): string | null {
  const wal = readIfThere(walPath);
  if (wal === null || wal.length === 0) return null;
  // One header is less than a disk sector: it is there whole or not at all.
  if (wal.every((byte) => byte === 0)) return null;
  if (wal.length < HEADER_BYTES) return null;
  const magic = wal.readUInt32BE(0);
  const pageBytes = wal.readUInt32BE(8);
  if ((magic !== MAGIC_LITTLE_ENDIAN && magic !== MAGIC_BIG_ENDIAN) || !isPageSize(pageBytes))
    return 'its header is damaged';
  const sum = (from: number, to: number, seed: Checksum): Checksum =>
    checksum(wal, from, to, seed, magic === MAGIC_LITTLE_ENDIAN);
  const stored = (at: number): Checksum => [wal.readUInt32BE(at), wal.readUInt32BE(at + 4)];
  const headerSum = stored(24);
  if (!equal(sum(0, 24, [0, 0]), headerSum)) return 'its header is damaged';

  const frameBytes = FRAME_HEADER_BYTES + pageBytes;
  const frames = Math.floor((wal.length - HEADER_BYTES) / frameBytes);
  let bad: number | null = null;
  // The last page of the transaction the walk is in (0 at its start); whether a commit mark was passed since `bad`.
  let page = 0;
  let committedSince = false;
  for (let frame = 0; frame < frames; frame++) {
    const at = HEADER_BYTES + frame * frameBytes;
    const seed = frame === 0 ? headerSum : stored(at - frameBytes + 16);
    const ours =
      wal.readUInt32BE(at + 8) === wal.readUInt32BE(16) && wal.readUInt32BE(at + 12) === wal.readUInt32BE(20);
    const good = ours && equal(sum(at + FRAME_HEADER_BYTES, at + frameBytes, sum(at, at + 8, seed)), stored(at + 16));
    if (!good) {
      bad ??= frame;
      continue;
    }
    const nextPage = wal.readUInt32BE(at);
    if (bad !== null && (committedSince || nextPage <= page)) {
      return `frame ${bad + 1} of ${frames} (byte ${HEADER_BYTES + bad * frameBytes}) is damaged and later commits follow it`;
    }
    const commits = wal.readUInt32BE(at + 4) !== 0;
    page = commits && bad === null ? 0 : nextPage;
    committedSince = bad !== null && commits;
  }
  return null;
}

/** SQLite's running checksum over whole 8-byte pairs. */
function checksum(bytes: Buffer, from: number, to: number, seed: Checksum, littleEndian: boolean): Checksum {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let [first, second] = seed;
  for (let at = from; at < to; at += 8) {
    first = (first + view.getUint32(at, littleEndian) + second) >>> 0;
    second = (second + view.getUint32(at + 4, littleEndian) + first) >>> 0;
  }
  return [first, second];
}

const equal = (a: Checksum, b: Checksum): boolean => a[0] === b[0] && a[1] === b[1];

const isPageSize = (bytes: number): boolean => bytes >= 512 && bytes <= 65_536 && (bytes & (bytes - 1)) === 0;

function readIfThere(path: string): Buffer | null {
  try {
    return readFileSync(path);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
}
