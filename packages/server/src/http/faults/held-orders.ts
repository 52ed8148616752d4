/**
 * The orders that a sandbox holds back, and those that it held back before: each is kept before its client hears of it, so that
 * a process that is killed has them again at its next start, with what became of them.
 */
import type { PlaceOrder, RequestId } from '@bellwether/engine';
import type { HoldState, StoredHeldOrders } from '../../ports/held-orders.ts';
import type { HeldBackOrder } from '../../wire/orders/explained/held-back.ts';

/** Orders whose time has come, and that are remembered as held back. */
const REMEMBERED_MAX = 10_000;

export interface HeldOrder extends HeldBackOrder {
  /** What comes to the exchange when its time has come, and the request that it came with; null: without a key. */
  readonly command: PlaceOrder;
  readonly request: RequestId | null;
  /** Last entry of the journal when it came. */
  readonly entry: number;
}

interface Held {
  readonly order: HeldOrder;
  readonly state: HoldState;
}

export class HeldOrders {
  readonly #stored: StoredHeldOrders;
  /** In the order in which they came. */
  readonly #waiting = new Map<string, HeldOrder>();
  /** Those whose time has come, in the order of that. */
  readonly #over = new Map<string, Held>();

  constructor(stored: StoredHeldOrders) {
    this.#stored = stored;
    for (const { id, state, text } of stored.all()) {
      const order = JSON.parse(text) as HeldOrder;
      if (state === 'waits') this.#waiting.set(id, order);
      else this.#over.set(id, { order, state });
    }
  }

  /** When the last one came that is known, in Unix milliseconds; 0: there is none. */
  get lastMs(): number {
    return this.#all().reduce((last, { sinceMs }) => Math.max(last, sinceMs), 0);
  }

  /** The one whose time comes first; of several the one that came first. */
  get first(): HeldOrder | null {
    let first: HeldOrder | null = null;
    for (const order of this.#waiting.values()) if (first === null || order.untilMs < first.untilMs) first = order;
    return first;
  }

  /** Whether an order that waits came with a key of that owner, in another request than that with the hash. */
  isKeyOfOther(by: RequestId['by'], key: string, hash: string): boolean {
    for (const { request } of this.#waiting.values())
      if (request?.by === by && request.key === key && request.hash !== hash) return true;
    return false;
  }

  find(id: string): Held | null {
    const order = this.#waiting.get(id);
    return order === undefined ? (this.#over.get(id) ?? null) : { order, state: 'waits' };
  }

  /** Throws `StorageFull` and `StorageError`, and then it is not held. */
  hold(order: HeldOrder): void {
    this.#keep(order, 'waits');
    this.#over.delete(order.id);
    this.#waiting.set(order.id, order);
  }

  /** Its time has come. Throws `StorageFull` and `StorageError`, and then it still waits. */
  end(order: HeldOrder, isTaken: boolean): void {
    const state = isTaken ? 'taken' : 'refused';
    // Until it is written it waits: decided once more, it is the same order.
    this.#keep(order, state);
    this.#waiting.delete(order.id);
    this.#over.delete(order.id);
    this.#over.set(order.id, { order, state });
    for (const oldest of this.#over.keys()) {
      if (this.#over.size <= REMEMBERED_MAX) break;
      this.#forget(oldest);
    }
  }

  /** At a start: a journal that ends before an order came was lost from there on, and the order with it. */
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
