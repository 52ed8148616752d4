/** A stopped venue's journal with several hundred trading commands, in records of many sizes. */
import { createState } from '@bellwether/engine';
import { Sequencer } from '@bellwether/exchange/sequencer/sequencer.ts';
import {
  sampleTraffic,
  seededRandom,
  setUpCommands,
  takeCommands,
} from '@bellwether/exchange/sequencer/testing/sample-venue.ts';
import { openUnlocked } from '@bellwether/ledger/log/testing/journal-of.ts';
import { GENESIS_HASH } from '@bellwether/ports/journal.ts';

const COMMANDS = 400;

export async function writeHistory(dataDir: string): Promise<void> {
  const journal = openUnlocked(dataDir);
  let nowMs = 1_700_000_000_000;
  const sequencer = new Sequencer({
    state: createState(),
    head: { sequence: 0, hash: GENESIS_HASH },
    log: journal,
    clock: () => (nowMs += 1_000),
    release: () => undefined,
  });
  const traffic = sampleTraffic(seededRandom(7), { accounts: 3, markets: 2, firstSalt: 1 });
  const commands = [...setUpCommands(3, 2), ...takeCommands(traffic, COMMANDS)];
  for (const [id, command] of commands.entries()) {
    sequencer.enqueue({ id, json: JSON.stringify(command) });
    if (id % 50 === 0) while (sequencer.hasWork()) await sequencer.step();
  }
  while (sequencer.hasWork()) await sequencer.step();
  await journal.close();
}
