/** Free space on the disk of the data folder, and what it is left for when it runs low. */

const MIB = 1024 * 1024;

export interface RoomBounds {
  /** Space counts as exhausted with fewer free bytes than this. */
  readonly keptBytes: number;
  /** Space counts as available again with this many free bytes: more than `keptBytes`, so that the state does not flap. */
  readonly againBytes: number;
}

/**
 * For everything that adds to the journal. Below it only cancels, heartbeats and commands that take something away are
 * journaled.
 */
export const ROOM_FOR_ORDERS: RoomBounds = { keptBytes: 64 * MIB, againBytes: 96 * MIB };
/**
 * For the rows of the read store. The store stops writing before a write has to fail, the pages that its log still has to
 * move included, and leaves the rest of the space to the journal.
 */
export const ROOM_FOR_STORE: RoomBounds = { keptBytes: 16 * MIB, againBytes: 32 * MIB };

/** Size of the reserve: space for journaling cancels and heartbeats when others have filled the disk. */
export const RESERVE_BYTES = 32 * MIB;
/** Free bytes below which a part of the reserve is released, and the size of that part. */
export const RESERVE_RELEASE_BELOW_BYTES = 4 * MIB;
export const RESERVE_PART_BYTES = 4 * MIB;
/** Free bytes above which the reserve grows, a step at a time: growing must not exhaust the disk. */
export const RESERVE_GROW_ABOVE_BYTES = 128 * MIB;
export const RESERVE_STEP_BYTES = MIB;
/** Time to wait after a failed attempt to grow the reserve. */
export const RESERVE_RETRY_MS = 60_000;

/** State of the disk as the exchange sees it. */
export interface StorageState {
  /** Only cancels, heartbeats and the like are accepted. */
  readonly isFull: boolean;
  readonly reserveBytes: number;
}

/** State of reads by SQL: `unwritable` = the read store could not be written and is being retried. */
export type ReadStoreState = 'ready' | 'rebuilding' | 'unwritable';
