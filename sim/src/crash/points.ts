/**
 * Where a venue is killed. `at random` needs nothing but a signal. At the others a tracer ends the process as it enters its
 * nth call of one kind on one file, before the call does anything: between two writes of a commit, before its sync, between
 * a file that is written and its new name.
 */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import type { Choices } from '../shared/random.ts';

export interface Point {
  readonly name: string;
  /** The system call, and the file in the data folder; null: any file. */
  readonly call: string;
  readonly file: string | null;
  /** The venue is killed at a call from the first to this one. */
  readonly callsMax: number;
}

export const AT_RANDOM = 'at random';

export const POINTS: readonly Point[] = [
  { name: 'journal log, write', call: 'pwrite64', file: 'journal.sqlite-wal', callsMax: 100 },
  { name: 'journal log, sync', call: 'fsync', file: 'journal.sqlite-wal', callsMax: 30 },
  { name: 'journal log, cut', call: 'ftruncate', file: 'journal.sqlite-wal', callsMax: 2 },
  { name: 'journal file, write', call: 'pwrite64', file: 'journal.sqlite', callsMax: 12 },
  { name: 'journal file, sync', call: 'fsync', file: 'journal.sqlite', callsMax: 3 },
  { name: 'read store log, write', call: 'pwrite64', file: 'store.sqlite-wal', callsMax: 100 },
  { name: 'read store file, write', call: 'pwrite64', file: 'store.sqlite', callsMax: 60 },
  { name: 'read store checksums, write', call: 'pwrite64', file: 'store.sqlite-checksums', callsMax: 3 },
  { name: 'used-until, write', call: 'pwrite64', file: 'used-until', callsMax: 2 },
  { name: 'a file gets its name', call: 'rename', file: null, callsMax: 4 },
  { name: 'any file or folder, sync', call: 'fsync', file: null, callsMax: 30 },
];

/** What was chosen for one start. */
export interface Trap {
  readonly point: Point;
  /** Which call, from 1. */
  readonly nth: number;
}

export function setTrap(choices: Choices): Trap {
  const point = choices.pick(POINTS);
  return { point, nth: 1 + choices.below(point.callsMax) };
}

/** The tracer and its arguments, to be put before the venue's command. It runs beside: the venue keeps its own process id. */
export function tracerFor({ point, nth }: Trap, dataDir: string): string[] {
  const file = point.file === null ? [] : ['-P', join(dataDir, point.file)];
  return [
    // Every call stops at the tracer: with its filter in the kernel, strace 6.1 traces and injects nothing.
    ...['strace', '-D', '-f', '-qq', '-o', '/dev/null'],
    ...['-e', `trace=${point.call}`, ...file],
    ...['-e', `inject=${point.call}:signal=KILL:when=${nth}`],
  ];
}

/** Whether this machine has the tracer and lets it trace. */
export function canTrace(): boolean {
  return spawnSync('strace', ['-D', '-f', '-qq', '-o', '/dev/null', 'true']).status === 0;
}
