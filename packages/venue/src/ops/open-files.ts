/**
 * Limits on open files: how many this process may open, how many a venue needs, and how many client connections may
 * use.
 */
import { readdirSync, readFileSync } from 'node:fs';

/** Files that a venue has open once all its threads run, besides those of its signature threads. */
const OPENED = 64;
const OPENED_PER_SIGNATURE_THREAD = 8;
/** Files opened while the venue runs: databases of each thread, snapshots, modules, secrets. */
const RESERVED = 24;
/** Connections that are accepted with any file limit, so that the operator can reach the venue. */
const CONNECTIONS_MIN = 4;
/** Connections for which a venue that starts has files. */
const CONNECTIONS_NEEDED = 24;

/** The file limit is below the venue's need: its threads could not open their databases, now or after losing one. */
export class TooFewFiles extends Error {
  constructor(most: number, needed: number) {
    super(
      `this process may open ${most} files and a venue needs at least ${needed}: raise the limit (ulimit -n) and start again`,
    );
    this.name = 'TooFewFiles';
  }
}

const filesOpened = (signatureThreads: number): number => OPENED + signatureThreads * OPENED_PER_SIGNATURE_THREAD;

export const filesNeeded = (signatureThreads: number): number =>
  filesOpened(signatureThreads) + RESERVED + CONNECTIONS_NEEDED;

/** Throws `TooFewFiles` if the limit is too low. Call it before anything is opened. */
export function checkOpenFiles(signatureThreads: number): void {
  const most = filesMax();
  const needed = filesNeeded(signatureThreads);
  if (most < needed) throw new TooFewFiles(most, needed);
}

/**
 * Maximum number of connections that leaves enough files for the rest. At the file limit no database can be opened any
 * more, and reads fail long after the connections have gone. Threads that do not run yet count. Infinity if the system
 * does not report a limit.
 */
export function connectionsMax(signatureThreads: number): number {
  try {
    const open = readdirSync('/proc/self/fd').length;
    return connectionsWithin(filesMax(), Math.max(open, filesOpened(signatureThreads)));
  } catch {
    return Number.POSITIVE_INFINITY;
  }
}

/** `open`: number of files already open. */
export function connectionsWithin(most: number, open: number): number {
  return Math.max(CONNECTIONS_MIN, most - open - RESERVED);
}

/** File limit of this process, which Node has already raised as far as possible; Infinity if unknown. */
function filesMax(): number {
  try {
    const [, most] = /^Max open files\s+(\d+|unlimited)/m.exec(readFileSync('/proc/self/limits', 'utf8')) ?? [];
    return most === undefined || most === 'unlimited' ? Number.POSITIVE_INFINITY : Number(most);
  } catch {
    return Number.POSITIVE_INFINITY;
  }
}
