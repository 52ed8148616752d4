/**
 * The other clients: a few accounts, each at its own address, that place durable orders and read a book at a fixed
 * rate.
 */
import { ROUTES_BY_NAME } from '@bellwether/contract';
import { type Connection, get, openConnection } from '../shared/http-load.ts';
import { pause } from '../shared/report.ts';
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
  readonly address: string;
  readonly trader: Trader;
  /** Free connections, least recently used first. */
  connections: Connection[];
}

export class Victims {
  readonly #port: number;
  readonly #victims: readonly Victim[];
  #salt = Date.now();

  constructor(port: number, traders: readonly Trader[]) {
    this.#port = port;
    this.#victims = traders.map((trader, index) => ({ address: `127.0.0.${101 + index}`, trader, connections: [] }));
  }

  static async open(venue: VenueProcess): Promise<Victims> {
    return new Victims(venue.port, await openTraders(venue, VICTIMS, FIRST_WALLET));
  }

  /** Latencies of one window. Throws if an answer is not 200. */
  async look(seconds: number): Promise<Latencies> {
    // The venue closes connections that are idle for a minute.
    for (const victim of this.#victims) {
      victim.connections = victim.connections.filter(({ isOpen }) => isOpen);
      while (victim.connections.length < CONNECTIONS)
        victim.connections.push(await openConnection(this.#port, victim.address));
    }
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
    const bytes = ({ trader }: Victim): Buffer => bytesOf(ROUTES_BY_NAME.cancelAll, cancel, [trader]);
    await Promise.all(this.#victims.map((victim) => ask(victim, bytes(victim))));
  }

  close(): void {
    for (const { connections } of this.#victims) for (const connection of connections) connection.close();
  }

  /**
   * An open loop: requests are due at a fixed rate, from one victim after another. Latency counts from the due time, so
   * that a stall is not hidden by the requests it holds back.
   */
  async #paced(perSecond: number, seconds: number, next: (victim: Victim) => Buffer): Promise<readonly number[]> {
    const started = performance.now();
    const asked: Promise<number>[] = [];
    for (let number = 0; number < perSecond * seconds; number++) {
      const due = started + (number * 1_000) / perSecond;
      await pause(Math.max(0, due - performance.now()));
      const victim = this.#victims[number % VICTIMS] as Victim;
      // A timer may fire early.
      const answered = ask(victim, next(victim)).then(() => Math.max(0, performance.now() - due));
      answered.catch(() => undefined);
      asked.push(answered);
    }
    return await Promise.all(asked);
  }
}

/** Sends bytes over a free connection, as soon as there is one. */
async function ask(victim: Victim, bytes: Buffer): Promise<void> {
  while (victim.connections.length === 0) await pause(1);
  const connection = victim.connections.shift() as Connection;
  const status = await connection.exchange(bytes);
  if (status !== 200) throw new Error(`another client’s request was answered ${status}`);
  victim.connections.push(connection);
}
