/** The forks of a sandbox: venues in the same process that end with the sandbox at the latest. */
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { ExchangeHandle } from '@bellwether/exchange/exchange-client.ts';
import { secretLines, writeSecretLine } from '@bellwether/ledger/adapters/data-folder/install-secrets.ts';
import { lockDataFolder } from '@bellwether/ledger/adapters/data-folder/lock.ts';
import { BranchFiles } from './branch-files.ts';
import { type Fork, SandboxRefused, type VenueTime } from './control.ts';
import type { SandboxOptions } from './sandbox-options.ts';

const FORKS_MAX = 16;
/** Lower ports are reserved for services of the machine. */
const PORT_MIN = 1024;
const FORKS_FOLDER = 'forks';

/** Initial time of a fork, and `fill`, which fills the folder of its first branch. */
export interface ForkContents {
  readonly nowMs: number;
  readonly fill: (folder: string) => void;
}

interface ForkVenue {
  readonly url: string;
  readonly exchange: Pick<ExchangeHandle, 'head'>;
  readonly time: VenueTime;
  stop(): Promise<void>;
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
  readonly #forks = new Map<string, { readonly venue: ForkVenue; readonly begun: Fork }>();
  /** Ports that forks of this sandbox have used: sockets left there by ended connections are no conflict. */
  readonly #ports = new Set<number>();
  #begun = 0;

  constructor(parent: SandboxOptions, seed: number, open: OpenFork) {
    this.#parent = parent;
    this.#seed = seed;
    this.#open = open;
  }

  /** Starts a fork at `port`; 0 for a free one. Throws `SandboxRefused`. */
  async begin({ nowMs, fill }: ForkContents, port: number): Promise<Fork> {
    if (this.#forks.size >= FORKS_MAX) throw new SandboxRefused(`there are ${FORKS_MAX} forks already`);
    if (port > 0 && port < PORT_MIN)
      throw new SandboxRefused(`port ${port} is privileged: give one from ${PORT_MIN} to 65535, or 0 for a free one`);
    if (!this.#ports.has(port) && hasSockets(port)) throw new SandboxRefused(`port ${port} is in use`);
    const { config, machine, onFailure } = this.#parent;
    const dataDir = join(config.dataDir, FORKS_FOLDER, String(++this.#begun));
    removeFolder(dataDir);
    const seed = this.#seed;
    const options = { config: { ...config, dataDir, port }, machine, seed, startMs: nowMs, onFailure };
    const lock = lockDataFolder(dataDir);
    try {
      // Both share the secrets, so signatures, API keys and the admin token are valid in both.
      for (const [file, line] of secretLines(config.dataDir)) writeSecretLine(dataDir, file, line);
      const files = new BranchFiles(dataDir, { seed, nowMs });
      fill(files.folderOf(files.state.current));
      const fork = await this.#open(options, files, () => lock.release());
      const { sequence } = fork.exchange.head;
      const begun = { url: fork.url, sequence, timeMs: nowMs };
      this.#forks.set(dataDir, { venue: fork, begun });
      this.#ports.add(portOf(fork));
      return begun;
    } catch (error) {
      lock.release();
      removeFolder(dataDir);
      if (isPortTaken(error)) throw new SandboxRefused(`port ${port} is in use`);
      throw error;
    }
  }

  /** Forks that have not ended, as they were when they began. */
  list(): readonly Fork[] {
    return [...this.#forks.values()].map(({ begun }) => begun);
  }

  /** Stops a fork and removes its folder. Throws `SandboxRefused` if there is none at the port. */
  async end(port: number): Promise<Fork> {
    const found = [...this.#forks].find(([, { venue }]) => portOf(venue) === port);
    if (found === undefined) throw new SandboxRefused(`no fork of this sandbox is at port ${port}`);
    const [dataDir, { venue }] = found;
    const ended = { url: venue.url, sequence: venue.exchange.head.sequence, timeMs: venue.time.nowMs };
    this.#forks.delete(dataDir);
    await venue.stop();
    removeFolder(dataDir);
    return ended;
  }

  async stop(): Promise<void> {
    await Promise.all([...this.#forks.values()].map(({ venue }) => venue.stop()));
  }
}

const portOf = ({ url }: ForkVenue): number => Number(new URL(url).port);

function removeFolder(path: string): void {
  rmSync(path, { recursive: true, force: true });
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
