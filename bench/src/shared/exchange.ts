/**
 * One sequencer on its log, without the parts before and behind it. Commands arrive as text, as from the gateway;
 * outcomes are counted, and records are dropped as if published.
 */
import { statSync } from 'node:fs';
import { join } from 'node:path';
import type { Command } from '@bellwether/engine';
import type { ReleasedBatch } from '@bellwether/exchange/sequencer/batch.ts';
import { Sequencer, type SequencerOptions } from '@bellwether/exchange/sequencer/sequencer.ts';
import { lockDataFolder } from '@bellwether/ledger/adapters/data-folder/lock.ts';
import { NO_JOURNAL } from '@bellwether/ledger/adapters/journal-sqlite/journal-files.ts';
import { openPostgresLog } from '@bellwether/ledger/adapters/log-postgres/postgres-log.ts';
import { recover } from '@bellwether/ledger/log/recovery.ts';
import { JOURNAL_FILE } from '@bellwether/ports/data-folder.ts';
import type { PostgresPair } from '@bellwether/postgres-process';
import { MACHINE } from '@bellwether/venue/runtime/machine.ts';
import { openExchange } from '@bellwether/venue/threads/exchange/open-exchange.ts';
import { createDataDir, removeDataDir } from '@bellwether/venue-process';

export interface BenchExchange {
  /** Resolves when everything is durable. Throws if a command was not accepted. */
  run(commands: readonly string[]): Promise<void>;
  /** Closes the exchange and removes its journal. Resolves to the journal's size in bytes. */
  close(): Promise<number>;
}

type Opened = Required<Pick<SequencerOptions, 'state' | 'head' | 'log' | 'archive' | 'hasRoom'>> & {
  readonly checkPlace: () => void;
  readonly close: () => Promise<number>;
};

/** The size of one batch: what a busy venue finds waiting after each sync. */
const COMMANDS_PER_MESSAGE = 256;

/** Opens an exchange like a data folder does, with its log in SQLite on disk. */
export async function openSqliteExchange(opening: readonly Command[]): Promise<BenchExchange> {
  const dataDir = createDataDir();
  const lock = lockDataFolder(dataDir);
  const exchange = await openExchange({ dataDir, database: null }, MACHINE);
  const close = async (): Promise<number> => {
    // After the close the journal is a single file.
    await exchange.close();
    lock.release();
    const { size } = statSync(join(dataDir, JOURNAL_FILE));
    removeDataDir(dataDir);
    return size;
  };
  return exchangeOn({ ...exchange, hasRoom: () => !exchange.storage.look().isFull, close }, opening);
}

let databases = 0;

/** Opens a sequencer with its log on PostgreSQL, in an otherwise empty database. */
export async function openPostgresExchange({ primary, standby }: PostgresPair, opening: readonly Command[]) {
  const name = `bench_${databases++}`;
  await primary.query(`CREATE DATABASE ${name}`);
  const address = new URL(primary.url);
  address.pathname = `/${name}`;
  const isTest = standby === null;
  const log = await openPostgresLog({ url: address.href, isTest, runtime: MACHINE, holder: 'bench:cluster' });
  const { state, head, archive } = await recover(NO_JOURNAL, () => []);
  const close = async (): Promise<number> => {
    const bytes = await primary.query("SELECT pg_total_relation_size('bellwether.journal')", name);
    await log.close();
    await primary.query(`DROP DATABASE ${name} WITH (FORCE)`);
    return Number(bytes);
  };
  const opened = { state, head, archive, log, hasRoom: () => true, checkPlace: () => log.checkPlace(), close };
  return exchangeOn(opened, opening);
}

async function exchangeOn(exchange: Opened, opening: readonly Command[]): Promise<BenchExchange> {
  let answered = 0;
  let refused: ReleasedBatch['outcomes'][number] | undefined;
  /** Commands from the gateway, and the number taken so far. */
  let commands: readonly string[] = [];
  let taken = 0;
  const sequencer = new Sequencer({
    ...exchange,
    clock: () => MACHINE.clock.wallMs(),
    gather: () => {
      const end = Math.min(taken + COMMANDS_PER_MESSAGE, commands.length);
      for (; taken < end; taken++) sequencer.submit({ id: taken, json: commands[taken] ?? '' });
    },
    release: ({ outcomes }) => {
      exchange.checkPlace();
      answered += outcomes.length;
      refused ??= outcomes.find(({ kind }) => kind !== 'accepted');
    },
  });
  const run = async (these: readonly string[]): Promise<void> => {
    commands = these;
    taken = 0;
    answered = 0;
    await sequencer.pump();
    if (refused !== undefined) throw new Error(`the exchange answered ${JSON.stringify(refused)}`);
    if (answered !== these.length) throw new Error(`${answered} of ${these.length} commands were answered`);
  };
  await run(opening.map((command) => JSON.stringify(command)));
  return { run, close: exchange.close };
}
