/** Every bound of the journal on PostgreSQL, in one place. */

/** How long an attempt to connect may take. */
export const CONNECT_MS_MAX = 3_000;
/** How long a statement may be without an answer before its connection is given up; what became of it is then asked. */
export const SILENCE_MS_MAX = 10_000;
/** How long a writer looks for a primary that answers before it ends with what it does not know. */
export const WITHOUT_PRIMARY_MS_MAX = 60_000;
/** Between two attempts to reach a primary. */
export const RETRY_MS = 250;
/** How long a statement waits for the head row, which a commit holds until its standby has it. */
export const LOCK_MS_MAX = 3_000;
/** How long a leader's lease is, in the database's time, and how often one that is idle renews it. */
export const LEASE_MS = 2_000;
export const RENEW_MS = 250;
/** Bytes and records that are read together at most; a single larger record comes alone. */
export const PAGE_BYTES_MAX = 4 * 1024 * 1024;
export const PAGE_RECORDS_MAX = 512;
/** How often who follows another process's journal looks for more of it. */
export const FOLLOW_MS = 100;
