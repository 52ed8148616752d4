/**
 * Leader election through the database of a simulated venue: a lock held by a session, and a lease in database time. As
 * in `adapters/log-postgres/turn.ts`, a waiting node ends the session of a holder with an expired lease, but spares for
 * a while one with a waiting commit. A session ends some time after its process; after a power loss it never ends by
 * itself.
 */
import { LEASE_MS, RENEW_MS, RETRY_MS } from '@bellwether/ledger/adapters/log-postgres/limits.ts';
import type { Election, Leader, Turn } from '@bellwether/ports/nodes.ts';
import type { Dice } from '../dice/dice.ts';
import type { Faults } from '../faults/faults.ts';
import type { LogDisk } from '../log/log-disk.ts';
import type { Scheduler } from '../runtime/scheduler.ts';
import type { SimProcess } from '../runtime/sim-process.ts';
import { PathCuts, SimNetwork } from './sim-network.ts';

const GRACE_MS = 1_000;
/** Time to wait for an unreachable database before reporting it. */
const PATIENCE_MS = 500;
const POLL_MS = 50;

export interface Asker {
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
  /** Nodes that cannot reach the database, by their index. */
  readonly cut: PathCuts;
  readonly #dice: Dice;
  /** True if a process lives and does not stand still. */
  isWriting: (node: number) => boolean = () => false;
  leader: Leader = { name: '', address: '', epoch: 0 };
  leaseUntilMs = Number.NEGATIVE_INFINITY;
  #holder: Session | null = null;

  constructor(disk: LogDisk, scheduler: Scheduler, dice: Dice) {
    this.disk = disk;
    this.scheduler = scheduler;
    this.cut = new PathCuts(() => scheduler.nowMs);
    this.#dice = dice;
  }

  /** True while a commit holds the head row and waits to be synced. A dead process's remains are not waited for. */
  get isCommitting(): boolean {
    const { unsynced } = this.disk;
    return unsynced !== null && this.isWriting(unsynced.node);
  }

  isReachable(member: number): boolean {
    return !this.cut.has(`${member}`);
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
    if (session !== null) session.isEnded = true;
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
    const inMs = 1 + this.#dice.fraction() * this.#dice.pick([10, 1_000]);
    this.scheduler.at(this.scheduler.nowMs + inMs, () => this.end(session));
  }

  /** Resolves when the database has been reached; rejects if it does not answer for a while. */
  async reach({ member, process }: Asker, patienceMs = PATIENCE_MS): Promise<void> {
    const sinceMs = process.clock.monotonicMs();
    while (!this.isReachable(member)) {
      if (process.clock.monotonicMs() - sinceMs > patienceMs) throw new Error('no primary answers');
      await new Promise<void>((resolve) => process.timers.after(POLL_MS, resolve));
    }
    await process.passed(0.1 + this.#dice.fraction());
  }

  /** The election as one process sees it. */
  electionFor(asker: Asker): Election {
    const { process } = asker;
    let session: Session | null = null;
    /** Last time at which a commit was seen waiting after the lease had expired. */
    let waitedMs = Number.NEGATIVE_INFINITY;
    const endLapsed = (): void => {
      if (this.leaseUntilMs >= this.scheduler.nowMs) return;
      const nowMs = process.clock.monotonicMs();
      if (this.isCommitting) waitedMs = nowMs;
      else if (nowMs - waitedMs > GRACE_MS) this.endHolder();
    };
    return {
      attempt: async () => {
        await this.reach(asker);
        if (session === null || session.isEnded) session = { process, isEnded: false };
        if (!this.tryLock(session)) {
          endLapsed();
          return null;
        }
        if (this.disk.epoch > 0) this.extend();
        return this.#keep(session, asker);
      },
      leader: async () => {
        await this.reach(asker);
        return this.leader;
      },
      close: () => this.end(session),
    };
  }

  /** Keeps the lock: a session that was ended is followed by another. The next attempt opens one of its own. */
  #keep(first: Session, { member, process }: Asker): Turn {
    let session = first;
    const cancel = process.timers.every(RETRY_MS, () => {
      if (!session.isEnded || !this.isReachable(member)) return;
      const next = { process, isEnded: false };
      if (this.tryLock(next)) session = next;
    });
    const stopExtending = process.timers.every(RENEW_MS, () => {
      if (this.isReachable(member) && !session.isEnded) this.extend();
    });
    const end = (): void => {
      stopExtending();
      cancel();
      this.end(session);
    };
    return { leads: stopExtending, giveUp: () => Promise.resolve(end()), end };
  }
}

export class Cluster {
  readonly size: number;
  readonly database: VenueDatabase;
  readonly network: SimNetwork;

  constructor(disk: LogDisk, scheduler: Scheduler, dice: Dice, faults: Faults) {
    this.size = dice.weighted([
      [2, 2],
      [3, 3],
    ]);
    this.database = new VenueDatabase(disk, scheduler, dice.fork('database'));
    this.network = new SimNetwork(scheduler, dice.fork('network'), faults);
  }

  /** Time at which every cut is over if nothing else happens. */
  get cutUntilMs(): number {
    return Math.max(this.network.silent.endsMs, this.database.cut.endsMs);
  }

  processEnded(process: SimProcess, power: boolean): void {
    this.network.processEnded(process, power);
    this.database.processEnded(process, power);
  }
}
