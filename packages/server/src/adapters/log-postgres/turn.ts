/**
 * Whose turn it is to lead: a lock that a session has and that ends with it, however the process ends. The session of a process
 * that stands still, or is cut off, lasts; so there is a lease as well, in the database's time, and when it is over whoever waits
 * ends that session. Both only keep a venue that waits from disturbing one that leads; what keeps two from writing is the epoch.
 */
import type { Election, Leader, Turn } from '../../ports/nodes.ts';
import type { Timers } from '../../ports/runtime.ts';
import { LeaseWatch } from './lease-watch.ts';
import { LEASE_MS, RENEW_MS, RETRY_MS } from './limits.ts';
import { isPassing, type PostgresOptions, Primary } from './primary.ts';
import { hasJournal, LEADER_LOCK } from './schema.ts';
import type { Session } from './session.ts';

/** While it waits, so often a venue looks whether the other is gone. */
const LOOK_MS = 100;
/** While it starts, a venue keeps the lease alive; once it leads its log does. */
const EXTEND = `
  UPDATE bellwether.head SET lease_until = clock_timestamp() + interval '${LEASE_MS} milliseconds' WHERE id = 1`;
const LEADER = 'SELECT holder, address, epoch FROM bellwether.head WHERE id = 1';

/** To reach the database at the start. */
const ATTEMPTS_MAX = 4;

/** Resolves when no other venue leads; tells first of the one that does. Throws when the database cannot be used. */
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

/** Throws when the database cannot be reached now, or not be used. */
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

/** One that would lead. */
export class Candidate implements Election {
  readonly #primary: Primary;
  readonly #timers: Timers;
  readonly #watch = new LeaseWatch();

  /** Use `openCandidate`. */
  constructor(primary: Primary, timers: Timers) {
    this.#primary = primary;
    this.#timers = timers;
  }

  /** Null while another one leads, whose session is ended once its lease is over. Throws as `Primary.repeatedly` does. */
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

  /** Of no use once it has its turn: that one is ended instead. */
  close(): void {
    this.#primary.close();
  }
}

async function tryLock(session: Session): Promise<boolean> {
  // Once more in the same session it would be counted, and is harmless.
  const { rows } = await session.run(`SELECT pg_try_advisory_lock(${LEADER_LOCK}) AS has`);
  return rows[0]?.['has'] === true;
}

function keepTurn(primary: Primary, first: Session, timers: Timers): Turn {
  let session = first;
  let isTrying = false;
  // A session may be lost while the venue leads on: the next primary has no lock.
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
    // One statement at a time, and only where the lock is: a session that was lost extends nothing.
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
      // A session that was lost has no lock.
      if (!session.isLost) await session.run('SELECT pg_advisory_unlock_all()').catch(() => undefined);
    },
    end: () => {
      stopExtending();
      cancel();
      primary.close();
    },
  };
}

/** One that is not there at all is no reason to wait for long. */
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

async function extend(session: Session): Promise<void> {
  if (await hasJournal(session)) await session.run(EXTEND);
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
