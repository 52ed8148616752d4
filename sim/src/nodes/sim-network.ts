/**
 * Links between the nodes of a simulated venue, with TCP's properties: messages arrive in order or the link is lost.
 * Each end learns of the loss separately, and not at all while nothing passes.
 */
import type { FromLeader, NodeLink, NodeNetwork, ToLeader } from '@bellwether/server/ports/nodes.ts';
import type { Dice } from '../dice/dice.ts';
import type { Faults } from '../faults/faults.ts';
import { copied } from '../runtime/copied.ts';
import type { Scheduler } from '../runtime/scheduler.ts';
import type { SimProcess } from '../runtime/sim-process.ts';
import type { Paths } from './paths.ts';

const CONNECT_MS_MAX = 1_000;
/** Size of each message while the network accepts no data: a few of them reach the product's limit. */
const CLOGGED_BYTES = 12 * 1024 * 1024;

/** Location of a node: a process that listens there, or once did. */
interface Place {
  readonly member: number;
  readonly process: SimProcess;
  /** Called before something is sent, which may be the process's last action. */
  readonly touched: (what: string) => void;
  /** Called with an arrived message before it is handled. */
  readonly heard: (message: unknown) => void;
}

interface Listener {
  readonly place: Place;
  readonly take: (link: NodeLink<FromLeader, ToLeader>) => void;
}

export class SimNetwork {
  readonly scheduler: Scheduler;
  readonly paths: Paths;
  readonly #dice: Dice;
  readonly #faults: Faults;
  readonly #listeners = new Map<string, Listener>();
  readonly #wires = new Set<Wire>();

  constructor(scheduler: Scheduler, paths: Paths, dice: Dice, faults: Faults) {
    this.scheduler = scheduler;
    this.paths = paths;
    this.#dice = dice;
    this.#faults = faults;
  }

  wayMs(): number {
    return 0.1 + this.#dice.fraction() * 1.5;
  }

