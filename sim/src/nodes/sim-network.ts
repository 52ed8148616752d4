/**
 * Links between the nodes of a simulated venue, with TCP's properties: messages arrive in order or the link is lost.
 * Each end learns of the loss separately, and not at all while nothing passes.
 */
import type { FromLeader, NodeLink, NodeNetwork, ToLeader } from '@bellwether/ports/nodes.ts';
import type { Dice } from '../dice/dice.ts';
import type { Faults } from '../faults/faults.ts';
import { copied } from '../runtime/copied.ts';
import type { Scheduler } from '../runtime/scheduler.ts';
import type { SimProcess } from '../runtime/sim-process.ts';

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
  /** Paths on which everything sent is held back, by `pathOf`; it arrives afterwards. */
  readonly silent: PathCuts;
  /** Paths on which the network also accepts no data from the sender. */
  readonly clogged: PathCuts;
  readonly #dice: Dice;
  readonly #faults: Faults;
  readonly #listeners = new Map<string, Listener>();
  readonly #ends = new Set<LinkEnd>();

  constructor(scheduler: Scheduler, dice: Dice, faults: Faults) {
    this.scheduler = scheduler;
    this.silent = new PathCuts(() => scheduler.nowMs);
    this.clogged = new PathCuts(() => scheduler.nowMs);
    this.#dice = dice;
    this.#faults = faults;
  }

  wayMs(): number {
    return 0.1 + this.#dice.fraction() * 1.5;
  }

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
    for (const end of this.#endsOf(process)) {
      this.drop(end);
      if (!power) end.tellOfEnd();
    }
  }

  /** Breaks all links of a process, at both ends at once. */
  reset(process: SimProcess): void {
    for (const end of this.#endsOf(process)) {
      this.drop(end);
      for (const each of [end, end.other]) each?.ended('the connection was reset');
    }
  }

  drop(end: LinkEnd): void {
    this.#ends.delete(end);
    if (end.other !== null) this.#ends.delete(end.other);
  }

  #endsOf(process: SimProcess): readonly LinkEnd[] {
    return [...this.#ends].filter((end) => end.place.process === process);
  }

  #connect(caller: Place, address: string): Promise<NodeLink<ToLeader, FromLeader>> {
    const { promise, resolve, reject } = Promise.withResolvers<NodeLink<ToLeader, FromLeader>>();
    const { process } = caller;
    let isOver = false;
    const stop = process.timers.after(CONNECT_MS_MAX, () => {
      isOver = true;
      reject(new Error('it did not answer in time'));
    });
    const listener = this.#listeners.get(address);
    const wayMs = this.wayMs();
    if (listener?.place.process.isAlive !== true || this.#faults.happens('connect_refused', address)) {
      const refuse = (): void => {
        stop();
        reject(new Error('connection refused'));
      };
      this.scheduler.at(this.scheduler.nowMs + wayMs, refuse, process);
      return promise;
    }
    const { place, take } = listener;
    if (this.silent.has(pathOf(caller.member, place.member)) || this.silent.has(pathOf(place.member, caller.member)))
      return promise;
    const arrive = (): void => {
      const [callers, listeners] = [new LinkEnd(this, caller), new LinkEnd(this, place)];
      [callers.other, listeners.other] = [listeners, callers];
      this.#ends.add(callers).add(listeners);
      take(listeners as NodeLink<FromLeader, ToLeader>);
      const answered = (): void => {
        stop();
        if (isOver) callers.close('too late');
        else resolve(callers as NodeLink<ToLeader, FromLeader>);
      };
      this.scheduler.at(this.scheduler.nowMs + this.wayMs(), answered, process);
    };
    this.scheduler.at(this.scheduler.nowMs + wayMs, arrive, place.process);
    return promise;
  }
}

export const addressOf = (member: number): string => `node-${member}:7700`;

/** Name of the path on which one node sends to another. */
export const pathOf = (from: number, to: number): string => `${from} ${to}`;

class LinkEnd implements NodeLink<unknown, unknown> {
  readonly place: Place;
  other: LinkEnd | null = null;
  unsentBytes = 0;
  readonly #network: SimNetwork;
  readonly #lost = Promise.withResolvers<string>();
  #isLost = false;
  #take: ((message: unknown) => void) | null = null;
  /** Messages that arrived before `receive` was called. */
  #early: unknown[] = [];
  #lastArrivalMs = 0;

  constructor(network: SimNetwork, place: Place) {
    this.#network = network;
    this.place = place;
  }

  get lost(): Promise<string> {
    return this.#lost.promise;
  }

  get #path(): string {
    return pathOf(this.place.member, this.other?.place.member ?? -1);
  }

  send(message: unknown): void {
    const { process, touched } = this.place;
    if (this.#isLost || !process.isAlive) return;
    touched(`send ${(message as { readonly kind: string }).kind} to a node`);
    if (!process.isAlive) return;
    const sent = copied(message);
    const bytes = this.#network.clogged.has(this.#path) ? CLOGGED_BYTES : 0;
    this.unsentBytes += bytes;
    this.#plan((other) => {
      this.unsentBytes -= bytes;
      other.#arrived(sent);
    });
  }

  receive(take: (message: unknown) => void): void {
    this.#take = take;
    for (const message of this.#early.splice(0)) this.#arrived(message);
  }

  close(why: string): void {
    if (this.#isLost) return;
    this.ended(why);
    this.tellOfEnd();
  }

  /** Ends the link at the other end, behind everything already sent. */
  tellOfEnd(): void {
    this.#plan((other) => other.ended('the connection was closed'));
  }

  ended(why: string): void {
    if (this.#isLost) return;
    this.#isLost = true;
    this.#network.drop(this);
    this.#lost.resolve(why);
  }

  #arrived(message: unknown): void {
    if (this.#isLost) return;
    if (this.#take === null) return void this.#early.push(message);
    this.place.heard(message);
    this.#take(message);
  }

  #plan(arrive: (other: LinkEnd) => void): void {
    const { other } = this;
    if (other === null) return;
    const { scheduler, silent } = this.#network;
    const openMs = Math.max(scheduler.nowMs, silent.untilMs(this.#path));
    this.#lastArrivalMs = Math.max(this.#lastArrivalMs, openMs + this.#network.wayMs());
    scheduler.at(this.#lastArrivalMs, () => arrive(other), other.place.process);
  }
}

export class PathCuts {
  readonly #nowMs: () => number;
  readonly #untilMs = new Map<string, number>();

  constructor(nowMs: () => number) {
    this.#nowMs = nowMs;
  }

  add(path: string, ms: number): void {
    this.#untilMs.set(path, this.#nowMs() + ms);
  }

  /** End of the cut; in the past if the path is open. */
  untilMs(path: string): number {
    return this.#untilMs.get(path) ?? Number.NEGATIVE_INFINITY;
  }

  has(path: string): boolean {
    return this.untilMs(path) > this.#nowMs();
  }

  get endsMs(): number {
    return Math.max(Number.NEGATIVE_INFINITY, ...this.#untilMs.values());
  }
}
