/**
 * Location of the quick lane's temporary files: in memory, if the machine has an in-memory file system with enough
 * room. The lane's venues open about a thousand small databases, which take a fifth of its time on a disk. `test:all`
 * starts programs on the disk itself.
 */
import { mkdirSync, rmSync, statfsSync } from 'node:fs';

const MEMORY = '/dev/shm';
/** In a container it has 64 MiB unless it asks for more; the lane uses 60 at its peak. */
const ROOM_BYTES = 2 ** 29;

/** The folder of this run, which `setup` creates; undefined if the system's own is used. */
export const SCRATCH = hasRoom() ? `${MEMORY}/bellwether-tests-${process.pid}` : undefined;

function hasRoom(): boolean {
  try {
    const { bavail, bsize } = statfsSync(MEMORY);
    return bavail * bsize >= ROOM_BYTES;
  } catch {
    return false;
  }
}

// Vitest calls the default export of the configured file.
// biome-ignore lint/style/noDefaultExport: as above
export default function setup(): (() => void) | undefined {
  if (SCRATCH === undefined) return undefined;
  const folder = SCRATCH;
  mkdirSync(folder, { recursive: true });
  return () => rmSync(folder, { recursive: true, force: true });
}
