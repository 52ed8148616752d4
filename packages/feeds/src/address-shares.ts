/** Shares of a client address: its open connections, and the costs of all of them together. */
import type { FeedLimits } from './limits.ts';

interface WindowCost {
  windowStart: number;
  cost: number;
}

/** Open connections, in total and by client address, and the room for another one. */
export class ConnectionCounts {
  readonly #limits: FeedLimits;
  readonly #byAddress = new Map<string, number>();
  #all = 0;

  constructor(limits: FeedLimits) {
    this.#limits = limits;
  }

  of(address: string): number {
    return this.#byAddress.get(address) ?? 0;
  }

  /** Takes a place for a client, or returns the reason why there is none. */
  enter(address: string): 'entered' | 'venue_full' | 'address_full' {
    if (this.of(address) >= this.#limits.connectionsPerAddressMax) return 'address_full';
    if (this.#all >= this.#limits.connectionsMax) return 'venue_full';
    this.#byAddress.set(address, this.of(address) + 1);
    this.#all++;
    return 'entered';
  }

  /** Releases a place; called once for each place taken. */
  leave(address: string): void {
    const own = this.of(address) - 1;
    if (own > 0) this.#byAddress.set(address, own);
    else this.#byAddress.delete(address);
    this.#all--;
  }
}

/**
 * Costs of all connections of an address together in a time window: neither many connections nor new ones get more.
 * Arriving data is counted by its bytes as well as by its messages, since a frame can be broken or endless.
 */
export class AddressCosts {
  readonly #limits: FeedLimits;
  readonly #clock: () => number;
  readonly #byAddress = new Map<string, WindowCost>();

  /** `clock` returns monotonic milliseconds. */
  constructor(limits: FeedLimits, clock: () => number) {
    this.#limits = limits;
    this.#clock = clock;
  }

  /** Counts `cost`. Returns false if the address has exceeded its share. */
  spend(address: string, cost: number): boolean {
    const now = this.#clock();
    let spent = this.#byAddress.get(address);
    if (spent === undefined) {
      spent = { windowStart: now, cost: 0 };
      this.#byAddress.set(address, spent);
    } else if (this.#isOver(spent, now)) {
      spent.windowStart = now;
      spent.cost = 0;
    }
    spent.cost += cost;
    return spent.cost <= this.#limits.costPerAddressMax;
  }

  /** Removes counts whose window is over. */
  sweep(): void {
    const now = this.#clock();
    for (const [address, spent] of this.#byAddress) if (this.#isOver(spent, now)) this.#byAddress.delete(address);
  }

  #isOver({ windowStart }: WindowCost, now: number): boolean {
    return now - windowStart >= this.#limits.messageWindowMs;
  }
}
