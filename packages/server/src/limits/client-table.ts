/**
 * The clients that the limiter remembers: as many as are allowed, each until its windows are empty. When there is no place
 * for another one, newcomers are counted together as one client, so that nobody's count is ever forgotten early.
 */
import { Client } from './client.ts';

/** A table is looked through piece by piece, this often and this many clients at a time. */
const SWEEP_EVERY_MS = 100;
const SWEEP_CLIENTS = 2_000;

export class ClientTable {
  readonly #clients = new Map<string, Client>();
  readonly #rows: number;
  readonly #clientsMax: number;
  /** Everyone for whom there was no place. */
  readonly #others: Client;
  #sweep: Iterator<[string, Client]> | null = null;
  #sweepAt = 0;

  constructor(rows: number, clientsMax: number) {
    this.#rows = rows;
    this.#clientsMax = clientsMax;
    this.#others = new Client(rows);
  }

  get size(): number {
    return this.#clients.size;
  }

  /** The client of that name, new when it is not known; dropped again at some time after `keepUntil`. */
  find(name: string, now: number): Client {
    if (now >= this.#sweepAt) this.#sweepSome(now);
    const known = this.#clients.get(name);
    if (known !== undefined) return known;
    if (this.#clients.size >= this.#clientsMax) return this.#others;
    const client = new Client(this.#rows);
    this.#clients.set(name, client);
    return client;
  }

  *[Symbol.iterator](): Generator<Client> {
    yield* this.#clients.values();
    yield this.#others;
  }

  #sweepSome(now: number): void {
    this.#sweepAt = now + SWEEP_EVERY_MS;
    this.#sweep ??= this.#clients.entries();
    for (let seen = 0; seen < SWEEP_CLIENTS; seen++) {
      const { done, value } = this.#sweep.next();
      if (done === true) {
        this.#sweep = null;
        this.#others.shrink(now);
        return;
      }
      const [name, client] = value;
      if (now >= client.keepUntil && !client.isWaiting) this.#clients.delete(name);
      else client.shrink(now);
    }
  }
}
