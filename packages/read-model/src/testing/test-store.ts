/** A read store in a temporary folder, with its writer and its queries, for tests. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { State } from '@bellwether/engine';
import type { ChainedEntry } from '@bellwether/ports/journal.ts';
import { type CompiledQuery, Kysely } from 'kysely';
import { openStore, openStoreReader, type Store } from '../adapters/store-sqlite/open-store.ts';
import { createSqliteDialect } from '../adapters/store-sqlite/sqlite-dialect.ts';
import { ALL_PROJECTIONS } from '../all-projections.ts';
import type { Database, ReadStore } from '../database.ts';
import type { ObservedPrices } from '../projection.ts';
import { createProjectionRunner, type ProjectionRunner } from '../runner.ts';

export interface ProjectedVenue {
  readonly entries: readonly ChainedEntry[];
  readonly state: State;
  /** Optional; without it the price history stays empty. */
  readonly prices?: ObservedPrices;
}

export interface TestStore {
  readonly file: string;
  readonly store: Store;
  readonly database: ReadStore;
  /** Rows of any SQL on the read connection. */
  query(sql: string, ...values: (string | number)[]): Record<string, unknown>[];
  planOf(query: { compile(): Pick<CompiledQuery, 'sql' | 'parameters'> }): string[];
  /** Writes the entries that are not written yet, `batch` at a time. */
  project(venue: ProjectedVenue, batch?: number): void;
  /** Lets projections follow the clock until nothing is left to do. */
  advance(nowMs: number): void;
  /** Drops everything that projections keep in memory, as a new process would. */
  restart(): void;
  close(): void;
  [Symbol.dispose](): void;
}

export function openTestStore(): TestStore {
  const folder = mkdtempSync(join(tmpdir(), 'bellwether-store-'));
  const file = join(folder, 'store.sqlite');
  const store = openStore(file);
  let runner: ProjectionRunner = createProjectionRunner(store, ALL_PROJECTIONS);
  const reading = openStoreReader(file);
  const close = (): void => {
    reading.close();
    store.close();
    rmSync(folder, { recursive: true, force: true });
  };
  return {
    file,
    store,
    database: new Kysely<Database>({ dialect: createSqliteDialect(reading) }),
    query: (sql, ...values) => reading.prepare(sql).all(...values),
    planOf(query) {
      const { sql, parameters } = query.compile();
      const steps = reading.prepare(`EXPLAIN QUERY PLAN ${sql}`).all(...(parameters as (string | number)[]));
      return steps.map(({ detail }) => String(detail));
    },
    project({ entries, state, prices = new Map() }, batch = 50) {
      const missing = entries.filter(({ sequence }) => sequence > runner.cursor.sequence);
      for (let start = 0; start < missing.length; start += batch)
        runner.write(missing.slice(start, start + batch), runner.cursor.hash, { state, prices });
    },
    advance(nowMs) {
      while (runner.advance(nowMs) === 'more');
    },
    restart() {
      runner = createProjectionRunner(store, ALL_PROJECTIONS);
    },
    close,
    [Symbol.dispose]: close,
  };
}
