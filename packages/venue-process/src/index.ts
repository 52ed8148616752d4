/**
 * A venue as its operator starts it: a process of its own, on a free port of this machine. For the checks, tests and
 * benchmarks that know a venue by its address; it must never import what it starts.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Program, type ProgramEnd } from './program.ts';

const PROJECT = join(import.meta.dirname, '../../..');
const COMMAND = 'packages/server/bin/bellwether.js';

export interface VenueProcess {
  readonly url: string;
  readonly pid: number;
  readonly dataDir: string;
  readonly adminToken: string;
  readonly program: Program;
  /** Resolves when the process has ended, by itself or not. */
  readonly ended: Promise<ProgramEnd>;
  /** Ends the process, which it waits for, and keeps the folder. */
  end(signal?: NodeJS.Signals): Promise<ProgramEnd>;
  /** Ends it in order and removes the folder. */
  stop(): Promise<void>;
}

export interface BellwetherOptions {
  /** Environment variables, on top of this process's own and of a demo that is off and has no past. */
  readonly settings?: Readonly<Record<string, string>>;
  /** A new temporary folder by default. */
  readonly dataDir?: string;
  /** Root of the checkout whose venue it is; by default the one that this file is in. */
  readonly project?: string;
  /** A program, with its arguments, that runs the venue in its own place, as a tracer does. */
  readonly through?: readonly string[];
  /** Also shows on this process's stderr what the venue writes to its own. */
  readonly showsErrors?: boolean;
}

const dataDirs = new Set<string>();

/** A data folder of its own, for venues that are started on it one after another. */
export function createDataDir(): string {
  const dataDir = mkdtempSync(join(tmpdir(), 'bellwether-venue-'));
  dataDirs.add(dataDir);
  return dataDir;
}

export function removeDataDir(dataDir: string): void {
  dataDirs.delete(dataDir);
  rmSync(dataDir, { recursive: true, force: true });
}

/** Removes every folder that was created here and is left. */
export function removeDataDirs(): void {
  for (const dataDir of dataDirs) removeDataDir(dataDir);
}

/** Starts a venue; resolves when it says that it is ready. `command`: another one than `serve`. Throws `ProgramEnded`. */
export function startVenueProcess({
  command = ['serve'],
  dataDir = createDataDir(),
  ...options
}: BellwetherOptions & { readonly command?: readonly string[] } = {}): Promise<VenueProcess> {
  return venueOf(startBellwether(command, { ...options, dataDir }), dataDir, options.settings);
}

/** A venue that was started on a folder; resolves when it says that it is ready. */
export async function venueOf(
  program: Program,
  dataDir: string,
  settings: Readonly<Record<string, string>> = {},
): Promise<VenueProcess> {
  const [, url = ''] = await program.said(/ready at (http:\/\/\S+)/).catch((error: unknown) => {
    program.child.kill('SIGKILL');
    throw error;
  });
  return {
    url,
    program,
    dataDir,
    pid: program.pid,
    ended: program.ended,
    adminToken: settings['BELLWETHER_ADMIN_TOKEN'] ?? readFileSync(join(dataDir, 'admin-token'), 'utf8').trim(),
    end: (signal) => program.end(signal),
    stop: async () => {
      await program.end();
      removeDataDir(dataDir);
    },
  };
}

/** Runs a command of `bellwether` to its end. */
export function runBellwether(command: readonly string[], options: BellwetherOptions = {}): Promise<ProgramEnd> {
  return startBellwether(command, options).result();
}

/** Starts a command of `bellwether`. */
export function startBellwether(
  command: readonly string[],
  {
    settings = {},
    dataDir = createDataDir(),
    project = PROJECT,
    through = [],
    showsErrors = false,
  }: BellwetherOptions = {},
): Program {
  const env: NodeJS.ProcessEnv = {
    ...process.env,
    BELLWETHER_DATA_DIR: dataDir,
    BELLWETHER_HOST: '127.0.0.1',
    BELLWETHER_PORT: '0',
    BELLWETHER_DEMO: 'off',
    // 92,000 entries, of which whoever tests something else has no use. Said only where there is a demo: a venue of another
    // checkout may be older than this setting.
    ...(settings['BELLWETHER_DEMO'] === 'on' && { BELLWETHER_DEMO_PAST: 'off' }),
    ...settings,
  };
  const program = new Program([...through, process.execPath, join(project, COMMAND), ...command], { env });
  if (showsErrors) program.child.stderr?.pipe(process.stderr);
  return program;
}
