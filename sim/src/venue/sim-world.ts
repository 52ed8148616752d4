/**
 * The simulated world: machines, the log they share, processes that come and go, gateways that clients reach, and all that
 * goes wrong. It decides nothing by itself: every choice is drawn from the seed.
 */
import { hash } from 'node:crypto';
import type { Keeps, State } from '@bellwether/engine';
import type { ChainedEntry } from '@bellwether/server/ports/journal-record.ts';
import type { Timers } from '@bellwether/server/ports/runtime.ts';
import type { StoredSnapshot } from '@bellwether/server/ports/snapshots.ts';
import type { ReleasedBatch } from '@bellwether/server/sequencer/batch.ts';
import { createDice, type Dice } from '../dice/dice.ts';
import { Faults } from '../faults/faults.ts';
import { FEATURE_NAMES, type Features, featuresOf, without } from '../features/table.ts';
import { LogDisk } from '../log/log-disk.ts';
import type { DiskService } from '../log/sim-log.ts';
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
import { diskServiceOf } from './disk-service.ts';
import { GatewayHandle } from './gateway-handle.ts';
import { Links } from './links.ts';
import { SimNode } from './node.ts';
import type { HostedNode, Machine, Surroundings } from './parts.ts';
import { RowsDisk } from './rows.ts';
import type { Prepared } from './signatures.ts';
import { SnapshotStore } from './snapshot-store.ts';
import { Troubles } from './troubles.ts';

/** Commands of a venue's life. */
export const COMMANDS = 1_000;
const MACHINES = 2;
/** True time that healing may take. */
const HEAL_MS_MAX = 120_000;
/** Lines of the trace that are hashed together. */
const HASHED_LINES = 256;

export class SimWorld implements Surroundings {
  readonly seed: number;
  readonly limits: RunLimits;
  readonly commands: number;
  readonly dice: Dice;
  readonly scheduler = new Scheduler();
  readonly prepared: Prepared;
  readonly disk: LogDisk;
  readonly snapshotStore = new SnapshotStore();
  readonly gatewayCount: number;
  readonly features: Features;
  readonly keeps: Keeps;
  readonly snapshotEvery: number;
  readonly noticesAfterMs: number;
  readonly timers: Timers;
  readonly gateways: readonly GatewayHandle[];
  readonly history: Call[] = [];
  readonly nodes: SimNode[] = [];
  readonly faults: Faults;
  readonly counts = new Map<string, number>();
  readonly coverage = new Set<string>();
  readonly log: SimLogFacts;
  readonly #troubles: Troubles;
  readonly #machines: readonly Machine[];
  readonly #watches: Watch[] = [];
  readonly #traceTo: ((line: string) => void) | null;
  readonly #links: Links;
  /** Of the network between clients and gateways. */
  readonly requestDice: Dice;
  #traced: string[] = [];
  #traceHash = '';
  #healing = false;

  constructor(seed: number, options: RunOptions, prepared: Prepared) {
    this.seed = seed;
    this.limits = options;
    this.commands = options.commands ?? COMMANDS;
    this.prepared = prepared;
    this.#traceTo = options.trace ?? null;
    this.dice = createDice(seed);
    const { scheduler } = this;
    this.features = without(featuresOf(seed), options.without);
    const shape = this.dice.fork('shape');
    const several = shape.weighted([
      [3, 2],
      [1, 3],
    ]);
    this.gatewayCount = this.features.has('several_gateways') ? several : 1;
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
    this.log = {
      get head() {
        return disk.head;
      },
      get records() {
        return disk.records;
      },
      get epoch() {
        return disk.epoch;
      },
    };
    this.faults = new Faults(
      this.dice.fork('faults'),
      this.features,
      options,
      () => scheduler.steps,
      (kind, detail) => this.#faultHappened(kind, detail),
    );
    this.#links = new Links(this.dice.fork('links'), this.faults, () => scheduler.nowMs);
    this.timers = {
      after: (delayMs, callback) => scheduler.at(scheduler.nowMs + Math.max(0, delayMs), callback),
      every: (intervalMs, callback) => {
        let isOver = false;
        const again = (): void => {
          scheduler.at(scheduler.nowMs + Math.max(1, intervalMs), () => {
            if (isOver) return;
            again();
            callback();
          });
        };
        again();
        return () => {
          isOver = true;
        };
      },
      soon: (callback) => void scheduler.at(scheduler.nowMs, callback),
    };
    this.#machines = Array.from({ length: MACHINES }, (_, index) => ({ index, rows: new RowsDisk(), wallOffMs: 0 }));
    this.gateways = Array.from({ length: this.gatewayCount }, (_, index) => new GatewayHandle(this, index));
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
    return this.#traceTo !== null;
  }

  get machines(): readonly Machine[] {
    return this.#machines;
  }

  /** Process that was started last; it leads, or will. */
  get newest(): SimNode | null {
    return this.nodes.at(-1) ?? null;
  }

  /** Starts the first process and what goes wrong. */
  begin(): void {
    this.trace(`a venue with ${[...this.features].join(', ')}`);
    for (const name of FEATURE_NAMES) this.count(`run ${this.features.has(name) ? 'with' : 'without'} ${name}`);
    this.startNode();
    this.#troubles.begin();
  }

