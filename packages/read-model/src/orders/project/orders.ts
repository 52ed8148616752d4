/**
 * Projection of orders by number: every accepted order with its current state. There is no index by public id: ids are
 * random, so each would cost an index page of its own, and the gateway's view knows the number of every id. A resting
 * order is inserted as its own entry left it and changed by later trades and cancels. Terminal orders stay readable.
 */
import type { OrderAccepted } from '@bellwether/engine';
import type { ChainedEntry } from '@bellwether/ports/journal.ts';
import type { ObservedPrices, Projection } from '../../projection.ts';
import { createTables, insertInto } from '../../table.ts';
import { CANCELED_STATUS, ORDER_TABLES, type OrderStatus } from '../tables.ts';

export const ordersProjection: Projection = {
  name: 'orders',
  version: 5,
  tables: Object.keys(ORDER_TABLES),
  schema: createTables(ORDER_TABLES),

  open(store) {
    const insert = store.prepare(insertInto(ORDER_TABLES, 'orders'));
    const fillMaker = store.prepare(
      `UPDATE orders SET matched_micros = size_micros - ?, held_micros = ?, status = ?, updated_ms = ?, updated_sequence = ?
       WHERE number = ?`,
    );
    const resize = store.prepare(
      `UPDATE orders SET size_micros = matched_micros + ?, held_micros = ?, updated_ms = ?, updated_sequence = ?
       WHERE number = ?`,
    );
    const end = store.prepare(
      'UPDATE orders SET held_micros = 0, status = ?, updated_ms = ?, updated_sequence = ?, cancel_reason = ? WHERE number = ?',
    );

    function insertOrder(
      entry: ChainedEntry,
      order: OrderAccepted,
      matched: number,
      ahead: number,
      held: number,
      status: OrderStatus,
    ): void {
      const { sequence, timeMs } = entry;
      const { account, wallet, market, outcome, side, type, price, size, expiration, builder } = order;
      const identity = [order.order, orderIdBytes(order.orderId), sequence, account, wallet, market, outcome] as const;
      const terms = [side, type, price, size, matched, ahead, held, status, expiration] as const;
      insert.run(...identity, ...terms, timeMs, timeMs, sequence, '', builder);
    }

    function write(entry: ChainedEntry, prices: ObservedPrices): void {
      let accepted: OrderAccepted | null = null;
      let matched = 0;
      for (const event of entry.events) {
        switch (event.kind) {
          case 'OrderAccepted':
            accepted = event;
            break;
          case 'TradeExecuted':
            matched = event.size;
            for (const leg of event.legs) {
              const status = leg.remaining === 0 ? 'MATCHED' : 'LIVE';
              fillMaker.run(leg.remaining, leg.held, status, entry.timeMs, entry.sequence, leg.order);
            }
            break;
          case 'OrderRested':
            if (accepted !== null) {
              const ahead = prices.get(entry.sequence)?.[0]?.aheadMicros ?? 0;
              insertOrder(entry, accepted, matched, ahead, event.held, 'LIVE');
            }
            break;
          case 'OrderCompleted':
            if (accepted !== null) insertOrder(entry, accepted, matched, 0, 0, 'MATCHED');
            break;
          case 'HouseQuoted':
            for (const [order, remaining, held] of event.resized)
              resize.run(remaining, held, entry.timeMs, entry.sequence, order);
            break;
          case 'OrderCanceled':
            end.run(CANCELED_STATUS[event.reason], entry.timeMs, entry.sequence, event.reason, event.order);
            break;
        }
      }
    }

    return {
      write(entries, { prices }) {
        for (const entry of entries) write(entry, prices);
      },
    };
  },
};

/** The 32 bytes of `0x` and 64 hex digits. */
function orderIdBytes(orderId: string): Uint8Array {
  return Buffer.from(orderId.slice(2), 'hex');
}
