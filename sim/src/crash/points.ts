/**
 * Points at which a venue is killed. `at random` needs only a signal. At the others a tracer ends the process as it
 * enters its nth call of one kind on one file, before the call has any effect: between two writes of a commit, before
 * its sync, or between writing a file and renaming it.
 */
import { spawn } from 'node:child_process';
import type { Dice } from '../dice/dice.ts';
import { injecting, THROUGH } from '../shared/tracer.ts';

export interface Point {
  readonly name: string;
  readonly call: string;
  /** File in the data folder; none: any file. */
  readonly files: readonly string[];
  /** The venue is killed at a call between the first and this one. */
  readonly callsMax: number;
  /**
   * True if a venue that takes orders for a moment makes such calls. At other points the venue is killed during its
   * start.
   */
  readonly isOfWrites: boolean;
}

export const AT_RANDOM = 'at random';

const point =
  (isOfWrites: boolean) =>
  (name: string, call: string, files: readonly string[], callsMax: number): Point => ({
    ...{ name, call, files, callsMax, isOfWrites },
  });
const ofWrites = point(true);
const ofStarts = point(false);

export const POINTS: readonly Point[] = [
  ofWrites('journal log, write', 'pwrite64', ['journal.sqlite-wal'], 100),
  ofWrites('journal log, sync', 'fdatasync', ['journal.sqlite-wal'], 30),
  ofStarts('journal log, cut', 'ftruncate', ['journal.sqlite-wal'], 2),
  ofStarts('journal file, write', 'pwrite64', ['journal.sqlite'], 12),
  ofStarts('journal file, sync', 'fsync', ['journal.sqlite'], 3),
  ofWrites('read store log, write', 'pwrite64', ['store.sqlite-wal'], 100),
  ofStarts('read store file, write', 'pwrite64', ['store.sqlite'], 60),
  ofStarts('read store checksums, write', 'pwrite64', ['store.sqlite-checksums'], 3),
  ofStarts('a file gets its name', 'rename', [], 4),
  ofWrites('any file or folder, sync', 'fsync', [], 30),
];

export interface Trap {
  readonly point: Point;
  readonly nth: number;
  /**
   * True if the trap is set when the process starts, which slows the start down several times. False if it is set once
   * the venue is ready.
   */
  readonly isSetAtStart: boolean;
}

export function setTrap(dice: Dice, isSetAtStart: boolean): Trap {
  const point = dice.pick(POINTS.filter(({ isOfWrites }) => isSetAtStart || isOfWrites));
  return { point, nth: dice.between(1, point.callsMax), isSetAtStart };
}

/** The tracer and its arguments, to put before the venue's command. */
export const tracerFor = (trap: Trap, dataDir: string): string[] => [...THROUGH, ...killing(trap, dataDir)];

/** Sets a trap for a running process. Resolves when the trap is set or the process is gone. */
export async function attachTracer(trap: Trap, dataDir: string, pid: number): Promise<void> {
  const tracer = spawn('strace', [...killing(trap, dataDir), '-p', String(pid)], {
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

const killing = ({ point, nth }: Trap, dataDir: string): readonly string[] =>
  injecting({ ...point, effect: 'signal=KILL', nth }, dataDir);
