/**
 * Data that an entry is about to change and that is gone afterwards: orders that it fills or cancels, and ticks. Read
 * from the state before the entry; the messages are made after the entry.
 */
import type { Entry, Event, MarketId, OpenOrder, OrderNumber, State } from '@bellwether/engine';

export class EntryOrders {
  /** Resting orders that the entry fills, cancels or resizes, copied before the entry. */
  readonly #orders = new Map<OrderNumber, OpenOrder>();
  readonly #ticks = new Map<MarketId, number>();

  /** Records the orders and ticks that `entry` will touch; `state` is the state before the entry. */
  read(entry: Entry, state: Readonly<State>): void {
    this.clear();
    for (const event of entry.events) this.#readEvent(event, state);
  }

  clear(): void {
    if (this.#orders.size > 0) this.#orders.clear();
    if (this.#ticks.size > 0) this.#ticks.clear();
  }

  order(number: OrderNumber): OpenOrder {
    const order = this.#orders.get(number);
    if (order === undefined) throw new Error(`order ${number} was not resting before its entry`);
    return order;
  }

  /** Tick of a market before the entry, in 1/10000; null if the entry does not update the market. */
  tick(market: MarketId): number | null {
    return this.#ticks.get(market) ?? null;
  }

  #readEvent(event: Event, state: Readonly<State>): void {
    if (event.kind === 'OrderCanceled') this.#readOrder(event.order, state);
    else if (event.kind === 'TradeExecuted') for (const leg of event.legs) this.#readOrder(leg.order, state);
    else if (event.kind === 'HouseQuoted') for (const [order] of event.resized) this.#readOrder(order, state);
    else if (event.kind === 'MarketUpdated') {
      const market = state.markets[event.market];
      if (market !== undefined) this.#ticks.set(event.market, market.tick);
    }
  }

  #readOrder(number: OrderNumber, state: Readonly<State>): void {
    const order = state.openOrders.get(number);
    if (order !== undefined) this.#orders.set(number, { ...order });
  }
}
