/**
 * Decides, for a waiting node, whether the leader has let its lease run out. A commit renews the lease from the moment
 * at which it was sent. A commit that waits longer than that for its standby leaves a lease that is over already,
 * although its writer is alive. So a leader whose commit may just have been released is given time to renew.
 */
import { RENEW_MS } from './limits.ts';
import { LEADER_LOCK } from './schema.ts';
import type { Session } from './session.ts';

const HERE = 'database = (SELECT oid FROM pg_database WHERE datname = current_database()) AND pid <> pg_backend_pid()';
/** True while a commit waits for its standby: a waiting node takes locks of other modes. */
export const IS_HELD = `EXISTS (
    SELECT FROM pg_locks WHERE relation = 'bellwether.head'::regclass AND mode = 'RowExclusiveLock' AND granted AND ${HERE}
  )`;
const LOOK = `
  SELECT extract(epoch FROM clock_timestamp()) * 1000 AS now_ms, lease_until < clock_timestamp() AS is_over,
    ${IS_HELD} AS is_held FROM bellwether.head WHERE id = 1`;
/** A locked row is a commit that waits for its standby: the leader is alive, and no other node could take over. */
const END_LAPSED = `
  WITH lapsed AS (
    SELECT id FROM bellwether.head WHERE lease_until < clock_timestamp() FOR UPDATE SKIP LOCKED
  ) SELECT pg_terminate_backend(pid) FROM pg_locks, lapsed
  WHERE locktype = 'advisory' AND (classid, objid) = (${LEADER_LOCK}) AND objsubid = 2 AND granted AND ${HERE}`;

/** Age after which a running lease that was seen proves nothing: a commit may have waited since. */
const RECENT_MS = 1_000;
/** Time for which a leader is left alone: once a waiting commit is released, it renews its lease within `RENEW_MS`. */
const GRACE_MS = 2 * RENEW_MS;

export class LeaseWatch {
  /** Database time at which the lease was last seen to run. */
  #runMs = Number.NEGATIVE_INFINITY;
  /** Database time since which the lease has been over and nothing was seen to hold it; null otherwise. */
  #freeSinceMs: number | null = null;

  /** Ends the session of a leader whose lease is over. The database must have a journal. */
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
