/**
 * Starts a venue as its operator does: in its own process, on a free port of this machine. For checks, tests and
 * benchmarks that know a venue only by its address; it must never import the code that it starts.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Program, type ProgramEnd, type ProgramOptions } from './program.ts';

const PROJECT = join(import.meta.dirname, '../../..');
const COMMAND = 'packages/server/bin/bellwether.js';
/** The command line that starts the program: that of a release if BELLWETHER names one, as in CI; else the checkout's. */
export const PROGRAM: readonly string[] = process.env['BELLWETHER']?.split(' ') ?? [
  process.execPath,
  join(PROJECT, COMMAND),
];

export interface VenueProcess {
  readonly url: string;
  readonly pid: number;
  readonly dataDir: string;
  readonly adminToken: string;
  readonly program: Program;
  /** Resolves when the process has ended for any reason. */
  readonly ended: Promise<ProgramEnd>;
  /** Ends the process, waits until it has exited, and keeps the folder. */
  end(signal?: NodeJS.Signals): Promise<ProgramEnd>;
  /** Shuts the process down in order and removes the folder. */
  stop(): Promise<void>;
}

/** Environment variables by name. */
export type Settings = Readonly<Record<string, string>>;

export interface BellwetherOptions extends Pick<ProgramOptions, 'stdio'> {
  /** Environment variables, on top of this process's own and of the defaults here: no demo, and no demo history. */
  readonly settings?: Settings;
  /** A new temporary folder by default. */
  readonly dataDir?: string;
  /** Root of the checkout, or folder of the package, to run the venue from; `PROGRAM` by default. */
  readonly project?: string;
  /** A program with its arguments that runs the venue in its own process, such as a tracer. */
  readonly through?: readonly string[];
  /** True to copy the venue's stderr to this process's stderr. */
  readonly showsErrors?: boolean;
}

const dataDirs = new Set<string>();

/** Creates a data folder that several venues can use one after another. */
export function createDataDir(): string {
  const dataDir = mkdtempSync(join(tmpdir(), 'bellwether-venue-'));
  dataDirs.add(dataDir);
  return dataDir;
}

export function removeDataDir(dataDir: string): void {
  dataDirs.delete(dataDir);
  rmSync(dataDir, { recursive: true, force: true });
}

/** Removes all remaining folders that were created here. */
export function removeDataDirs(): void {
  for (const dataDir of dataDirs) removeDataDir(dataDir);
}

/** Starts a venue; resolves when it reports that it is ready. `command` replaces `serve`. Throws `ProgramEnded`. */
export function startVenueProcess({
  command = ['serve'],
  dataDir = createDataDir(),
  ...options
}: BellwetherOptions & { readonly command?: readonly string[] } = {}): Promise<VenueProcess> {
  return venueOf(startBellwether(command, { ...options, dataDir }), dataDir, options.settings);
}

/** Returns the venue of a program already started on a folder; resolves when it reports that it is ready. */
export async function venueOf(program: Program, dataDir: string, settings: Settings = {}): Promise<VenueProcess> {
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

/** Runs a `bellwether` command to its end. */
export function runBellwether(command: readonly string[], options: BellwetherOptions = {}): Promise<ProgramEnd> {
  return startBellwether(command, options).result();
}

export function startBellwether(command: readonly string[], options: BellwetherOptions = {}): Program {
  const { settings = {}, dataDir = createDataDir(), project, through = [], showsErrors = false, ...streams } = options;
  const env: NodeJS.ProcessEnv = {
    ...process.env,
    BELLWETHER_DATA_DIR: dataDir,
    BELLWETHER_HOST: '127.0.0.1',
    BELLWETHER_PORT: '0',
    BELLWETHER_DEMO: 'off',
    // The demo history has 13,000 entries that most tests have no use for. Set only if the demo is on: a venue from
    // another checkout may be older than this setting.
    ...(settings['BELLWETHER_DEMO'] === 'on' && { BELLWETHER_DEMO_PAST: 'off' }),
    ...settings,
  };
  const words = project === undefined ? PROGRAM : [process.execPath, join(project, COMMAND)];
  const program = new Program([...through, ...words, ...command], { ...streams, env });
  if (showsErrors) program.child.stderr?.pipe(process.stderr);
  return program;
}
