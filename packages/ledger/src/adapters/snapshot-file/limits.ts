/** All limits of the files of closed orders, in one place. */

/** Average orders in a bucket, which is read and checked as a whole to look up one order. */
export const ORDERS_PER_BUCKET = 32;
/**
 * Orders whose fingerprints are kept in memory, two bytes each, newest runs first: 128 MiB. For older runs, every new
 * order costs one disk read in each of a few runs.
 */
export const FINGERPRINTS_MAX = 67_108_864;
/** A run is merged with all later ones unless it is more than this many times as large as they are together. */
export const MERGED_SIZE_RATIO = 2;
/** Bytes read or written at a time while runs are merged. */
export const MERGE_BYTES = 1_048_576;
/** Bytes of a snapshot read at a time while it is checked. */
export const READ_BYTES = 1_048_576;
