/** Notifications that an account has dropped. */
import type { Kysely } from 'kysely';
import type { Database } from '../database.ts';

export interface NotificationDrops {
  /** Every id up to this one is dropped; -1 for none. */
  readonly upTo: number;
  readonly ids: readonly number[];
}

export async function selectNotificationDrops(database: Kysely<Database>, account: number): Promise<NotificationDrops> {
  const row = await database
    .selectFrom('notification_drops')
    .select(['up_to', 'ids'])
    .where('account', '=', account)
    .executeTakeFirst();
  return row === undefined ? { upTo: -1, ids: [] } : { upTo: row.up_to, ids: JSON.parse(row.ids) as number[] };
}
