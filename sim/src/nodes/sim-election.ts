/**
 * Leader election through the database of a simulated venue: a lock held by a session, and a lease in database time. As
 * in `adapters/log-postgres/turn.ts`, a waiting node ends the session of a holder with an expired lease, but spares for
 * a while one with a waiting commit. A session ends some time after its process; after a power loss it never ends by
 * itself.
 */
import { LEASE_MS, RENEW_MS, RETRY_MS } from '@bellwether/server/adapters/log-postgres/limits.ts';
import type { Election, Leader, Turn } from '@bellwether/server/ports/nodes.ts';
import type { Dice } from '../dice/dice.ts';
import type { LogDisk } from '../log/log-disk.ts';
import type { Scheduler } from '../runtime/scheduler.ts';
import type { SimProcess } from '../runtime/sim-process.ts';
import type { Paths } from './paths.ts';

const GRACE_MS = 1_000;
/** Time to wait for an unreachable database before reporting it. */
const PATIENCE_MS = 500;
const POLL_MS = 50;

/** A process that talks to the database. */
interface Asker {
  readonly member: number;
  readonly process: SimProcess;
}

interface Session {
  readonly process: SimProcess;
  isEnded: boolean;
}

export class VenueDatabase {
  readonly disk: LogDisk;
  readonly scheduler: Scheduler;
  readonly paths: Paths;
  readonly #dice: Dice;
  /** True if a process lives and does not stand still. */
  isWriting: (node: number) => boolean = () => false;
  leader: Leader = { name: '', address: '', epoch: 0 };
  leaseUntilMs = Number.NEGATIVE_INFINITY;
  #holder: Session | null = null;

  constructor(disk: LogDisk, scheduler: Scheduler, paths: Paths, dice: Dice) {
    this.disk = disk;
    this.scheduler = scheduler;
    this.paths = paths;
    this.#dice = dice;
  }

  /** True while a commit holds the head row and waits to be synced. A dead process's remains are not waited for. */
  get isCommitting(): boolean {
    const { unsynced } = this.disk;
    return unsynced !== null && this.isWriting(unsynced.node);
  }

  extend(): void {
    this.leaseUntilMs = this.scheduler.nowMs + LEASE_MS;
  }

  /** True if this session has the lock, perhaps since this call. */
  tryLock(session: Session): boolean {
    if (session.isEnded) return false;
    this.#holder ??= session;
    return this.#holder === session;
  }

  end(session: Session | null): void {
    if (session === null) return;
    session.isEnded = true;
    if (this.#holder === session) this.#holder = null;
  }

  /** Ends the leader's session, as an operator or a failover would. */
  endHolder(): void {
    this.end(this.#holder);
  }

  /** The operating system closes the session of an ended process; after a power loss nothing does. */
  processEnded(process: SimProcess, power: boolean): void {
    const session = this.#holder;
    if (session?.process !== process || power) return;
    const { scheduler } = this;
    scheduler.at(scheduler.nowMs + 1 + this.#dice.fraction() * this.#dice.pick([10, 1_000]), () => this.end(session));
  }

  /** Resolves when the database has been reached; rejects if it does not answer for a while. */
  async reach({ member, process }: Asker, patienceMs = PATIENCE_MS): Promise<void> {
    const sinceMs = process.clock.monotonicMs();
    while (!this.paths.hasDatabase(member)) {
      if (process.clock.monotonicMs() - sinceMs > patienceMs) throw new Error('no primary answers');
      await new Promise<void>((resolve) => process.timers.after(POLL_MS, resolve));
    }
    const atMs = this.scheduler.nowMs + 0.1 + this.#dice.fraction();
    await new Promise<void>((resolve) => this.scheduler.at(atMs, resolve, process));
  }
}

export class SimElection implements Election {
  readonly #database: VenueDatabase;
  readonly #asker: Asker;
  #session: Session | null = null;
  /** Last time at which a commit was seen waiting after the lease had expired. */
  #waitedMs = Number.NEGATIVE_INFINITY;

  constructor(database: VenueDatabase, asker: Asker) {
    this.#database = database;
    this.#asker = asker;
  }

  async attempt(): Promise<Turn | null> {
    const database = this.#database;
    await database.reach(this.#asker);
    if (this.#session === null || this.#session.isEnded)
      this.#session = { process: this.#asker.process, isEnded: false };
    if (!database.tryLock(this.#session)) {
      this.#endLapsed();
      return null;
    }
    if (database.disk.epoch > 0) database.extend();
    return this.#keep(this.#session);
  }

  async leader(): Promise<Leader> {
    await this.#database.reach(this.#asker);
    return this.#database.leader;
  }

  close(): void {
    this.#database.end(this.#session);
  }

  #endLapsed(): void {
    const { leaseUntilMs, scheduler } = this.#database;
    if (leaseUntilMs >= scheduler.nowMs) return;
    const nowMs = this.#asker.process.clock.monotonicMs();
    if (this.#database.isCommitting) this.#waitedMs = nowMs;
    else if (nowMs - this.#waitedMs > GRACE_MS) this.#database.endHolder();
  }

  #keep(first: Session): Turn {
    const database = this.#database;
    const { member, process } = this.#asker;
    let session = first;
    const canAsk = (): boolean => database.paths.hasDatabase(member);
    const cancel = process.timers.every(RETRY_MS, () => {
      if (!session.isEnded || !canAsk()) return;
      const next = { process, isEnded: false };
      if (database.tryLock(next)) session = next;
    });
    const stopExtending = process.timers.every(RENEW_MS, () => {
      if (canAsk() && !session.isEnded) database.extend();
    });
    const end = (): void => {
      stopExtending();
      cancel();
      database.end(session);
    };
    // The next attempt opens another session.
    return { leads: stopExtending, giveUp: () => Promise.resolve(end()), end };
  }
}
