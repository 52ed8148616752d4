/** The others: a few accounts, each at an address of its own, that place durable orders and read a book at a fixed rate. */
import { setTimeout } from 'node:timers/promises';
import { ROUTES_BY_NAME } from '@bellwether/contract';
import { type Connection, openConnection } from '../../shared/http-load.ts';
import { openTraders, type Trader } from '../../shared/trading-floor.ts';
import type { VenueProcess } from '../../shared/venue-process.ts';
import type { Request } from '../candidate.ts';
import { bytesOf } from '../request-bytes.ts';
import { tokenOf } from '../world.ts';

/** Wallets before these are the world's own. */
const FIRST_WALLET = 100;
const VICTIMS = 4;
/** Of each: so many that a request hardly ever waits for the answer to another. */
const CONNECTIONS = 30;
const ORDERS_PER_SECOND = 150;
/** Of one address: what its cap lets pass is 20. */
const BOOKS_PER_SECOND = 16;
const SHARES = 5_000_000;
const WANDERING_TICKS = 3;

export interface Latencies {
  readonly orders: readonly number[];
  readonly books: readonly number[];
}

interface Victim {
  readonly address: string;
  readonly trader: Trader;
  /** Free ones, the one that was used longest ago first. */
  connections: Connection[];
}

export class Victims {
  readonly #port: number;
  readonly #victims: readonly Victim[];
  readonly #book: Buffer;
  #salt = Date.now();

  private constructor(port: number, victims: readonly Victim[]) {
    this.#port = port;
    this.#victims = victims;
    this.#book = Buffer.from(`GET /book?token_id=${tokenOf(0, 0)} HTTP/1.1\r\nhost: localhost\r\n\r\n`);
  }

  static async open(venue: VenueProcess): Promise<Victims> {
    const traders = await openTraders(venue, VICTIMS, FIRST_WALLET);
    const victims = traders.map(async (trader, index): Promise<Victim> => {
      const victim: Victim = { address: `127.0.0.${101 + index}`, trader, connections: [] };
      await connectAgain(venue.port, victim);
      return victim;
    });
    return new Victims(venue.port, await Promise.all(victims));
  }

  /** Latencies of one window. Throws when anything but 200 is answered. */
  async look(seconds: number): Promise<Latencies> {
    await Promise.all(this.#victims.map((victim) => connectAgain(this.#port, victim)));
    const [orders, books] = await Promise.all([
      this.#paced(ORDERS_PER_SECOND, seconds, ({ trader }) => this.#order(trader)),
      this.#paced(BOOKS_PER_SECOND * VICTIMS, seconds, () => this.#book),
    ]);
    return { orders, books };
  }

  /** Ends what they have placed. */
  async clear(): Promise<void> {
    const cancel: Request = { path: '/cancel-all', sender: { kind: 'key', actor: 0 } };
    await Promise.all(this.#victims.map((victim) => ask(victim, this.#signed(victim.trader, 'cancelAll', cancel))));
  }

  close(): void {
    for (const { connections } of this.#victims) for (const connection of connections) connection.close();
  }

  /**
   * An open loop: requests are due at a fixed rate, from one victim after another, and latency counts from when a request
   * was due, so that a stall is not hidden by the requests it kept back.
   */
  async #paced(perSecond: number, seconds: number, next: (victim: Victim) => Buffer): Promise<readonly number[]> {
    const latencies: number[] = [];
    const started = performance.now();
    const asked: Promise<void>[] = [];
    const failures: unknown[] = [];
    for (let number = 0; number < perSecond * seconds; number++) {
      const due = started + (number * 1000) / perSecond;
      const wait = due - performance.now();
      if (wait > 0) await setTimeout(wait);
      const victim = this.#victims[number % this.#victims.length] as Victim;
      const answered = async (): Promise<void> => {
        const status = await ask(victim, next(victim));
        if (status !== 200) throw new Error(`another client’s request was answered ${status}`);
        // A timer may be early.
        latencies.push(Math.max(0, performance.now() - due));
      };
      asked.push(answered().catch((error) => void failures.push(error)));
    }
    await Promise.all(asked);
    if (failures.length > 0) throw failures[0];
    return latencies;
  }

  #order(trader: Trader): Buffer {
    const salt = this.#salt++;
    const order = trader.wallet.order({
      salt,
      tokenId: tokenOf(0, 0),
      makerAmount: (SHARES / 100) * (1 + (salt % WANDERING_TICKS)),
      takerAmount: SHARES,
      side: 'BUY',
      timestamp: Date.now(),
    });
    const body = { order, owner: trader.wallet.address, orderType: 'GTC' };
    return this.#signed(trader, 'placeOrder', { path: '/order', body, sender: { kind: 'key', actor: 0 } });
  }

  #signed(trader: Trader, name: 'placeOrder' | 'cancelAll', request: Request): Buffer {
    return bytesOf(ROUTES_BY_NAME[name], request, [trader], '');
  }
}

/** The venue ends connections that are idle for a minute. */
async function connectAgain(port: number, victim: Victim): Promise<void> {
  const open = victim.connections.filter(({ isOpen }) => isOpen);
  while (open.length < CONNECTIONS) open.push(await openConnection(port, victim.address));
  victim.connections = open;
}

/** Over a free connection, as soon as there is one. */
async function ask(victim: Victim, bytes: Buffer): Promise<number> {
  while (victim.connections.length === 0) await setTimeout(1);
  const connection = victim.connections.shift() as Connection;
  const status = await connection.exchange(bytes);
  victim.connections.push(connection);
  return status;
}
