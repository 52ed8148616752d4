/** Counts open connections, in total and by client address, and checks the room for another one. */
import type { FeedLimits } from './limits.ts';

export class ConnectionCounts {
  readonly #limits: FeedLimits;
  readonly #byAddress = new Map<string, number>();
  #all = 0;

  constructor(limits: FeedLimits) {
    this.#limits = limits;
  }

  get all(): number {
    return this.#all;
  }

  /** Number of connections of one address. */
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
