/** Snapshots of the state: a shortcut for recovery, never the truth. The journal can always rebuild them. */
import type { Snapshot } from '@bellwether/engine';
import type { OrderRun, StoredOrders } from './order-archive.ts';

/** Position of a snapshot in the journal. */
export interface SnapshotMark {
  /** Sequence of the last entry it includes, at least 1. */
  readonly sequence: number;
  /** Chain value of that entry, 64 hex digits. */
  readonly hash: string;
  /** `hashState` of the state it was taken from. */
  readonly stateHash: string;
  /** Checksum of the journal up to that entry (`log/journal-sum.ts`); absent if unknown. */
  readonly journalSum?: number;
}

export interface StoredSnapshot extends SnapshotMark {
  readonly snapshot: Snapshot;
  /** Runs that hold the closed orders that the state had handed out by then. */
  readonly runs: readonly OrderRun[];
  /** Opens the closed orders that the state had handed out by then. Throws when they are damaged or missing. */
  openOrders(): StoredOrders;
}

/** A stored snapshot whose bytes are not the ones that were written. */
export interface DamagedSnapshot {
  /** Sequence according to its file name. */
  readonly sequence: number;
  readonly damage: string;
}

/** Stored snapshots, newest first, each read only on demand; those beyond entry `atMost` may be missing. */
export type LoadSnapshots = (atMost: number) => Iterable<StoredSnapshot | DamagedSnapshot>;
