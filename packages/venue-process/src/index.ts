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
  /** Resolves when the process has ended, by itself or not. */
  readonly ended: Promise<VenueEnd>;
  /** Ends the process, which it waits for, and keeps the folder. */
  end(signal?: NodeJS.Signals): Promise<void>;
  /** Ends it in order and removes the folder. */
  stop(): Promise<void>;
}

/** How a process ended: by itself, with a code, or by a signal. */
export interface VenueEnd {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  /** The last of what it wrote to stderr; empty unless that was asked for. */
  readonly words: string;
}

export interface VenueProcessOptions {
  /** Environment variables, on top of this process's own and of a demo that is off and has no past. */
  readonly settings?: Readonly<Record<string, string>>;
  /** A new temporary folder by default. */
  readonly dataDir?: string;
  readonly startLimitMs?: number;
  /** Root of the checkout whose venue it is; by default the one that this file is in. */
  readonly project?: string;
  /** A program, with its arguments, that runs the venue in its own place, as a tracer does. */
  readonly through?: readonly string[];
  /** What the venue says on stderr is kept for `ended`, and goes nowhere else. */
  readonly keepWords?: boolean;
}

const WORDS_KEPT = 4_000;

/** A data folder of its own, for venues that are started on it one after another. */
export function createDataDir(): string {
  return mkdtempSync(join(tmpdir(), 'bellwether-venue-'));
}

export function removeDataDir(dataDir: string): void {
  rmSync(dataDir, { recursive: true, force: true });
}

/** Starts a venue; resolves when it says that it is ready. */
export async function startVenueProcess({
  settings = {},
  dataDir,
  startLimitMs = 180_000,
  project = PROJECT,
  through = [],
  keepWords = false,
}: VenueProcessOptions = {}): Promise<VenueProcess> {
  const folder = dataDir ?? createDataDir();
  const env: NodeJS.ProcessEnv = {
    ...process.env,
    BELLWETHER_DATA_DIR: folder,
    BELLWETHER_HOST: '127.0.0.1',
    BELLWETHER_PORT: '0',
    BELLWETHER_DEMO: 'off',
    // 92,000 entries, of which whoever tests something else has no use. Said only where there is a demo: a venue of another
    // checkout may be older than this setting.
    ...(settings['BELLWETHER_DEMO'] === 'on' && { BELLWETHER_DEMO_PAST: 'off' }),
    ...settings,
  };
  const [program = '', ...args] = [...through, process.execPath, join(project, COMMAND), 'serve'];
  const child = spawn(program, args, { env, stdio: ['ignore', 'pipe', keepWords ? 'pipe' : 'inherit'] });
  const ended = endOf(child);
  try {
    const url = await listening(child, ended, startLimitMs);
    return {
      url,
      ended,
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

/** Never rejects. */
function endOf(child: ChildProcess): Promise<VenueEnd> {
  let words = '';
  child.stderr?.on('data', (chunk: Buffer) => {
    words = (words + chunk.toString()).slice(-WORDS_KEPT);
  });
  // With 'close' all that it wrote has been read.
  return new Promise((resolve) => {
    child.once('close', (code, signal) => resolve({ code, signal, words }));
    child.once('error', (error) => resolve({ code: null, signal: null, words: error.message }));
  });
}

/** It ended before it answered anyone. */
export class VenueNotStarted extends Error {
  readonly end: VenueEnd;

  constructor(end: VenueEnd, output: string) {
    super(`the venue ended (${end.signal ?? end.code}): ${output}${end.words}`);
    this.name = 'VenueNotStarted';
    this.end = end;
  }
}

function listening(child: ChildProcess, ended: Promise<VenueEnd>, limitMs: number): Promise<string> {
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
  void ended.then((end) => reject(new VenueNotStarted(end, output)));
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
