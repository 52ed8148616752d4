/**
 * Counts what the connections of one address cost in a window of time, all together: neither many connections nor new
 * ones get more. What arrives is counted by its bytes as well as by its messages, since a frame can be broken or endless.
 */
import { ALONE, type Replicas } from '../ports/replicas.ts';
import type { FeedLimits } from './limits.ts';

interface Spent {
  windowStart: number;
  cost: number;
}

export class AddressCosts {
  readonly #limits: FeedLimits;
  readonly #clock: () => number;
  readonly #byAddress = new Map<string, Spent>();

  readonly #replicas: Replicas;
  readonly #topic: 'costs' | 'pushes';

  /** `clock`: monotonic milliseconds that all gateways share. */
  constructor(
    limits: FeedLimits,
    clock: () => number,
    replicas: Replicas = ALONE,
    topic: 'costs' | 'pushes' = 'costs',
  ) {
    this.#limits = limits;
    this.#clock = clock;
    this.#replicas = replicas;
    this.#topic = topic;
    replicas.join(topic, { take: ([cost = 0, at = 0], [address = '']) => void this.#add(address, cost, at) });
  }

  /** Addresses that something is counted for. */
  get size(): number {
    return this.#byAddress.size;
  }

  /** Counts `cost`; false when the address has had more than its share. */
  spend(address: string, cost: number): boolean {
    this.#replicas.enter();
    try {
      const now = this.#clock();
      if (this.#replicas.isShared) this.#replicas.tell(this.#topic, [cost, now], [address]);
      return this.#add(address, cost, now);
    } finally {
      this.#replicas.leave();
    }
  }

  #add(address: string, cost: number, now: number): boolean {
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
