/** The room on the disk of the data folder: who may have it when there is little. */

const MIB = 1024 * 1024;

export interface RoomBounds {
  /** With less than this free there is none. */
  readonly keptBytes: number;
  /** There is some again with this much free: more, so that it does not come and go. */
  readonly againBytes: number;
}

/** For everything that adds to the journal. Below it only cancels, heartbeats and what takes away are journaled. */
export const ROOM_FOR_ORDERS: RoomBounds = { keptBytes: 64 * MIB, againBytes: 96 * MIB };
/**
 * For the rows of the read store: it stops before a write has to fail, with what its log still has to move, and leaves
 * the rest to the journal.
 */
export const ROOM_FOR_STORE: RoomBounds = { keptBytes: 16 * MIB, againBytes: 32 * MIB };

/** Size of the reserve: what cancels and heartbeats are journaled with when others have filled the disk. */
export const RESERVE_BYTES = 32 * MIB;
/** Free bytes below which a part of it is given up, and how large that part is. */
export const RESERVE_RELEASE_BELOW_BYTES = 4 * MIB;
export const RESERVE_PART_BYTES = 4 * MIB;
/** Free bytes above which it is made, a step at a time: making it must not bring anything to an end. */
export const RESERVE_GROW_ABOVE_BYTES = 128 * MIB;
export const RESERVE_STEP_BYTES = MIB;
/** How long it is left alone after it could not be made. */
export const RESERVE_RETRY_MS = 60_000;

/** How the disk is, as the exchange sees it. */
export interface StorageState {
  /** Only cancels, heartbeats and the like are taken. */
  readonly isFull: boolean;
  /** What the reserve still has. */
  readonly reserveBytes: number;
}

/** Whether reads by SQL are answered: `unwritable` = the read store could not be written and is tried again. */
export type ReadStoreState = 'ready' | 'rebuilding' | 'unwritable';
