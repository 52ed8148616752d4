/**
 * The clients that the limiter remembers: as many as are allowed, each until its windows are empty. When there is no place
 * for another one, newcomers are counted together, so that no one's count is ever forgotten early: those of one crowd, as
 * of one network, share a count, and which crowds share one as well is drawn by lot at the start.
 */
import { Client, type Scope } from './client.ts';

/** A table is looked through piece by piece, this often and this many clients at a time. */
const SWEEP_EVERY_MS = 100;
const SWEEP_CLIENTS = 2_000;
/** Counts for those without a place. */
const SHARED_COUNTS = 1_024;

export interface TableBounds {
  readonly clientsMax: number;
  /** Of one crowd. */
  readonly crowdMax: number;
}

export class ClientTable {
  readonly #clients = new Map<string, { readonly client: Client; readonly crowd: string | null }>();
  readonly #crowds = new Map<string, number>();
  readonly #rows: number;
  readonly #scope: Scope;
  readonly #bounds: TableBounds;
  readonly #lot: number;
  /** Those for whom there was no place. */
  readonly #shared = new Map<number, Client>();
  #sweep: Iterator<[string, { readonly client: Client; readonly crowd: string | null }]> | null = null;
  #sweepAt = 0;

  /** `lot` decides who shares a count: any integer that clients cannot know. */
  constructor(rows: number, scope: Scope, bounds: TableBounds, lot: number) {
    this.#rows = rows;
    this.#scope = scope;
    this.#bounds = bounds;
    this.#lot = lot;
  }

  get size(): number {
    return this.#clients.size;
  }

  /** The client of that name if it is known. */
  peek(name: string): Client | undefined {
    return this.#clients.get(name)?.client;
  }

  /**
   * The client of that name, new when it is not known; dropped again at some time after `keepUntil`. `crowd` names those
   * that one party can be many of, and `kin` those that share a count with it when the table is full.
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
    const number = slotOf(crowd, this.#lot);
    const client = this.#shared.get(number) ?? new Client(this.#rows, this.#scope);
    this.#shared.set(number, client);
    return client;
  }

  /** Drops those of whom nothing counts any more, a few at a time. */
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

/** FNV-1a from a start that clients cannot know. */
function slotOf(name: string, lot: number): number {
  let hash = (0x811c9dc5 ^ lot) >>> 0;
  for (let at = 0; at < name.length; at++) hash = Math.imul(hash ^ name.charCodeAt(at), 0x01000193) >>> 0;
  return hash % SHARED_COUNTS;
}
