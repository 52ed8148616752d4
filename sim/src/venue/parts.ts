/**
 * What the parts of the simulated world are to one another: types alone. A process, the machine it runs on and the gateway
 * that it has; what a process finds around it; and what those find who make trouble for it.
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

/** What is left when a process has ended. */
export interface Machine {
  readonly index: number;
  readonly rows: RowsDisk;
  /** Its own where the venue has several nodes. */
  readonly snapshots: SnapshotStore;
  /** By which its wall clock is off; processes that start later find it so. */
  wallOffMs: number;
}

export interface HostedGateway {
  readonly view: GatewayView;
  /** Whether it answers requests at all. */
  letsIn(): boolean;
  readonly head: JournalHead;
  /** Commands without an outcome yet. */
  readonly pending: number;
  /** Resolves when its process has ended. */
  readonly whenLost: Promise<void>;
  /** Called when its process has ended; at once if it has. Returns how to take it back. */
  onLost(hear: () => void): () => void;
  submit(command: Command): Promise<Answer>;
  place(account: AccountId, apiKey: string, body: unknown): Promise<DeskAnswer>;
  read(name: string, parameters: unknown): Promise<ReadOutcome>;
  connect(channel: 'market' | 'user' | 'live', client: number): FeedConnection | null;
}

export interface HostedProjector {
  /** Of its own: a fault may hold it up apart from the rest. */
  readonly process: SimProcess;
  readonly state: 'starting' | 'ready' | 'away' | 'failed';
  /** Entry up to which its rows show everything. */
  readonly projected: number;
  /** For reads that wait for rows. */
  readonly barrier: ReadBarrier;
}

export interface HostedNode extends SimNodeFacts {
  /** Under which the leader has the log that it hears of, or is; 0 while it knows of none. */
  readonly heardEpoch: number;
  readonly process: SimProcess;
  readonly machine: Machine;
  readonly log: LogRecords;
  /** null where there is no read store. */
  readonly projector: HostedProjector | null;
  /** null until it has recovered. */
  readonly gateway: HostedGateway | null;
  readonly phase: 'starting' | 'up' | 'ended';
  /** It has noticed that it cannot go on, and so has ended. */
  readonly hasGivenUp: boolean;
  /** The fault by which its end is explained. */
  doomed: string | null;
  readonly isDiskFull: boolean;
  setDiskFull(isFull: boolean): void;
  /** It notices that it cannot go on, as a process that ends with code 1. */
  fail(message: string, cause?: unknown): void;
  /** From now on it does nothing. */
  end(): void;
}

/** What a process has around it. */
export interface NodeHost {
  readonly scheduler: Scheduler;
  readonly dice: Dice;
  readonly disk: LogDisk;
  readonly prepared: Prepared;
  readonly features: Features;
  /** What states of this world remember of orders. */
  readonly keeps: Keeps;
  /** Milliseconds until a process that is not asked otherwise notices that another one has opened the log. */
  readonly noticesAfterMs: number;
  /** Entries between two snapshots, where there are any. */
  readonly snapshotEvery: number;
  diskService(node: HostedNode): DiskService;
  /** Whether what a dead writer left unsynced is on the disk. */
  keepsUnsynced(): boolean;
  snapshots(node: HostedNode): Iterable<StoredSnapshot>;
  link(name: string): Link;
  /** It is about to do something that others can see. It may be its last moment. */
  touched(node: HostedNode, what: string): void;
  started(node: HostedNode): void;
  /** `cause`: what no fault explains; null for what one does. */
  ended(node: HostedNode, message: string, cause: unknown): void;
  /** So many commands have come to an exchange that leads. */
  reached(commands: number): void;
  /** `epoch`: of the leader that has decided it. */
  released(node: HostedNode, batch: Omit<ReleasedBatch, 'chain'>, epoch: number): void;
  folded(node: HostedNode, entries: readonly ChainedEntry[], state: Readonly<State>): void;
  projected(node: HostedNode, sequence: number): void;
  /** The disk of its journal is almost full now, or no longer. */
  roomChanged(node: HostedNode, isFull: boolean): void;
  /** A part has made a mistake that does not end its process, and that no fault explains. */
  mistaken(node: HostedNode, what: string, error: unknown): void;
  cover(state: string): void;
  /** A node of several has become something else. */
  stands(node: HostedNode, standing: NodeStanding): void;
  /** It leads from now on. */
  leads(node: HostedNode): void;
  /** It answers a client, since it knows that what it shows is not old. */
  current(node: HostedNode, leads: boolean, sequence: number): void;
}

/** What those have around them who make trouble, and the network between clients and gateways. */
export interface Surroundings extends World, NodeHost {
  readonly dice: Dice;
  readonly faults: Faults;
  readonly history: Call[];
  readonly nodes: readonly HostedNode[];
  readonly machines: readonly Machine[];
  readonly watches: readonly Watch[];
  /** Process that was started last; it leads, or will. */
  readonly newest: HostedNode | null;
  /** Of the network between clients and gateways. */
  readonly requestDice: Dice;
  readonly cluster: Cluster | null;
  /** Those that serve once all is well: the one there is, or the latest of each machine. */
  readonly serving: readonly HostedNode[];
  /** When the last message that was held up within a process arrives. */
  readonly slowUntilMs: number;
  /** Whom a fault strikes; null when no one is there. */
  victim(dice: Dice): HostedNode | null;
  /** Another process opens the log while the one that leads lives. */
  takeOver(dice: Dice): void;
  /** Half a record is what it leaves. */
  tearRecord(node: HostedNode): void;
  /** A process is no more. */
  nodeGone(node: HostedNode, power: boolean): void;
}
