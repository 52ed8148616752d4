/**
 * The example in each client's own README, as a newcomer copies it: a separate program in which only hosts, chain, key
 * and market ids change. Each test lists its changes; everything else is the package's.
 */
import { Side } from '@polymarket/clob-client-v2';
import { beforeAll, expect, test } from 'vitest';
import { proves } from './proves.ts';
import { exampleOf } from './readme-examples.testing.ts';
import { COMMENT_EVERY_MS, repeating } from './repeating.testing.ts';
import { runProgram } from './run-program.testing.ts';
import {
  addMarket,
  keyOf,
  openStage,
  type Stage,
  type StageMarket,
  type StageVenue,
  sharedVenue,
  signed,
} from './stage.ts';

let stage: Stage;
let venue: StageVenue;
let feeds: string;
beforeAll(async () => {
  stage = await openStage(await sharedVenue());
  venue = stage.venue;
  feeds = `${venue.url.replace('http', 'ws')}/ws`;
});

/** Alice and Bob trade in the market. */
async function trade({ yes, no }: StageMarket): Promise<void> {
  const order = { size: 5, side: Side.BUY };
  await stage.alice.client.createAndPostOrder({ ...order, tokenID: yes, price: 0.4 });
  await stage.bob.client.createAndPostOrder({ ...order, tokenID: no, price: 0.6 });
}

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

test('readme: @polymarket/clob-client takes a key; its order is of version 1, which it is told [S20]', async () => {
  proves('@polymarket/clob-client');
  const market = await addMarket(venue, 'Fine', { orderPriceMinTickSize: 0.001 });
  const code = exampleOf('@polymarket/clob-client', 0, [
    ['https://clob.polymarket.com', venue.url],
    ['137', '80002'],
    ['new Wallet("")', `new Wallet("${keyOf(venue, '5')}")`],
    // An account that signs for itself.
    ['const signatureType = 1', 'const signatureType = 0'],
    ["const funder = ''", 'const funder = undefined'],
    ['tokenID: ""', `tokenID: "${market.yes}"`],
  ]);
  const said = await runProgram(code, { language: 'ts', until: null });
  expect(said).toContain('order_version_mismatch');
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

test('readme: polymarket-websocket-client is told of a market, of own orders and trades, and of comments [S20]', async () => {
  proves('polymarket-websocket-client', 'readme');
  const { alice, charged, plain } = stage;
  const market = exampleOf('polymarket-websocket-client', 0, [
    ['new ClobMarketClient()', `new ClobMarketClient({ url: '${feeds}/market' })`],
    ['71321045679252212594626385532706912750332728571942532289631379312455583992563', charged.yes],
  ]);
  const user = exampleOf('polymarket-websocket-client', 1, [
    ['your-api-key', alice.credentials.key],
    ['your-secret', alice.credentials.secret],
    ['your-passphrase', alice.credentials.passphrase],
    ['});\n\n// Listen', `}, { url: '${feeds}/user' });\n\n// Listen`],
    ['0xbd31dc8a20211944f6b70f31557f1001557b59905b7738480ca09bd4532f84af', charged.conditionId],
  ]);
  const both = [
    [market, /^Price change:[\s\S]*^Trade:/m],
    [user, /^Order:[\s\S]*^Trade:/m],
  ] as const;
  for (const [code, until] of both) await repeating(runProgram(code, { language: 'ts', until }), () => trade(charged));
  const activity = exampleOf('polymarket-websocket-client', 2, [
    ['new RtdsClient()', `new RtdsClient({ url: '${feeds}/live-data' })`],
  ]);
  const comment = { body: 'Hello', parentEntityID: Number(plain.eventId), parentEntityType: 'Event' };
  const said = runProgram(activity, { language: 'ts', until: /^Comment: Hello$/m });
  await repeating(said, () => signed(venue, stage.bob, 'POST', '/comments', comment), COMMENT_EVERY_MS);
});

test('readme: @nevuamarkets/poly-websockets is told of a book, where its host leads to the venue [S20]', async () => {
  proves('@nevuamarkets/poly-websockets', 'readme');
  const { plain } = stage;
  const code = exampleOf('@nevuamarkets/poly-websockets', 0, [
    ['asset-id-1', plain.yes],
    ['asset-id-2', plain.no],
    // The example cleans up before the connection is open, which makes its socket throw, here as elsewhere.
    ['await manager.clearState();', ''],
  ]);
  const { hostname, port } = new URL(venue.url);
  const before = `import { connect } from 'node:net';
    import tls from 'node:tls';
    tls.connect = () => connect(${port}, '${hostname}');`;
  const said = await runProgram(code, { language: 'ts', until: /^Book events:/m, before });
  expect(said).not.toContain('Error:');
});

test('readme: polymarket-data reads health, positions and markets [S20]', async () => {
  proves('polymarket-data', 'readme');
  const code = exampleOf('polymarket-data', 0, [
    ['new Polymarket()', `new Polymarket({ dataEndpoint: '${venue.url}', gammaEndpoint: '${venue.url}' })`],
    ['0x56687bf447db6ffa42ffe2204a05edaa20f55839', stage.alice.address],
  ]);
  expect(await runProgram(code, { language: 'ts', until: null })).toContain('OK');
});
