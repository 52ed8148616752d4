/**
 * All clients of a limiter: accounts, the addresses they call from, and the networks of these addresses. Up to a maximum
 * of each kind is remembered, each client until its windows are empty. When a table is full, newcomers share counts, so
 * that no count is ever forgotten early. Members of one crowd, such as a network, share a count; a random value drawn at
 * the start decides which crowds share one as well.
 */
import { Client, type Scope } from './client.ts';
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

  /** `secret` decides which clients share a count: any integer that clients cannot know. */
  constructor(rows: number, { accountsMax, addressesMax, addressesPerNetworkMax }: LimiterBounds, secret: number) {
    this.#accounts = new ClientTable(rows, 'single', { clientsMax: accountsMax, crowdMax: accountsMax }, secret);
    const addresses = { clientsMax: addressesMax, crowdMax: addressesPerNetworkMax };
    this.#addresses = new ClientTable(rows, 'single', addresses, secret);
    this.#networks = new ClientTable(rows, 'network', addresses, secret);
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

/** A sweep runs this often and looks at this many clients. */
const SWEEP_EVERY_MS = 100;
const SWEEP_CLIENTS = 2_000;
/** Number of shared counts for clients without a place. */
const SHARED_COUNTS = 1_024;

type TableBounds = { readonly clientsMax: number; readonly crowdMax: number };

class ClientTable {
  readonly #clients = new Map<string, { readonly client: Client; readonly crowd: string | null }>();
  readonly #crowds = new Map<string, number>();
  readonly #rows: number;
  readonly #scope: Scope;
  readonly #bounds: TableBounds;
  readonly #secret: number;
  /** Shared counts of clients that found no place. */
  readonly #shared = new Map<number, Client>();
  #sweep: Iterator<[string, { readonly client: Client; readonly crowd: string | null }]> | null = null;
  #sweepAt = 0;

  constructor(rows: number, scope: Scope, bounds: TableBounds, secret: number) {
    this.#rows = rows;
    this.#scope = scope;
    this.#bounds = bounds;
    this.#secret = secret;
  }

  get size(): number {
    return this.#clients.size;
  }

  peek(name: string): Client | undefined {
    return this.#clients.get(name)?.client;
  }

  /**
   * Client with this name, created if unknown and dropped some time after `keepUntil`. `crowd` names a group in which
   * one party can have many members. Clients with the same `kin` share a count when the table is full.
   */
  find(name: string, now: number, crowd: string | null = null, kin: string = name): Client {
    this.#dropSome(now);
    const known = this.#clients.get(name);
    if (known !== undefined) return known.client;
    if (this.#clients.size >= this.#bounds.clientsMax) return this.#share(kin);
    if (crowd !== null) {
      const others = this.#crowds.get(crowd) ?? 0;
      if (others >= this.#bounds.crowdMax) return this.#share(crowd);
      this.#crowds.set(crowd, others + 1);
    }
    const client = new Client(this.#rows, this.#scope);
    this.#clients.set(name, { client, crowd });
    return client;
  }

  *[Symbol.iterator](): Generator<Client> {
    for (const { client } of this.#clients.values()) yield client;
    yield* this.#shared.values();
  }

  #share(crowd: string): Client {
    const number = slotOf(crowd, this.#secret);
    const client = this.#shared.get(number) ?? new Client(this.#rows, this.#scope);
    this.#shared.set(number, client);
    return client;
  }

  /** Drops clients with no live counts, a few at a time. */
  #dropSome(now: number): void {
    if (now < this.#sweepAt) return;
    this.#sweepAt = now + SWEEP_EVERY_MS;
    this.#sweep ??= this.#clients.entries();
    for (let seen = 0; seen < SWEEP_CLIENTS; seen++) {
      const { done, value } = this.#sweep.next();
      if (done === true) {
        this.#sweep = null;
        for (const [number, client] of this.#shared) {
          if (isDone(client, now)) this.#shared.delete(number);
          else client.shrink(now);
        }
        return;
      }
      const [name, { client, crowd }] = value;
      if (isDone(client, now)) {
        this.#clients.delete(name);
        if (crowd !== null) this.#leaveCrowd(crowd);
      } else client.shrink(now);
    }
  }

  #leaveCrowd(crowd: string): void {
    const others = (this.#crowds.get(crowd) ?? 0) - 1;
    if (others > 0) this.#crowds.set(crowd, others);
    else this.#crowds.delete(crowd);
  }
}

function isDone(client: Client, now: number): boolean {
  return now >= client.keepUntil && !client.isWaiting;
}

/** FNV-1a hash with a start value that clients cannot know. */
function slotOf(name: string, secret: number): number {
  let hash = (0x811c9dc5 ^ secret) >>> 0;
  for (let at = 0; at < name.length; at++) hash = Math.imul(hash ^ name.charCodeAt(at), 0x01000193) >>> 0;
  return hash % SHARED_COUNTS;
}
