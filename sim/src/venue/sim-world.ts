/** The simulated world with its venue: processes that come and go, and the gateways that clients reach. */
import type { Install } from '@bellwether/venue/compose/dependencies.ts';
import type { Dice } from '../dice/dice.ts';
import { type RunOptions, Violation } from '../limits.ts';
import { VenueNode } from '../nodes/venue-node.ts';
import { World } from '../world.ts';
import { GatewayHandle } from './gateway-handle.ts';
import type { HostedNode, Machine } from './hosted.ts';
import type { HostedProcess } from './hosted-process.ts';
import { SimNode } from './node.ts';
import { Troubles } from './troubles.ts';

const HEAL_MS_MAX = 120_000;

export class SimWorld extends World {
  readonly nodes: HostedProcess[] = [];
  readonly gateways: readonly GatewayHandle[];
  readonly #troubles: Troubles;
  #healing = false;

  constructor(seed: number, options: RunOptions, install: Install) {
    super(seed, options, install);
    this.gateways = Array.from({ length: this.cluster?.size ?? 1 }, (_, index) => new GatewayHandle(this, index));
    this.#troubles = new Troubles(this);
    this.scheduler.onStep = (owner) => {
      if (owner !== null) this.#troubles.stepped(owner);
    };
  }

  begin(): void {
    this.describe();
    const dice = this.dice.fork('starts');
    for (const machine of this.cluster === null ? this.machines.slice(0, 1) : this.machines) {
      if (machine.index === 0 || dice.chance(0.5)) this.#startNode(machine);
      else this.scheduler.at(dice.fraction() * 3_000, () => this.#startNode(machine));
    }
    this.#troubles.begin();
  }

  /** Prevents further faults and waits for lasting ones to end; paused processes resume. */
  async faultsEnded(): Promise<void> {
    this.faults.stop();
    for (;;) {
      const standing = this.nodes
        .filter(({ isAlive }) => isAlive)
        .flatMap(({ process, projector }) => (projector === null ? [process] : [process, projector.process]));
      const pausedMs = standing.map(({ pausedUntilMs }) => pausedUntilMs);
      const endsMs = Math.max(this.links.slowUntilMs, this.cluster?.cutUntilMs ?? 0, ...pausedMs);
      if (endsMs <= this.nowMs) return;
      await new Promise<void>((resolve) => this.timers.after(endsMs - this.nowMs, resolve));
    }
  }

  /**
   * Stops faults, restarts everything that is down and delivers what was sent. Throws `Violation` if that takes too
   * long.
   */
  async heal(): Promise<void> {
    this.#healing = true;
    this.faults.stop();
    this.#troubles.end();
    const alone = this.newest?.machine ?? (this.machines[0] as Machine);
    for (const machine of this.cluster === null ? [alone] : this.machines)
      if (!this.serving.some((node) => node.machine === machine && node.isAlive)) this.#startNode(machine);
    await this.#until(() => this.#isLed, 'a process leads');
  }

  /** Resolves when rows and followers show the end of the log and no call is open. Throws as `heal` does. */
  quiet(): Promise<void> {
    return this.#until(() => this.#isQuiet, 'all that was sent is answered and shown');
  }

  /** The leader of several nodes loses the lock and one other node its links, so that this node asks first for the lock. */
  takeOver(dice: Dice): void {
    const { cluster, newest } = this;
    if (newest === null) return;
    if (cluster === null) return this.#startNode(this.machines[1 - newest.machine.index] as Machine);
    cluster.database.endHolder();
    const others = this.serving.filter(({ isAlive, epoch }) => isAlive && epoch !== this.disk.epoch);
    if (others.length > 0) cluster.network.reset(dice.pick(others).process);
  }

  keepsUnsynced(): boolean {
    return this.#troubles.keepsUnsynced();
  }

  touched(node: HostedProcess, what: string): void {
    this.#troubles.touched(node, what);
  }

  started(node: HostedProcess): void {
    this.trace(`node ${node.index} is up at ${node.epoch}`);
    this.count('process started');
    if (this.cluster === null && this.nodes.some((other) => other !== node && other.isAlive))
      this.count('old leader outlived');
    for (const gateway of this.gateways) gateway.nodeStarted(node);
  }

  ended(node: HostedProcess, message: string, cause: unknown): void {
    this.trace(`node ${node.index} ends: ${message}`);
    if (cause === null) return this.nodeGone(node, false);
    const said = cause instanceof Error ? cause : new Error(message);
    this.fail(new Violation('a part failed', `node ${node.index}: ${message}`, { cause: said }));
  }

  /** A process has ended; the operator starts the next one. */
  nodeGone(node: HostedProcess, power: boolean): void {
    this.count('process ended');
    const { epoch, process, machine } = node;
    if (epoch > 0) this.take({ kind: 'gone', epoch });
    this.cluster?.processEnded(process, power);
    if (!this.isLatest(node)) return;
    const delay = this.#healing ? 10 : this.#troubles.restartMs();
    this.scheduler.at(this.nowMs + delay, () => {
      if (this.isLatest(node)) this.#startNode(machine);
    });
  }

  tearRecord(node: HostedProcess): void {
    if (!node.isAlive || this.disk.epoch !== node.epoch) return;
    this.disk.drop();
    this.#troubles.endNow(node, false);
  }

  /** Starts a process, which recovers. One of several nodes leaves the log to the leader; a single one opens it. */
  #startNode(machine: Machine): void {
    const index = this.nodes.length;
    const { cluster } = this;
    const node = cluster === null ? new SimNode(this, index, machine) : new VenueNode(this, index, machine, cluster);
    this.nodes.push(node);
    this.trace(`node ${index} starts on machine ${machine.index}`);
    this.#troubles.starting(node);
    void node.start();
  }

  /** True if every expected process is up and all agree on the leader. */
  get #isLed(): boolean {
    const { cluster, newest, nodes, serving, disk } = this;
    if (cluster === null) return newest?.phase === 'up' && nodes.every((node) => !node.isAlive || node === newest);
    const areUp = serving.every((node) => node.phase === 'up' && node.heardEpoch === disk.epoch);
    const leaders = serving.filter(({ epoch }) => epoch === disk.epoch);
    return areUp && serving.length === cluster.size && leaders.length === 1;
  }

  get #isQuiet(): boolean {
    const { sequence } = this.disk.head;
    const shows = ({ projector, gateway }: HostedNode): boolean =>
      (projector === null || (projector.reads.state === 'ready' && projector.reads.projected === sequence)) &&
      gateway?.head.sequence === sequence &&
      gateway.pending === 0;
    return this.openCalls === 0 && this.#isLed && this.serving.every(shows);
  }

  async #until(holds: () => boolean, what: string): Promise<void> {
    const endMs = this.nowMs + HEAL_MS_MAX;
    while (!holds()) {
      if (this.nowMs > endMs)
        throw new Violation('live-lock', `long after the last fault it is not so that ${what}: ${this.#standing}`);
      await new Promise<void>((resolve) => this.timers.after(10, resolve));
    }
  }

  get #standing(): string {
    const nodes = this.serving.map(({ index, phase, projector, gateway }) => {
      const head = `${gateway?.head.sequence} with ${gateway?.pending} pending`;
      return `process ${index} is ${phase}, its rows are ${projector?.reads.state} at ${projector?.reads.projected}, its gateway at ${head}`;
    });
    return `${this.openCalls} calls are open, the log ends at ${this.disk.head.sequence}, ${nodes.join('; ')}`;
  }
}
