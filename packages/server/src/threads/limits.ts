/** Every bound of the projector and reader threads, in one place. */

/**
 * Least time from the beginning of a transaction to that of the next, while a read waits for what has arrived and while
 * none does: what arrives meanwhile is written with it.
 */
export const TRANSACTION_INTERVAL_MS = 20;
export const TRANSACTION_INTERVAL_MS_MAX = 400;
/** So many entries are written without waiting for more: about 30 ms of work, which a read may find before it. */
export const GATHERED_ENTRIES_MAX = 2_048;

/** How often figures that depend on the time follow the clock while nothing is written; what waits to be sorted is done then, too. */
export const CLOCK_INTERVAL_MS = 500;

/** How long a read store that could not be written is left alone before the next try: the first time, and at most. */
export const STORE_RETRY_FIRST_MS = 250;
export const STORE_RETRY_MS_MAX = 5_000;
/** One that was written for so long is tried soon again when it fails. */
export const STORE_STEADY_MS = 60_000;

/** How long a read waits for the projections to show what was acknowledged before it, and is refused after that. */
export const READ_WAIT_MS = 5_000;
/** Largest declared cost, about milliseconds of CPU, of what is read in the thread for small reads. */
export const SMALL_READ_UNITS_MAX = 10;
/** Reads of a lane that wait or run at a time, of all clients and of one; more are refused. */
export const SMALL_READS_MAX = 1_000;
export const SMALL_READS_PER_CLIENT_MAX = 250;
export const LARGE_READS_MAX = 64;
export const LARGE_READS_PER_CLIENT_MAX = 8;
/** CPU that a read may take: one that takes more among the small ones begins again among the large ones, which then stop it. */
export const SMALL_READ_CPU_MS_MAX = 50;
export const LARGE_READ_CPU_MS_MAX = 1_000;
/** Reads that the thread has been given, the one it runs included: the next one is there when one ends. */
export const SMALL_READS_GIVEN = 2;
export const LARGE_READS_GIVEN = 1;
/** How long a read may take to have its turn and to run, once its thread has started; it is refused then, and not begun any more. */
export const READ_MS_MAX = 10_000;

/** How long a read waits for a store that a start still looks at, and how many do. */
export const READ_START_MS_MAX = 10_000;
export const READS_BEFORE_START_MAX = 1_000;

/** Bodies of these sizes are packed for clients that take it: less gains nothing, and what more would cost is not worth it. */
export const PACKED_BYTES_MIN = 1_024;
export const PACKED_BYTES_MAX = 262_144;

/** How long a read works at a time, and how long it leaves its core then: most small reads never do. */
export const SMALL_READS_PACE = { workMs: 0.8, restMs: 0.5 };
export const LARGE_READS_PACE = { workMs: 0.8, restMs: 1 };

/**
 * Nice levels by which threads stand back for the ones that place orders. Few: beside a busy machine a thread of low priority
 * gets next to nothing. Orders do not wait for reads because reads rest.
 */
export const STANDS_BACK_NICE = 2;
/** How often an idle projector holds part of the read store against its checksums. */
export const SCRUB_INTERVAL_MS = 10_000;

/** Pictures that wait to be drawn, and those that are kept, some 30 kB each. */
export const PICTURES_WAITING_MAX = 16;
export const PICTURES_KEPT_MAX = 200;
/** How long a picture may take with all before it, and how long the thread that draws them waits for the next one. */
export const PICTURE_MS_MAX = 20_000;
export const PICTURES_IDLE_MS = 60_000;
