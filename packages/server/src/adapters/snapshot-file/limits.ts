/** Every bound of the files of closed orders, in one place. */

/** Orders of a bucket on average: what is read and checked to look at one of them. */
export const ORDERS_PER_BUCKET = 32;
/**
 * Orders whose fingerprints are kept in memory, two bytes each, the latest first: 128 MiB. What is older costs a look at
 * the disk for every new order, in each of a few runs.
 */
export const FINGERPRINTS_MAX = 67_108_864;
/** A run is merged with those after it unless it is more than so many times as large as they are together. */
export const MERGED_SIZE_RATIO = 2;
/** Bytes read or written at a time while runs are merged. */
export const MERGE_BYTES = 1_048_576;
/** Bytes of a snapshot that are read at a time while it is checked. */
export const READ_BYTES = 1_048_576;
