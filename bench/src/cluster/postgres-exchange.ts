/** An exchange host whose log is on PostgreSQL, in a database that has nothing else. */
import type { Command } from '@bellwether/engine';
import type { PostgresPair } from '@bellwether/postgres-process';
import { NO_JOURNAL } from '@bellwether/server/adapters/journal-sqlite/journal-files.ts';
import { openPostgresLog } from '@bellwether/server/adapters/log-postgres/postgres-log.ts';
import { recover } from '@bellwether/server/log/recovery.ts';
import { MACHINE } from '@bellwether/server/runtime/machine.ts';
import { type BenchExchange, benchExchangeOn } from '../exchange/venue.ts';

let databases = 0;

export interface MeasuredExchange extends Pick<BenchExchange, 'run'> {
  /** Ends it and removes its journal. Resolves to how many bytes that took, with its index where it has one. */
  close(): Promise<number>;
}

export async function openPostgresExchange(
  { primary, standby }: PostgresPair,
  opening: readonly Command[],
): Promise<MeasuredExchange> {
  const name = `bench_${databases++}`;
  await primary.query(`CREATE DATABASE ${name}`);
  const address = new URL(primary.url);
  address.pathname = `/${name}`;
  const isTest = standby === null;
  const log = await openPostgresLog({ url: address.href, isTest, runtime: MACHINE, holder: 'bench:cluster' });
  const { state, head, archive } = await recover(NO_JOURNAL, () => []);
  const exchange = await benchExchangeOn(
    { state, head, archive, log, hasRoom: () => true, checkPlace: () => log.checkPlace(), close: () => log.close() },
    opening,
  );
  return {
    run: exchange.run,
    close: async () => {
      const bytes = await primary.query("SELECT pg_total_relation_size('bellwether.journal')", name);
      await exchange.close();
      await primary.query(`DROP DATABASE ${name} WITH (FORCE)`);
      return Number(bytes);
    },
  };
}
