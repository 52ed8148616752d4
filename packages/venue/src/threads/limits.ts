/** All limits of the projector and reader threads, in one place. */

/**
 * Minimum time from the start of one transaction to the next, while a read waits for new entries and while none does:
 * entries that arrive meanwhile join the transaction.
 */
export const TRANSACTION_INTERVAL_MS = 20;
export const TRANSACTION_INTERVAL_MS_MAX = 400;
/** Entries that are written without waiting for more: about 30 ms of work, which may delay a read. */
export const GATHERED_ENTRIES_MAX = 2_048;

/**
 * Interval at which time-dependent figures follow the clock while nothing is written; pending sorting is done then, too.
 */
export const CLOCK_INTERVAL_MS = 500;

/** Delay before the next attempt after the read store could not be written: at first, and at most. */
export const STORE_RETRY_FIRST_MS = 250;
export const STORE_RETRY_MS_MAX = 5_000;
/** Time for which a store must have been writable for the next failure to be retried soon again. */
export const STORE_STEADY_MS = 60_000;

/** Time for which a read waits for the projections to show everything acknowledged before it; after that it is refused. */
export const READ_WAIT_MS = 5_000;
/** Largest declared cost, about milliseconds of CPU, of a read in the thread for small reads. */
export const SMALL_READ_UNITS_MAX = 10;
/**
 * The two lanes of reads. `readsMax`, `perClientMax`: reads that wait or run at a time, of all clients and of one; more
 * are refused. `cpuMsMax`: CPU that a read may take; a small read that takes more starts again among the large ones, a
 * large one is stopped. `given`: reads handed to the thread, including the running one: the next one is there when one
 * ends.
 */
export const SMALL_READS = { readsMax: 1_000, perClientMax: 250, cpuMsMax: 50, given: 2 } as const;
export const LARGE_READS = { readsMax: 64, perClientMax: 8, cpuMsMax: 1_000, given: 1 } as const;
/**
 * Time for a read to get its turn and to run, once its thread has started; after that it is refused and not started any
 * more.
 */
export const READ_MS_MAX = 10_000;

/** Time for which a read waits for a store that a start still checks, and the number of reads that may wait. */
export const READ_START_MS_MAX = 10_000;
export const READS_BEFORE_START_MAX = 1_000;

/** Sizes of bodies that are compressed for clients that accept it: smaller ones gain nothing, larger ones cost too much. */
export const PACKED_BYTES_MIN = 1_024;
export const PACKED_BYTES_MAX = 262_144;

/** Working time of a read, and its rest away from the core afterwards, until no entry has come for `quietMs`. */
export const READS_PACE = { workMs: 0.8, restMs: 0.5, quietMs: 1_000 };

/**
 * Nice levels by which background threads yield to the threads that place orders. Few: on a busy machine a thread of
 * low priority gets next to nothing. Orders do not wait for reads because reads rest.
 */
export const STANDS_BACK_NICE = 2;
/** Interval at which an idle projector checks part of the read store against its checksums. */
export const SCRUB_INTERVAL_MS = 10_000;

/** Pictures that wait to be drawn, and pictures that are kept, some 30 kB each. */
export const PICTURES_WAITING_MAX = 16;
export const PICTURES_KEPT_MAX = 200;
/** Time limit of a picture with all before it, and the time after which the idle drawing thread ends. */
export const PICTURE_MS_MAX = 20_000;
export const PICTURES_IDLE_MS = 60_000;

/** Exports under way at a time, how many of them may be of members' own data, and the time that a client may pause. */
export const EXPORTS_MAX = 4;
export const OWN_EXPORTS_MAX = 2;
export const EXPORT_STALL_MS = 30_000;
