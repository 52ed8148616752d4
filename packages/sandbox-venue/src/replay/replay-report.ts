/**
 * Results of a replay, collected as it runs: client requests, their fills, and places where their trades bend the tape.
 */
import { createHash, type Hash } from 'node:crypto';
import type { ReplayCertificate } from '@bellwether/contract';
import { BID, type BookSide } from '@bellwether/engine';
import { amountText, priceText } from '@bellwether/wire/forms/decimal.ts';
import type { Trip } from '../latency/latency.ts';
import type { BoundName, QueuedOrder } from './queue.ts';

/** Number of orders that a certificate lists, counted from the first. */
const CERTIFIED_ORDERS_MAX = 1_000;

/** An order of a client that rested. */
export interface Tracked {
  /** Number of the order among all client orders, from 1. */
  readonly ordinal: number;
  readonly id: string;
  readonly market: number;
  readonly queued: QueuedOrder;
  /** Tape size ahead of the order when it began to rest, micro-shares. */
  readonly aheadAtFirst: number;
}

export interface ReplayDeviations {
  /** Micro-shares of the tape's orders that clients took, and that others on the tape could have had. */
  taken: number;
  /** Micro-shares of the tape's takers that met an order of a client. */
  given: number;
  /**
   * Trades of the tape that found less size than the tape shows, because clients had taken some; `short`: the
   * micro-shares missing.
   */
  shortTrades: number;
  short: number;
}

/** Amount in 1/10000 of a micro-unit: exact at any price. */
type Exact = bigint;

export class ReplayReport {
  readonly bends: ReplayDeviations = { taken: 0, given: 0, shortTrades: 0, short: 0 };
  readonly tracked: Tracked[] = [];
  requests = 0;
  fills = 0;
  readonly #requests: Hash = createHash('sha256');
  readonly #fills: Hash = createHash('sha256');
  readonly #startMs: number;
  /** Net cash of clients as takers and among each other, fees included, and the matching shares by market. */
  #cash: Exact = 0n;
  readonly #shares = new Map<number, bigint>();

  constructor(startMs: number) {
    this.#startMs = startMs;
  }

  /** Records an effective client request by its meaning, without ids, which clients choose. */
  request(timeMs: number, what: readonly unknown[]): void {
    this.requests++;
    this.#requests.update(`${JSON.stringify([timeMs - this.#startMs, ...what])}\n`);
  }

  /** Records a fill of a client's order; side and price in YES terms. */
  fill(timeMs: number, ordinal: number, side: BookSide, price: number, size: number): void {
    this.fills++;
    this.#fills.update(`${JSON.stringify([timeMs - this.#startMs, ordinal, side, price, size])}\n`);
  }

  /** Records a fill that does not depend on queue positions. */
  certain(market: number, side: BookSide, price: number, size: number): void {
    const signed = side === BID ? BigInt(size) : -BigInt(size);
    this.#cash -= signed * BigInt(price);
    this.#shares.set(market, (this.#shares.get(market) ?? 0n) + signed);
  }

  fee(micros: number): void {
    this.#cash -= BigInt(micros) * 10_000n;
  }

  get requestsHash(): string {
    return this.#requests.copy().digest('hex');
  }

  get fillsHash(): string {
    return this.#fills.copy().digest('hex');
  }

  /** Profit of all clients together, in units of collateral; `marks` in 1/20000 by market. */
  profit(bound: BoundName, marks: readonly number[]): string {
    let cash = this.#cash;
    const shares = new Map(this.#shares);
    for (const { queued, market } of this.tracked) {
      const filled = Math.min(queued[bound].filled, queued.size - queued.filledByClients);
      const signed = queued.side === BID ? BigInt(filled) : -BigInt(filled);
      cash -= signed * BigInt(queued.price);
      shares.set(market, (shares.get(market) ?? 0n) + signed);
    }
    // In 1/20000 of a micro-unit.
    let worth = cash * 2n;
    for (const [market, held] of shares) worth += held * BigInt(marks[market] ?? 10_000);
    return amountText(worth / 20_000n);
  }

  /** Listed orders, each with its fill under both bounds, and with its times if it had latency. */
  orders(tripOf: (id: string) => Trip | null): ReplayCertificate['orders']['listed'] {
    return this.tracked.slice(0, CERTIFIED_ORDERS_MAX).map(({ ordinal, id, market, queued, aheadAtFirst }) => ({
      order: ordinal,
      market,
      side: queued.side === BID ? 'bid' : 'ask',
      price: priceText(queued.price),
      size: amountText(queued.size),
      ahead_at_first: amountText(aheadAtFirst),
      filled_by_clients: amountText(queued.filledByClients),
      filled: amountText(queued.executed),
      pessimistic: amountText(queued.pessimistic.filled),
      optimistic: amountText(queued.optimistic.filled),
      ...this.#timesOf(tripOf(id)),
    }));
  }

  #timesOf(trip: Trip | null) {
    return trip === null ? {} : { sent_ms: trip.sentMs - this.#startMs, arrived_ms: trip.arrivedMs - this.#startMs };
  }
}
