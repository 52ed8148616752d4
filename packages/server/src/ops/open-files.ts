/** How many files this process may have open, and how many of them clients' connections may take. */
import { readdirSync, readFileSync } from 'node:fs';

/** Files that are opened as the venue runs: of the databases by each thread, snapshots, modules, secrets. */
const RESERVED = 24;
/** However few files there are, an operator can reach the venue. */
const CONNECTIONS_MIN = 4;

/**
 * Connections that leave files free for the rest: at the limit no database can be opened any more, and reads fail long
 * after the connections have gone. Call it when all threads run. Infinity where the system does not say.
 */
export function connectionsMax(): number {
  try {
    const [, most] = /^Max open files\s+(\d+|unlimited)/m.exec(readFileSync('/proc/self/limits', 'utf8')) ?? [];
    if (most === undefined || most === 'unlimited') return Number.POSITIVE_INFINITY;
    return connectionsWithin(Number(most), readdirSync('/proc/self/fd').length);
  } catch {
    return Number.POSITIVE_INFINITY;
  }
}

/** `open`: files that are open already. */
export function connectionsWithin(most: number, open: number): number {
  return Math.max(CONNECTIONS_MIN, most - open - RESERVED);
}
