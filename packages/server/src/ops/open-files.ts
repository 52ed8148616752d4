/** How many files this process may have open, how many a venue needs, and how many of them clients' connections may take. */
import { readdirSync, readFileSync } from 'node:fs';

/** Files that are opened as the venue runs: of the databases by each thread, snapshots, modules, secrets. */
const RESERVED = 24;
/** However few files there are, an operator can reach the venue. */
const CONNECTIONS_MIN = 4;
/** What a running venue has open, its databases in each thread and five files of each thread's own, and what it reserves. */
const NEEDED = 112;
const NEEDED_PER_SIGNATURE_THREAD = 8;

/** Fewer files than a venue needs: its threads could not open their databases, now or after the next one is lost. */
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

/** Throws `TooFewFiles`. For a start that has opened nothing yet. */
export function checkOpenFiles(signatureThreads: number): void {
  const most = filesMax();
  const needed = filesNeeded(signatureThreads);
  if (most < needed) throw new TooFewFiles(most, needed);
}

/**
 * Connections that leave files free for the rest: at the limit no database can be opened any more, and reads fail long
 * after the connections have gone. Call it when all threads run. Infinity where the system does not say.
 */
export function connectionsMax(): number {
  try {
    return connectionsWithin(filesMax(), readdirSync('/proc/self/fd').length);
  } catch {
    return Number.POSITIVE_INFINITY;
  }
}

/** `open`: files that are open already. */
export function connectionsWithin(most: number, open: number): number {
  return Math.max(CONNECTIONS_MIN, most - open - RESERVED);
}

/** Infinity where the system does not say. Node has raised the limit as far as it may be. */
function filesMax(): number {
  try {
    const [, most] = /^Max open files\s+(\d+|unlimited)/m.exec(readFileSync('/proc/self/limits', 'utf8')) ?? [];
    return most === undefined || most === 'unlimited' ? Number.POSITIVE_INFINITY : Number(most);
  } catch {
    return Number.POSITIVE_INFINITY;
  }
}
