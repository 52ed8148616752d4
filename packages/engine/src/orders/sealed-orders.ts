/**
 * A generation of closed orders: the next so many that ended, in the order in which they did. Once it is full nothing in
 * it changes any more: the state hands it out, sealed, and the engine's caller keeps it where it can be found again.
 * Which orders are in which generation follows from the history alone.
 */
import { createOrderRow, type OrderRow, OrderRowPage } from './order-rows.ts';

export class SealedOrders {
  /** Its place among all generations, from 0. */
  readonly index: number;
  /** Orders that are in it when it is sealed. */
  readonly size: number;
  /** For the state, which fills it and looks in it while its orders are remembered. */
  readonly rows: OrderRowPage;

  constructor(index: number, size: number) {
    this.index = index;
    this.size = size;
    this.rows = new OrderRowPage(size);
  }

  /** For the state, which fills it. */
  write(at: number, row: OrderRow): void {
    this.rows.write(at, row);
  }

  /** Copies the order at `at` into `into`. */
  read(at: number, into: OrderRow = createOrderRow()): OrderRow {
    return this.rows.read(at, into);
  }
}
