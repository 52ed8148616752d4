/**
 * Points at which a venue is killed. `at random` needs only a signal. At the others a tracer ends the process as it
 * enters its nth call of one kind on one file, before the call has any effect: between two writes of a commit, before
 * its sync, or between writing a file and renaming it.
 */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import type { Choices } from '../shared/random.ts';

export interface Point {
  readonly name: string;
  /** System call, and file in the data folder; null: any file. */
  readonly call: string;
  readonly file: string | null;
  /** The venue is killed at a call between the first and this one. */
  readonly callsMax: number;
  /**
   * True if a venue that takes orders for a moment makes such calls. At other points the venue is killed during its
   * start.
   */
  readonly isOfWrites: boolean;
}

export const AT_RANDOM = 'at random';

export const POINTS: readonly Point[] = [
  { name: 'journal log, write', call: 'pwrite64', file: 'journal.sqlite-wal', callsMax: 100, isOfWrites: true },
  { name: 'journal log, sync', call: 'fsync', file: 'journal.sqlite-wal', callsMax: 30, isOfWrites: true },
  { name: 'journal log, cut', call: 'ftruncate', file: 'journal.sqlite-wal', callsMax: 2, isOfWrites: false },
  { name: 'journal file, write', call: 'pwrite64', file: 'journal.sqlite', callsMax: 12, isOfWrites: false },
  { name: 'journal file, sync', call: 'fsync', file: 'journal.sqlite', callsMax: 3, isOfWrites: false },
  { name: 'read store log, write', call: 'pwrite64', file: 'store.sqlite-wal', callsMax: 100, isOfWrites: true },
  { name: 'read store file, write', call: 'pwrite64', file: 'store.sqlite', callsMax: 60, isOfWrites: false },
  {
    name: 'read store checksums, write',
    call: 'pwrite64',
    file: 'store.sqlite-checksums',
    callsMax: 3,
    isOfWrites: false,
  },
  { name: 'a file gets its name', call: 'rename', file: null, callsMax: 4, isOfWrites: false },
  { name: 'any file or folder, sync', call: 'fsync', file: null, callsMax: 30, isOfWrites: true },
];

/** The trap chosen for one round. */
export interface Trap {
  readonly point: Point;
  /** Number of the call, from 1. */
  readonly nth: number;
  /**
   * True if the trap is set when the process starts, which slows the start down several times. False if it is set once
   * the venue is ready.
   */
  readonly isSetAtStart: boolean;
}

const OF_WRITES = POINTS.filter(({ isOfWrites }) => isOfWrites);

export function setTrap(choices: Choices, isSetAtStart: boolean): Trap {
  const point = choices.pick(isSetAtStart ? POINTS : OF_WRITES);
  return { point, nth: 1 + choices.below(point.callsMax), isSetAtStart };
}

/**
 * The tracer and its arguments, to put before the venue's command. The tracer runs beside it, so the venue keeps its
 * own process id.
 */
export function tracerFor(trap: Trap, dataDir: string): string[] {
  return ['strace', '-D', '-qq', ...trapArguments(trap, dataDir)];
}

/** Sets a trap for a running process. Resolves when the trap is set or the process is gone. */
export async function attachTracer(trap: Trap, dataDir: string, pid: number): Promise<void> {
  const tracer = spawn('strace', [...trapArguments(trap, dataDir), '-p', String(pid)], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  await new Promise<void>((resolve, reject) => {
    let words = '';
    tracer.stderr.on('data', (chunk: Buffer) => {
      words += chunk.toString();
      if (words.includes(' attached')) resolve();
    });
    tracer.once('error', reject);
    tracer.once('close', () => resolve());
  });
}

function trapArguments({ point, nth }: Trap, dataDir: string): string[] {
  const file = point.file === null ? [] : ['-P', join(dataDir, point.file)];
  return [
    // Every call stops at the tracer: with its filter in the kernel, strace 6.1 traces but injects nothing.
    ...['-f', '-o', '/dev/null'],
    ...['-e', `trace=${point.call}`, ...file],
    ...['-e', `inject=${point.call}:signal=KILL:when=${nth}`],
  ];
}
