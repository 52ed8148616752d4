/** All clients of a limiter: accounts, the addresses they call from, and the networks of these addresses. */
import type { Client } from './client.ts';
import { ClientTable } from './client-table.ts';
import type { LimiterBounds } from './limiter-options.ts';

/** Source of a request. */
export interface Origin {
  /** One client as far as addresses tell: an IPv4 address or an IPv6 /64. */
  readonly address: string;
  /** A network whose addresses usually have one owner: an IPv6 /48; null for IPv4. */
  readonly network: string | null;
  /** Larger group that shares a count when the table is full: an IPv4 /16 or an IPv6 /32. */
  readonly kin: string;
}

export class Clients {
  readonly #accounts: ClientTable;
  readonly #addresses: ClientTable;
  readonly #networks: ClientTable;

  /** `lot` decides which clients share a count, see `ClientTable`. */
  constructor(rows: number, { accountsMax, addressesMax, addressesPerNetworkMax }: LimiterBounds, lot: number) {
    this.#accounts = new ClientTable(rows, 'single', { clientsMax: accountsMax, crowdMax: accountsMax }, lot);
    const addresses = { clientsMax: addressesMax, crowdMax: addressesPerNetworkMax };
    this.#addresses = new ClientTable(rows, 'single', addresses, lot);
    this.#networks = new ClientTable(rows, 'network', addresses, lot);
  }

  /** Clients that a request without a proven account counts for. */
  byOrigin({ address, network, kin }: Origin, now: number): readonly Client[] {
    const own = this.#addresses.find(address, now, network, kin);
    return network === null ? [own] : [own, this.#networks.find(network, now, null, kin)];
  }

  /** Clients that a request of a proven account counts for. `origin` is null if only the account counts. */
  byAccount(account: string, origin: Origin | null, now: number): readonly Client[] {
    const own = this.#accounts.find(account, now);
    own.origin = origin === null ? [] : this.byOrigin(origin, now);
    return [own, ...own.origin];
  }

  /** The account itself, whatever address it calls from. */
  ownOf(account: string, now: number): Client {
    return this.#accounts.find(account, now);
  }

  account(address: string): Client | undefined {
    return this.#accounts.peek(address);
  }

  size(kind: 'account' | 'address' | 'network'): number {
    return { account: this.#accounts, address: this.#addresses, network: this.#networks }[kind].size;
  }

  *[Symbol.iterator](): Generator<Client> {
    for (const table of [this.#accounts, this.#addresses, this.#networks]) yield* table;
  }
}
