/**
 * Counts the costs of all connections of an address together in a time window: neither many connections nor new ones
 * get more. Arriving data is counted by its bytes as well as by its messages, since a frame can be broken or endless.
 */
import type { FeedLimits } from './limits.ts';

interface Spent {
  windowStart: number;
  cost: number;
}

export class AddressCosts {
  readonly #limits: FeedLimits;
  readonly #clock: () => number;
  readonly #byAddress = new Map<string, Spent>();

  /** `clock` returns monotonic milliseconds. */
  constructor(limits: FeedLimits, clock: () => number) {
    this.#limits = limits;
    this.#clock = clock;
  }

  /** Number of addresses with counted costs. */
  get size(): number {
    return this.#byAddress.size;
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

  #isOver({ windowStart }: Spent, now: number): boolean {
    return now - windowStart >= this.#limits.messageWindowMs;
  }
}
