/**
 * The example in each client's own README, as a newcomer copies it: a separate program in which only hosts, chain, key
 * and market ids change. Each test lists its changes; everything else is the package's.
 */
import { Side } from '@polymarket/clob-client-v2';
import { beforeAll, expect, test } from 'vitest';
import { proves } from './proves.ts';
import { exampleOf } from './readme-examples.testing.ts';
import { COMMENT_EVERY_MS, repeating } from './repeating.ts';
import { runProgram } from './run-program.testing.ts';
import { keyOf, openStage, type Stage, type StageVenue, sharedVenue, signed } from './stage.ts';

let stage: Stage;
let venue: StageVenue;
let feeds: string;
beforeAll(async () => {
  stage = await openStage(await sharedVenue());
  venue = stage.venue;
  feeds = `${venue.url.replace('http', 'ws')}/ws`;
});

test('readme: @polymarket/client lists markets [S20]', async () => {
  proves('@polymarket/client', 'readme');
  const code = exampleOf('@polymarket/client', 0, [
    ['import { createPublicClient }', 'import { createPublicClient, forkEnvironmentConfig }'],
    [
      'createPublicClient()',
      `createPublicClient({ environment: forkEnvironmentConfig({
        name: 'bellwether', chainId: 80002, clob: { rest: '${venue.url}' }, gamma: { rest: '${venue.url}' } }) })`,
    ],
  ]);
  // The program prints nothing; it succeeds if the venue gave the answers it needs.
  await runProgram(code, { language: 'ts', until: null });
});

test('readme: @polymarket/clob-client-v2 takes a key and places a limit and a market order [S20]', async () => {
  proves('@polymarket/clob-client-v2', 'readme');
  const { plain, bob } = stage;
  await bob.client.createAndPostOrder({ tokenID: plain.no, price: 0.5, size: 400, side: Side.BUY });
  const limit = exampleOf('@polymarket/clob-client-v2', 0, [
    ['<polymarket-clob-host>', venue.url],
    ['Chain.POLYGON', 'Chain.AMOY'],
    ['"0x..."', `"${keyOf(venue, '5')}"`],
    // viem requires a node address, which is never used.
    ['transport: http()', `transport: http('${venue.url}')`],
    ['tokenID: ""', `tokenID: "${plain.yes}"`],
  ]);
  const market = exampleOf('@polymarket/clob-client-v2', 1, [['tokenID: ""', `tokenID: "${plain.yes}"`]]);
  const said = await runProgram(`${limit}\n{\n${market}\n}`, { language: 'ts', until: null });
  expect(said).toMatch(/status: 'live'[\s\S]*status: 'matched'/);
  await bob.client.cancelAll();
});

test('readme: @polymarket/real-time-data-client is told of the comments of an event [S20]', async () => {
  proves('@polymarket/real-time-data-client', 'readme');
  const parent = { parentEntityID: Number(stage.plain.eventId), parentEntityType: 'Event' };
  const code = exampleOf('@polymarket/real-time-data-client', 0, [
    // The README is the repository's, whose imports point to the sources.
    ['../src/client', '@polymarket/real-time-data-client'],
    ['../src/model', '@polymarket/real-time-data-client'],
    ['"parentEntityID":100', `"parentEntityID":${parent.parentEntityID}`],
    ['RealTimeDataClient({ onMessage', `RealTimeDataClient({ host: '${feeds}/live-data', onMessage`],
  ]);
  // Its `onMessage` expects the message as the first argument, which is the client by now.
  const until = /^undefined undefined undefined$/m;
  const comment = () => signed(venue, stage.alice, 'POST', '/comments', { body: 'Hello', ...parent });
  await repeating(runProgram(code, { language: 'ts', until }), comment, COMMENT_EVERY_MS);
});
