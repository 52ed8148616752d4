/**
 * Whether the one that leads has let its lease run out, as one that waits sees it. A commit renews the lease from when it was
 * sent; one that has waited for its standby for longer leaves a lease that is over already, and its writer is there all the same.
 * So one whose commit may just have been let go is left the time to renew it.
 */
import { RENEW_MS } from './limits.ts';
import { LEADER_LOCK } from './schema.ts';
import type { Session } from './session.ts';

const HERE = 'database = (SELECT oid FROM pg_database WHERE datname = current_database()) AND pid <> pg_backend_pid()';
/** Who waits takes locks of another mode. */
const LOOK = `
  SELECT extract(epoch FROM clock_timestamp()) * 1000 AS now_ms, lease_until < clock_timestamp() AS is_over, EXISTS (
    SELECT FROM pg_locks WHERE relation = 'bellwether.head'::regclass AND mode = 'RowExclusiveLock' AND granted AND ${HERE}
  ) AS is_held FROM bellwether.head WHERE id = 1`;
/** A row that someone has is a commit that waits for its standby: the one that leads is there, and no one could take over. */
const END_LAPSED = `
  WITH lapsed AS (
    SELECT id FROM bellwether.head WHERE lease_until < clock_timestamp() FOR UPDATE SKIP LOCKED
  ) SELECT pg_terminate_backend(pid) FROM pg_locks, lapsed
  WHERE locktype = 'advisory' AND (classid, objid) = (${LEADER_LOCK}) AND objsubid = 2 AND granted AND ${HERE}`;

/** A lease that was seen to run longer ago says nothing: a commit may have waited since. */
const RECENT_MS = 1_000;
/** A leader whose commit has waited renews its lease within `RENEW_MS`: so long it is left alone. */
const GRACE_MS = 2 * RENEW_MS;

export class LeaseWatch {
  /** In the database's time: when it was last seen to run. */
  #runMs = Number.NEGATIVE_INFINITY;
  /** Since when it has been over, and nothing seen to hold it; null while that is not so. */
  #freeSinceMs: number | null = null;

  /** Ends the session of a leader whose lease is over. The journal is there. */
  async look(session: Session): Promise<void> {
    const { now_ms, is_over, is_held } = (await session.run(LOOK)).rows[0] ?? {};
    const nowMs = Number(now_ms);
    if (is_over !== true) this.#runMs = nowMs;
    if (is_held === true) this.#runMs = Number.NEGATIVE_INFINITY;
    if (is_over !== true || is_held === true) {
      this.#freeSinceMs = null;
      return;
    }
    this.#freeSinceMs ??= nowMs;
    const hasRunOut = nowMs - this.#runMs < RECENT_MS;
    if (hasRunOut || nowMs - this.#freeSinceMs > GRACE_MS) await session.run(END_LAPSED);
  }
}
