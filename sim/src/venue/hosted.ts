/** The parts of a venue as the simulated world and its clients see them: machines, processes, and answers of gateways. */
import type { OrderAnswer } from '@bellwether/contract';
import type { State } from '@bellwether/engine';
import type { JournalHead } from '@bellwether/ports/journal.ts';
import type { LogRecords } from '@bellwether/ports/log.ts';
import type { OrderArchive } from '@bellwether/ports/order-archive.ts';
import type { LedgerReads } from '@bellwether/venue/threads/ledger-reads.ts';
import type { Failure } from '@bellwether/wire/failure.ts';
import type { SimProcess } from '../runtime/sim-process.ts';
import type { RowsDisk, SnapshotStore } from './stores.ts';

/** Everything that remains when a process has ended. */
export interface Machine {
  readonly index: number;
  readonly rows: RowsDisk;
  /** Snapshots; separate per machine if the venue has several nodes. */
  readonly snapshots: SnapshotStore;
  /** Offset of the wall clock, also for processes that start later. */
  wallOffMs: number;
}

export interface HostedNode {
  /** Number in the order of starts. */
  readonly index: number;
  readonly isAlive: boolean;
  /** Epoch under which the process has the log; 0 while it does not have it. */
  readonly epoch: number;
  /** Epoch of the leader that this process follows or is; 0 while it knows of none. */
  readonly heardEpoch: number;
  /** Index of the venue's node that this process is; 0 in a single-node venue. */
  readonly member: number;
  readonly process: SimProcess;
  readonly machine: Machine;
  readonly log: LogRecords;
  /** null if there is no read store. */
  readonly projector: HostedProjector | null;
  /** `pending`: number of commands without an outcome yet. null until the process has recovered. */
  readonly gateway: { readonly head: JournalHead; readonly pending: number } | null;
  readonly phase: 'starting' | 'up' | 'ended';
  /** The fault that explains the end of the process. */
  doomed: string | null;
  readonly isDiskFull: boolean;
  setDiskFull(isFull: boolean): void;
  /** Reports that the process cannot go on, like a process that exits with code 1. */
  fail(message: string, cause?: unknown): void;
  /** Ends the process; it does nothing from now on. */
  end(): void;
}

export interface HostedProjector {
  /** The projector's own process: a fault may delay it apart from the rest. */
  readonly process: SimProcess;
  readonly reads: LedgerReads;
}

/** A gateway's view at this moment. The state keeps changing. */
export interface GatewayView {
  readonly state: Readonly<State>;
  readonly head: JournalHead;
  readonly archive: OrderArchive;
  readonly node: number;
}

export type DeskAnswer =
  | { readonly kind: 'placed'; readonly answer: OrderAnswer; readonly head: JournalHead }
  | { readonly kind: 'failure'; readonly failure: Failure }
  | { readonly kind: 'unknown'; readonly message: string }
  | { readonly kind: 'unreachable' };

export type ReadOutcome =
  | { readonly kind: 'value'; readonly value: unknown; readonly sequence: number }
  | { readonly kind: 'missing' }
  | { readonly kind: 'unavailable'; readonly message: string };
