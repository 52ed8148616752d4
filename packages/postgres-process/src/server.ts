/** One PostgreSQL server on this machine: its data folder and the process that serves it. */
import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { claimPort } from './ports.ts';
import { continueAll, killAll, stopAll } from './processes.ts';
import { environment, type Owner, run } from './run.ts';

export const USER = 'bellwether';
const DATABASE = 'postgres';
const POLL_MS = 10;
const START_LIMIT_MS = 180_000;
const LOG_SHOWN = 2_000;

/** Settings that both servers of a pair share. */
export interface Surroundings {
  /** Parent of the data folders, the logs and the sockets. */
  readonly folder: string;
  readonly binaries: string;
  readonly owner: Owner | null;
  readonly password: string;
  readonly settings: Readonly<Record<string, string>>;
}

export class PostgresServer {
  readonly dir: string;
  /** The standby's name for `synchronous_standby_names`, and part of the title of each of its processes. */
  readonly clusterName: string;
  readonly #in: Surroundings;
  readonly #names: readonly string[];
  readonly #log: string;
  /** The TCP port; it stays the same after the first start. */
  port = 0;
  #standbyNames = '';
  #postmaster: ChildProcess | null = null;

  constructor(name: string, surroundings: Surroundings) {
    this.#in = surroundings;
    this.dir = join(surroundings.folder, name);
    this.clusterName = `${basename(surroundings.folder)}-${name}`;
    this.#names = [this.dir, this.clusterName];
    this.#log = join(surroundings.folder, `${name}.log`);
  }

  /** Connection URL of the superuser, including the password. */
  get url(): string {
    return `postgres://${USER}:${this.#in.password}@127.0.0.1:${this.port}/${DATABASE}`;
  }

  /** Process id of the postmaster; null while it is down. */
  get pid(): number | null {
    return this.#postmaster?.pid ?? null;
  }

  /**
   * Resolves when the server answers queries, on a standby too. Throws with the end of the log if it does not start.
   */
  async start(): Promise<void> {
    if (this.#postmaster !== null) throw new Error(`${this.clusterName} is running`);
    if (this.port === 0) this.port = await claimPort();
    await this.#start();
  }

  /** Sends SIGKILL to all processes of the server, as if the machine failed. Resolves when none is left. */
  async kill(): Promise<void> {
    const postmaster = this.#postmaster;
    // The postmaster first: it would restart the others.
    postmaster?.kill('SIGKILL');
    await killAll(this.#names);
    if (postmaster !== null) await this.#ended(postmaster);
  }

  /** Sends SIGSTOP to all processes of the server: connections stay open but silent. */
  async pause(): Promise<void> {
    const pid = this.pid;
    if (pid === null) throw new Error(`${this.clusterName} is not running`);
    await stopAll(pid, this.#names);
  }

  resume(): void {
    continueAll(this.#names);
  }

  /**
   * Shuts the server down in order and closes its sessions. A primary first waits until its standbys have everything,
   * so none of them may be paused.
   */
  async stop(): Promise<void> {
    const postmaster = this.#postmaster;
    if (postmaster === null) return;
    this.resume();
    postmaster.kill('SIGINT');
    await this.#ended(postmaster);
  }

  /** Sets the standbys that commits wait for; '' means none. Takes effect at once, or at the next start. */
  setStandbyNames(names: string): void {
    this.#standbyNames = names;
    this.#writeSettings();
    this.#postmaster?.kill('SIGHUP');
  }

  /** Returns the answer as psql prints it, unaligned and without headers. */
  async query(sql: string, database: string = DATABASE): Promise<string> {
    const { owner, folder, password, binaries } = this.#in;
    const to = ['-h', '127.0.0.1', '-p', String(this.port), '-U', USER, '-d', database];
    return (await run(join(binaries, 'psql'), ['-XAtq', ...to, '-c', sql], { owner, password, cwd: folder })).trim();
  }

  async #start(): Promise<void> {
    this.#writeSettings();
    const { binaries, owner, folder } = this.#in;
    const log = openSync(this.#log, 'w');
    // In its own session: Ctrl-C in this process's terminal must not end it out of order.
    const postmaster = spawn(join(binaries, 'postgres'), ['-D', this.dir], {
      ...owner,
      cwd: folder,
      env: environment(),
      detached: true,
      stdio: ['ignore', log, log],
    });
    closeSync(log);
    this.#postmaster = postmaster;
    // The guard keeps the postmaster from outliving this process; the postmaster must not keep this process alive.
    postmaster.unref();
    const forget = (): void => {
      if (this.#postmaster === postmaster) this.#postmaster = null;
    };
    postmaster.once('exit', forget).once('error', forget);
    const end = Date.now() + START_LIMIT_MS;
    while (!this.#isReady(postmaster)) {
      if (hasEnded(postmaster)) throw new Error(`PostgreSQL ended: ${this.#logEnd()}`);
      if (Date.now() > end) {
        await this.kill();
        throw new Error(`no PostgreSQL after ${START_LIMIT_MS} ms: ${this.#logEnd()}`);
      }
      await delay(POLL_MS);
    }
  }

  /** True if the lock file is this process's (line 1) and reports `ready` (line 8), as `pg_ctl` checks it. */
  #isReady(postmaster: ChildProcess): boolean {
    let lines: string[];
    try {
      lines = readFileSync(join(this.dir, 'postmaster.pid'), 'utf8').split('\n');
    } catch {
      return false;
    }
    return Number(lines[0]) === postmaster.pid && lines[7]?.trim() === 'ready';
  }

  async #ended(postmaster: ChildProcess): Promise<void> {
    while (!hasEnded(postmaster)) await delay(POLL_MS);
  }

  #writeSettings(): void {
    const own = {
      cluster_name: this.clusterName,
      listen_addresses: '127.0.0.1',
      port: String(this.port),
      unix_socket_directories: this.#in.folder,
      synchronous_standby_names: this.#standbyNames,
    };
    writeFileSync(join(this.dir, 'postgresql.conf'), settingsFile(this.#in.settings, own));
  }

  #logEnd(): string {
    return readFileSync(this.#log, 'utf8').slice(-LOG_SHOWN);
  }
}

const hasEnded = ({ exitCode, signalCode, pid }: ChildProcess): boolean =>
  pid === undefined || exitCode !== null || signalCode !== null;

/**
 * Durable, and quick to notice a lost connection, as the documentation of the cluster asks of a production PostgreSQL.
 */
const SETTINGS: Readonly<Record<string, string>> = {
  fsync: 'on',
  full_page_writes: 'on',
  synchronous_commit: 'on',
  data_sync_retry: 'off',
  tcp_keepalives_idle: '2',
  tcp_keepalives_interval: '1',
  tcp_keepalives_count: '3',
  tcp_user_timeout: '3000',
  client_connection_check_interval: '1000',
  idle_in_transaction_session_timeout: '5s',
  wal_level: 'replica',
  hot_standby: 'on',
  // For a standby that was offline.
  wal_keep_size: '256MB',
  // A standby looks for its restarted primary at once, instead of after five seconds.
  wal_retrieve_retry_interval: '200ms',
  // In files of the data folder, because a killed server leaves segments behind in /dev/shm.
  dynamic_shared_memory_type: 'mmap',
};

/** Contents of postgresql.conf. Later settings win. */
function settingsFile(...settings: readonly Readonly<Record<string, string>>[]): string {
  const all = Object.assign({}, SETTINGS, ...settings) as Record<string, string>;
  return Object.entries(all)
    .map(([name, value]) => `${name} = '${value.replaceAll("'", "''")}'\n`)
    .join('');
}
