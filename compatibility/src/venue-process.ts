/** A venue as its operator starts it, in a process of its own: on a free port, in a folder that is removed afterwards. */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const COMMAND = join(import.meta.dirname, '../../packages/server/bin/bellwether.js');
const START_LIMIT_MS = 60_000;

export interface VenueProcess {
  readonly url: string;
  /** The same address for a WebSocket. */
  readonly socketUrl: string;
  readonly adminToken: string;
  /** Ends the process and keeps its folder. */
  end(): Promise<void>;
  /** Ends it and removes the folder. */
  stop(): Promise<void>;
}

/** A data folder of its own, for `startVenue`. */
export function createDataDir(): string {
  return mkdtempSync(join(tmpdir(), 'bellwether-clients-'));
}

/** Starts a venue in the profile of the public clients; resolves when it says that it is ready. */
export async function startVenue(
  settings: Readonly<Record<string, string>> = {},
  dataDir = createDataDir(),
): Promise<VenueProcess> {
  const env = {
    ...process.env,
    BELLWETHER_DATA_DIR: dataDir,
    BELLWETHER_HOST: '127.0.0.1',
    BELLWETHER_PORT: '0',
    BELLWETHER_DEMO: 'off',
    BELLWETHER_STARTING_BALANCE: '10000',
    BELLWETHER_PROFILE: 'polymarket',
    ...settings,
  };
  const child = spawn(process.execPath, [COMMAND, 'serve'], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  const end = async (): Promise<void> => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()));
    child.kill('SIGTERM');
    await exited;
  };
  const stop = async (): Promise<void> => {
    await end();
    rmSync(dataDir, { recursive: true, force: true });
  };
  try {
    const url = await listening(child);
    const adminToken = readFileSync(join(dataDir, 'admin-token'), 'utf8').trim();
    return { url, socketUrl: url.replace('http', 'ws'), adminToken, end, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

function listening(child: ChildProcess): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  let output = '';
  const timer = setTimeout(() => reject(new Error(`no venue after ${START_LIMIT_MS} ms: ${output}`)), START_LIMIT_MS);
  const read = (chunk: Buffer): void => {
    output += chunk.toString();
    const url = /ready at (http:\/\/\S+)/.exec(output)?.[1];
    if (url !== undefined) resolve(url);
  };
  child.stdout?.on('data', read);
  child.stderr?.on('data', read);
  child.once('exit', (code) => reject(new Error(`the venue ended with code ${code}: ${output}`)));
  return promise.finally(() => clearTimeout(timer));
}
