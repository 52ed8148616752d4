/** Faults at their own moments: processes end, pause or are taken over, clocks jump, disks fill up. */
import type { Dice } from '../dice/dice.ts';
import { FAULT_KINDS, type FaultKind } from '../faults/table.ts';
import type { Cluster } from '../nodes/cluster.ts';
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

type CutKind = 'link_lost' | 'link_silent' | 'link_clogged' | 'partition' | 'database_cut';

const LEFT_MAX: Readonly<Record<Armed['by'], number>> = {
  steps: 40,
  writes: 4,
  touches: 12,
  snapshots: 1,
  batches: 3,
};
/** Share of starts that are cut short, if processes crash at all. */
const STARTS_CUT = 0.15;
const SNAPSHOT = 'save a snapshot';
/** The only event that counts for each of these kinds. */
const ONLY: ReadonlyMap<Armed['by'], string> = new Map<Armed['by'], string>([
  ['snapshots', SNAPSHOT],
  ['batches', 'send batch to a node'],
]);

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
    for (const node of this.#world.nodes) {
      if (!node.isAlive) continue;
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

  /** A step is about to run for an owner. */
  stepped(owner: Owner): void {
    const armed = this.#armed;
    if (armed === null || armed.node.process !== owner) return;
    if (armed.by !== 'steps' && (armed.by !== 'writes' || this.#world.disk.unsynced === null)) return;
    if (armed.left-- > 0) return;
    this.#crash(armed);
  }

  touched(node: HostedNode, what: string): void {
    const armed = this.#armed;
    if (armed === null || armed.node !== node) return;
    const only = ONLY.get(armed.by);
    if (armed.by !== 'touches' && only !== what) return;
    if (armed.left-- > 0) return;
    this.#world.count(`ended before it could ${what}`);
    this.#crash(armed);
  }

  /** A process has begun to recover. */
  starting(node: HostedNode): void {
    const { faults } = this.#world;
    const dice = faults.dice('crash');
    const [isCut, left] = [dice.chance(STARTS_CUT), dice.below(LEFT_MAX.steps)];
    if (isCut && faults.mayHappen('crash')) this.#armed = { node, power: false, by: 'steps', left };
  }

  #plan(kind: FaultKind): void {
    const { faults, scheduler, nowMs } = this.#world;
    const inMs = faults.nextMs(kind);
    if (inMs === null) return;
    scheduler.at(nowMs + inMs, () => {
      if (faults.areOver) return;
      if (faults.mayHappen(kind)) this.#happen(kind);
      this.#plan(kind);
    });
  }

  #happen(kind: FaultKind): void {
    const world = this.#world;
    const dice = world.faults.dice(kind);
    const node = world.victim(dice);
    if (node === null || !node.isAlive) return;
    const name = `node ${node.index}`;
    switch (kind) {
      case 'crash':
      case 'power_loss': {
        const by = dice.weighted<Armed['by']>([
          [4, 'steps'],
          [4, 'touches'],
          [1, 'snapshots'],
          // Most messages from a node to others are not batches.
          ...(world.cluster === null ? [] : [[2, 'batches'] as const]),
          [kind === 'power_loss' ? 4 : 1, 'writes'],
        ]);
        this.#armed = { node, power: kind === 'power_loss', by, left: dice.below(LEFT_MAX[by]) };
        return;
      }
      case 'takeover':
        world.faults.happened(kind, name);
        if (dice.chance(0.5)) node.process.pause(dice.fraction() * 10_000);
        world.takeOver(dice);
        return;
      case 'pause': {
        const ms = dice.fraction() * dice.pick([100, 3_000, 15_000]);
        world.faults.happened(kind, `${name} ${ms.toFixed(0)} ms`);
        node.process.pause(ms);
        node.projector?.process.pause(ms);
        return;
      }
      case 'link_lost':
      case 'link_silent':
      case 'link_clogged':
      case 'partition':
      case 'database_cut':
        if (world.cluster !== null) this.#cut(kind, node, world.cluster);
        return;
      case 'projector_behind': {
        const ms = dice.fraction() * 20_000;
        world.faults.happened(kind, `${name} ${ms.toFixed(0)} ms`);
        node.projector?.process.pause(ms);
        return;
      }
      case 'clock_jump': {
        const byMs = (dice.fraction() - 0.5) * dice.pick([2_000, 60_000, 7_200_000]);
        world.faults.happened(kind, `${name} ${byMs.toFixed(0)} ms`);
        node.process.jump(byMs);
        // A wall clock that is ahead is corrected before a process starts, because the venue would accept it as it is.
        node.machine.wallOffMs = Math.min(0, node.machine.wallOffMs + byMs);
        return;
      }
      case 'clock_drift': {
        const rate = 1 + (dice.fraction() - 0.5) * dice.pick([0.0002, 0.02, 0.4]);
        world.faults.happened(kind, `${name} ${rate.toFixed(5)}`);
        node.process.drift(rate);
        return;
      }
      case 'disk_full': {
        world.faults.happened(kind, name);
        node.setDiskFull(true);
        world.scheduler.at(world.nowMs + dice.fraction() * 20_000, () => node.setDiskFull(false), node.process);
        return;
      }
      case 'store_unwritable': {
        world.faults.happened(kind, name);
        const { rows } = node.machine;
        const isDamage = dice.chance(0.3);
        rows.onWrite = () => {
          throw Object.assign(new Error('the disk was made to take nothing'), {
            errcode: isDamage ? 11 : 13,
            code: 'ERR_SQLITE_ERROR',
          });
        };
        world.scheduler.at(world.nowMs + dice.fraction() * 15_000, () => {
          rows.onWrite = () => undefined;
        });
        return;
      }
      default:
        return;
    }
  }

  /** Cuts a node's path to others or to the database. */
  #cut(kind: CutKind, { member, process, index }: HostedNode, { paths, network, size }: Cluster): void {
    const { faults, nowMs } = this.#world;
    const dice = faults.dice(kind);
    const ms = dice.fraction() * dice.pick([1_000, 4_000, 15_000]);
    const others = Array.from({ length: size }, (_, other) => other).filter((other) => other !== member);
    const other = dice.pick(others);
    const both = dice.chance(0.5) ? ([member, other] as const) : ([other, member] as const);
    const isWhole = dice.chance(0.4);
    const cutsDatabase = kind === 'database_cut' || (kind === 'partition' && isWhole);
    faults.happened(kind, `node ${index} ${ms.toFixed(0)} ms`, cutsDatabase ? nowMs + ms : undefined);
    switch (kind) {
      case 'link_lost':
        network.reset(process);
        return;
      case 'link_silent':
        paths.silence(...both, ms);
        return;
      case 'link_clogged':
        paths.clog(...both, ms);
        return;
      case 'partition':
        for (const each of others) {
          paths.silence(member, each, ms);
          paths.silence(each, member, ms);
        }
    }
    if (cutsDatabase) paths.cutDatabase(member, ms);
  }

  #crash({ node, power }: Armed): void {
    this.#armed = null;
    if (!node.isAlive) return;
    const { faults } = this.#world;
    if (faults.areOver) return;
    const { phase } = node;
    this.#world.count(`${power ? 'power lost' : 'crash'} while ${phase}`);
    faults.happened(power ? 'power_loss' : 'crash', `node ${node.index} while ${phase}`);
    this.endNow(node, power);
  }

  /** Ends a process now. */
  endNow(node: HostedNode, power: boolean): void {
    const { faults } = this.#world;
    this.#hasLostPower = power;
    node.end();
    if (faults.happens('store_lost', `machine ${node.machine.index}`)) node.machine.rows.remove();
    this.#world.nodeGone(node, power);
  }
}
