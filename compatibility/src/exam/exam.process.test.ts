/** Bots on unmodified public clients, which read again after every mishap, are examined as their authors would do it. */
import { join } from 'node:path';
import { runBellwether } from '@bellwether/venue-process';
import { expect, test } from 'vitest';

/** A busy machine needs long to start a client. */
const LONG = '600';

test.concurrent.each([
  ['clob-client-v2', {}],
  ['client', {}],
  ['ccxt', { BELLWETHER_CHAIN_137: 'sign-in' }],
])('exam: a bot on %s agrees with the ledger in every incident', async (client, settings) => {
  const bot = `'${process.execPath}' '${join(import.meta.dirname, 'bots', `${client}.mjs`)}'`;
  const { code, stdout } = await runBellwether(
    ['exam', '--bot', bot, '--within', LONG, '--patience', LONG, '--jobs', '4'],
    {
      settings: { BELLWETHER_PROFILE: 'polymarket', ...settings },
    },
  );
  expect([code, stdout]).toEqual([0, expect.stringMatching(/\n13 of 13 agree\n$/)]);
});
