/**
 * Who leads, as the database of a simulated venue says: a lock that a session has, and a lease in the database's time. As
 * `adapters/log-postgres/turn.ts` does, whoever waits ends the session of one whose lease is over, and leaves one alone for a while
 * whose commit has waited. A session ends some time after its process, or never by itself when the power went.
 */
import { LEASE_MS, RENEW_MS, RETRY_MS } from '@bellwether/server/adapters/log-postgres/limits.ts';
import type { Election, Leader, Turn } from '@bellwether/server/ports/nodes.ts';
import type { Dice } from '../dice/dice.ts';
import type { LogDisk } from '../log/log-disk.ts';
import type { Scheduler } from '../runtime/scheduler.ts';
import type { SimProcess } from '../runtime/sim-process.ts';
import type { Paths } from './paths.ts';

const GRACE_MS = 1_000;
/** How long one that cannot reach the database waits for it before it says so. */
const PATIENCE_MS = 500;
const POLL_MS = 50;

/** A process at the database. */
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
  /** Whether a process lives, and does not stand still. */
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

  /** Someone has the head row: a commit waits to be synced. What a dead process has left is not waited for. */
  get isCommitting(): boolean {
    const { unsynced } = this.disk;
    return unsynced !== null && this.isWriting(unsynced.node);
  }

  extend(): void {
    this.leaseUntilMs = this.scheduler.nowMs + LEASE_MS;
  }

  /** Whether this session has the lock, now at the latest. */
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

  /** Ends the session of the one that leads, as an operator or a failover would. */
  endHolder(): void {
    this.end(this.#holder);
  }

  /** The operating system of a process that has ended closes what it had; of one without power nothing does. */
  processEnded(process: SimProcess, power: boolean): void {
    const session = this.#holder;
    if (session?.process !== process || power) return;
    const { scheduler } = this;
    scheduler.at(scheduler.nowMs + 1 + this.#dice.fraction() * this.#dice.pick([10, 1_000]), () => this.end(session));
  }

  /** Resolves when the database has been asked; rejects when it does not answer for a while. */
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
  /** When a commit was last seen to wait with a lease that was over. */
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
    // The next attempt makes another session.
    return { leads: stopExtending, giveUp: () => Promise.resolve(end()), end };
  }
}
