/** All limits of the messages between an exchange and its gateway, in one place. */

/** With less than this left of the announced lease, a renewal is announced before the next beat. */
export const LEASE_TOLD_MS_MIN = 500;
/** Time after the end of the lease, which each commit renews, after which commits are said to wait. */
export const COMMITS_WAIT_MS = 1_000;
/**
 * Time for which a command may be pending when the journal is in a database, whose commits may wait for a standby.
 * After that the client is told that the outcome is unknown; the command is not withdrawn.
 */
export const ANSWER_MS_MAX = 5_000;
