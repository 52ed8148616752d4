/** The forks of a sandbox: venues in the same process that end with the sandbox at the latest. */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { ExchangeHandle } from '@bellwether/exchange/exchange-client.ts';
import {
  ADMIN_TOKEN_FILE,
  installSeededSecrets,
  secretLines,
  writeSecretLine,
} from '@bellwether/ledger/adapters/data-folder/install-secrets.ts';
import { lockDataFolder } from '@bellwether/ledger/adapters/data-folder/lock.ts';
import { StorageError } from '@bellwether/ledger/files/storage-error.ts';
import { DataFolderInUse } from '@bellwether/ports/data-folder.ts';
import { SANDBOX_FILE } from '@bellwether/venue/ops/sandbox-folder.ts';
import { seededRandomness } from '@bellwether/venue/runtime/seeded-randomness.ts';
import { BranchFiles } from './branch-files.ts';
import { type Fork, type ForkWish, type ReplayStatus, type Sandbox, SandboxRefused } from './control.ts';
import type { SandboxOptions } from './sandbox-options.ts';

const FORKS_MAX = 100;
/** Lower ports are reserved for services of the machine. */
const PORT_MIN = 1024;
const FORKS_FOLDER = 'forks';

/** Contents of a fork whose folder is new. */
export interface ForkContents {
  /** Seed of a fork that shares no secrets with its parent; absent: the parent's seed, and all its secrets. */
  readonly seed?: number | undefined;
  readonly nowMs: number;
  /** Fills the folder of the first branch. */
  readonly fill: (folder: string, files: BranchFiles) => void;
  /** Runs on the open fork, also on one that continues; resolves to the replay that it began, if any. */
  readonly begin?: (fork: Sandbox) => Promise<Pick<ReplayStatus, 'id'> | undefined>;
}

interface ForkVenue extends Sandbox {
  readonly url: string;
  readonly exchange: Pick<ExchangeHandle, 'head'>;
  /** `interrupts`: ends a move under way, which a test may have given up on. */
  stop(interrupts: boolean): Promise<void>;
}

/** Opens a fork; resolves when it answers requests. Calls `release` once the fork has stopped. */
type OpenFork = (options: SandboxOptions, files: BranchFiles, release: () => void) => Promise<ForkVenue>;

/** Removes the forks of a sandbox that ended without a clean stop. */
export function removeForks(dataDir: string): void {
  removeFolder(join(dataDir, FORKS_FOLDER));
}

export class Forks {
  readonly #parent: SandboxOptions;
  readonly #seed: number;
  readonly #open: OpenFork;
  /** Forks by data folder. */
  readonly #forks = new Map<string, { readonly venue: ForkVenue; readonly begun: Fork; readonly isKept: boolean }>();
  /** Ports that forks of this sandbox have used: sockets left there by ended connections are no conflict. */
  readonly #ports = new Set<number>();
  #begun = 0;

  constructor(parent: SandboxOptions, seed: number, open: OpenFork) {
    this.#parent = parent;
    this.#seed = seed;
    this.#open = open;
  }

