/** Clients that expect a host for each service, pointed at the prefixes of one address without further settings. */
import { createPublicClient, createSecureClient, forkEnvironmentConfig, OrderSide } from '@polymarket/client';
import { privateKey } from '@polymarket/client/viem';
import { ClobClient, Side } from '@polymarket/clob-client-v2';
import { privateKeyToAccount } from 'viem/accounts';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { Inbox } from './inbox.ts';
import { proves } from './proves.ts';
import { keyOf, openStage, type Stage, sharedVenue } from './stage.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await openStage(await sharedVenue());
});

test('hosts: clob-client-v2 at /clob signs in, trades, reads its own and cancels [S17]', async () => {
  proves('@polymarket/clob-client-v2', 'keys', 'limit', 'fill-maker', 'cancel');
  const { alice, bob, plain, venue } = stage;
  const host = `${venue.url}/clob`;
  const client = new ClobClient({ host, chain: 80_002, signer: alice.signer });
  const creds = await client.createOrDeriveApiKey();
  expect(creds).toEqual(alice.credentials);
  const trader = new ClobClient({ host, chain: 80_002, signer: alice.signer, creds, throwOnError: true });
  const order = { tokenID: plain.yes, price: 0.3, size: 10, side: Side.BUY };
  const posted = await trader.createAndPostOrder(order);
  expect(posted).toMatchObject({ success: true, status: 'live' });
  expect(await trader.getOpenOrders()).toMatchObject([{ id: posted.orderID, price: '0.3' }]);
  await bob.client.createAndPostOrder({ ...order, tokenID: plain.no, price: 0.7, size: 6 });
  expect(await trader.getTrades()).toMatchObject([{ maker_orders: [{ matched_amount: '6' }] }]);
  expect((await trader.getMarkets()).data.length).toBeGreaterThan(3);
  expect(await trader.cancelOrder({ orderID: posted.orderID })).toMatchObject({ canceled: [posted.orderID] });
});

test('hosts: the unified SDK with a prefix for each service, feeds among them', async () => {
  proves('@polymarket/client', 'keys', 'limit', 'cancel-all', 'catalog', 'data', 'market-feed');
  const { plain, venue } = stage;
  const feeds = venue.url.replace('http', 'ws');
  const environment = forkEnvironmentConfig({
    ...{ name: 'bellwether', chainId: 80_002, rpc: 'http://127.0.0.1:1', relayer: { rest: venue.url } },
    clob: {
      rest: `${venue.url}/clob`,
      market: { ws: `${feeds}/clob/ws/market` },
      user: { ws: `${feeds}/clob/ws/user` },
    },
    gamma: { rest: `${venue.url}/gamma` },
    data: { rest: `${venue.url}/data` },
  });
  const anyone = createPublicClient({ environment });
  expect((await anyone.fetchMarket({ id: await idOf(plain.conditionId) })).conditionId).toBe(plain.conditionId);
  const { items } = await anyone.listTrades({ market: [plain.conditionId] }).firstPage();
  expect(items).toMatchObject([{ size: '6', price: '0.7' }]);
  const books = new Inbox<object>();
  const feed = await anyone.subscribe([{ topic: 'market', tokenIds: [plain.yes] }]);
  onTestFinished(() => feed.close());
  void (async () => {
    for await (const event of feed) books.add(event);
  })();
  expect(await books.find(() => true)).toMatchObject({ type: 'book', payload: { tokenId: plain.yes } });
  const key = keyOf(venue, 'c');
  const { address: wallet } = privateKeyToAccount(key);
  const trader = await createSecureClient({ environment, signer: privateKey(key), wallet });
  onTestFinished(() => trader.closeSubscriptions());
  const order = { tokenId: plain.yes, price: 0.2, size: 5, side: OrderSide.BUY };
  expect(await trader.placeLimitOrder(order)).toMatchObject({ ok: true, status: 'live' });
  expect(await trader.cancelAll()).toMatchObject({ canceled: [expect.stringMatching(/^0x/)] });
});

/** The catalog's id of a market. */
async function idOf(conditionId: string): Promise<string> {
  const response = await fetch(`${stage.venue.url}/gamma/markets/${conditionId}`);
  return ((await response.json()) as { readonly id: string }).id;
}
