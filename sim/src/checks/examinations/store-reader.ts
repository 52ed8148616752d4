/** The store of a run as the checks of `verify` read one. */
import type { StoreReader } from '@bellwether/server/ops/verify-store.ts';
import type { StoreDatabase } from '../../world.ts';

/** It stays open: the run closes it. */
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
