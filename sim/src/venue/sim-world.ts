/**
 * The simulated world: machines, the log they share, processes that come and go, gateways that clients reach, and all
 * faults. It decides nothing by itself: every choice is drawn from the seed.
 */
import type { Keeps, State } from '@bellwether/engine';
import type { ChainedEntry } from '@bellwether/server/ports/journal.ts';
import type { NodeStanding } from '@bellwether/server/ports/nodes.ts';
import type { Timers } from '@bellwether/server/ports/runtime.ts';
import type { StoredSnapshot } from '@bellwether/server/ports/snapshots.ts';
import type { ReleasedBatch } from '@bellwether/server/sequencer/batch.ts';
import { createDice, type Dice } from '../dice/dice.ts';
import { Faults } from '../faults/faults.ts';
import { FEATURE_NAMES, type Features, featuresOf, without } from '../features/table.ts';
import { LogDisk } from '../log/log-disk.ts';
import type { DiskService } from '../log/sim-log.ts';
import { Cluster } from '../nodes/cluster.ts';
import { VenueNode } from '../nodes/venue-node.ts';
import { isWriting, oldLeaderLives, takeOverNodes, victimOf } from '../nodes/victim.ts';
import { Scheduler } from '../runtime/scheduler.ts';
import type { Link } from '../runtime/sim-channel.ts';
import { START_MS } from '../runtime/sim-process.ts';
import {
  asViolation,
  type Call,
  type FaultKind,
  type RunLimits,
  type RunOptions,
  type SimLogFacts,
  Violation,
  type Watch,
} from '../world.ts';
import { faultsEnded, led, quiet } from './calm.ts';
import { diskServiceOf } from './disk-service.ts';
import { GatewayHandle } from './gateway-handle.ts';
import { Links } from './links.ts';
import { SimNode } from './node.ts';
import type { HostedNode, Machine, Surroundings } from './parts.ts';
import { RowsDisk } from './rows.ts';
import type { Prepared } from './signatures.ts';
import { SnapshotStore } from './snapshot-store.ts';
import { Trace } from './trace.ts';
import { Troubles } from './troubles.ts';

/** Commands in a venue's life. */
export const COMMANDS = 1_000;
const MACHINES = 2;

export class SimWorld implements Surroundings {
  readonly seed: number;
  readonly limits: RunLimits;
  readonly commands: number;
  readonly dice: Dice;
  readonly scheduler = new Scheduler();
  readonly prepared: Prepared;
  readonly disk: LogDisk;
  /** Shared parts of several nodes; null if one process at a time leads and serves. */
  readonly cluster: Cluster | null;
  readonly features: Features;
  readonly keeps: Keeps;
  readonly snapshotEvery: number;
  readonly noticesAfterMs: number;
  readonly timers: Pick<Timers, 'after'>;
  readonly gateways: readonly GatewayHandle[];
  readonly history: Call[] = [];
  commandsReached = 0;
  readonly nodes: (SimNode | VenueNode)[] = [];
  readonly faults: Faults;
  readonly counts = new Map<string, number>();
  readonly coverage = new Set<string>();
  readonly log: SimLogFacts;
  readonly #troubles: Troubles;
  readonly #machines: readonly Machine[];
  readonly #watches: Watch[] = [];
  readonly #trace: Trace;
  readonly #links: Links;
  /** Dice of the network between clients and gateways. */
  readonly requestDice: Dice;
  #healing = false;

  constructor(seed: number, options: RunOptions, prepared: Prepared) {
    this.seed = seed;
    this.limits = options;
    this.commands = options.commands ?? COMMANDS;
    this.prepared = prepared;
    this.#trace = new Trace(options.trace ?? null);
    this.dice = createDice(seed);
    const { scheduler } = this;
    this.features = without(featuresOf(seed), options.without);
    const shape = this.dice.fork('shape');
    const perGeneration = shape.pick([8, 32, 128]);
    this.keeps = { remembered: perGeneration * shape.between(1, 4), perGeneration };
    this.snapshotEvery = shape.pick([50, 150, 400]);
    this.noticesAfterMs = this.dice.fork('place of the log').pick([0, 500, 5_000]);
    this.requestDice = this.dice.fork('requests');
    this.disk = new LogDisk({
      durable: ({ record, epoch, node }) => {
        this.trace(
          `durable ${record.firstSequence}..${record.lastSequence} ${record.hash.slice(0, 16)} epoch ${epoch}`,
        );
        for (const watch of this.#watches) watch.durable?.({ record, epoch, node, atMs: this.nowMs });
      },
      epoch: (epoch, node) => {
        this.trace(`epoch ${epoch} of node ${node}`);
        for (const watch of this.#watches) watch.epoch?.({ epoch, node, atMs: this.nowMs });
      },
    });
    const { disk } = this;
    this.log = disk;
    this.faults = new Faults(
      this.dice.fork('faults'),
      this.features,
      options,
      () => scheduler.steps,
      (kind, detail, untilMs) => this.#faultHappened(kind, detail, untilMs),
    );
    this.#links = new Links(this.dice.fork('links'), this.faults, () => scheduler.nowMs);
    this.timers = { after: (delayMs, callback) => scheduler.at(scheduler.nowMs + Math.max(0, delayMs), callback) };
    const { faults } = this;
    const isCluster = this.features.has('several_nodes');
    this.cluster = isCluster ? new Cluster({ disk, scheduler, faults, dice: this.dice.fork('nodes') }) : null;
    if (this.cluster !== null) this.cluster.database.isWriting = (index) => isWriting(this, index);
    const shared = new SnapshotStore();
    this.#machines = Array.from({ length: this.cluster?.size ?? MACHINES }, (_, index) => ({
      index,
      rows: new RowsDisk(),
      snapshots: isCluster ? new SnapshotStore() : shared,
      wallOffMs: 0,
    }));
    this.gateways = Array.from({ length: this.cluster?.size ?? 1 }, (_, index) => new GatewayHandle(this, index));
    this.#troubles = new Troubles(this);
    scheduler.onStep = (owner) => {
      if (owner !== null) this.#troubles.stepped(owner);
      for (const watch of this.#watches) watch.step?.();
    };
    scheduler.onThrown = (error) => this.fail(asViolation(error));
  }

