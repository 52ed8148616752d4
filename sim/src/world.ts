/**
 * The simulated world around the processes of a venue: time, dice, faults, machines, the log they share, and the
 * auditor that is told of everything at the moment it happens. It decides nothing by itself: every choice is drawn from
 * the seed.
 */

import { hash } from 'node:crypto';
import { hashState, type Keeps, type State } from '@bellwether/engine';
import type { SequencedOutcome } from '@bellwether/exchange/sequencer/batch.ts';
import { entriesOfRecord } from '@bellwether/ledger/record/journal-record.ts';
import type { ChainedEntry } from '@bellwether/ports/journal.ts';
import type { NodeStanding } from '@bellwether/ports/nodes.ts';
import type { Timers } from '@bellwether/ports/runtime.ts';
import type { StoredSnapshot } from '@bellwether/ports/snapshots.ts';
import type { Install } from '@bellwether/venue/compose/dependencies.ts';
import type { Fact } from './checks/facts.ts';
import { Auditor } from './checks/rules.ts';
import { createDice, type Dice } from './dice/dice.ts';
import { type FaultKind, Faults } from './faults/faults.ts';
import { FEATURE_NAMES, type Features, featuresOf, without } from './features/table.ts';
import { asViolation, COMMANDS, type RunLimits, type RunOptions, Violation } from './limits.ts';
import { LogDisk } from './log/log-disk.ts';
import { Cluster } from './nodes/sim-election.ts';
import { Scheduler } from './runtime/scheduler.ts';
import { Links } from './runtime/sim-channel.ts';
import { START_MS } from './runtime/sim-process.ts';
import type { HostedNode, Machine } from './venue/hosted.ts';
import { RowsDisk, SnapshotStore } from './venue/stores.ts';

const MACHINES = 2;
const HASHED_LINES = 256;
/** Entries between two hashes of a follower's whole state. */
const LOOK_EVERY = 256;
/** Share of faults that hit the leader, of several nodes. */
const LEADER = 0.6;

export abstract class World {
  readonly seed: number;
  readonly limits: RunLimits;
  /** Minimum number of commands that the workload sends to the exchange. */
  readonly commands: number;
  readonly install: Install;
  /** Parent dice, to be forked by name. */
  readonly dice: Dice;
  /** Dice of the network between clients and gateways. */
  readonly requestDice: Dice;
  readonly scheduler = new Scheduler();
  readonly disk: LogDisk;
  /** Shared parts of several nodes; null if one process at a time leads and serves. */
  readonly cluster: Cluster | null;
  readonly features: Features;
  /** Rules for how long exchanges remember closed orders. */
  readonly keeps: Keeps;
  /** Entries between two snapshots, if the venue has any. */
  readonly snapshotEvery: number;
  /** Delay until an otherwise uninformed process notices that another one has opened the log. */
  readonly noticesAfterMs: number;
  /** Timers outside the venue, where clients live. Nothing ever ends or pauses them. */
  readonly timers: Pick<Timers, 'after'>;
  readonly faults: Faults;
  readonly links: Links;
  readonly machines: readonly Machine[];
  readonly auditor = new Auditor();
  readonly counts = new Map<string, number>();
  /** Calls of commands so far, and those of them without an answer. */
  calls = 0;
  openCalls = 0;
  /** Reads so far. */
  reads = 0;
  /** Commands that have reached a leading exchange, including repeats and doubled requests. */
  commandsReached = 0;
  readonly #tell: (line: string) => void;
  /** Traced lines that are not hashed yet, and the hash over all before them. */
  #lines: string[] = [];
  #hash = '';
  #isBroken = false;

  constructor(seed: number, options: RunOptions, install: Install) {
    this.seed = seed;
    this.limits = options;
    this.commands = options.commands ?? COMMANDS;
    this.install = install;
    this.#tell = options.trace ?? (() => undefined);
    this.dice = createDice(seed);
    const { dice, scheduler } = this;
    this.features = without(featuresOf(seed), options.without);
    const shape = dice.fork('shape');
    const perGeneration = shape.pick([8, 32, 128]);
    this.keeps = { remembered: perGeneration * shape.between(1, 4), perGeneration };
    this.snapshotEvery = shape.pick([50, 150, 400]);
    this.noticesAfterMs = dice.fork('place of the log').pick([0, 500, 5_000]);
    this.requestDice = dice.fork('requests');
    this.disk = this.#logDisk();
    this.faults = new Faults(
      dice.fork('faults'),
      this.features,
      options,
      () => scheduler.steps,
      (kind, detail, untilMs) => this.#faultHappened(kind, detail, untilMs),
    );
    const { disk, faults } = this;
    this.links = new Links(dice.fork('links'), faults, () => scheduler.nowMs);
    this.timers = { after: (delayMs, callback) => scheduler.at(scheduler.nowMs + Math.max(0, delayMs), callback) };
    const isCluster = this.features.has('several_nodes');
    this.cluster = isCluster ? new Cluster(disk, scheduler, dice.fork('nodes'), faults) : null;
    if (this.cluster !== null) this.cluster.database.isWriting = (index) => this.#isWriting(index);
    const shared = new SnapshotStore();
    this.machines = Array.from({ length: this.cluster?.size ?? MACHINES }, (_, index) => ({
      index,
      rows: new RowsDisk(),
      snapshots: isCluster ? new SnapshotStore() : shared,
      wallOffMs: 0,
    }));
    scheduler.onThrown = (error) => this.fail(asViolation(error));
  }

