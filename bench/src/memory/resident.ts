/** What the resident memory of a process is made of, by the maps that the operating system keeps of it. Linux only. */
import { readFileSync } from 'node:fs';

/** Bytes that are resident. */
export interface Resident {
  readonly all: number;
  /** Heaps of the C library: of the main thread and of the others (`MALLOC_ARENA_MAX`). */
  readonly arenas: number;
  /** How many of the others there are. */
  readonly arenaCount: number;
  /** All other private memory: heaps of V8, stacks, large buffers. */
  readonly heaps: number;
  /** Pages of the databases that are mapped, which the system takes back when it needs them. */
  readonly databases: number;
  /** The program itself and its libraries. */
  readonly program: number;
}

interface Mapping {
  readonly start: number;
  readonly end: number;
  readonly rights: string;
  readonly path: string;
  rss: number;
}

/** glibc gives each arena a part of the address space of this size, aligned to it. */
const ARENA_BYTES = 64 * 1024 * 1024;

export function residentOf(pid: number): Resident {
  const mappings = parse(readFileSync(`/proc/${pid}/smaps`, 'utf8'));
  const sum = { all: 0, arenas: 0, arenaCount: 0, heaps: 0, databases: 0, program: 0 };
  for (const [index, mapping] of mappings.entries()) {
    sum.all += mapping.rss;
    if (mapping.path === '[heap]') sum.arenas += mapping.rss;
    else if (/\.sqlite/.test(mapping.path)) sum.databases += mapping.rss;
    else if (mapping.path.startsWith('/')) sum.program += mapping.rss;
    else if (isArena(mapping, mappings[index + 1])) {
      sum.arenas += mapping.rss;
      sum.arenaCount++;
    } else sum.heaps += mapping.rss;
  }
  return sum;
}

/** What it uses, and what it has of its part of the address space beside that. */
function isArena({ start, end, path }: Mapping, next: Mapping | undefined): boolean {
  if (path !== '' || start % ARENA_BYTES !== 0) return false;
  if (end - start === ARENA_BYTES) return true;
  return next !== undefined && next.start === end && next.rights.startsWith('---') && next.end === start + ARENA_BYTES;
}

function parse(smaps: string): Mapping[] {
  const mappings: Mapping[] = [];
  for (const line of smaps.split('\n')) {
    const head = /^([0-9a-f]+)-([0-9a-f]+) (\S+) \S+ \S+ \S+ *(.*)$/.exec(line);
    if (head !== null) {
      const [, start = '', end = '', rights = '', path = ''] = head;
      mappings.push({ start: Number.parseInt(start, 16), end: Number.parseInt(end, 16), rights, path, rss: 0 });
      continue;
    }
    const rss = /^Rss: +(\d+) kB/.exec(line)?.[1];
    const last = mappings.at(-1);
    if (rss !== undefined && last !== undefined) last.rss = Number(rss) * 1024;
  }
  return mappings;
}
