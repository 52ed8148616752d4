/** All limits of the sequencer, in one place. */

/** Maximum commands decided in one batch, timers included. */
export const BATCH_COMMANDS_MAX = 256;
/** Maximum bytes of payload in one batch; a single larger entry makes a batch of its own. */
export const BATCH_PAYLOAD_MAX = 1_000_000;
/** Commands waiting to be decided; more are refused as unavailable. */
export const QUEUE_DEPTH_MAX = 10_000;
/**
 * Commands of each of `ExpireOrders`, `EndTrading`, `OpenTrading`, `ConfirmResults`, `EndKeys` and `ExpireHeartbeats` in
 * one batch: a flood delays users by at most a batch.
 */
export const TIMER_STEPS_PER_BATCH_MAX = 4;
/** Interval at which an idle exchange checks whether a timer is due. */
export const TIMER_INTERVAL_MS = 250;
/**
 * A journal file up to this size is checked whole at every start; a larger one only from the snapshot on (and by `verify`).
 */
export const WHOLE_CHECK_BYTES_MAX = 128 * 1024 * 1024;
/** Heap the exchange thread may use. */
export const EXCHANGE_HEAP_MB_MAX = 8_192;
/** Lead of the wall clock up to which the venue's time follows at once. */
export const CLOCK_STEP_MAX_MS = 1_000;
/**
 * Fraction by which the venue's time runs faster or slower than the monotonic clock to meet a wall clock that has leapt.
 */
export const CLOCK_SLEW = 0.1;
