/** All limits of the journal on PostgreSQL, in one place. */

export const CONNECT_MS_MAX = 3_000;
/** Time after which a statement without an answer loses its connection; its outcome is then queried. */
export const SILENCE_MS_MAX = 10_000;
/** Time for which a writer looks for a primary that answers, before it ends even if an outcome is unknown. */
export const WITHOUT_PRIMARY_MS_MAX = 60_000;
/** Pause between two attempts to reach a primary. */
export const RETRY_MS = 250;
/** Time for which a statement waits for the head row, which a commit holds until its standby has it. */
export const LOCK_MS_MAX = 3_000;
/** Duration of a leader's lease, in the database's time, and the interval at which an idle leader renews it. */
export const LEASE_MS = 2_000;
export const RENEW_MS = 250;
/** Maximum bytes and records read together; a single larger record comes alone. */
export const PAGE_BYTES_MAX = 4 * 1024 * 1024;
export const PAGE_RECORDS_MAX = 512;
/** Interval at which a follower of another process's journal polls for new records. */
export const FOLLOW_MS = 100;
