/**
 * The turn to lead: a lock that belongs to a session and ends with it, however the process ends. The session of a process
 * that is stalled or cut off lives on. So there is a lease as well, in the database's time; when it is over, a waiting node
 * ends that session. Lock and lease only keep a waiting venue from disturbing a leader; the epoch keeps two from writing.
 */
import type { Election, Leader, Turn } from '@bellwether/ports/nodes.ts';
import type { Timers } from '@bellwether/ports/runtime.ts';
import { LeaseWatch } from './lease-watch.ts';
import { LEASE_MS, RENEW_MS, RETRY_MS } from './limits.ts';
import { isPassing, type PostgresOptions, Primary } from './primary.ts';
import { hasJournal, LEADER_LOCK, prepareSchema } from './schema.ts';
import type { Session } from './session.ts';

/** Interval at which a waiting venue checks whether the other is gone. */
const LOOK_MS = 100;
/** Extends the lease while a venue starts; once it leads, its log does. */
const EXTEND = `
  UPDATE bellwether.head SET lease_until = clock_timestamp() + interval '${LEASE_MS} milliseconds' WHERE id = 1`;
const LEADER = 'SELECT holder, address, epoch FROM bellwether.head WHERE id = 1';

/** Attempts to reach the database at the start. */
const ATTEMPTS_MAX = 4;

/**
 * Resolves when no other venue leads; calls `onWaiting` once with the current leader. Throws when the database cannot
 * be used.
 */
export async function awaitTurn(options: PostgresOptions, onWaiting: (holder: string) => void): Promise<Turn> {
  const candidate = await openCandidate(options);
  try {
    for (let hasTold = false; ; hasTold = true) {
      const turn = await candidate.attempt();
      if (turn !== null) return turn;
      if (!hasTold) onWaiting((await candidate.leader()).name);
      await new Promise<void>((resolve) => options.runtime.timers.after(LOOK_MS, resolve));
    }
  } catch (error) {
    candidate.close();
    throw error;
  }
}

/** Throws when the database cannot be reached now, or cannot be used. */
export async function openCandidate(options: PostgresOptions): Promise<Candidate> {
  const primary = new Primary(options, 'bellwether leader');
  try {
    await reach(primary);
  } catch (error) {
    primary.close();
    throw error;
  }
  return new Candidate(primary, options.runtime.timers);
}

/** A node that wants to lead. */
export class Candidate implements Election {
  readonly #primary: Primary;
  readonly #timers: Timers;
  readonly #watch = new LeaseWatch();

  /** Use `openCandidate`. */
  constructor(primary: Primary, timers: Timers) {
    this.#primary = primary;
    this.#timers = timers;
  }

  /**
   * Returns null while another node leads, and ends that node's session once its lease is over. Throws as
   * `Primary.repeatedly` does.
   */
  async attempt(): Promise<Turn | null> {
    if (!(await this.#primary.repeatedly(tryLock))) {
      await this.#primary.repeatedly((session) => this.#endLapsed(session));
      return null;
    }
    await this.#primary.repeatedly(extend);
    return keepTurn(this.#primary, await this.#primary.session(), this.#timers);
  }

  async #endLapsed(session: Session): Promise<void> {
    if (await hasJournal(session)) await this.#watch.look(session);
  }

  /** Throws as `Primary.repeatedly` does. */
  leader(): Promise<Leader> {
    return this.#primary.repeatedly(leaderOf);
  }

  /** Only for a candidate without a turn: a turn is ended instead. */
  close(): void {
    this.#primary.close();
  }
}

async function tryLock(session: Session): Promise<boolean> {
  // Taking the lock again in the same session only raises its count, which is harmless.
  const { rows } = await session.run(`SELECT pg_try_advisory_lock(${LEADER_LOCK}) AS has`);
  return rows[0]?.['has'] === true;
}

function keepTurn(primary: Primary, first: Session, timers: Timers): Turn {
  let session = first;
  let isTrying = false;
  // A session may be lost while the venue still leads: the next primary has no lock.
  const cancel = timers.every(RETRY_MS, () => {
    if (!session.isLost || isTrying) return;
    isTrying = true;
    const again = async (): Promise<void> => {
      const next = await primary.session();
      if (await tryLock(next)) session = next;
    };
    void again()
      .catch(() => undefined)
      .then(() => {
        isTrying = false;
      });
  });
  let isExtending = false;
  const stopExtending = timers.every(RENEW_MS, () => {
    // One statement at a time, and only on the session with the lock: a lost session extends nothing.
    if (isExtending) return;
    isExtending = true;
    void extend(session)
      .catch(() => undefined)
      .then(() => {
        isExtending = false;
      });
  });
  return {
    leads: stopExtending,
    giveUp: async () => {
      stopExtending();
      cancel();
      // A lost session has no lock.
      if (!session.isLost) await session.run('SELECT pg_advisory_unlock_all()').catch(() => undefined);
    },
    end: () => {
      stopExtending();
      cancel();
      primary.close();
    },
  };
}

/** Connects with few attempts: a server that is missing altogether is no reason to wait long. */
async function reach(primary: Primary): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      await primary.session();
      return;
    } catch (error) {
      if (!isPassing(error) || attempt === ATTEMPTS_MAX) throw error;
    }
    await primary.pause();
  }
}

/** Waits for the standby, also where there was no journal: callers can tell people so. */
async function extend(session: Session): Promise<void> {
  await prepareSchema(session);
  await session.run(EXTEND);
}

async function leaderOf(session: Session): Promise<Leader> {
  const { rows } = (await hasJournal(session)) ? await session.run(LEADER) : { rows: [] };
  const { holder, address, epoch } = rows[0] ?? {};
  return {
    name: typeof holder === 'string' && holder !== '' ? holder : 'another venue',
    address: typeof address === 'string' ? address : '',
    epoch: Number(epoch ?? 0),
  };
}
