/** A venue as its own process on a folder of its own, the way an operator runs it, and how to end it. */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const MAIN = fileURLToPath(new URL('../../../packages/server/src/main.ts', import.meta.url));
const START_LIMIT_MS = 900_000;

export interface VenueProcess {
  readonly url: string;
  readonly port: number;
  readonly dataDir: string;
  /** Milliseconds from the start of the process until it answered. */
  readonly readyMs: number;
  readonly adminToken: string;
  /** Resident memory in MiB, by the operating system's account; 0 where it cannot be read. */
  residentMiB(): number;
  /** SIGTERM and wait. */
  stop(): Promise<void>;
  /** SIGKILL and wait. */
  kill(): Promise<void>;
}

export function temporaryFolder(): string {
  return mkdtempSync(join(tmpdir(), 'bellwether-bench-'));
}

export function removeFolder(dataDir: string): void {
  rmSync(dataDir, { recursive: true, force: true });
}

/** Starts `bellwether serve` without demo on a free port; resolves when it says that it is ready. */
export async function startVenue(
  dataDir: string,
  settings: Readonly<Record<string, string>> = {},
): Promise<VenueProcess> {
  const started = performance.now();
  const environment = {
    ...process.env,
    BELLWETHER_DATA_DIR: dataDir,
    BELLWETHER_PORT: '0',
    BELLWETHER_DEMO: 'off',
    // One client asks for more than any cap allows.
    BELLWETHER_LIMITS: 'off',
    ...settings,
  };
  const child = spawn(process.execPath, [MAIN, 'serve'], { env: environment, stdio: ['ignore', 'pipe', 'inherit'] });
  const url = await listening(child);
  const readyMs = performance.now() - started;
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()));
    child.kill(signal);
    await exited;
  };
  return {
    url,
    port: Number(new URL(url).port),
    dataDir,
    readyMs,
    adminToken: readFileSync(join(dataDir, 'admin-token'), 'utf8').trim(),
    residentMiB: () => residentMiB(child.pid ?? 0),
    stop: () => end('SIGTERM'),
    kill: () => end('SIGKILL'),
  };
}

function listening(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let output = '';
    const timer = setTimeout(
      () => reject(new Error(`the venue was not ready after ${START_LIMIT_MS} ms`)),
      START_LIMIT_MS,
    );
    child.stdout?.on('data', (chunk: Buffer) => {
      output += chunk.toString();
      const url = /http:\/\/[0-9.]+:[0-9]+/.exec(output)?.[0];
      if (url === undefined) return;
      clearTimeout(timer);
      resolve(url);
    });
    child.once('exit', (code) => reject(new Error(`the venue ended with code ${code}: ${output}`)));
  });
}

function residentMiB(pid: number): number {
  try {
    const kilobytes = /VmRSS:\s+([0-9]+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
    return Math.round(Number(kilobytes ?? 0) / 1024);
  } catch {
    return 0;
  }
}
