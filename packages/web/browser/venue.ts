/** A venue as a process of its own on a temporary folder, the way an operator runs it: to start, kill and start again. */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const MAIN = join(import.meta.dirname, '../../server/src/main.ts');
const READY_LIMIT_MS = 60_000;

export interface VenueSettings {
  /** With the demo's catalog and house traders. */
  readonly demo?: boolean;
  /** The environment's own variables, on top. */
  readonly environment?: Readonly<Record<string, string>>;
}

export class Venue {
  readonly #dataDir: string;
  readonly #settings: VenueSettings;
  #child: ChildProcess;
  readonly url: string;

  private constructor(dataDir: string, settings: VenueSettings, child: ChildProcess, url: string) {
    this.#dataDir = dataDir;
    this.#settings = settings;
    this.#child = child;
    this.url = url;
  }

  /** Starts on a free port; resolves when it answers. */
  static async start(settings: VenueSettings = {}): Promise<Venue> {
    const dataDir = mkdtempSync(join(tmpdir(), 'bellwether-browser-'));
    const child = launch(dataDir, '0', settings);
    return new Venue(dataDir, settings, child, await listening(child));
  }

  /** `/app` and the path behind it. */
  page(path: string): string {
    return `${this.url}/app${path}`;
  }

  adminToken(): string {
    return readFileSync(join(this.#dataDir, 'admin-token'), 'utf8').trim();
  }

  /** Ends it at once, as a power cut would. */
  kill(): Promise<void> {
    return end(this.#child, 'SIGKILL');
  }

  /** Starts it on the same port and folder. */
  async startAgain(): Promise<void> {
    this.#child = launch(this.#dataDir, new URL(this.url).port, this.#settings);
    await listening(this.#child);
  }

  /** Ends it in order and removes its folder. */
  async stop(): Promise<void> {
    await end(this.#child, 'SIGTERM');
    rmSync(this.#dataDir, { recursive: true, force: true });
  }
}

function launch(dataDir: string, port: string, { demo = false, environment = {} }: VenueSettings): ChildProcess {
  return spawn(process.execPath, [MAIN, 'serve'], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      ...process.env,
      BELLWETHER_DATA_DIR: dataDir,
      BELLWETHER_PORT: port,
      BELLWETHER_DEMO: demo ? 'on' : 'off',
      BELLWETHER_STARTING_BALANCE: '10000',
      ...environment,
    },
  });
}

function listening(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let output = '';
    const timer = setTimeout(() => reject(new Error(`the venue was not ready: ${output}`)), READY_LIMIT_MS);
    child.stdout?.on('data', (chunk: Buffer) => {
      output += chunk.toString();
      const url = /http:\/\/[0-9.]+:[0-9]+/.exec(output)?.[0];
      if (url === undefined) return;
      clearTimeout(timer);
      resolve(url);
    });
    child.once('exit', (code) => {
      clearTimeout(timer);
      reject(new Error(`the venue ended with code ${code}: ${output}`));
    });
  });
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  child.kill(signal);
  await exited;
}
