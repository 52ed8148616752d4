/**
 * Projection of builder trades: the fills of orders with a builder code, in a form in which every filter of `GET
 * /builder/trades` finds its page in an index. The fills belong to the ledger.
 */
import type { ChainedEntry } from '@bellwether/ports/journal.ts';
import type { StoreWriter } from '@bellwether/ports/store.ts';
import { BUILDER_TABLES } from '../../portfolio/tables.ts';
import type { Projection } from '../../projection.ts';
import { createTables, insertInto } from '../../table.ts';
import { fillId } from '../tables.ts';

const SCHEMA = `
  ${createTables(BUILDER_TABLES)}
  -- Without figures the planner takes all indexes for equally good; with these it always prefers the narrowest.
  ANALYZE builder_trades;
  INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES
    ('builder_trades', 'builder_trades_by_builder', '10000000 1000000 1'),
    ('builder_trades', 'builder_trades_by_wallet', '10000000 10000 1'),
    ('builder_trades', 'builder_trades_by_asset', '10000000 20000 1'),
    ('builder_trades', 'builder_trades_by_builder_asset', '10000000 1000000 2000 1'),
    ('builder_trades', 'builder_trades_by_wallet_asset', '10000000 10000 500 1'),
    ('builder_trades', 'builder_trades_by_builder_wallet', '10000000 1000000 5000 1'),
    ('builder_trades', 'builder_trades_by_all', '10000000 1000000 5000 100 1');
`;

const INDEXES = `
  CREATE INDEX builder_trades_by_builder ON builder_trades (builder, id);
  CREATE INDEX builder_trades_by_wallet ON builder_trades (wallet, id);
  CREATE INDEX builder_trades_by_asset ON builder_trades (asset, id);
  CREATE INDEX builder_trades_by_builder_asset ON builder_trades (builder, asset, id);
  CREATE INDEX builder_trades_by_wallet_asset ON builder_trades (wallet, asset, id);
  CREATE INDEX builder_trades_by_builder_wallet ON builder_trades (builder, wallet, id);
  CREATE INDEX builder_trades_by_all ON builder_trades (builder, wallet, asset, id);
`;

export const builderTradesProjection: Projection = {
  name: 'builder-trades',
  version: 4,
  tables: Object.keys(BUILDER_TABLES),
  schema: SCHEMA,
  indexes: INDEXES,

  open(store) {
    const insert = store.prepare(insertInto(BUILDER_TABLES, 'builder_trades'));
    const builderOf = createBuilders(store);
    const orders = createBuilderOrders(store);

    function write({ sequence, events }: ChainedEntry): void {
      /** Builder of the order that this entry accepts. */
      let accepted: number | null = null;
      for (const event of events) {
        switch (event.kind) {
          case 'OrderAccepted':
            accepted = event.builder === '' ? null : builderOf(event.builder);
            break;
          case 'TradeExecuted':
            if (accepted !== null) {
              const asset = 2 * event.market + event.outcome;
              insert.run(fillId(sequence, 0), accepted, event.wallet, asset);
            }
            for (const [index, leg] of event.legs.entries()) {
              const builder = orders.builderOf(leg.order);
              if (builder === undefined) continue;
              const asset = 2 * event.market + leg.outcome;
              insert.run(fillId(sequence, index + 1), builder, leg.wallet, asset);
              if (leg.remaining === 0) orders.forget(leg.order);
            }
            break;
          case 'OrderRested':
            if (accepted !== null) orders.remember(event.order, accepted);
            break;
          case 'OrderCanceled':
            orders.forget(event.order);
            break;
        }
      }
    }

    return {
      write(entries) {
        entries.forEach(write);
      },
    };
  },
};

/** Returns the number of a builder code, in order of appearance from 1. */
function createBuilders(store: StoreWriter): (code: string) => number {
  const insert = store.prepare('INSERT INTO builders (id, code) VALUES (?, ?)');
  const find = store.prepare('SELECT id FROM builders WHERE code = ?');
  const last = store.prepare('SELECT max(id) AS id FROM builders');
  return (code) => {
    const known = find.get(code.toLowerCase());
    if (known !== undefined) return Number(known['id']);
    const id = Number(last.get()?.['id'] ?? 0) + 1;
    insert.run(id, code.toLowerCase());
    return id;
  };
}

/** Resting orders with a builder code, kept in memory and in their table. */
function createBuilderOrders(store: StoreWriter) {
  const insert = store.prepare('INSERT INTO builder_orders (number, builder) VALUES (?, ?)');
  const remove = store.prepare('DELETE FROM builder_orders WHERE number = ?');
  const known = new Map<number, number>();
  for (const row of store.prepare('SELECT number, builder FROM builder_orders').all()) {
    known.set(Number(row['number']), Number(row['builder']));
  }
  return {
    builderOf: (order: number): number | undefined => known.get(order),
    remember(order: number, builder: number): void {
      known.set(order, builder);
      insert.run(order, builder);
    },
    forget(order: number): void {
      if (known.delete(order)) remove.run(order);
    },
  };
}
