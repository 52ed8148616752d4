/**
 * Closed orders that a state has handed out: the stored ones, and in memory those sealed since. An archive is kept
 * beside every state that decides placements or looks up orders, and observes its follower.
 */
import {
  type Command,
  createOrderRow,
  KEY_WORDS,
  type OrderId,
  type OrderResult,
  type OrderRow,
  OrderRows,
  OrderTable,
  orderFateOf,
  orderNumber,
  orderResultOf,
  readOrderKey,
  type SealedOrders,
  type State,
} from '@bellwether/engine';
import type {
  ArchivedOrder,
  ClosedOrders,
  OrderArchive,
  OrderRun,
  StoredOrders,
} from '@bellwether/ports/order-archive.ts';
import type { EntryObserver } from '@bellwether/ports/venue-view.ts';

/** The archive before anything was stored. */
export const NO_STORED_ORDERS: StoredOrders = { runs: [], generations: 0, find: () => null, close: () => undefined };

export class SealedArchive implements OrderArchive, ClosedOrders, EntryObserver {
  #stored: StoredOrders;
  #pending = new PendingOrders([]);
  readonly #key = new Int32Array(KEY_WORDS);

  constructor(stored: StoredOrders) {
    this.#stored = stored;
  }

  get runs(): readonly OrderRun[] {
    return this.#stored.runs;
  }

  /** Generations that are sealed and not stored yet, oldest first. */
  get pending(): readonly SealedOrders[] {
    return this.#pending.generations;
  }

  find(orderId: OrderId): ArchivedOrder | null {
    readOrderKey(orderId, this.#key);
    const row = this.#pending.find(this.#key) ?? this.#stored.find(this.#key);
    if (row === null) return null;
    return { number: orderNumber(row.number), result: orderResultOf(row), fate: orderFateOf(row.flags) };
  }

  /** First result of the order that a command places, for `decide`; null if the state still has it, or it is new. */
  firstResult({ orderResults }: Readonly<State>, command: Command): OrderResult | null {
    const order = command.kind === 'BindAndPlace' ? command.order : command;
    if (order.kind !== 'PlaceOrder' || orderResults.get(order.orderId) !== null) return null;
    return this.find(order.orderId)?.result ?? null;
  }

  published(_entries: readonly unknown[], state: Readonly<State>): void {
    this.take(state);
  }

  /** Takes the sealed orders out of the state. The state forgets them soon, so call this after every change. */
  take(state: Readonly<State>): void {
    for (const generation of state.orderResults.takeSealed()) this.#pending.add(generation);
  }

  /** Switches to a larger store: orders that it holds leave memory. */
  replace(stored: StoredOrders): void {
    this.#stored.close();
    this.#stored = stored;
    this.#pending = new PendingOrders(this.pending.filter(({ index }) => index >= stored.generations));
  }

  close(): void {
    this.#stored.close();
  }
}

/**
 * Replaces the stored orders. If they cannot be opened, those in memory go on answering; the next snapshot is another
 * chance.
 */
export function replaceStored(archive: SealedArchive, open: () => StoredOrders): void {
  let stored: StoredOrders;
  try {
    stored = open();
  } catch {
    return;
  }
  archive.replace(stored);
}

class PendingOrders {
  readonly generations: SealedOrders[] = [];
  readonly #rows = new OrderRows();
  readonly #table = new OrderTable(this.#rows);
  readonly #row = createOrderRow();

  constructor(generations: readonly SealedOrders[]) {
    for (const generation of generations) this.add(generation);
  }

  add(generation: SealedOrders): void {
    this.generations.push(generation);
    for (let at = 0; at < generation.size; at++) this.#table.add(this.#rows.add(generation.read(at, this.#row)));
  }

  find(key: Int32Array): OrderRow | null {
    const at = this.#table.find(key);
    return at < 0 ? null : this.#rows.read(at, this.#row);
  }
}
