/** The venue of a lane: a real process on a folder that outlives it. If a trap is set, it starts through a tracer. */
import { startVenueProcess, type VenueProcess } from '@bellwether/venue-process';
import { type ProgramEnd, ProgramEnded } from '@bellwether/venue-process/program';
import { Violation } from './lives.ts';
import type { Trap } from './points.ts';
import { tracerFor } from './points.ts';

export const SETTINGS = {
  BELLWETHER_LIMITS: 'off',
  BELLWETHER_SNAPSHOT_EVERY: '120',
  BELLWETHER_LOG_LEVEL: 'fatal',
} as const;

export type Started =
  | { readonly kind: 'ready'; readonly venue: VenueProcess; readonly readyMs: number }
  /** The venue was killed before it was ready. */
  | { readonly kind: 'killed' };

/** Throws `Violation` if the venue ends in another way than by a kill. */
export async function startVenue(dataDir: string, trap: Trap | null): Promise<Started> {
  const began = performance.now();
  try {
    const venue = await startVenueProcess({
      dataDir,
      settings: SETTINGS,
      ...(trap !== null && { through: tracerFor(trap, dataDir) }),
    });
    return { kind: 'ready', venue, readyMs: performance.now() - began };
  } catch (error) {
    if (!(error instanceof ProgramEnded)) throw error;
    checkKilled(error.end);
    return { kind: 'killed' };
  }
}

/** Throws `Violation` for a process that has ended on its own; no process here is asked to. */
export function checkKilled({ code, signal, stderr }: ProgramEnd): void {
  if (signal === 'SIGKILL') return;
  throw new Violation(`the venue ended by itself (${signal ?? code}): ${stderr.trim()}`);
}
