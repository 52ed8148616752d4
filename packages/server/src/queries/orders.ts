/** Queries of accepted orders. */
import type { Kysely } from 'kysely';
import type { OrderRow } from '../ports/orders-tables.ts';
import type { Database } from './database.ts';

/** The order with this public id (its 32 bytes), open or ended; null when none was accepted under it. */
export async function selectOrder(database: Kysely<Database>, orderId: Uint8Array): Promise<OrderRow | null> {
  const row = await database.selectFrom('orders').selectAll().where('order_id', '=', orderId).executeTakeFirst();
  return row ?? null;
}
