/**
 * One exchange with its journal on disk, and nothing before or behind it: commands go in as the text in which they come
 * from the gateway, outcomes are counted, records are dropped as if they had been published.
 */

import { type Command, createState } from '@bellwether/engine';
import { lockDataFolder } from '@bellwether/server/adapters/data-folder/lock.ts';
import { openJournal } from '@bellwether/server/adapters/journal-sqlite/sqlite-journal.ts';
import { MACHINE } from '@bellwether/server/runtime/machine.ts';
import type { ReleasedBatch } from '@bellwether/server/sequencer/batch.ts';
import { Sequencer } from '@bellwether/server/sequencer/sequencer.ts';

export interface BenchExchange {
  /** Resolves when everything is durable. Throws when a command was not accepted. */
  run(commands: readonly string[]): Promise<void>;
  /** Closes the journal, all of it in its one file, and frees the folder. */
  close(): Promise<void>;
}

/** As many as one batch takes: what a busy venue finds waiting after each sync. */
const COMMANDS_PER_MESSAGE = 256;

export async function openBenchExchange(dataDir: string, opening: readonly Command[]): Promise<BenchExchange> {
  const lock = lockDataFolder(dataDir);
  const journal = openJournal(lock, MACHINE.random);
  const state = createState();
  let refused: ReleasedBatch['outcomes'][number] | undefined;
  const sequencer = new Sequencer({
    state,
    head: await journal.head(),
    log: journal,
    clock: Date.now,
    release: ({ outcomes }) => {
      refused ??= outcomes.find(({ kind }) => kind !== 'accepted');
    },
  });
  async function run(commands: readonly string[]): Promise<void> {
    for (let from = 0; from < commands.length; from += COMMANDS_PER_MESSAGE) {
      const message = commands.slice(from, from + COMMANDS_PER_MESSAGE);
      for (const [index, json] of message.entries()) sequencer.enqueue({ id: from + index, json });
      await sequencer.drain();
    }
    if (refused !== undefined) throw new Error(`the exchange answered ${JSON.stringify(refused)}`);
  }
  await run(opening.map((command) => JSON.stringify(command)));
  return {
    run,
    close: async () => {
      await journal.close();
      lock.release();
    },
  };
}
