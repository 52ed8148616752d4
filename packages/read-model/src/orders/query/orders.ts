/** Queries of accepted orders. */
import type { ReadStore } from '../../database.ts';
import { selectInChunks } from '../../select-in-chunks.ts';
import type { OrderRow } from '../tables.ts';

/** Order with this number, open or ended; null if there is none. */
export async function selectOrder(database: ReadStore, number: number): Promise<OrderRow | null> {
  const row = await database.selectFrom('orders').selectAll().where('number', '=', number).executeTakeFirst();
  return row ?? null;
}

export function selectOrders(database: ReadStore, numbers: readonly number[]): Promise<OrderRow[]> {
  return selectInChunks(numbers, (chunk) => database.selectFrom('orders').selectAll().where('number', 'in', chunk));
}
