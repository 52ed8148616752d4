/**
 * Whose turn it is to lead: a lock that a session has and that ends with it, however the process ends. It only keeps a venue
 * that waits from disturbing one that leads; what keeps two from writing is the epoch.
 */
import { RETRY_MS } from './limits.ts';
import { isPassing, type PostgresOptions, Primary } from './primary.ts';
import { hasJournal, LEADER_LOCK } from './schema.ts';
import type { Session } from './session.ts';

/** While it waits, so often a venue looks whether the other is gone. */
const LOOK_MS = 100;
/** To reach the database at the start. */
const ATTEMPTS_MAX = 4;

export interface Turn {
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
    }
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
  return {
    end: () => {
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

async function holderOf(session: Session): Promise<string> {
  if (!(await hasJournal(session))) return 'another venue';
  const { rows } = await session.run('SELECT holder FROM bellwether.head WHERE id = 1');
  const holder = rows[0]?.['holder'];
  return typeof holder === 'string' && holder !== '' ? holder : 'another venue';
}
