/**
 * A channel between two parts of the simulated world, as slow as its link. Messages arrive in order; all of them are
 * lost with the process that they are for.
 */
import type { Channel } from '@bellwether/ports/runtime.ts';
import type { Dice } from '../dice/dice.ts';
import type { Faults } from '../faults/faults.ts';
import { copied } from './copied.ts';
import type { Scheduler } from './scheduler.ts';
import type { SimProcess } from './sim-process.ts';

/** State of a link at the moment of sending. */
export interface Link {
  /** Milliseconds until the message arrives. Earlier messages still arrive first. */
  delayMs(): number;
}

/** The two ends of a channel between two processes or within one. */
export function simChannel<Left, Right>(
  scheduler: Scheduler,
  leftOwner: SimProcess | null,
  rightOwner: SimProcess | null,
  link: Link,
): readonly [Channel<Left, Right>, Channel<Right, Left>] {
  const left = new SimEnd<Left, Right>(scheduler, leftOwner, link);
  const right = new SimEnd<Right, Left>(scheduler, rightOwner, link);
  left.join(right);
  right.join(left);
  return [left, right];
}

class SimEnd<Sent, Received> implements Channel<Sent, Received> {
  readonly #scheduler: Scheduler;
  readonly #owner: SimProcess | null;
  readonly #link: Link;
  #other: SimEnd<Received, Sent> | null = null;
  /** Sent but not handed over yet, oldest first. */
  #waiting: Received[] = [];
  /** Number of waiting messages that have arrived. */
  #arrived = 0;
  /** Number of scheduled arrivals for messages that were already handed over. */
  #early = 0;
  #lastArrivalMs = 0;
  #take: ((message: Received) => void) | null = null;
  readonly #onArrival = (): void => this.#arrive();

  constructor(scheduler: Scheduler, owner: SimProcess | null, link: Link) {
    this.#scheduler = scheduler;
    this.#owner = owner;
    this.#link = link;
  }

  join(other: SimEnd<Received, Sent>): void {
    this.#other = other;
  }

  send(message: Sent, memory: readonly ArrayBuffer[] = []): void {
    const other = this.#other;
    if (other === null || this.#owner?.isAlive === false) return;
    other.#waiting.push(copied(message, memory) as Sent);
    const atMs = Math.max(other.#lastArrivalMs, this.#scheduler.nowMs + this.#link.delayMs());
    other.#lastArrivalMs = atMs;
    this.#scheduler.at(atMs, other.#onArrival, other.#owner);
  }

  receive(take: (message: Received) => void): void {
    this.#take = take;
    if (this.#arrived > 0) this.#scheduler.at(this.#scheduler.nowMs, () => this.#handOver(), this.#owner);
  }

  /** Hands over everything sent so far: both ends share memory, so this end need not wait for messages to arrive. */
  drain(): void {
    if (this.#take === null) return;
    this.#early += this.#waiting.length - this.#arrived;
    this.#arrived = this.#waiting.length;
    this.#handOver();
  }

  close(): void {
    this.#take = null;
    this.#waiting = [];
    this.#arrived = 0;
    if (this.#other !== null) this.#other.#other = null;
    this.#other = null;
  }

  #arrive(): void {
    if (this.#early > 0) this.#early--;
    else if (this.#arrived < this.#waiting.length) this.#arrived++;
    this.#handOver();
  }

  #handOver(): void {
    while (this.#take !== null && this.#arrived > 0) {
      this.#arrived--;
      this.#take(this.#waiting.shift() as Received);
    }
  }
}

const HELD_UP_MS = 2_000;

export class Links {
  readonly #dice: Dice;
  readonly #faults: Faults;
  readonly #nowMs: () => number;
  /** Arrival of the last delayed message; messages sent behind it on its link wait until then. */
  slowUntilMs = 0;

  constructor(dice: Dice, faults: Faults, nowMs: () => number) {
    this.#dice = dice;
    this.#faults = faults;
    this.#nowMs = nowMs;
  }

  link(name: string): Link {
    const dice = this.#dice.fork(name);
    return {
      delayMs: () => {
        if (!this.#faults.happens('link_delay', name)) return 0.02 + dice.fraction() * 0.1;
        const heldUpMs = dice.fraction() * HELD_UP_MS;
        this.slowUntilMs = Math.max(this.slowUntilMs, this.#nowMs() + heldUpMs);
        return heldUpMs;
      },
    };
  }
}
