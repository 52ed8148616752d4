/** Counts open connections of all gateways, all together and by client address, and says when there is room for one more. */
import { ALONE, type Replicas } from '../ports/replicas.ts';
import type { FeedLimits } from './limits.ts';

export class ConnectionCounts {
  readonly #limits: FeedLimits;
  readonly #replicas: Replicas;
  readonly #byAddress = new Map<string, number>();
  #all = 0;

  constructor(limits: FeedLimits, replicas: Replicas = ALONE) {
    this.#limits = limits;
    this.#replicas = replicas;
    replicas.join('feeds', { take: ([change = 0], [address = '']) => this.#add(address, change) });
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
    this.#replicas.enter();
    try {
      if (this.of(address) >= this.#limits.connectionsPerAddressMax) return 'address_full';
      if (this.#all >= this.#limits.connectionsMax) return 'venue_full';
      this.#change(address, 1);
      return 'entered';
    } finally {
      this.#replicas.leave();
    }
  }

  /** Gives a place back; once for each that was entered. */
  leave(address: string): void {
    this.#replicas.enter();
    this.#change(address, -1);
    this.#replicas.leave();
  }

  #change(address: string, change: number): void {
    this.#add(address, change);
    if (this.#replicas.isShared) this.#replicas.tell('feeds', [change], [address]);
  }

  #add(address: string, change: number): void {
    const own = this.of(address) + change;
    if (own > 0) this.#byAddress.set(address, own);
    else this.#byAddress.delete(address);
    this.#all += change;
  }
}
