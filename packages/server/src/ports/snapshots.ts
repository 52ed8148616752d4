/** Snapshots of the state: a shortcut for recovery, never the truth. The journal can always rebuild them. */
import type { Snapshot } from '@bellwether/engine';
import type { OrderRun, StoredOrders } from './order-archive.ts';

/** Where in the journal a snapshot stands. */
export interface SnapshotMark {
  /** Sequence of the last entry it includes, at least 1. */
  readonly sequence: number;
  /** Chain value of that entry, 64 hex digits. */
  readonly hash: string;
  /** `hashState` of the state it was taken from. */
  readonly stateHash: string;
  /** Checksum of the journal up to that entry (`log/journal-sum.ts`); absent where it was not known. */
  readonly journalSum?: number;
}

export interface StoredSnapshot extends SnapshotMark {
  readonly snapshot: Snapshot;
  /** Where the closed orders are that the state had handed out by then. */
  readonly runs: readonly OrderRun[];
  /** Opens the closed orders that the state had handed out by then. Throws when they are damaged or not there. */
  openOrders(): StoredOrders;
}

/** A stored snapshot whose bytes are not what was written. */
export interface DamagedSnapshot {
  /** As its name says. */
  readonly sequence: number;
  /** What is wrong with it, in words. */
  readonly damage: string;
}

/** Stored snapshots, newest first, each read only when asked for; those beyond entry `atMost` need not be among them. */
export type LoadSnapshots = (atMost: number) => Iterable<StoredSnapshot | DamagedSnapshot>;
