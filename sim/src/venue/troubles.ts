/** Faults at their own moments: processes end, pause or are taken over, clocks jump, disks fill up. */
import type { Dice } from '../dice/dice.ts';
import { FAULT_KINDS, type FaultKind, type TimedFault } from '../faults/faults.ts';
import type { Cluster } from '../nodes/sim-election.ts';
import { pathOf } from '../nodes/sim-network.ts';
import type { Owner } from '../runtime/scheduler.ts';
import type { World } from '../world.ts';
import type { HostedNode } from './hosted.ts';

/** A process that will end after a number of further events. */
interface Armed {
  readonly node: HostedNode;
  readonly power: boolean;
  /**
   * Kind of event: steps; steps while a record is written but not synced; moments at which others could see something;
   * a snapshot; or a batch for another node.
   */
  readonly by: 'steps' | 'writes' | 'touches' | 'snapshots' | 'batches';
  left: number;
}

const LEFT_MAX: Readonly<Record<Armed['by'], number>> = {
  steps: 40,
  writes: 4,
  touches: 12,
  snapshots: 1,
  batches: 3,
};
/** Share of starts that are cut short, if processes crash at all. */
const STARTS_CUT = 0.15;
/** The only moment that counts for each of these kinds. */
const ONLY: Readonly<Partial<Record<Armed['by'], string>>> = {
  snapshots: 'save a snapshot',
  batches: 'send batch to a node',
};

export class Troubles {
  readonly #world: World;
  readonly #dice: Dice;
  #armed: Armed | null = null;
  /** True if the last ended process lost unsynced bytes with its power. */
  #hasLostPower = false;

  constructor(world: World) {
    this.#world = world;
    this.#dice = world.dice.fork('troubles');
  }

  begin(): void {
    for (const kind of FAULT_KINDS) this.#plan(kind);
  }

