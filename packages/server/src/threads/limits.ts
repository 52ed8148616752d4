/** Every bound of the projector and reader threads, in one place. */

/** Entries one transaction of the read store holds at most, a record's rest not counted. */
export const ENTRIES_PER_TRANSACTION_MAX = 4_096;
/** Least time from the beginning of a transaction to that of the next: what arrives meanwhile is written with it. */
export const TRANSACTION_INTERVAL_MS = 20;
/** Published records kept in memory for the projector; beyond it they are dropped and read from the journal. */
export const PROJECTOR_QUEUE_MAX = 1_024;

/** How often figures that depend on the time follow the clock while nothing is written; what waits to be sorted is done then, too. */
export const CLOCK_INTERVAL_MS = 500;

/** How long a read waits for the projections to show what was acknowledged before it. */
export const READ_WAIT_MS = 2_000;
/** Largest page, and longest list of markets, that is read in the thread for small reads. */
export const SMALL_PAGE_ROWS_MAX = 1_000;
export const SMALL_MARKET_LIST_MAX = 50;
/** Reads of a lane that wait or run at a time; more are refused. */
export const SMALL_READS_MAX = 1_000;
export const LARGE_READS_MAX = 32;

/** Nice values of threads that stand back for the ones that place orders. */
export const PROJECTOR_NICE = 5;
export const SMALL_READS_NICE = 10;
export const LARGE_READS_NICE = 15;
export const SNAPSHOTS_NICE = 15;
/** How often an idle projector holds part of the read store against its checksums. */
export const SCRUB_INTERVAL_MS = 10_000;
