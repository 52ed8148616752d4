/** A venue as a separate process on a folder that outlives it, with figures from the operating system. */
import { readFileSync } from 'node:fs';
import { type VenueProcess as Process, type Settings, startVenueProcess } from '@bellwether/venue-process';

export interface VenueProcess extends Pick<Process, 'url' | 'pid' | 'dataDir' | 'adminToken'> {
  readonly port: number;
  /** Milliseconds from the start of the process until it answered. */
  readonly readyMs: number;
  /** Resident memory in MiB, as reported by the operating system; 0 if it cannot be read. */
  residentMiB(): number;
  /** Reads the current metrics. The returned function sums a figure over its labels. */
  figures(): Promise<(name: string) => number>;
  stop(): Promise<void>;
  kill(): Promise<void>;
}

/** Starts `bellwether serve` on a free port; `project` is the root of another checkout whose venue to run. */
export async function startVenue(dataDir: string, settings: Settings, project?: string): Promise<VenueProcess> {
  const started = performance.now();
  const venue = await startVenueProcess({
    // The single client sends more requests than any cap allows.
    settings: { BELLWETHER_LIMITS: 'off', ...settings },
    dataDir,
    showsErrors: true,
    ...(project !== undefined && { project }),
  });
  return {
    ...venue,
    port: Number(new URL(venue.url).port),
    readyMs: performance.now() - started,
    residentMiB: () => residentMiB(venue.pid),
    figures: async () => {
      const text = await (await fetch(`${venue.url}/metrics`)).text();
      return (name) => {
        const figures = text.matchAll(new RegExp(`^${name}(?:\\{[^}]*\\})? ([0-9.e+]+)$`, 'gm'));
        return figures.reduce((sum, [, value]) => sum + Number(value), 0);
      };
    },
    stop: async () => void (await venue.end()),
    kill: async () => void (await venue.end('SIGKILL')),
  };
}

function residentMiB(pid: number): number {
  try {
    const kilobytes = /VmRSS:\s+([0-9]+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
    return Math.round(Number(kilobytes ?? 0) / 1024);
  } catch {
    return 0;
  }
}