  trace(line: string): void {
    const stamped = `${this.scheduler.steps} ${this.nowMs.toFixed(3)} ${line}`;
    this.#traceTo?.(stamped);
    this.#traced.push(stamped);
    if (this.#traced.length >= HASHED_LINES) this.#hashTraced();
  }

  /** Over everything that was traced so far. */
  get traceHash(): string {
    this.#hashTraced();
    return this.#traceHash;
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

  async faultsEnded(): Promise<void> {
    this.faults.stop();
    for (;;) {
      const standing = this.nodes
        .filter(({ isAlive }) => isAlive)
        .flatMap(({ process, projector }) => (projector === null ? [process] : [process, projector.process]));
      const endsMs = Math.max(this.#links.slowUntilMs, ...standing.map(({ pausedUntilMs }) => pausedUntilMs));
      const leftMs = Math.max(0, endsMs - this.nowMs);
      if (leftMs === 0) return;
      await new Promise<void>((resolve) => this.timers.after(leftMs, resolve));
    }
  }

  async heal(): Promise<void> {
    this.#healing = true;
    this.faults.stop();
    this.#troubles.end();
    const newest = this.newest;
    if (newest === null || !newest.isAlive) this.startNode();
    await this.#until(
      'live-lock',
      () => this.newest?.phase === 'up' && this.nodes.every((node) => !node.isAlive || node === this.newest),
      'a process leads',
    );
  }

  async quiet(): Promise<void> {
    await this.#until(
      'live-lock',
      () => this.#isQuiet(),
      'all that was sent is answered and shown',
      () => this.#whatIsLoud(),
    );
  }

  #whatIsLoud(): string {
    const { newest, disk } = this;
    const open = this.history.filter(({ answer }) => answer === null).length;
    const heads = newest?.gateways.map(({ head, pending }) => `${head.sequence} with ${pending} pending`);
    return (
      `${open} calls are open, the log ends at ${disk.head.sequence}, process ${newest?.index} is ${newest?.phase}, its rows are ` +
      `${newest?.projector?.state} at ${newest?.projector?.projected}, its gateways at ${heads?.join(' and ')}`
    );
  }

  // What processes ask for and tell.

  /** Opens the log on a machine and recovers; on the other machine than the last one where `isTakeover`. */
  startNode(isTakeover = false): void {
    const last = this.newest;
    const machineIndex = last === null ? 0 : isTakeover ? (last.machine.index + 1) % MACHINES : last.machine.index;
    const node = new SimNode(this, this.nodes.length, this.#machines[machineIndex] as Machine);
    this.nodes.push(node);
    this.trace(`node ${node.index} starts on machine ${machineIndex}`);
    this.#troubles.starting(node);
    void node.start();
  }

  diskService(node: HostedNode): DiskService {
    return diskServiceOf(this, node);
  }

  keepsUnsynced(): boolean {
    return this.#troubles.keepsUnsynced();
  }

  *snapshots(node: HostedNode): Generator<StoredSnapshot> {
    const before = this.snapshotStore.count;
    yield* this.snapshotStore.load(() => this.faults.happens('snapshot_lost', `node ${node.index}`));
    if (before > 0 && this.snapshotStore.count === 0) this.cover('no snapshot left');
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
    if (this.nodes.some((other) => other !== node && other.isAlive)) this.cover('old leader outlived');
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

  /** A process is no more; the operator starts the next one. */
  nodeGone(node: HostedNode, power: boolean): void {
    this.count('process ended');
    for (const watch of this.#watches) watch.gone?.({ node: node.index, epoch: node.epoch, power, atMs: this.nowMs });
    if (node !== this.newest) return;
    const delay = this.#healing ? 10 : this.#troubles.restartMs();
    this.scheduler.at(this.nowMs + delay, () => {
      if (node === this.newest) this.startNode();
    });
  }

  /** Half a record is what a process leaves. */
  tearRecord(node: HostedNode): void {
    if (!node.isAlive || this.disk.epoch !== node.epoch) return;
    this.disk.tear();
    this.#troubles.endNow(node, false);
  }

  released(node: HostedNode, gateway: number, batch: Omit<ReleasedBatch, 'chain'>): void {
    for (const watch of this.#watches) {
      watch.released?.({ batch, epoch: node.epoch, node: node.index, gateway, atMs: this.nowMs });
    }
  }

  folded(node: HostedNode, gateway: number, entries: readonly ChainedEntry[], state: Readonly<State>): void {
    if (!node.isAlive) return;
    for (const watch of this.#watches) watch.folded?.({ node: node.index, gateway, entries, state });
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

  #faultHappened(kind: FaultKind, detail: string): void {
    this.trace(`fault ${kind} ${detail}`);
    this.count(`fault ${kind}`);
    for (const watch of this.#watches) watch.fault?.({ kind, detail });
  }

  #isQuiet(): boolean {
    const { newest } = this;
    if (newest === null || newest.phase !== 'up') return false;
    const { sequence } = this.disk.head;
    const { projector } = newest;
    return (
      this.history.every(({ answer }) => answer !== null) &&
      (projector === null || (projector.state === 'ready' && projector.projected === sequence)) &&
      newest.gateways.every(({ client }) => client.head.sequence === sequence && client.pending === 0)
    );
  }

  async #until(rule: string, holds: () => boolean, what: string, details = () => ''): Promise<void> {
    const endMs = this.nowMs + HEAL_MS_MAX;
    while (!holds()) {
      if (this.nowMs > endMs)
        throw new Violation(
          rule,
          `after ${HEAL_MS_MAX / 1_000} s without faults it is not so that ${what}: ${details()}`,
        );
      await new Promise<void>((resolve) => this.timers.after(10, resolve));
    }
  }

  #hashTraced(): void {
    if (this.#traced.length === 0) return;
    this.#traceHash = hash('sha256', `${this.#traceHash}\n${this.#traced.join('\n')}`, 'hex');
    this.#traced = [];
  }
}
