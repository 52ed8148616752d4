/**
 * The public builder-signing SDK, unmodified: builder headers signed locally or by a remote signer, with orders of the
 * trading client and with relayed transactions.
 */
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { type BuilderApiKeyCreds, BuilderConfig, BuilderSigner } from '@polymarket/builder-signing-sdk';
import { OrderType, Side } from '@polymarket/clob-client-v2';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { proves } from './proves.ts';
import { approve, CONDITIONAL_TOKENS, createRelayClient, done } from './relayer-stage.testing.ts';
import { createClient, openStage, refusalOf, type Stage, sharedVenue } from './stage.ts';

const TOKEN = 'a-token-of-the-signer';
let stage: Stage;
let creds: BuilderApiKeyCreds;
const servers: Server[] = [];

beforeAll(async () => {
  vi.spyOn(console, 'log').mockImplementation(() => {});
  vi.spyOn(console, 'error').mockImplementation(() => {});
  stage = await openStage(await sharedVenue());
  creds = await stage.alice.client.createBuilderApiKey();
});
afterAll(async () => {
  for (const server of servers) {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
});

async function listen(answer: (request: IncomingMessage) => Promise<{ status: number; text: string }>) {
  const server = createServer((request, response) => {
    void answer(request)
      .catch((error: unknown) => ({ status: 500, text: String(error) }))
      .then(({ status, text: json }) => response.writeHead(status, { 'content-type': 'application/json' }).end(json));
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** A signer that keeps the key private, built from the SDK's own signer. */
async function startSigner(): Promise<string> {
  const signer = new BuilderSigner(creds);
  const url = await listen(async (request) => {
    if (request.headers.authorization !== `Bearer ${TOKEN}`) return { status: 401, text: '{}' };
    const { method, path, body, timestamp } = JSON.parse(await text(request)) as Record<string, string>;
    const payload = signer.createBuilderHeaderPayload(method ?? '', path ?? '', body, timestamp as never);
    return { status: 200, text: JSON.stringify(payload) };
  });
  return `${url}/sign`;
}

const local = (): BuilderConfig => new BuilderConfig({ localBuilderCreds: creds });
const remote = async (token = TOKEN): Promise<BuilderConfig> =>
  new BuilderConfig({ remoteBuilderConfig: { url: await startSigner(), token } });

test.each([
  ['here', '1'],
  ['by a signer elsewhere', '2'],
])('builder headers: signed %s, they come with relayed transactions and list them', async (where, name) => {
  proves('@polymarket/builder-relayer-client', 'wallets');
  const builder = where === 'here' ? local() : await remote();
  const relay = createRelayClient(stage.venue, name, { builder });
  await (await relay.deploy()).wait();
  await done(relay, [approve(CONDITIONAL_TOKENS)], `approved ${where}`);
  const [latest] = await relay.getTransactions();
  expect(latest).toMatchObject({ metadata: `approved ${where}`, state: 'STATE_CONFIRMED' });
});

test('builder headers: without any, transactions are relayed and listed for no one; with wrong ones nothing is done', async () => {
  proves('@polymarket/builder-relayer-client');
  const { venue } = stage;
  const bare = createRelayClient(venue, '3');
  await (await bare.deploy()).wait();
  await done(bare, [approve(CONDITIONAL_TOKENS)]);
  await expect(bare.getTransactions()).rejects.toThrow(/missing header POLY_BUILDER_API_KEY/);
  const secret = Buffer.alloc(32).toString('base64');
  const wrong = new BuilderConfig({ localBuilderCreds: { ...creds, secret } });
  const posing = createRelayClient(venue, '3', { builder: wrong });
  await expect(posing.execute([approve(CONDITIONAL_TOKENS)])).rejects.toThrow(/Unauthorized\/Invalid api key/);
  // If the signer refuses, the request goes out without headers, as the SDK does it.
  const refused = createRelayClient(venue, '3', { builder: await remote('another') });
  await done(refused, [approve(CONDITIONAL_TOKENS)]);
});

test('builder headers: the example of the SDK’s README, checked by the venue', async () => {
  proves('@polymarket/builder-relayer-client');
  const { venue } = stage;
  const headers = await local().generateBuilderHeaders('GET', '/transactions');
  const answer = await fetch(`${venue.url}/transactions`, { headers: { ...headers } as Record<string, string> });
  expect(answer.status).toBe(200);
  const stale = await local().generateBuilderHeaders('GET', '/transactions', undefined, 1_000_000);
  const late = await fetch(`${venue.url}/transactions`, { headers: { ...stale } as Record<string, string> });
  expect(`${late.status} ${await late.text()}`).toMatch(/^401 .*POLY_BUILDER_TIMESTAMP is [0-9]+ s behind/s);
});

/** A proxy that adds builder headers to every request, as a service in front of a bot does. */
async function withBuilder(config: BuilderConfig): Promise<string> {
  const { url } = stage.venue;
  return listen(async (request) => {
    const { method = 'GET', url: target = '/' } = request;
    const body = await text(request);
    const [path = ''] = target.split('?', 1);
    const builder = await config.generateBuilderHeaders(method, path, body === '' ? undefined : body);
    const signed = Object.entries(request.headers).filter(([name]) => name.startsWith('poly_')) as [string, string][];
    const headers = { ...Object.fromEntries(signed), ...builder, 'content-type': 'application/json' };
    const answer = await fetch(url + target, { method, headers, ...(body === '' ? {} : { body }) });
    return { status: answer.status, text: await answer.text() };
  });
}

test('builder headers: beside an order of the newer client they are taken, and wrong ones refuse it [S24]', async () => {
  proves('@polymarket/clob-client-v2', 'limit');
  const { alice, plain } = stage;
  const order = { tokenID: plain.yes, price: 0.3, size: 10, side: Side.BUY };
  const through = async (config: BuilderConfig) => {
    const venue = { ...stage.venue, url: await withBuilder(config) };
    return createClient(venue, 'a', { creds: alice.credentials, throwOnError: true }).client;
  };
  const client = await through(local());
  expect(await client.createAndPostOrder(order, {}, OrderType.GTC)).toMatchObject({ status: 'live' });
  const wrong = await through(new BuilderConfig({ localBuilderCreds: { ...creds, passphrase: '0'.repeat(64) } }));
  expect(await refusalOf(wrong.createAndPostOrder({ ...order, price: 0.31 }, {}, OrderType.GTC))).toMatch(/^401 /);
  expect(await alice.client.getOpenOrders({ market: plain.conditionId })).toHaveLength(1);
});

test('builder headers: the newer client revokes the key that they name', async () => {
  proves('@polymarket/clob-client-v2', 'keys');
  const { venue, bob } = stage;
  const localBuilderCreds = await bob.client.createBuilderApiKey();
  const through = { ...venue, url: await withBuilder(new BuilderConfig({ localBuilderCreds })) };
  expect(await bob.client.getBuilderApiKeys()).toMatchObject([{ key: localBuilderCreds.key }]);
  await createClient(through, 'b', { creds: bob.credentials, throwOnError: true }).client.revokeBuilderApiKey();
  expect(await bob.client.getBuilderApiKeys()).toEqual([]);
});