  /** Every process that ever existed. */
  abstract readonly nodes: readonly HostedNode[];
  /** True if a dead writer's unsynced data is on the disk. */
  abstract keepsUnsynced(): boolean;
  /** The process is about to do something that others can see; this may be its last moment. */
  abstract touched(node: HostedNode, what: string): void;
  abstract started(node: HostedNode): void;
  /** A process has ended on its own. `cause`: the error if no fault explains it; otherwise null. */
  abstract ended(node: HostedNode, message: string, cause: unknown): void;
  /** Handles the end of a process. */
  abstract nodeGone(node: HostedNode, power: boolean): void;
  /** Makes another process open the log while the leader lives. */
  abstract takeOver(dice: Dice): void;
  /** Makes the process end and leave half a record. */
  abstract tearRecord(node: HostedNode): void;

  /** True time since the beginning of the run; no part of the venue sees it. */
  get nowMs(): number {
    return this.scheduler.nowMs;
  }

  /** True time since the Unix epoch. */
  get wallMs(): number {
    return START_MS + Math.floor(this.nowMs);
  }

  /** Hash over everything traced so far, many lines at a time. */
  get traceHash(): string {
    if (this.#lines.length > 0) this.#hash = hash('sha256', `${this.#hash}\n${this.#lines.join('\n')}`, 'hex');
    this.#lines = [];
    return this.#hash;
  }

  /** The process started last; of a single-node venue it leads or will lead. */
  get newest(): HostedNode | null {
    return this.nodes.at(-1) ?? null;
  }

  /** Processes that serve once all is well: the only one, or the latest of each machine. */
  get serving(): readonly HostedNode[] {
    return this.nodes.filter((node) => this.isLatest(node));
  }

  /** True if no later process has taken its place. */
  isLatest(node: HostedNode): boolean {
    const { machine } = node;
    return node === (this.cluster === null ? this.newest : this.nodes.findLast((other) => other.machine === machine));
  }

  /** True if a process has everything in the log or is being notified. */
  hasLatest(index: number): boolean {
    if (this.cluster === null) return this.newest?.index === index;
    const heardEpoch = this.nodes[index]?.heardEpoch ?? 0;
    return heardEpoch > 0 && heardEpoch === this.disk.epoch;
  }

  /** Target of a fault: the only process, or one of several nodes, usually the leader. Null if there is none. */
  victim(dice: Dice): HostedNode | null {
    if (this.cluster === null) return this.newest;
    const alive = this.serving.filter(({ isAlive }) => isAlive);
    const leader = alive.find(({ epoch }) => epoch > 0 && epoch === this.disk.epoch);
    const [isLeader, any] = [dice.chance(LEADER), dice.fraction()];
    if (isLeader && leader !== undefined) return leader;
    return alive[Math.floor(any * alive.length)] ?? null;
  }

  /** Snapshots of a process's machine, some of which get lost. */
  *snapshots(node: HostedNode): Generator<StoredSnapshot> {
    const { snapshots } = node.machine;
    const before = snapshots.count;
    yield* snapshots.load(() => this.faults.happens('snapshot_lost', `node ${node.index}`));
    if (before > 0 && snapshots.count === 0) this.count('no snapshot left');
  }

  trace(line: string): void {
    const stamped = `${this.scheduler.steps} ${this.nowMs.toFixed(3)} ${line}`;
    this.#tell(stamped);
    if (this.#lines.push(stamped) >= HASHED_LINES) void this.traceHash;
  }

  count(name: string, by = 1): void {
    this.counts.set(name, (this.counts.get(name) ?? 0) + by);
  }

  /** Ends the run as broken. */
  fail(violation: Violation): void {
    this.scheduler.fail(violation);
  }

  /** Tells the auditor a fact. Never throws: it may be called from within a part of the venue. */
  take(fact: Fact): void {
    if (this.#isBroken) return;
    try {
      this.auditor.take(fact);
    } catch (error) {
      this.#isBroken = true;
      this.fail(asViolation(error, 'a check failed'));
    }
  }

  protected describe(): void {
    this.trace(`a venue with ${[...this.features].join(', ')}`);
    for (const name of FEATURE_NAMES) this.count(`run ${this.features.has(name) ? 'with' : 'without'} ${name}`);
  }

  // Reports of processes.

  /** Commands have reached a leading exchange. */
  reached(commands: number): void {
    this.commandsReached += commands;
    this.count('reached the exchange', commands);
  }

  /** An exchange has released outcomes. `epoch`: epoch of the leader that made the decisions. */
  released(outcomes: readonly SequencedOutcome[], epoch: number): void {
    for (const outcome of outcomes)
      if (outcome.kind === 'accepted') this.take({ kind: 'released', epoch, sequence: outcome.sequence });
  }

  /** A gateway's view has folded entries. */
  folded(node: HostedNode, entries: readonly ChainedEntry[], state: Readonly<State>): void {
    const last = entries.at(-1);
    if (!node.isAlive || last === undefined) return;
    const { sequence } = last;
    const isLook = Math.floor((sequence - entries.length) / LOOK_EVERY) !== Math.floor(sequence / LOOK_EVERY);
    const stateHash = isLook ? hashState(state as State) : null;
    this.take({ kind: 'state', of: `gateway of node ${node.index}`, sequence, hash: last.hash, stateHash });
  }

  /** A process's rows show everything up to this entry. */
  projected({ isAlive, index }: HostedNode, sequence: number): void {
    if (!isAlive) return;
    this.trace(`rows of node ${index} show ${sequence}`);
    const { end } = this.auditor.log;
    this.take({ kind: 'filled', what: `entries in the rows of node ${index}`, size: sequence, bound: end });
  }

  /** The journal's disk is now almost full, or no longer. */
  roomChanged({ isAlive, epoch }: HostedNode, isFull: boolean): void {
    if (isAlive) this.take({ kind: 'room', epoch, isFull });
  }

  /** A part has made an error that no fault explains. */
  mistaken(node: HostedNode, what: string, error: unknown): void {
    const said = error instanceof Error ? (error.stack ?? error.message) : String(error);
    this.fail(new Violation('a part failed', `node ${node.index}: ${what}: ${said}`, { cause: error }));
  }

  /** A node of a multi-node venue has changed its standing. */
  stands(node: HostedNode, { role, leader, epoch }: NodeStanding): void {
    this.trace(`node ${node.index} ${role} ${leader} ${epoch}`);
    this.count(`node ${role}`);
  }

  /** A node of a multi-node venue leads from now on. An old leader that lives may not know yet that it was replaced. */
  leads(node: HostedNode): void {
    this.trace(`node ${node.index} leads under epoch ${node.epoch}`);
    const isOld = ({ isAlive, epoch }: HostedNode): boolean => isAlive && epoch > 0 && epoch < node.epoch;
    if (this.nodes.some(isOld)) this.count('old leader among the nodes');
  }

  /** A node of a multi-node venue answers a client because it knows that its data is current. */
  current(node: HostedNode, leads: boolean, sequence: number): void {
    this.take({ kind: 'current', node: node.index, leads, sequence, atMs: this.wallMs });
  }

  /** True if a process lives and does not stand still. */
  #isWriting(index: number): boolean {
    const process = this.nodes[index]?.process;
    return process?.isAlive === true && process.pausedUntilMs <= this.nowMs;
  }

  #logDisk(): LogDisk {
    return new LogDisk({
      durable: ({ record, epoch }) => {
        const { firstSequence, lastSequence, previousHash, payload } = record;
        this.trace(`durable ${firstSequence}..${lastSequence} ${record.hash.slice(0, 16)} epoch ${epoch}`);
        const entries = entriesOfRecord(record, null);
        this.take({ kind: 'logged', epoch, entries, atMs: this.wallMs, previousHash, bytes: payload.length });
      },
      epoch: (epoch, node) => {
        this.trace(`epoch ${epoch} of node ${node}`);
        this.take({ kind: 'epoch', epoch });
      },
    });
  }

  /** `untilMs`: end of a lasting fault, in true time since the beginning of the run. */
  #faultHappened(fault: FaultKind, detail: string, untilMs?: number): void {
    this.trace(`fault ${fault} ${detail}`);
    this.count(`fault ${fault}`);
    const until = untilMs === undefined ? {} : { untilMs: this.wallMs - this.nowMs + untilMs };
    this.take({ kind: 'fault', fault, ...until });
  }
}
