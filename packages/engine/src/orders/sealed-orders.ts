/**
 * A generation of closed orders: a fixed number of consecutive ends, in order. Once full it never changes: the state
 * hands it out, sealed, and the engine's caller stores it for later look-ups. The history alone determines which orders
 * are in which generation.
 */
import { createOrderRow, type OrderRow, OrderRowPage } from './order-rows.ts';

export class SealedOrders {
  /** Index among all generations, from 0. */
  readonly index: number;
  /** Number of orders once it is sealed. */
  readonly size: number;
  /** Only for the state, which fills it and reads it while its orders are remembered. */
  readonly rows: OrderRowPage;

  constructor(index: number, size: number) {
    this.index = index;
    this.size = size;
    this.rows = new OrderRowPage(size);
  }

  /** Only for the state, which fills it. */
  write(at: number, row: OrderRow): void {
    this.rows.write(at, row);
  }

  /** Copies the order at `at` into `into`. */
  read(at: number, into: OrderRow = createOrderRow()): OrderRow {
    return this.rows.read(at, into);
  }
}
