/**
 * One exchange host on its log, and nothing before or behind it: commands go in as the text in which they come from the
 * gateway, outcomes are counted, records are dropped as if they had been published.
 */
import type { Command } from '@bellwether/engine';
import { lockDataFolder } from '@bellwether/server/adapters/data-folder/lock.ts';
import { ExchangeHost, type HostOptions } from '@bellwether/server/exchange/exchange-host.ts';
import { MACHINE } from '@bellwether/server/runtime/machine.ts';
import type { ReleasedBatch } from '@bellwether/server/sequencer/batch.ts';
import { openExchange } from '@bellwether/server/threads/exchange/open-exchange.ts';

export interface BenchExchange {
  /** Resolves when everything is durable. Throws when a command was not accepted. */
  run(commands: readonly string[]): Promise<void>;
  /** Closes the journal, all of it in its one file, and frees the folder. */
  close(): Promise<void>;
}

/** As many as one batch takes: what a busy venue finds waiting after each sync. */
const COMMANDS_PER_MESSAGE = 256;

/** As a data folder opens it: its log in SQLite on disk. */
export async function openBenchExchange(dataDir: string, opening: readonly Command[]): Promise<BenchExchange> {
  const lock = lockDataFolder(dataDir);
  const exchange = await openExchange({ dataDir, database: null }, MACHINE);
  return benchExchangeOn(
    {
      ...exchange,
      hasRoom: () => !exchange.storage.look().isFull,
      close: async () => {
        await exchange.close();
        lock.release();
      },
    },
    opening,
  );
}

/** What a host needs, opened and at the end of its log. */
export interface Opened extends Required<Pick<HostOptions, 'state' | 'head' | 'log' | 'archive' | 'hasRoom'>> {
  readonly checkPlace: () => void;
  close(): Promise<void>;
}

export async function benchExchangeOn(exchange: Opened, opening: readonly Command[]): Promise<BenchExchange> {
  let answered = 0;
  let refused: ReleasedBatch['outcomes'][number] | undefined;
  /** What comes from the gateway, and how much of it has been taken. */
  let commands: readonly string[] = [];
  let taken = 0;
  const host = new ExchangeHost({
    state: exchange.state,
    head: exchange.head,
    log: exchange.log,
    archive: exchange.archive,
    clock: () => MACHINE.clock.wallMs(),
    hasRoom: exchange.hasRoom,
    gather: () => {
      const end = Math.min(taken + COMMANDS_PER_MESSAGE, commands.length);
      for (; taken < end; taken++) host.submit({ id: taken, json: commands[taken] ?? '' });
    },
    release: ({ outcomes }) => {
      exchange.checkPlace();
      answered += outcomes.length;
      refused ??= outcomes.find(({ kind }) => kind !== 'accepted');
    },
  });
  async function run(these: readonly string[]): Promise<void> {
    commands = these;
    taken = 0;
    answered = 0;
    await host.pump();
    if (refused !== undefined) throw new Error(`the exchange answered ${JSON.stringify(refused)}`);
    if (answered !== these.length) throw new Error(`${answered} of ${these.length} commands were answered`);
  }
  await run(opening.map((command) => JSON.stringify(command)));
  return { run, close: () => exchange.close() };
}
