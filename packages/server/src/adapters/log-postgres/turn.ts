/**
 * Whose turn it is to lead: a lock that a session has and that ends with it, however the process ends. The session of a process
 * that stands still, or is cut off, lasts; so there is a lease as well, in the database's time, and when it is over whoever waits
 * ends that session. Both only keep a venue that waits from disturbing one that leads; what keeps two from writing is the epoch.
 */
import { LEASE_MS, RENEW_MS, RETRY_MS } from './limits.ts';
import { isPassing, type PostgresOptions, Primary } from './primary.ts';
import { hasJournal, LEADER_LOCK } from './schema.ts';
import type { Session } from './session.ts';

/** While it waits, so often a venue looks whether the other is gone. */
const LOOK_MS = 100;
/** While it starts, a venue keeps the lease alive; once it leads its log does. */
const EXTEND = `
  UPDATE bellwether.head SET lease_until = clock_timestamp() + interval '${LEASE_MS} milliseconds' WHERE id = 1`;
/** A row that someone has is a commit that waits for its standby: the one that leads is there, and no one could take over. */
const END_LAPSED = `
  WITH lapsed AS (
    SELECT id FROM bellwether.head WHERE lease_until < clock_timestamp() FOR UPDATE SKIP LOCKED
  ) SELECT pg_terminate_backend(pid) FROM pg_locks, lapsed
  WHERE locktype = 'advisory' AND (classid, objid) = (${LEADER_LOCK}) AND objsubid = 2 AND granted
    AND database = (SELECT oid FROM pg_database WHERE datname = current_database()) AND pid <> pg_backend_pid()`;

/** To reach the database at the start. */
const ATTEMPTS_MAX = 4;

export interface Turn {
  /** It has opened the log, which keeps the lease from now on. */
  leads(): void;
  /** Lets another one lead. */
  end(): void;
}

/** Resolves when no other venue leads; tells first of the one that does. Throws when the database cannot be used. */
export async function awaitTurn(options: PostgresOptions, onWaiting: (holder: string) => void): Promise<Turn> {
  const { timers } = options.runtime;
  const primary = new Primary(options, 'bellwether leader');
  const tryLock = async (session: Session): Promise<boolean> => {
    // Once more in the same session it would be counted, and is harmless.
    const { rows } = await session.run(`SELECT pg_try_advisory_lock(${LEADER_LOCK}) AS has`);
    return rows[0]?.['has'] === true;
  };
  try {
    await reach(primary);
    let hasTold = false;
    while (!(await primary.repeatedly(tryLock))) {
      if (!hasTold) onWaiting(await primary.repeatedly(holderOf));
      hasTold = true;
      await new Promise<void>((resolve) => timers.after(LOOK_MS, resolve));
      await primary.repeatedly(endLapsed);
    }
    await primary.repeatedly(extend);
  } catch (error) {
    primary.close();
    throw error;
  }
  let session = await primary.session();
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

async function endLapsed(session: Session): Promise<void> {
  if (await hasJournal(session)) await session.run(END_LAPSED);
}

async function holderOf(session: Session): Promise<string> {
  if (!(await hasJournal(session))) return 'another venue';
  const { rows } = await session.run('SELECT holder FROM bellwether.head WHERE id = 1');
  const holder = rows[0]?.['holder'];
  return typeof holder === 'string' && holder !== '' ? holder : 'another venue';
}
