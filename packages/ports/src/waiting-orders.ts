/** Orders that wait before they come to the exchange, or end before that. */
import type { OrderAccepted } from '@bellwether/engine';

export interface WaitingOrder {
  /** The order as the exchange would have accepted it when it arrived. */
  readonly accepted: OrderAccepted;
  readonly status: 'DELAYED' | 'UNMATCHED' | 'CANCELED';
  /** Arrival, and start of that status, in Unix milliseconds. */
  readonly createdMs: number;
  readonly sinceMs: number;
}

export interface WaitingOrders {
  /**
   * Calls `tell` for each order when it begins to wait, and when it ends without the exchange. Returns a function that
   * stops this.
   */
  follow(tell: (order: WaitingOrder) => void): () => void;
}
