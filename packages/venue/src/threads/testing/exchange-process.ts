/**
 * An exchange (and with `--projector` its read store and snapshots) as a separate process, for tests that kill it.
 *
 * `node exchange-process.ts FOLDER [--projector]`; stdin: one line `id command-as-JSON` each; stdout: first `ready
 * SEQUENCE`, then for every outcome `id KIND SEQUENCE .` (sequence of the entry, of the first result for a duplicate,
 * else 0; the dot shows that a kill has not cut the line). Ends gracefully with stdin. A failed start is one line on
 * stderr and code 1.
 */

import { writeSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { MessageChannel } from 'node:worker_threads';
import type { Command } from '@bellwether/engine';
import type { ExchangeHandle } from '@bellwether/exchange/exchange-client.ts';
import { STORE_FILE } from '@bellwether/ports/data-folder.ts';
import type { ExchangeOutcome } from '@bellwether/ports/exchange.ts';
import { MACHINE } from '../../runtime/machine.ts';
import { startExchange } from '../exchange/exchange-thread.ts';
import { startProjector } from '../projector/projector-thread.ts';
import { UNHEARD } from './unheard.ts';

const [dataDir = '', projectorFlag] = process.argv.slice(2);

function sequenceOf(outcome: ExchangeOutcome): number {
  if (outcome.kind === 'accepted') return outcome.entry.sequence;
  return outcome.kind === 'duplicate' ? outcome.result.sequence : 0;
}

async function start(): Promise<{ exchange: ExchangeHandle; stop: () => Promise<void> }> {
  if (projectorFlag !== '--projector') {
    const exchange = await startExchange({ dataDir, runtime: MACHINE });
    return { exchange, stop: () => exchange.stop() };
  }
  const { port1, port2 } = new MessageChannel();
  const exchange = await startExchange({ dataDir, runtime: MACHINE, recordPort: port1 });
  const storeFile = join(dataDir, STORE_FILE);
  const projector = await startProjector({ dataDir, storeFile, recordPort: port2, ...UNHEARD });
  const stop = async (): Promise<void> => {
    await exchange.stop();
    await projector.stop();
  };
  return { exchange, stop };
}

async function run(): Promise<void> {
  const { exchange, stop } = await start();
  exchange.open();
  process.stdout.write(`ready ${exchange.head.sequence}\n`);
  const pending = new Set<Promise<void>>();
  for await (const line of createInterface({ input: process.stdin })) {
    const space = line.indexOf(' ');
    const id = line.slice(0, space);
    const answered = exchange
      .submit(JSON.parse(line.slice(space + 1)) as Command)
      .then((outcome) => void process.stdout.write(`${id} ${outcome.kind} ${sequenceOf(outcome)} .\n`))
      .finally(() => pending.delete(answered));
    pending.add(answered);
  }
  await Promise.all(pending);
  await stop();
}

run().catch((error: unknown) => {
  writeSync(2, `${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
});
