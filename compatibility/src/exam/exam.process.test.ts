/** Bots on unmodified public clients, which read again after every mishap, are examined as their authors would do it. */
import { join } from 'node:path';
import { runBellwether } from '@bellwether/venue-process';
import { expect, onTestFinished, test } from 'vitest';
import { writeProgram } from '../run-program.testing.ts';
import { ccxt, clobClientV2 } from './examples.testing.ts';

/** A busy machine needs long to start a client. */
const LONG = '600';

/** Starts the bot of that file as `bellwether exam --bot` is given it. */
const botOf = (file: string): string => `'${process.execPath}' '${join(import.meta.dirname, 'bots', `${file}.mjs`)}'`;

async function agreesInAll(bot: string, settings: Readonly<Record<string, string>>): Promise<void> {
  const { code, stdout } = await runBellwether(
    ['exam', '--bot', bot, '--within', LONG, '--patience', LONG, '--jobs', '4'],
    { settings: { BELLWETHER_PROFILE: 'polymarket', ...settings } },
  );
  expect([code, stdout]).toEqual([0, expect.stringMatching(/\n13 of 13 agree\n$/)]);
}

test.concurrent.each([
  ['client and order of the own example of @polymarket/clob-client-v2', 'clob-client-v2', clobClientV2, {}],
  // Its example places orders by methods that its prediction markets do not have.
  ['the exchange of the own example of ccxt, with an order of ours', 'ccxt', ccxt, { BELLWETHER_CHAIN_137: 'sign-in' }],
])('exam: %s, in a loop, agree with the ledger in every incident', async (...row) => {
  const [, file, example, settings] = row;
  const { file: path, remove } = writeProgram(example(), 'ts');
  onTestFinished(remove);
  await agreesInAll(`EXAMPLE='${path}' ${botOf(file)}`, settings);
});

test.concurrent('exam: a bot of ours on @polymarket/client, whose package has no example that places an order, agrees too', async () => {
  await agreesInAll(botOf('client'), {});
});
