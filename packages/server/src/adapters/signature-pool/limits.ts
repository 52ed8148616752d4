/** All limits of the signature pool. */

/** Worker threads of one pool. */
export const POOL_SIZE_MAX = 4;
/** Checks in one batch: at about 60 µs each, no check waits more than 4 ms for a batch that started earlier. */
export const CHECKS_PER_BATCH_MAX = 64;
/** Batches that a worker has at a time: one to compute, and the next one ready. */
export const BATCHES_PER_WORKER_MAX = 2;
/** Checks requested and not answered, over all workers; the next one is refused. */
export const PENDING_CHECKS_MAX = 8_192;
