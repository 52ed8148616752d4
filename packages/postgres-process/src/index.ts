/**
 * A real PostgreSQL on this machine, with or without a synchronous standby, for tests, benchmarks and trials. It is as
 * durable as a production server (`server.ts`), keeps its data in a temporary folder and listens on free ports of
 * 127.0.0.1. It ends with the process that started it, even after a crash. Linux only.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { appendFileSync, chownSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { POSTGRES_MISSING, postgresBinaries } from './binaries.ts';
import { removeSharedMemory } from './processes.ts';
import { run, unprivilegedOwner } from './run.ts';
import { PostgresServer, type Surroundings, USER } from './server.ts';

export type { PostgresServer };

export interface PostgresPairOptions {
  /** Every commit on the primary waits until the standby has it on its disk. */
  readonly standby: boolean;
  /** Settings for both servers, on top of those in `server.ts`. */
  readonly settings?: Readonly<Record<string, string>>;
  /** True to archive the primary's write-ahead log, for `recover`. */
  readonly archive?: boolean;
  /** Parent of the pair's own folder; the system's temporary folder by default. */
  readonly parent?: string;
}

const GUARD = join(import.meta.dirname, 'guard.ts');
const POLL_MS = 20;
const STANDBY_LIMIT_MS = 180_000;

/** Starts a pair. Throws `POSTGRES_MISSING` or PostgreSQL's own message, and then leaves nothing behind. */
export async function startPostgresPair({
  standby,
  settings = {},
  archive = false,
  parent = tmpdir(),
}: PostgresPairOptions): Promise<PostgresPair> {
  const binaries = postgresBinaries()?.folder;
  if (binaries === undefined) throw new Error(POSTGRES_MISSING);
  const owner = unprivilegedOwner();
  const folder = mkdtempSync(join(parent, 'bellwether-postgres-'));
  const guard = spawn(process.execPath, [GUARD, folder], { stdio: ['pipe', 'ignore', 'inherit'], detached: true });
  guard.unref();
  if (owner !== null) chownSync(folder, owner.uid, owner.gid);
  const password = randomBytes(16).toString('hex');
  const archiving = archive ? archiveSettings(folder, owner) : {};
  const pair = new PostgresPair({ folder, binaries, owner, password, settings: { ...archiving, ...settings } }, guard);
  try {
    await pair.begin(standby);
    return pair;
  } catch (error) {
    await pair.stop();
    throw error;
  }
}

export class PostgresPair {
  readonly folder: string;
  readonly #in: Surroundings;
  readonly #guard: ChildProcess;
  #servers: readonly [PostgresServer, PostgresServer];
  /** The server that takes writes. */
  primary: PostgresServer;
  /** The server that follows the primary; null if there is none. */
  standby: PostgresServer | null = null;

  /** Do not call directly: use `startPostgresPair`. */
  constructor(surroundings: Surroundings, guard: ChildProcess) {
    this.folder = surroundings.folder;
    this.#in = surroundings;
    this.#guard = guard;
    this.#servers = [new PostgresServer('a', surroundings), new PostgresServer('b', surroundings)];
    this.primary = this.#servers[0];
  }

  /** Only for `startPostgresPair`. */
  async begin(standby: boolean): Promise<void> {
    const { owner, folder, password } = this.#in;
    const passwordFile = join(folder, 'password');
    writeFileSync(passwordFile, password, { mode: 0o600 });
    if (owner !== null) chownSync(passwordFile, owner.uid, owner.gid);
    const files = ['-D', this.primary.dir, '--data-checksums', '--encoding=UTF8', '--locale=C', '--no-sync'];
    const access = [`--username=${USER}`, '--auth=scram-sha-256', `--pwfile=${passwordFile}`];
    await this.#run('initdb', ...files, ...access, '--no-instructions');
    rmSync(passwordFile);
    await this.primary.start();
    if (standby) await this.#follow(this.#servers[1]);
  }

  /**
   * Promotes the standby and resolves when it takes writes. The caller has to kill, stop or pause the old primary
   * first. The new primary has no standby and does not wait for one.
   */
  async promote(): Promise<void> {
    const promoted = this.standby;
    if (promoted === null) throw new Error('there is no standby');
    await this.#run('pg_ctl', 'promote', '-D', promoted.dir, '-w');
    this.primary = promoted;
    this.standby = null;
  }

