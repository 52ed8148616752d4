/**
 * Resources that a venue uses while it runs: memory of every thread by its own metrics, resident memory by the
 * system's, and disk.
 */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { VenueProcess } from '@bellwether/venue-process';

export interface Sample {
  /** Since the load began. */
  readonly atMs: number;
  /** MiB by thread; `process` is resident memory. */
  readonly memory: ReadonlyMap<string, number>;
  readonly diskBytes: number;
}

const FIGURE = /^bellwether_thread_memory_bytes\{thread="([^"]+)",kind="(used|buffers)"\} (\S+)$/gm;
const MIB = 2 ** 20;
/** The reserve for a full disk, independent of the load. */
const NOT_OF_THE_LOAD = new Set(['reserve']);

export async function takeSample({ url, pid, dataDir }: VenueProcess, atMs: number): Promise<Sample> {
  const memory = new Map<string, number>();
  const text = await (await fetch(`${url}/metrics`)).text();
  for (const [, thread = '', , bytes] of text.matchAll(FIGURE)) {
    memory.set(thread, (memory.get(thread) ?? 0) + Number(bytes) / MIB);
  }
  const resident = /VmRSS:\s+([0-9]+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  memory.set('process', Number(resident ?? 0) / 1024);
  return { atMs, memory, diskBytes: diskBytesOf(dataDir) };
}

function diskBytesOf(folder: string): number {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return files
    .filter(({ name }) => !NOT_OF_THE_LOAD.has(name))
    .reduce((sum, { parentPath, name }) => sum + sizeOf(join(parentPath, name)), 0);
}

/** Size of a file; 0 if it no longer exists. */
function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}
