/**
 * The other clients: a few accounts, each at its own address, that place durable orders and read a book at a fixed
 * rate.
 */
import { ROUTES_BY_NAME } from '@bellwether/contract';
import { Connections, get, runPaced } from '../shared/http-load.ts';
import { openTraders, orderRequest, type Trader } from '../shared/trading-floor.ts';
import type { VenueProcess } from '../shared/venue-process.ts';
import { bytesOf, key } from './candidate.ts';
import { tokenOf } from './world.ts';

/** Lower wallet numbers belong to the world. */
const FIRST_WALLET = 100;
const VICTIMS = 4;
/** Connections per victim, enough that a request rarely waits for another's answer. */
const CONNECTIONS = 30;
const ORDERS_PER_SECOND = 150;
/** Per address; the cap is 20. */
const BOOKS_PER_SECOND = 16;
const TOKEN = tokenOf(0, 0);
const BOOK = get(`/book?token_id=${TOKEN}`);

export interface Latencies {
  readonly orders: readonly number[];
  readonly books: readonly number[];
}

interface Victim {
  readonly trader: Trader;
  readonly connections: Connections;
}

export class Victims {
  readonly #victims: readonly Victim[];
  #salt = Date.now();

  constructor(port: number, traders: readonly Trader[]) {
    this.#victims = traders.map((trader, index) => ({
      trader,
      connections: new Connections(port, `127.0.0.${101 + index}`),
    }));
  }

  static async open(venue: VenueProcess): Promise<Victims> {
    return new Victims(venue.port, await openTraders(venue, VICTIMS, FIRST_WALLET));
  }

  /** Latencies of one window. Throws if an answer is not 200. */
  async look(seconds: number): Promise<Latencies> {
    // The venue closes connections that are idle for a minute.
    for (const { connections } of this.#victims) await connections.fill(CONNECTIONS);
    const [orders, books] = await Promise.all([
      this.#paced(ORDERS_PER_SECOND, seconds, ({ trader }) => {
        const salt = this.#salt++;
        return orderRequest(trader, { salt, tokenId: TOKEN, cents: 1 + (salt % 3), shares: 5 });
      }),
      this.#paced(BOOKS_PER_SECOND * VICTIMS, seconds, () => BOOK),
    ]);
    return { orders, books };
  }

  async clear(): Promise<void> {
    const cancel = { path: '/cancel-all', sender: key(0) };
    await Promise.all(
      this.#victims.map(({ trader, connections }) =>
        connections.exchange(bytesOf(ROUTES_BY_NAME.cancelAll, cancel, [trader])),
      ),
    );
  }

  close(): void {
    for (const { connections } of this.#victims) connections.close();
  }

  /** Requests from one victim after another. */
  #paced(perSecond: number, seconds: number, next: (victim: Victim) => Buffer): Promise<readonly number[]> {
    return runPaced(perSecond, Math.ceil(perSecond * seconds), (index) => {
      const victim = this.#victims[index % VICTIMS] as Victim;
      return victim.connections.exchange(next(victim));
    });
  }
}