  /** Ends lasting faults: full disks have room again and clocks run normally. Paused processes resume by themselves. */
  end(): void {
    this.#armed = null;
    for (const node of this.#world.nodes.filter(({ isAlive }) => isAlive)) {
      node.setDiskFull(false);
      node.process.drift(1);
    }
    for (const { rows } of this.#world.machines) rows.onWrite = () => undefined;
  }

  restartMs(): number {
    return this.#dice.weighted([
      [4, 20 + this.#dice.fraction() * 200],
      [2, this.#dice.fraction() * 5_000],
      [1, this.#dice.fraction() * 40_000],
    ]);
  }

  keepsUnsynced(): boolean {
    const { unsynced } = this.#world.disk;
    if (unsynced === null) return true;
    const writer = this.#world.nodes[unsynced.node];
    // The operating system has the data of an ended process; a live writer may have been fast enough or not.
    const isSure = writer?.isAlive === false && !this.#hasLostPower;
    const keeps = isSure || this.#dice.chance(0.5);
    this.#world.count(keeps ? 'unsynced record kept' : 'unsynced record lost');
    return keeps;
  }

  stepped(owner: Owner): void {
    const armed = this.#armed;
    if (armed === null || armed.node.process !== owner) return;
    if (armed.by !== 'steps' && (armed.by !== 'writes' || this.#world.disk.unsynced === null)) return;
    if (armed.left-- <= 0) this.#crash(armed);
  }

  touched(node: HostedNode, what: string): void {
    const armed = this.#armed;
    if (armed === null || armed.node !== node) return;
    if ((armed.by !== 'touches' && ONLY[armed.by] !== what) || armed.left-- > 0) return;
    this.#world.count(`ended before it could ${what}`);
    this.#crash(armed);
  }

  starting(node: HostedNode): void {
    const { faults } = this.#world;
    const dice = faults.dice('crash');
    const [isCut, left] = [dice.chance(STARTS_CUT), dice.below(LEFT_MAX.steps)];
    if (isCut && faults.mayHappen('crash')) this.#armed = { node, power: false, by: 'steps', left };
  }

  endNow(node: HostedNode, power: boolean): void {
    this.#hasLostPower = power;
    node.end();
    const { machine } = node;
    if (this.#world.faults.happens('store_lost', `machine ${machine.index}`)) machine.rows.remove();
    this.#world.nodeGone(node, power);
  }

  #plan(kind: FaultKind): void {
    const world = this.#world;
    const inMs = world.faults.nextMs(kind);
    if (inMs === null) return;
    world.timers.after(inMs, () => {
      if (world.faults.areOver) return;
      const dice = world.faults.dice(kind);
      const node = world.faults.mayHappen(kind) ? world.victim(dice) : null;
      // Cast: only these have moments of their own.
      if (node?.isAlive === true) this.#happening[kind as TimedFault](node, dice);
      this.#plan(kind);
    });
  }

  readonly #happening: Readonly<Record<TimedFault, (node: HostedNode, dice: Dice) => void>> = {
    crash: (node, dice) => this.#arm(node, dice, false),
    power_loss: (node, dice) => this.#arm(node, dice, true),
    takeover: (node, dice) => {
      this.#happened('takeover', node);
      if (dice.chance(0.5)) node.process.pause(dice.fraction() * 10_000);
      this.#world.takeOver(dice);
    },
    pause: (node, dice) => {
      const ms = dice.fraction() * dice.pick([100, 3_000, 15_000]);
      this.#happened('pause', node, ms);
      node.process.pause(ms);
      node.projector?.process.pause(ms);
    },
    projector_behind: (node, dice) => {
      const ms = dice.fraction() * 20_000;
      this.#happened('projector_behind', node, ms);
      node.projector?.process.pause(ms);
    },
    clock_jump: (node, dice) => {
      const byMs = (dice.fraction() - 0.5) * dice.pick([2_000, 60_000, 7_200_000]);
      this.#happened('clock_jump', node, byMs);
      node.process.jump(byMs);
      // A wall clock that is ahead is corrected before a process starts, because the venue would accept it as it is.
      node.machine.wallOffMs = Math.min(0, node.machine.wallOffMs + byMs);
    },
    clock_drift: (node, dice) => {
      const rate = 1 + (dice.fraction() - 0.5) * dice.pick([0.0002, 0.02, 0.4]);
      this.#happened('clock_drift', node, rate);
      node.process.drift(rate);
    },
    disk_full: (node, dice) => {
      this.#happened('disk_full', node);
      node.setDiskFull(true);
      const { scheduler } = this.#world;
      scheduler.at(scheduler.nowMs + dice.fraction() * 20_000, () => node.setDiskFull(false), node.process);
    },
    store_unwritable: (node, dice) => {
      this.#happened('store_unwritable', node);
      const { rows } = node.machine;
      const errcode = dice.chance(0.3) ? 11 : 13;
      rows.onWrite = () => {
        const error = new Error('the disk was made to take nothing');
        throw Object.assign(error, { errcode, code: 'ERR_SQLITE_ERROR' });
      };
      this.#world.timers.after(dice.fraction() * 15_000, () => {
        rows.onWrite = () => undefined;
      });
    },
    link_lost: (node, dice) => this.#cut('link_lost', node, dice, ({ network }) => network.reset(node.process)),
    link_silent: (node, dice) =>
      this.#cut('link_silent', node, dice, ({ network }, ms, path) => network.silent.add(path, ms)),
    link_clogged: (node, dice) =>
      this.#cut('link_clogged', node, dice, ({ network }, ms, path) => {
        network.silent.add(path, ms);
        network.clogged.add(path, ms);
      }),
    partition: (node, dice) =>
      this.#cut('partition', node, dice, ({ network, size }, ms) => {
        for (let other = 0; other < size; other++) {
          network.silent.add(pathOf(node.member, other), ms);
          network.silent.add(pathOf(other, node.member), ms);
        }
      }),
    database_cut: (node, dice) => this.#cut('database_cut', node, dice, () => undefined),
  };

  #arm(node: HostedNode, dice: Dice, power: boolean): void {
    const by = dice.weighted<Armed['by']>([
      [4, 'steps'],
      [4, 'touches'],
      [1, 'snapshots'],
      // Most messages from a node to others are not batches.
      [this.#world.cluster === null ? 0 : 2, 'batches'],
      [power ? 4 : 1, 'writes'],
    ]);
    this.#armed = { node, power, by, left: dice.below(LEFT_MAX[by]) };
  }

  /** Cuts a node's path to others or to the database. `cut` gets the path between it and another node. */
  #cut(kind: FaultKind, node: HostedNode, dice: Dice, cut: (cluster: Cluster, ms: number, path: string) => void): void {
    const { cluster, faults, nowMs } = this.#world;
    if (cluster === null) return;
    const { member, index } = node;
    const ms = dice.fraction() * dice.pick([1_000, 4_000, 15_000]);
    const other = dice.pick(Array.from({ length: cluster.size }, (_, each) => each).filter((each) => each !== member));
    const path = dice.chance(0.5) ? pathOf(member, other) : pathOf(other, member);
    const isWhole = dice.chance(0.4);
    const cutsDatabase = kind === 'database_cut' || (kind === 'partition' && isWhole);
    faults.happened(kind, `node ${index} ${ms.toFixed(0)} ms`, cutsDatabase ? nowMs + ms : undefined);
    cut(cluster, ms, path);
    if (cutsDatabase) cluster.database.cut.add(`${member}`, ms);
  }

  #crash({ node, power }: Armed): void {
    this.#armed = null;
    const { faults } = this.#world;
    if (!node.isAlive || faults.areOver) return;
    const { phase } = node;
    this.#world.count(`${power ? 'power lost' : 'crash'} while ${phase}`);
    faults.happened(power ? 'power_loss' : 'crash', `node ${node.index} while ${phase}`);
    this.endNow(node, power);
  }

  #happened(kind: FaultKind, { index }: HostedNode, figure?: number): void {
    this.#world.faults.happened(kind, `node ${index}${figure === undefined ? '' : ` ${figure.toFixed(5)}`}`);
  }
}
