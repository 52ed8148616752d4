/** pmxt, unmodified: its local process, started by its own command with hosts in its environment, and its client. */
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { type FixedHosts, openFixedHosts } from './fixed-hosts.testing.ts';
import type { StageVenue } from './stage.ts';

const COMMANDS = join(import.meta.dirname, '../node_modules/.bin');
const PINNED = join(import.meta.dirname, '../../node_modules/.bin');

/** Hosts from which the package reads books, candles, trades and positions, whatever its environment says. */
const FIXED_HOSTS = {
  clob: 'clob.polymarket.com',
  gamma: 'gamma-api.polymarket.com',
  data: 'data-api.polymarket.com',
} as const;

/** Settings of the venue: the chain that pmxt signs for, the host names under which requests arrive, and no caps or tiers. */
export const PMXT_SETTINGS = {
  BELLWETHER_LIMITS: 'off',
  BELLWETHER_CHAIN_137: 'on',
  BELLWETHER_HOSTS: Object.entries(FIXED_HOSTS)
    .map(([service, name]) => `${service}=${name}`)
    .join(','),
} as const;

/** A pmxt user's machine: a separate home folder and settings. */
export interface PmxtMachine {
  readonly home: string;
  readonly environment: Readonly<Record<string, string>>;
  readonly hosts: FixedHosts;
  /** Ends pmxt's process, whatever started it, and removes the folder: at once, before a client can start another. */
  close(): void;
}

interface Lock {
  readonly pid: number;
  readonly port: number;
  readonly accessToken: string;
}

export async function openPmxtMachine(venue: Pick<StageVenue, 'url'>, parent = tmpdir()): Promise<PmxtMachine> {
  const home = mkdtempSync(join(parent, 'bellwether-pmxt-'));
  const hosts = await openFixedHosts(venue, Object.values(FIXED_HOSTS), home);
  const environment = {
    ...hosts.environment,
    HOME: home,
    USERPROFILE: home,
    PATH: [COMMANDS, PINNED, dirname(process.execPath), process.env['PATH'] ?? ''].join(delimiter),
    POLYMARKET_CLOB_URL: `${venue.url}/clob`,
    POLYMARKET_GAMMA_URL: `${venue.url}/gamma/events`,
    POLYMARKET_GAMMA_MARKETS_URL: `${venue.url}/gamma/markets`,
    POLYMARKET_GAMMA_SEARCH_URL: `${venue.url}/gamma/public-search`,
    POLYMARKET_DATA_URL: `${venue.url}/data`,
  };
  return {
    home,
    environment,
    hosts,
    close: () => {
      const pid = lockOf(home)?.pid;
      if (pid !== undefined) killProcess(pid);
      hosts.close();
      rmSync(home, { recursive: true, force: true });
    },
  };
}

/** Starts `pmxt-server` on a free port; resolves when it answers. */
export async function startPmxtServer({ home, environment }: PmxtMachine): Promise<void> {
  // The server looks for a free port and takes it later, so another process may be faster.
  for (let attempt = 0; attempt < 5; attempt++) {
    const child = spawn(process.execPath, [join(COMMANDS, 'pmxt-server')], {
      cwd: home,
      env: { ...process.env, ...environment },
      stdio: 'ignore',
    });
    process.once('exit', () => child.kill('SIGKILL'));
    if (await isReady(child, home)) return;
  }
  throw new Error('pmxt-server does not start');
}

async function isReady(child: ChildProcess, home: string): Promise<boolean> {
  while (child.exitCode === null && child.signalCode === null) {
    const lock = lockOf(home);
    if (lock?.pid === child.pid && lock !== null) {
      // The faster process may be another such server: only this one knows the token.
      const headers = { 'x-pmxt-access-token': lock.accessToken };
      const response = await fetch(`http://localhost:${lock.port}/`, { headers }).catch(() => null);
      if (response?.status === 404) return true;
    }
    await wait(50);
  }
  return false;
}

/** The lock file that the process wrote; null if there is none yet. */
function lockOf(home: string): Lock | null {
  const path = join(home, '.pmxt', 'server.lock');
  if (!existsSync(path)) return null;
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as Lock;
  } catch {
    return null;
  }
}

/** Ends a process, which need not be a child of this one. */
function killProcess(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has ended.
  }
}
