/**
 * Every start of “Bring your bot” runs as shown, on a venue as a newcomer starts it; only address and timeout are
 * changed.
 */
import { expect, test } from 'vitest';
import { runProgram } from '../run-program.testing.ts';
import { sharedVenue } from '../stage.ts';
import { CLIENT_NAMES } from '../table/clients.ts';
import { forVenue, nodeOf, programOf, STARTS } from './starts.ts';

/** ccxt gives up after ten seconds, which a busy machine may need. */
const CALL_MS = 600_000;

test('starts: every client has one [S18]', () =>
  expect(STARTS.map(({ client }) => client).toSorted()).toEqual(CLIENT_NAMES.toSorted()));

// pmxt's process looks for a free port and takes it later, so one file starts all of them, one after another.
const here = STARTS.filter(({ client }) => client !== 'pmxtjs');
test.each(here)('starts: that of $client runs as it is shown [S18]', async (start) => {
  const { url } = await sharedVenue({ BELLWETHER_DEMO: 'on', ...start.settings });
  const program = programOf(start);
  expect(program).toContain('127.0.0.1:8080');
  const code = forVenue(program, url).replace('ccxt.prediction.polymarket({', `$& timeout: ${CALL_MS},`);
  expect(await runProgram(code, { language: 'mjs', until: start.says })).toMatch(start.says);
});

test.each(['@polymarket/client', '@polymarket/clob-client-v2'])(
  'starts: that of %s says why its sign-in is refused [S18]',
  async (name) => {
    const start = STARTS.find(({ client }) => client === name);
    if (start === undefined) expect.unreachable('no start');
    const { url } = await sharedVenue();
    const code = forVenue(programOf(start), url).replace(/80_?002/, '137');
    const why = /not by POLY_ADDRESS; it was signed for chain 137, this venue takes 80002/;
    expect(await runProgram(code, { language: 'mjs', until: why })).toMatch(why);
  },
);

test('starts: which Node each needs is what its package says', () => {
  const needs = STARTS.flatMap((start) => (nodeOf(start) === null ? [] : [[start.client, nodeOf(start)]]));
  expect(Object.fromEntries(needs)).toEqual({
    '@polymarket/client': '24',
    '@polymarket/clob-client-v2': '20.10',
    ccxt: '18',
  });
});
