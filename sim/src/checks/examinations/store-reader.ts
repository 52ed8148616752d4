/** Adapts the store of a run to the reader that the checks of `verify` expect. */
import type { StoreReader } from '@bellwether/server/ops/verify-store.ts';
import type { StoreDatabase } from '../../world.ts';

/** Returns a reader. The store stays open; the run closes it. */
export function readerOf(database: StoreDatabase): StoreReader {
  return {
    prepare: (sql) => {
      const statement = database.prepare(sql);
      return { all: () => statement.all(), iterate: () => statement.all()[Symbol.iterator]() };
    },
    exec: (sql) => database.exec(sql),
    close: () => undefined,
  };
}
