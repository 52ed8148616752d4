/** The venue as users start it: with its demo, and with one profile after another on the same data folder. */
import { createDataDir, removeDataDir } from '@bellwether/venue-process';
import { Side } from '@polymarket/clob-client-v2';
import { expect, onTestFinished, test } from 'vitest';
import { proves } from './proves.ts';
import { addMarket, createClient, openTrader, refusalOf, sharedVenue, startVenue } from './stage.ts';

/** Repeats a request until the answer is right. */
async function until<Value>(ask: () => Promise<Value>, isRight: (value: Value) => boolean): Promise<Value> {
  for (;;) {
    const value = await ask();
    if (isRight(value)) return value;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

test('profile: with the demo its house traders quote both kinds of markets, and a bot trades with them', async () => {
  proves('@polymarket/clob-client-v2', 'market');
  const { client } = await openTrader(await sharedVenue({ BELLWETHER_DEMO: 'on' }), '1');
  const { data } = await client.getSamplingMarkets();
  for (const isNegRisk of [false, true]) {
    const market = data.find(({ neg_risk }: { neg_risk: boolean }) => neg_risk === isNegRisk);
    const tokenID: string = market.tokens[0].token_id;
    const quoted = await until(
      () => client.getOrderBook(tokenID).catch(() => null),
      (book) => book !== null && book.asks.length > 0,
    );
    expect(await client.getOrderBookHash({ ...quoted } as never)).toBe(quoted?.hash);
    const bought = await client.createAndPostMarketOrder({ tokenID, amount: 2, side: Side.BUY, price: 0.99 });
    expect(bought).toMatchObject({ success: true, status: 'matched' });
  }
});

test('profile: the same data folder may change its profile; old orders stay, old signatures are worth nothing', async () => {
  proves('@polymarket/clob-client-v2', 'limit');
  const dataDir = createDataDir();
  onTestFinished(() => removeDataDir(dataDir));
  const first = await startVenue({}, dataDir);
  const market = await addMarket(first, 'Kept');
  const order = { tokenID: market.yes, price: 0.4, size: 10, side: Side.BUY };
  const alice = await openTrader(first, 'a');
  const signed = await alice.client.createOrder(order);
  const { orderID } = await alice.client.postOrder(signed);
  const own = (await (await fetch(`${first.url}/venue`)).json()) as { readonly domain: object };
  expect(own.domain).toMatchObject({ name: 'Polymarket CTF Exchange', version: '2', chainId: 80_002 });
  await first.end();

  const prefixes = { BELLWETHER_AUTH_PREFIXES: 'SERVICE_,POLY_' };
  const second = await startVenue({ ...prefixes, BELLWETHER_PROFILE: 'bellwether' }, dataDir);
  const changed = (await (await fetch(`${second.url}/venue`)).json()) as { readonly domain: object };
  expect(changed).toMatchObject({ domain: { name: 'Bellwether Exchange', chainId: 31_337 } });
  expect(changed).not.toHaveProperty('negRiskDomain');
  const there = createClient(second, 'a', { creds: alice.credentials, throwOnError: true }).client;
  expect(await there.getOrder(orderID)).toMatchObject({ id: orderID, status: 'LIVE' });
  expect(await refusalOf(there.postOrder(signed))).toMatch(
    /^400 .*unknown field "deferExec"; .* BELLWETHER_PROFILE=polymarket$/,
  );
  await second.end();

  const third = await startVenue({}, dataDir);
  const back = createClient(third, 'a', { creds: alice.credentials, throwOnError: true }).client;
  expect(await back.postOrder(signed)).toMatchObject({ orderID, status: 'live' });
  expect(await back.getOpenOrders()).toHaveLength(1);
  expect(await back.cancelOrder({ orderID })).toMatchObject({ canceled: [orderID] });
  await third.end();
});