  /** Starts a fork. Throws `SandboxRefused`. */
  async begin(contents: ForkContents, { from, port, dataDir: wanted }: ForkWish): Promise<Fork> {
    if (this.#forks.size >= FORKS_MAX) throw new SandboxRefused(`there are ${FORKS_MAX} forks already`);
    if (port > 0 && port < PORT_MIN)
      throw new SandboxRefused(`port ${port} is privileged: give one from ${PORT_MIN} to 65535, or 0 for a free one`);
    if (!this.#ports.has(port) && hasSockets(port)) throw new SandboxRefused(`port ${port} is in use`);
    const dataDir = wanted === null ? this.#nextFolder() : this.#checked(wanted);
    const continues = holdsSandbox(dataDir);
    if (continues && from !== null && ('sequence' in from || 'timeMs' in from))
      throw new SandboxRefused(`data_dir: ${dataDir} holds a sandbox, which continues: leave out sequence and time`);
    const { config, machine, onFailure, localFiles = false } = this.#parent;
    const { nowMs, seed = this.#seed } = contents;
    const own = { config: { ...config, dataDir, port }, machine, seed, startMs: nowMs, onFailure, localFiles };
    const existed = existsSync(dataDir);
    const lock = locked(dataDir);
    let venue: ForkVenue | null = null;
    try {
      if (!continues) this.#install(dataDir, contents);
      const files = new BranchFiles(dataDir, { seed, nowMs });
      if (!continues) contents.fill(files.folderOf(files.state.current), files);
      venue = await this.#open(own, files, () => lock.release());
      const replay = (await contents.begin?.(venue))?.id ?? null;
      const begun = { url: venue.url, sequence: venue.exchange.head.sequence, timeMs: venue.time.nowMs, replay };
      this.#forks.set(dataDir, { venue, begun, isKept: wanted !== null });
      this.#ports.add(portOf(venue));
      return begun;
    } catch (error) {
      // A venue releases the lock itself.
      await (venue?.stop(true) ?? lock.release());
      if (!continues) removeFolder(dataDir);
      if (!continues && existed) mkdirSync(dataDir, { mode: 0o700 });
      if (isPortTaken(error)) throw new SandboxRefused(`port ${port} is in use`);
      // A journal that is damaged, or of a newer version.
      if (continues && error instanceof Error) throw new SandboxRefused(`data_dir: ${dataDir}: ${error.message}`);
      throw error;
    }
  }

  #nextFolder(): string {
    const dataDir = join(this.#parent.config.dataDir, FORKS_FOLDER, String(++this.#begun));
    removeFolder(dataDir);
    return dataDir;
  }

  /** Checks a folder that a wish names. Throws `SandboxRefused`. */
  #checked(wanted: string): string {
    if (this.#parent.localFiles !== true)
      throw new SandboxRefused('data_dir is for a sandbox that was started with --local-files');
    const dataDir = resolve(wanted);
    if (holdsSandbox(dataDir) || namesIn(dataDir).length === 0) return dataDir;
    throw new SandboxRefused(`data_dir: ${dataDir} has other files: name an empty folder, or one of a sandbox`);
  }

  /** Writes the secrets of a new fork. With those of its parent, API keys and signatures are valid in both. */
  #install(dataDir: string, { seed }: ForkContents): void {
    for (const [file, line] of secretLines(this.#parent.config.dataDir))
      if (seed === undefined || file === ADMIN_TOKEN_FILE) writeSecretLine(dataDir, file, line);
    if (seed !== undefined) installSeededSecrets(dataDir, seededRandomness(seed), this.#parent.machine.random);
  }

  /** Forks that have not ended, as they were when they began. */
  list(): readonly Fork[] {
    return [...this.#forks.values()].map(({ begun }) => begun);
  }

  /** Stops a fork and removes its folder, unless a wish named it. Throws `SandboxRefused` if there is none at the port. */
  async end(port: number): Promise<Fork> {
    const found = [...this.#forks].find(([, { venue }]) => portOf(venue) === port);
    if (found === undefined) throw new SandboxRefused(`no fork of this sandbox is at port ${port}`);
    const [dataDir, { venue, begun, isKept }] = found;
    this.#forks.delete(dataDir);
    const ended = { ...begun, sequence: venue.exchange.head.sequence, timeMs: venue.time.nowMs };
    await venue.stop(true);
    if (!isKept) removeFolder(dataDir);
    return ended;
  }

  async stop(): Promise<void> {
    await Promise.all([...this.#forks.values()].map(({ venue }) => venue.stop(true)));
  }
}

const holdsSandbox = (dataDir: string): boolean => existsSync(join(dataDir, SANDBOX_FILE));

const portOf = ({ url }: ForkVenue): number => Number(new URL(url).port);

function removeFolder(path: string): void {
  rmSync(path, { recursive: true, force: true });
}

/** Names in a folder; none where it is missing. Throws `SandboxRefused` if it is a file, or not readable. */
function namesIn(folder: string): readonly string[] {
  try {
    return existsSync(folder) ? readdirSync(folder) : [];
  } catch (error) {
    throw new SandboxRefused(`data_dir: ${(error as Error).message}`);
  }
}

/** Takes the lock of a folder. Throws `SandboxRefused` if it is in use, or cannot be made. */
function locked(dataDir: string): ReturnType<typeof lockDataFolder> {
  try {
    return lockDataFolder(dataDir);
  } catch (error) {
    if (!(error instanceof DataFolderInUse || error instanceof StorageError)) throw error;
    throw new SandboxRefused(`data_dir: ${error.message}`);
  }
}

/** True if a listener could not be opened because another one has its port. */
const isPortTaken = (error: unknown): boolean =>
  error instanceof Error && error.cause instanceof Error && 'code' in error.cause && error.cause.code === 'EADDRINUSE';

/**
 * True if the machine has a socket at a port, at any of its addresses. A restarting server leaves connections there
 * that do not keep others from listening. False where `/proc` is not available.
 */
function hasSockets(port: number): boolean {
  const local = new RegExp(`^ *\\d+: [0-9A-F]+:${port.toString(16).toUpperCase().padStart(4, '0')} `, 'm');
  return ['/proc/net/tcp', '/proc/net/tcp6'].some(
    (file) => existsSync(file) && local.test(readFileSync(file, 'latin1')),
  );
}
