/**
 * Limits on open files: how many this process may open, how many a venue needs, and how many client connections may
 * use.
 */
import { readdirSync, readFileSync } from 'node:fs';

/** Files opened while the venue runs: databases of each thread, snapshots, modules, secrets. */
const RESERVED = 24;
/** Connections that are accepted with any file limit, so that the operator can reach the venue. */
const CONNECTIONS_MIN = 4;
/** Files of a running venue: its databases in each thread, five files per thread, and the reserve. */
const NEEDED = 112;
const NEEDED_PER_SIGNATURE_THREAD = 8;

/** The file limit is below the venue's need: its threads could not open their databases, now or after losing one. */
export class TooFewFiles extends Error {
  readonly code = 'too_few_files';

  constructor(most: number, needed: number) {
    super(
      `this process may open ${most} files and a venue needs at least ${needed}: raise the limit (ulimit -n) and start again`,
    );
    this.name = 'TooFewFiles';
  }
}

export const filesNeeded = (signatureThreads: number): number =>
  NEEDED + signatureThreads * NEEDED_PER_SIGNATURE_THREAD;

/** Throws `TooFewFiles` if the limit is too low. Call it before anything is opened. */
export function checkOpenFiles(signatureThreads: number): void {
  const most = filesMax();
  const needed = filesNeeded(signatureThreads);
  if (most < needed) throw new TooFewFiles(most, needed);
}

/**
 * Maximum number of connections that leaves enough files for the rest. At the file limit no database can be opened any
 * more, and reads fail long after the connections have gone. Call it once all threads run. Infinity if the system does
 * not report a limit.
 */
export function connectionsMax(): number {
  try {
    return connectionsWithin(filesMax(), readdirSync('/proc/self/fd').length);
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
