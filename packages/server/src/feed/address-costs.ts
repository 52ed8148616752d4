/**
 * Counts what the connections of one address cost in a window of time, all together: neither many connections nor new
 * ones get more. What arrives is counted by its bytes as well as by its messages, since a frame can be broken or endless.
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

  /** `clock`: monotonic milliseconds. */
  constructor(limits: FeedLimits, clock: () => number) {
    this.#limits = limits;
    this.#clock = clock;
  }

  /** Addresses that something is counted for. */
  get size(): number {
    return this.#byAddress.size;
  }

  /** Counts `cost`; false when the address has had more than its share. */
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

  /** Forgets what no longer counts. */
  sweep(): void {
    const now = this.#clock();
    for (const [address, spent] of this.#byAddress) if (this.#isOver(spent, now)) this.#byAddress.delete(address);
  }

  #isOver({ windowStart }: Spent, now: number): boolean {
    return now - windowStart >= this.#limits.messageWindowMs;
  }
}
