/** Projection of the notifications that accounts have dropped. */
import type { NotificationsDropped } from '@bellwether/engine';
import { FILLS_PER_TRADE_MAX } from '../../ledger/tables.ts';
import { byEvent, type Projection } from '../../projection.ts';
import { createTables } from '../../table.ts';
import { NOTIFICATION_DROPS_KEPT_MAX, NOTIFICATION_TABLES } from '../tables.ts';

/** Table `notification_drops`, with a row for each account that has dropped any. */
export const notificationDropsProjection: Projection = {
  name: 'notification_drops',
  version: 1,
  tables: Object.keys(NOTIFICATION_TABLES),
  ignoresTrading: true,
  schema: createTables(NOTIFICATION_TABLES),

  open(store) {
    const select = store.prepare('SELECT up_to, ids FROM notification_drops WHERE account = ?');
    const write = store.prepare('INSERT OR REPLACE INTO notification_drops VALUES (?, ?, ?)');

    function drop({ account, ids }: NotificationsDropped, sequence: number): void {
      if (ids === null) {
        write.run(account, sequence * FILLS_PER_TRADE_MAX - 1, '[]');
        return;
      }
      const row = select.get(account);
      const upTo = row === undefined ? -1 : Number(row['up_to']);
      const before = row === undefined ? [] : (JSON.parse(String(row['ids'])) as number[]);
      const kept = [...new Set([...before, ...ids.filter((id) => id > upTo)])].slice(-NOTIFICATION_DROPS_KEPT_MAX);
      write.run(account, upTo, JSON.stringify(kept));
    }

    return byEvent((event, { sequence }) => {
      if (event.kind === 'NotificationsDropped') drop(event, sequence);
    });
  },
};
