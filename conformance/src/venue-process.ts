/** A venue of the run's own, in a process of its own: on a free port, in a folder that is removed afterwards. */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const COMMAND = join(import.meta.dirname, '../../packages/server/bin/bellwether.js');
const START_LIMIT_MS = 60_000;

export interface VenueProcess {
  readonly url: string;
  readonly adminToken: string;
  stop(): Promise<void>;
}

/** Starts a demo venue; resolves when it says that it is ready. */
export async function startVenue(settings: Readonly<Record<string, string>> = {}): Promise<VenueProcess> {
  const dataDir = mkdtempSync(join(tmpdir(), 'bellwether-conformance-'));
  const env = {
    ...process.env,
    BELLWETHER_DATA_DIR: dataDir,
    BELLWETHER_HOST: '127.0.0.1',
    BELLWETHER_PORT: '0',
    BELLWETHER_DEMO: 'on',
    ...settings,
  };
  const child = spawn(process.execPath, [COMMAND, 'serve'], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  const stop = async (): Promise<void> => {
    if (child.exitCode === null && child.signalCode === null) {
      const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()));
      child.kill('SIGTERM');
      await exited;
    }
    rmSync(dataDir, { recursive: true, force: true });
  };
  try {
    const url = await listening(child);
    return { url, adminToken: readFileSync(join(dataDir, 'admin-token'), 'utf8').trim(), stop };
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