  /** The network as seen by one process. */
  endpoint(place: Place): NodeNetwork {
    const address = addressOf(place.member);
    return {
      address,
      connect: (other) => this.#connect(place, other),
      listen: async (take) => void this.#listeners.set(address, { place, take }),
      close: () => {
        if (this.#listeners.get(address)?.place === place) this.#listeners.delete(address);
      },
    };
  }

  /** The machine of an ended process notifies the others; a machine without power does not. */
  processEnded(process: SimProcess, power: boolean): void {
    for (const wire of this.#wires) {
      if (!wire.isOf(process)) continue;
      this.#wires.delete(wire);
      if (!power) wire.left(process);
    }
  }

  /** Breaks all links of a process, at both ends at once. Returns their number. */
  reset(process: SimProcess): number {
    const own = [...this.#wires].filter((wire) => wire.isOf(process));
    for (const wire of own) {
      this.#wires.delete(wire);
      wire.reset();
    }
    return own.length;
  }

  #connect(caller: Place, address: string): Promise<NodeLink<ToLeader, FromLeader>> {
    const { promise, resolve, reject } = Promise.withResolvers<NodeLink<ToLeader, FromLeader>>();
    const { scheduler } = this;
    const { timers } = caller.process;
    let isOver = false;
    const stop = timers.after(CONNECT_MS_MAX, () => {
      isOver = true;
      reject(new Error('it did not answer in time'));
    });
    const listener = this.#listeners.get(address);
    const refuse = (): void => {
      stop();
      reject(new Error('connection refused'));
    };
    const wayMs = this.wayMs();
    if (listener === undefined || !listener.place.process.isAlive || this.#faults.happens('connect_refused', address)) {
      scheduler.at(scheduler.nowMs + wayMs, refuse, caller.process);
      return promise;
    }
    const { place } = listener;
    if (!this.paths.isOpen(caller.member, place.member) || !this.paths.isOpen(place.member, caller.member))
      return promise;
    const arrive = (): void => {
      const wire = new Wire(this, caller, place, () => this.#wires.delete(wire));
      this.#wires.add(wire);
      listener.take(wire.listeners as NodeLink<FromLeader, ToLeader>);
      const answered = (): void => {
        stop();
        if (isOver) wire.callers.close('too late');
        else resolve(wire.callers as NodeLink<ToLeader, FromLeader>);
      };
      scheduler.at(scheduler.nowMs + this.wayMs(), answered, caller.process);
    };
    scheduler.at(scheduler.nowMs + wayMs, arrive, place.process);
    return promise;
  }
}

export const addressOf = (member: number): string => `node-${member}:7700`;

/** One connection. */
class Wire {
  readonly callers: WireEnd;
  readonly listeners: WireEnd;

  constructor(network: SimNetwork, caller: Place, listener: Place, onLost: () => void) {
    this.callers = new WireEnd(network, caller, onLost);
    this.listeners = new WireEnd(network, listener, onLost);
    this.callers.other = this.listeners;
    this.listeners.other = this.callers;
  }

  isOf(process: SimProcess): boolean {
    return this.callers.place.process === process || this.listeners.place.process === process;
  }

  left(process: SimProcess): void {
    (this.callers.place.process === process ? this.callers : this.listeners).tellOfEnd();
  }

  reset(): void {
    for (const end of [this.callers, this.listeners]) end.ended('the connection was reset');
  }
}

class WireEnd implements NodeLink<unknown, unknown> {
  readonly place: Place;
  other: WireEnd | null = null;
  readonly #network: SimNetwork;
  readonly #onLost: () => void;
  readonly #lost = Promise.withResolvers<string>();
  #isLost = false;
  #take: ((message: unknown) => void) | null = null;
  /** Messages that arrived before `receive` was called. */
  #early: unknown[] = [];
  #lastArrivalMs = 0;
  #unsent = 0;

  constructor(network: SimNetwork, place: Place, onLost: () => void) {
    this.#network = network;
    this.place = place;
    this.#onLost = onLost;
  }

  get lost(): Promise<string> {
    return this.#lost.promise;
  }

  get unsentBytes(): number {
    return this.#unsent;
  }

  send(message: unknown): void {
    const { process, member, touched } = this.place;
    const other = this.other as WireEnd;
    if (this.#isLost || !process.isAlive) return;
    touched(`send ${(message as { readonly kind: string }).kind} to a node`);
    if (!process.isAlive) return;
    const sent = copied(message);
    const bytes = this.#network.paths.isClogged(member, other.place.member) ? CLOGGED_BYTES : 0;
    this.#unsent += bytes;
    this.#plan(() => {
      this.#unsent -= bytes;
      other.#arrived(sent);
    });
  }

  receive(take: (message: unknown) => void): void {
    this.#take = take;
    const early = this.#early;
    this.#early = [];
    for (const message of early) this.#hear(message, take);
  }

  close(why: string): void {
    if (this.#isLost) return;
    this.ended(why);
    this.tellOfEnd();
  }

  /** Tells the other end, after everything sent before. */
  tellOfEnd(): void {
    this.#plan(() => this.other?.ended('the connection was closed'));
  }

  ended(why: string): void {
    if (this.#isLost) return;
    this.#isLost = true;
    this.#onLost();
    this.#lost.resolve(why);
  }

  #arrived(message: unknown): void {
    if (this.#isLost) return;
    if (this.#take === null) this.#early.push(message);
    else this.#hear(message, this.#take);
  }

  #hear(message: unknown, take: (message: unknown) => void): void {
    this.place.heard(message);
    take(message);
  }

  #plan(arrive: () => void): void {
    const { scheduler, paths } = this.#network;
    const other = (this.other as WireEnd).place;
    const openMs = Math.max(scheduler.nowMs, paths.silentUntilMs(this.place.member, other.member));
    this.#lastArrivalMs = Math.max(this.#lastArrivalMs, openMs + this.#network.wayMs());
    scheduler.at(this.#lastArrivalMs, arrive, other.process);
  }
}
