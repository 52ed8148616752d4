/** Trading with `@varla/polymarket`, which always signs for chain 137; the venue accepts that chain. */
import { beforeAll, expect, test } from 'vitest';
import { proves } from './proves.ts';
import { exampleOf } from './readme-examples.testing.ts';
import { runProgram } from './run-program.testing.ts';
import { addMarket, keyOf, type StageMarket, type StageVenue, sharedVenue } from './stage.ts';
import { varlaTrader } from './varla-stage.testing.ts';

const TERMS = { tickSize: '0.01', negRisk: false } as const;

let venue: StageVenue;
let market: StageMarket;
beforeAll(async () => {
  venue = await sharedVenue({ BELLWETHER_CHAIN_137: 'on' });
  market = await addMarket(venue, 'Chain 137');
});

test('varla: a limit order, a batch and a market order, and what both sides see of them', async () => {
  proves('@varla/polymarket', 'keys', 'limit', 'batch', 'market', 'cancel', 'fill-taker', 'fill-maker');
  const [maker, taker] = [await varlaTrader(venue, 'a', 137), await varlaTrader(venue, 'b', 137)];
  const order = { tokenId: market.yes, price: 0.3, size: 10, side: 'BUY' } as const;
  const rested = await maker.createAndPostOrder(order, TERMS);
  expect(rested).toMatchObject({ status: 'live' });
  const batch = [0.1, 0.2].map((price) => ({ params: { ...order, price }, options: TERMS }));
  expect((await maker.createAndPostOrders(batch)).success).toMatchObject([{ status: 'live' }, { status: 'live' }]);
  await maker.createAndPostOrder({ ...order, tokenId: market.no, price: 0.5, size: 20 }, TERMS);
  const bought = await taker.marketBuy({ tokenId: market.yes, amount: 5 }, TERMS);
  expect(bought).toMatchObject({ status: 'matched', makingAmount: '5', takingAmount: '10' });
  expect(await taker.getTrades()).toMatchObject({ data: [{ trader_side: 'TAKER', price: '0.5', size: '10' }] });
  expect(await maker.getTrades()).toMatchObject({ data: [{ trader_side: 'MAKER' }] });
  const [open] = await maker.getOpenOrders({ market: market.conditionId, asset_id: market.yes });
  expect(open).toMatchObject({ id: rested.orderID, status: 'LIVE' });
  expect(await maker.cancelOrders([rested.orderID])).toMatchObject({ canceled: [rested.orderID] });
  expect((await maker.cancelMarketOrders({ market: market.conditionId })).canceled).toHaveLength(3);
});

test('readme: @varla/polymarket takes a key, places an order, cancels it and lists what is open [S20]', async () => {
  proves('@varla/polymarket', 'readme');
  const code = exampleOf('@varla/polymarket', 1, [
    ['new ClobTradingClient(walletClient)', `new ClobTradingClient(walletClient, { baseUrl: '${venue.url}' })`],
    ['123456...', market.yes],
  ]);
  const said = await runProgram(code, { language: 'ts', until: null, env: { PRIVATE_KEY: keyOf(venue, '7') } });
  const [id = ''] = /0x[0-9a-f]{64}/.exec(said) ?? [];
  expect(said).toBe(`Order ID: ${id}\n`);
  const seen = await (await fetch(`${venue.url}/data/order/${id}`)).json();
  expect(seen).toMatchObject({ status: 'CANCELED', side: 'BUY', price: '0.5', original_size: '100' });
});
