/**
 * Types of the parts of the simulated world, as the parts see each other: a process, its machine and its gateway; the
 * surroundings of a process; and the wider surroundings of code that injects faults.
 */
import type { AccountId, Command, Keeps, State } from '@bellwether/engine';
import type { ChainedEntry, JournalHead } from '@bellwether/server/ports/journal.ts';
import type { LogRecords } from '@bellwether/server/ports/log.ts';
import type { NodeStanding } from '@bellwether/server/ports/nodes.ts';
import type { StoredSnapshot } from '@bellwether/server/ports/snapshots.ts';
import type { ReleasedBatch } from '@bellwether/server/sequencer/batch.ts';
import type { ReadBarrier } from '@bellwether/server/threads/readers/read-barrier.ts';
import type { Dice } from '../dice/dice.ts';
import type { Faults } from '../faults/faults.ts';
import type { LogDisk } from '../log/log-disk.ts';
import type { DiskService } from '../log/sim-log.ts';
import type { Cluster } from '../nodes/cluster.ts';
import type { Scheduler } from '../runtime/scheduler.ts';
import type { Link } from '../runtime/sim-channel.ts';
import type { SimProcess } from '../runtime/sim-process.ts';
import type {
  Answer,
  Call,
  DeskAnswer,
  Features,
  FeedConnection,
  GatewayView,
  ReadOutcome,
  SimNodeFacts,
  Watch,
  World,
} from '../world.ts';
import type { RowsDisk } from './rows.ts';
import type { Prepared } from './signatures.ts';
import type { SnapshotStore } from './snapshot-store.ts';

/** Everything that remains when a process has ended. */
export interface Machine {
  readonly index: number;
  readonly rows: RowsDisk;
  /** Snapshots; separate per machine if the venue has several nodes. */
  readonly snapshots: SnapshotStore;
  /** Offset of the wall clock, also for processes that start later. */
  wallOffMs: number;
}

export interface HostedGateway {
  readonly view: GatewayView;
  /** True if the gateway answers requests at all. */
  letsIn(): boolean;
  readonly head: JournalHead;
  /** Number of commands without an outcome yet. */
  readonly pending: number;
  /** Resolves when the gateway's process has ended. */
  readonly whenLost: Promise<void>;
  /**
   * Registers a callback for the end of the gateway's process; calls it at once if the process has ended. Returns a
   * function that removes the callback.
   */
  onLost(hear: () => void): () => void;
  submit(command: Command): Promise<Answer>;
  place(account: AccountId, apiKey: string, body: unknown): Promise<DeskAnswer>;
  read(name: string, parameters: unknown): Promise<ReadOutcome>;
  connect(channel: 'market' | 'user' | 'live', client: number): FeedConnection | null;
}

export interface HostedProjector {
  /** The projector's own process: a fault may delay it apart from the rest. */
  readonly process: SimProcess;
  readonly state: 'starting' | 'ready' | 'away' | 'failed';
  /** Entry up to which the rows show everything. */
  readonly projected: number;
  /** Barrier for reads that wait for rows. */
  readonly barrier: ReadBarrier;
}

export interface HostedNode extends SimNodeFacts {
  /** Epoch of the leader that this process follows or is; 0 while it knows of none. */
  readonly heardEpoch: number;
  readonly process: SimProcess;
  readonly machine: Machine;
  readonly log: LogRecords;
  /** null if there is no read store. */
  readonly projector: HostedProjector | null;
  /** null until the process has recovered. */
  readonly gateway: HostedGateway | null;
  readonly phase: 'starting' | 'up' | 'ended';
  /** True if the process has noticed that it cannot go on, and so has ended. */
  readonly hasGivenUp: boolean;
  /** The fault that explains the end of the process. */
  doomed: string | null;
  readonly isDiskFull: boolean;
  setDiskFull(isFull: boolean): void;
  /** Reports that the process cannot go on, like a process that exits with code 1. */
  fail(message: string, cause?: unknown): void;
  /** Ends the process; it does nothing from now on. */
  end(): void;
}

/** The surroundings of a process. */
export interface NodeHost {
  readonly scheduler: Scheduler;
  readonly dice: Dice;
  readonly disk: LogDisk;
  readonly prepared: Prepared;
  readonly features: Features;
  /** Rules for how long states of this world remember orders. */
  readonly keeps: Keeps;
  /** Delay until an otherwise uninformed process notices that another one has opened the log. */
  readonly noticesAfterMs: number;
  /** Entries between two snapshots, if the venue has any. */
  readonly snapshotEvery: number;
  diskService(node: HostedNode): DiskService;
  /** True if a dead writer's unsynced data is on the disk. */
  keepsUnsynced(): boolean;
  snapshots(node: HostedNode): Iterable<StoredSnapshot>;
  link(name: string): Link;
  /** The process is about to do something that others can see; this may be its last moment. */
  touched(node: HostedNode, what: string): void;
  started(node: HostedNode): void;
  /** `cause`: the error if no fault explains it; otherwise null. */
  ended(node: HostedNode, message: string, cause: unknown): void;
  /** Commands have reached a leading exchange. */
  reached(commands: number): void;
  /** `epoch`: epoch of the leader that made the decisions. */
  released(node: HostedNode, batch: Omit<ReleasedBatch, 'chain'>, epoch: number): void;
  folded(node: HostedNode, entries: readonly ChainedEntry[], state: Readonly<State>): void;
  projected(node: HostedNode, sequence: number): void;
  /** The journal's disk is now almost full, or no longer. */
  roomChanged(node: HostedNode, isFull: boolean): void;
  /** A part has made an error that does not end its process and that no fault explains. */
  mistaken(node: HostedNode, what: string, error: unknown): void;
  cover(state: string): void;
  /** A node of a multi-node venue has changed its standing. */
  stands(node: HostedNode, standing: NodeStanding): void;
  /** The node leads from now on. */
  leads(node: HostedNode): void;
  /** The node answers a client because it knows that its data is current. */
  current(node: HostedNode, leads: boolean, sequence: number): void;
}

/** Surroundings of the code that injects faults, and of the network between clients and gateways. */
export interface Surroundings extends World, NodeHost {
  readonly dice: Dice;
  readonly faults: Faults;
  readonly history: Call[];
  readonly nodes: readonly HostedNode[];
  readonly machines: readonly Machine[];
  readonly watches: readonly Watch[];
  /** The process started last; it leads or will lead. */
  readonly newest: HostedNode | null;
  /** Dice of the network between clients and gateways. */
  readonly requestDice: Dice;
  readonly cluster: Cluster | null;
  /** Processes that serve once all is well: the only one, or the latest of each machine. */
  readonly serving: readonly HostedNode[];
  /** Arrival of the last delayed message within a process. */
  readonly slowUntilMs: number;
  /** Target of a fault; null if no process is there. */
  victim(dice: Dice): HostedNode | null;
  /** Makes another process open the log while the leader lives. */
  takeOver(dice: Dice): void;
  /** Makes the process end and leave half a record. */
  tearRecord(node: HostedNode): void;
  /** Handles the end of a process. */
  nodeGone(node: HostedNode, power: boolean): void;
}
