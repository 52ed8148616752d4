/**
 * Orders that a sandbox holds back or has held back. Each one is stored before its client gets an answer. A killed
 * process therefore has them again at its next start, with their outcomes.
 */
import type { PlaceOrder, RequestId } from '@bellwether/engine';
import type { HeldBackOrder } from '@bellwether/read-model/orders/answer/explained/held-back.ts';
import type { HeldOrdersFile, HoldState } from '../adapters/held-orders/held-orders-file.ts';

/** Decided orders that are remembered as held back. */
const REMEMBERED_MAX = 10_000;

export interface HeldOrder extends HeldBackOrder {
  /** Command that reaches the exchange when the order is due, and the request it came with; null: without a key. */
  readonly command: PlaceOrder;
  readonly request: RequestId | null;
  /** Last entry of the journal when the order arrived. */
  readonly entry: number;
}

type StoredOrders = Pick<HeldOrdersFile, 'all' | 'keep' | 'forget'>;

type HeldState = { readonly order: HeldOrder; readonly state: HoldState };

export class HeldOrders {
  readonly #stored: StoredOrders;
  /** Waiting orders, in order of arrival. */
  readonly #waiting = new Map<string, HeldOrder>();
  /** Decided orders, in the order in which they were decided. */
  readonly #over = new Map<string, HeldState>();

  constructor(stored: StoredOrders) {
    this.#stored = stored;
    for (const { id, state, text } of stored.all()) {
      const order = JSON.parse(text) as HeldOrder;
      if (state === 'waits') this.#waiting.set(id, order);
      else this.#over.set(id, { order, state });
    }
  }

  /** Arrival time of the latest known order, in Unix milliseconds; 0: there is none. */
  get lastMs(): number {
    return this.#all().reduce((last, { sinceMs }) => Math.max(last, sinceMs), 0);
  }

  /** The order that is due first; of several, the one that arrived first. */
  get first(): HeldOrder | null {
    let first: HeldOrder | null = null;
    for (const order of this.#waiting.values()) if (first === null || order.untilMs < first.untilMs) first = order;
    return first;
  }

  /** True if an order waits that came with this key of this owner, in a request with another hash. */
  isKeyOfOther(by: RequestId['by'], key: string, hash: string): boolean {
    for (const { request } of this.#waiting.values())
      if (request?.by === by && request.key === key && request.hash !== hash) return true;
    return false;
  }

  find(id: string): HeldState | null {
    const order = this.#waiting.get(id);
    return order === undefined ? (this.#over.get(id) ?? null) : { order, state: 'waits' };
  }

  /** Stores a waiting order. Throws `StorageFull` and `StorageError`; the order is then not held. */
  hold(order: HeldOrder): void {
    this.#keep(order, 'waits');
    this.#over.delete(order.id);
    this.#waiting.set(order.id, order);
  }

  /** Stores the outcome of a due order. Throws `StorageFull` and `StorageError`; the order then still waits. */
  end(order: HeldOrder, isTaken: boolean): void {
    const state = isTaken ? 'taken' : 'refused';
    // The order waits until this is written. Deciding it a second time is safe, because it is the same order.
    this.#keep(order, state);
    this.#waiting.delete(order.id);
    this.#over.delete(order.id);
    this.#over.set(order.id, { order, state });
    for (const oldest of this.#over.keys()) {
      if (this.#over.size <= REMEMBERED_MAX) break;
      this.#forget(oldest);
    }
  }

  /**
   * Forgets orders that arrived after entry `entry`, at start: a journal that ends there has lost those orders, too.
   */
  forgetAfter(entry: number): void {
    for (const order of this.#all()) if (order.entry > entry) this.#forget(order.id);
  }

  #all(): readonly HeldOrder[] {
    return [...this.#waiting.values(), ...[...this.#over.values()].map(({ order }) => order)];
  }

  #keep(order: HeldOrder, state: HoldState): void {
    this.#stored.keep({ id: order.id, state, text: JSON.stringify(order) });
  }

  #forget(id: string): void {
    this.#waiting.delete(id);
    this.#over.delete(id);
    this.#stored.forget(id);
  }
}
