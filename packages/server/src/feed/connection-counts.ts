/** Counts open connections, all together and by client address, and says when there is room for one more. */
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

  /** Connections of one address. */
  of(address: string): number {
    return this.#byAddress.get(address) ?? 0;
  }

  /** Takes a place for a client, or says why there is none. */
  enter(address: string): 'entered' | 'venue_full' | 'address_full' {
    if (this.of(address) >= this.#limits.connectionsPerAddressMax) return 'address_full';
    if (this.#all >= this.#limits.connectionsMax) return 'venue_full';
    this.#byAddress.set(address, this.of(address) + 1);
    this.#all++;
    return 'entered';
  }

  /** Gives a place back; once for each that was entered. */
  leave(address: string): void {
    const own = this.of(address) - 1;
    if (own > 0) this.#byAddress.set(address, own);
    else this.#byAddress.delete(address);
    this.#all--;
  }
}
