/**
 * A venue as its operator starts it: a process of its own, on a free port of this machine. For the checks, tests and
 * benchmarks that know a venue by its address; it must never import what it starts.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const PROJECT = join(import.meta.dirname, '../../..');
const COMMAND = 'packages/server/bin/bellwether.js';

export interface VenueProcess {
  readonly url: string;
  readonly pid: number;
  readonly dataDir: string;
  readonly adminToken: string;
  /** Ends the process, which it waits for, and keeps the folder. */
  end(signal?: NodeJS.Signals): Promise<void>;
  /** Ends it in order and removes the folder. */
  stop(): Promise<void>;
}

export interface VenueProcessOptions {
  /** Environment variables, on top of this process's own and of `BELLWETHER_DEMO=off`. */
  readonly settings?: Readonly<Record<string, string>>;
  /** A new temporary folder by default. */
  readonly dataDir?: string;
  readonly startLimitMs?: number;
  /** Root of the checkout whose venue it is; by default the one that this file is in. */
  readonly project?: string;
}

/** A data folder of its own, for venues that are started on it one after another. */
export function createDataDir(): string {
  return mkdtempSync(join(tmpdir(), 'bellwether-venue-'));
}

export function removeDataDir(dataDir: string): void {
  rmSync(dataDir, { recursive: true, force: true });
}

/** Starts a venue; resolves when it says that it is ready. What it says on stderr goes to this process's own. */
export async function startVenueProcess({
  settings = {},
  dataDir,
  startLimitMs = 180_000,
  project = PROJECT,
}: VenueProcessOptions = {}): Promise<VenueProcess> {
  const folder = dataDir ?? createDataDir();
  const env: NodeJS.ProcessEnv = {
    ...process.env,
    BELLWETHER_DATA_DIR: folder,
    BELLWETHER_HOST: '127.0.0.1',
    BELLWETHER_PORT: '0',
    BELLWETHER_DEMO: 'off',
    ...settings,
  };
  const child = spawn(process.execPath, [join(project, COMMAND), 'serve'], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    const url = await listening(child, startLimitMs);
    return {
      url,
      pid: child.pid ?? 0,
      dataDir: folder,
      adminToken: env['BELLWETHER_ADMIN_TOKEN'] ?? readFileSync(join(folder, 'admin-token'), 'utf8').trim(),
      end: (signal = 'SIGTERM') => end(child, signal),
      stop: async () => {
        await end(child, 'SIGTERM');
        removeDataDir(folder);
      },
    };
  } catch (error) {
    await end(child, 'SIGKILL');
    if (dataDir === undefined) removeDataDir(folder);
    throw error;
  }
}

function listening(child: ChildProcess, limitMs: number): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  let output = '';
  const timer = setTimeout(() => reject(new Error(`no venue after ${limitMs} ms: ${output}`)), limitMs);
  const read = (chunk: Buffer): void => {
    output += chunk.toString();
    const url = /ready at (http:\/\/\S+)/.exec(output)?.[1];
    if (url !== undefined) resolve(url);
  };
  child.stdout?.on('data', read);
  child.once('error', reject);
  child.once('exit', (code, signal) => reject(new Error(`the venue ended (${signal ?? code}): ${output}`)));
  return promise.finally(() => {
    clearTimeout(timer);
    // Read on, so that the venue never waits for this process.
    child.stdout?.off('data', read).resume();
  });
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  child.kill(signal);
  await exited;
}