  get step(): number {
    return this.scheduler.steps;
  }

  get nowMs(): number {
    return this.scheduler.nowMs;
  }

  get wallMs(): number {
    return START_MS + Math.floor(this.nowMs);
  }

  get isTracing(): boolean {
    return this.#trace.isTold;
  }

  get machines(): readonly Machine[] {
    return this.#machines;
  }

  /** The process started last; it leads or will lead. */
  get newest(): SimNode | VenueNode | null {
    return this.nodes.at(-1) ?? null;
  }

  get serving(): readonly (SimNode | VenueNode)[] {
    const ones = this.cluster === null ? [this.newest] : this.#machines.map((machine) => this.#latestOf(machine));
    return ones.filter((node) => node !== null);
  }

  hasLatest(index: number): boolean {
    if (this.cluster === null) return this.newest?.index === index;
    const heardEpoch = this.nodes[index]?.heardEpoch ?? 0;
    return heardEpoch > 0 && heardEpoch === this.disk.epoch;
  }

  victim(dice: Dice): HostedNode | null {
    return victimOf(this, dice);
  }

  /** Starts the first process and the faults. */
  begin(): void {
    this.trace(`a venue with ${[...this.features].join(', ')}`);
    for (const name of FEATURE_NAMES) this.count(`run ${this.features.has(name) ? 'with' : 'without'} ${name}`);
    const dice = this.dice.fork('starts');
    for (const machine of this.cluster === null ? this.#machines.slice(0, 1) : this.#machines) {
      if (machine.index === 0 || dice.chance(0.5)) this.#startNode(machine);
      else this.scheduler.at(dice.fraction() * 3_000, () => this.#startNode(machine));
    }
    this.#troubles.begin();
  }

  trace(line: string): void {
    this.#trace.add(this.scheduler.steps, this.nowMs, line);
  }

  /** Hash over everything traced so far. */
  get traceHash(): string {
    return this.#trace.hash;
  }

  cover(state: string): void {
    this.coverage.add(state);
  }

  count(name: string, by = 1): void {
    this.counts.set(name, (this.counts.get(name) ?? 0) + by);
  }

  watch(watch: Watch): void {
    this.#watches.push(watch);
  }

  get watches(): readonly Watch[] {
    return this.#watches;
  }

  fail(violation: Violation): void {
    this.scheduler.fail(violation);
  }

  faultsEnded(): Promise<void> {
    return faultsEnded(this);
  }

  get slowUntilMs(): number {
    return this.#links.slowUntilMs;
  }

  async heal(): Promise<void> {
    this.#healing = true;
    this.faults.stop();
    this.#troubles.end();
    for (const machine of this.cluster === null ? [] : this.#machines)
      if (this.#latestOf(machine)?.isAlive !== true) this.#startNode(machine);
    const newest = this.newest;
    if (newest === null || !newest.isAlive) this.#startNode((newest?.machine ?? this.#machines[0]) as Machine);
    await led(this);
  }

  quiet(): Promise<void> {
    return quiet(this);
  }

  // Requests and reports of processes.

  /** Opens the log on a machine and recovers. One of several nodes leaves the log to the leader. */
  #startNode(machine: Machine): void {
    const { cluster } = this;
    const index = this.nodes.length;
    const node =
      cluster === null
        ? new SimNode(this, index, machine)
        : new VenueNode(this, index, machine, cluster.database, cluster.network);
    this.nodes.push(node);
    this.trace(`node ${node.index} starts on machine ${machine.index}`);
    this.#troubles.starting(node);
    void node.start();
  }

  takeOver(dice: Dice): void {
    const { cluster, newest } = this;
    if (newest === null) return;
    if (cluster === null) return this.#startNode(this.#machines[(newest.machine.index + 1) % MACHINES] as Machine);
    takeOverNodes(this, dice);
  }

  #latestOf(machine: Machine): SimNode | VenueNode | null {
    return this.nodes.findLast((node) => node.machine === machine) ?? null;
  }

  diskService(node: HostedNode): DiskService {
    return diskServiceOf(this, node);
  }

  keepsUnsynced(): boolean {
    return this.#troubles.keepsUnsynced();
  }

  *snapshots(node: HostedNode): Generator<StoredSnapshot> {
    const { snapshots } = node.machine;
    const before = snapshots.count;
    yield* snapshots.load(() => this.faults.happens('snapshot_lost', `node ${node.index}`));
    if (before > 0 && snapshots.count === 0) this.cover('no snapshot left');
  }

  link(name: string): Link {
    return this.#links.link(name);
  }

  touched(node: HostedNode, what: string): void {
    this.#troubles.touched(node, what);
  }

  started(node: HostedNode): void {
    this.trace(`node ${node.index} is up at ${node.epoch}`);
    this.count('process started');
    if (this.cluster === null && this.nodes.some((other) => other !== node && other.isAlive))
      this.cover('old leader outlived');
    for (const gateway of this.gateways) gateway.nodeStarted(node);
  }

  ended(node: HostedNode, message: string, cause: unknown): void {
    this.trace(`node ${node.index} ends: ${message}`);
    if (cause !== null) {
      const said = cause instanceof Error ? cause : new Error(message);
      this.fail(new Violation('a part failed', `node ${node.index}: ${message}`, { cause: said }));
      return;
    }
    this.nodeGone(node, false);
  }

  /** A process has ended; the operator starts the next one. */
  nodeGone(node: HostedNode, power: boolean): void {
    this.count('process ended');
    const { epoch, process, machine } = node;
    if (epoch > 0)
      for (const watch of this.#watches) watch.gone?.({ node: node.index, epoch, power, atMs: this.nowMs });
    this.cluster?.processEnded(process, power);
    const isLatest = (): boolean => node === (this.cluster === null ? this.newest : this.#latestOf(machine));
    if (!isLatest()) return;
    const delay = this.#healing ? 10 : this.#troubles.restartMs();
    this.scheduler.at(this.nowMs + delay, () => {
      if (isLatest()) this.#startNode(machine);
    });
  }

  /** Makes a process end and leave half a record. */
  tearRecord(node: HostedNode): void {
    if (!node.isAlive || this.disk.epoch !== node.epoch) return;
    this.disk.tear();
    this.#troubles.endNow(node, false);
  }

  reached(commands: number): void {
    this.commandsReached += commands;
    this.count('reached the exchange', commands);
  }

  released(node: HostedNode, batch: Omit<ReleasedBatch, 'chain'>, epoch: number): void {
    for (const watch of this.#watches) watch.released?.({ batch, epoch, node: node.index, atMs: this.nowMs });
  }

  folded(node: HostedNode, entries: readonly ChainedEntry[], state: Readonly<State>): void {
    if (!node.isAlive) return;
    for (const watch of this.#watches) watch.folded?.({ node: node.index, entries, state });
  }

  mistaken(node: HostedNode, what: string, error: unknown): void {
    const said = error instanceof Error ? (error.stack ?? error.message) : String(error);
    this.fail(new Violation('a part failed', `node ${node.index}: ${what}: ${said}`, { cause: error }));
  }

  projected(node: HostedNode, sequence: number): void {
    if (!node.isAlive) return;
    this.trace(`rows of node ${node.index} show ${sequence}`);
    for (const watch of this.#watches) watch.projected?.({ node: node.index, sequence });
  }

  roomChanged(node: HostedNode, isFull: boolean): void {
    if (!node.isAlive) return;
    for (const watch of this.#watches) watch.room?.({ epoch: node.epoch, isFull });
  }

  stands(node: HostedNode, { role, leader, epoch }: NodeStanding): void {
    this.trace(`node ${node.index} ${role} ${leader} ${epoch}`);
    this.cover(`node ${role}`);
  }

  leads(node: HostedNode): void {
    this.trace(`node ${node.index} leads under epoch ${node.epoch}`);
    this.count('node leads');
    if (oldLeaderLives(this, node.epoch)) this.cover('old leader among the nodes');
  }

  current(node: HostedNode, leads: boolean, sequence: number): void {
    for (const watch of this.#watches) watch.current?.({ node: node.index, leads, sequence });
  }

  #faultHappened(kind: FaultKind, detail: string, untilMs?: number): void {
    this.trace(`fault ${kind} ${detail}`);
    this.count(`fault ${kind}`);
    for (const watch of this.#watches) watch.fault?.({ kind, detail, ...(untilMs !== undefined && { untilMs }) });
  }
}