  /**
   * After `promote`: turns the old primary into a standby of the new one, from a fresh copy. Data that only the old
   * primary had is lost.
   */
  async rejoin(): Promise<void> {
    if (this.standby !== null) throw new Error('there is a standby');
    const [one, other] = this.#servers;
    const former = this.primary === one ? other : one;
    await former.kill();
    removeSharedMemory(former.dir);
    rmSync(former.dir, { recursive: true, force: true });
    await this.#follow(former);
  }

  /** Backs up the running primary. Returns the backup's folder, for `recover`. */
  async backUp(): Promise<string> {
    const backup = join(this.folder, 'backup');
    await this.#copyTo(backup);
    await this.#run('pg_verifybackup', backup);
    return backup;
  }

  /**
   * Kills both servers and builds a new primary in a new folder from a backup and the archive. It holds everything
   * committed before `until`, a time in PostgreSQL's format, and has no standby until `rejoin`. Needs `archive`.
   */
  async recover(backup: string, until: string): Promise<void> {
    const { owner, folder } = this.#in;
    const [one, other] = this.#servers;
    await one.kill();
    await other.kill();
    const recovered = new PostgresServer('recovered', this.#in);
    await run('cp', ['-a', backup, recovered.dir], { owner, cwd: folder });
    const target = `recovery_target_time = '${until}'\nrecovery_target_action = 'promote'\n`;
    const file = `restore_command = 'cp ${join(folder, 'archive')}/%f %p'\n${target}`;
    appendFileSync(join(recovered.dir, 'postgresql.auto.conf'), file);
    await run('touch', [join(recovered.dir, 'recovery.signal')], { owner, cwd: folder });
    await recovered.start();
    while ((await recovered.query('SELECT pg_is_in_recovery()')) !== 'f') await delay(POLL_MS);
    // A standby copied from this server would inherit these settings and promote itself.
    for (const name of ['restore_command', 'recovery_target_time', 'recovery_target_action'])
      await recovered.query(`ALTER SYSTEM RESET ${name}`);
    this.primary = recovered;
    this.standby = null;
    this.#servers = [recovered, other];
  }

  /** Kills both servers at once and removes everything. */
  async stop(): Promise<void> {
    if (this.#guard.exitCode !== null) return;
    this.#guard.ref();
    const ended = once(this.#guard, 'exit');
    this.#guard.stdin?.end();
    await ended;
    // All processes are gone; this reaps the children of this process.
    for (const server of this.#servers) await server.kill();
  }

  #copyTo(dir: string, ...how: string[]): Promise<string> {
    const from = ['-h', '127.0.0.1', '-p', String(this.primary.port), '-U', USER];
    return this.#run('pg_basebackup', ...from, '-D', dir, '--checkpoint=fast', ...how);
  }

  #run(program: string, ...args: string[]): Promise<string> {
    const { binaries, owner, folder, password } = this.#in;
    return run(join(binaries, program), args, { owner, cwd: folder, password });
  }

  /** Copies the primary to `standby`, starts it, and resolves when commits wait until it has them. */
  async #follow(standby: PostgresServer): Promise<void> {
    await this.#copyTo(standby.dir, '--write-recovery-conf', '--no-sync');
    standby.setStandbyNames('');
    await standby.start();
    this.primary.setStandbyNames(`ANY 1 ("${standby.clusterName}")`);
    const end = Date.now() + STANDBY_LIMIT_MS;
    const waited = "SELECT count(*) FROM pg_stat_replication WHERE sync_state = 'quorum'";
    while ((await this.primary.query(waited)) !== '1') {
      if (Date.now() > end) throw new Error(`the standby does not follow after ${STANDBY_LIMIT_MS} ms`);
      await delay(POLL_MS);
    }
    this.standby = standby;
  }
}

/** Copies each log file under a temporary name, syncs it and renames it, as docs/guides/postgresql.md describes. */
function archiveSettings(folder: string, owner: Surroundings['owner']): Readonly<Record<string, string>> {
  const archive = join(folder, 'archive');
  mkdirSync(archive);
  if (owner !== null) chownSync(archive, owner.uid, owner.gid);
  const [file, part] = [`${archive}/%f`, `${archive}/%f.part`];
  return {
    archive_mode: 'on',
    archive_command: `test ! -f ${file} && cp %p ${part} && sync ${part} && mv ${part} ${file}`,
  };
}
