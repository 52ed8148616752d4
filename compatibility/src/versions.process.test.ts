/** Markets of version v2 with the unmodified `@polymarket/clob-client-v2`, which signs for them when `GET /version` says 3. */
import { OrderType, Side, SignatureTypeV2 } from '@polymarket/clob-client-v2';
import { beforeAll, expect, test } from 'vitest';
import { proves } from './proves.ts';
import {
  addEvent,
  addMarket,
  openTrader,
  refusalOf,
  type StageMarket,
  type StageVenue,
  sharedVenue,
  signed,
  type Trader,
} from './stage.ts';

const { BUY, SELL } = Side;

let venue: StageVenue;
let alice: Trader;
let bob: Trader;
let binary: StageMarket;
let negRisk: StageMarket;
beforeAll(async () => {
  venue = await sharedVenue({ BELLWETHER_ANNOUNCED: 'order-version-3' });
  alice = await openTrader(venue, 'a');
  bob = await openTrader(venue, 'b');
  binary = await addMarket(venue, 'Binary', {}, { version: 'v2' });
  [negRisk] = (await addEvent(venue, 'Race', [{}, {}], true, { version: 'v2' })) as [StageMarket, StageMarket];
});

test('versions: the client signs for version 3 by itself, rests, trades and cancels in both kinds of markets', async () => {
  proves('@polymarket/clob-client-v2', 'limit', 'market', 'fill-taker', 'fill-maker', 'cancel');
  expect(await alice.client.getVersion()).toBe(3);
  for (const { yes, conditionId } of [binary, negRisk]) {
    const rests = await alice.client.createAndPostOrder({ tokenID: yes, price: 0.4, size: 20, side: BUY });
    expect(rests).toMatchObject({ success: true, status: 'live' });
    const bought = await alice.client.createAndPostOrder({ tokenID: yes, price: 0.6, size: 10, side: BUY });
    const opposite = BigInt(yes) + 1n;
    const taken = await bob.client.createAndPostMarketOrder(
      { tokenID: String(opposite), amount: 4, side: BUY, price: 0.4 },
      undefined,
      OrderType.FOK,
    );
    expect(taken).toMatchObject({ success: true, status: 'matched', takingAmount: '10' });
    expect(await bob.client.getTrades({ market: conditionId })).toMatchObject([
      { asset_id: String(opposite), size: '10' },
    ]);
    expect(await alice.client.getOrder(bought.orderID)).toMatchObject({ status: 'MATCHED', asset_id: yes });
    const back = await alice.client.createAndPostOrder({ tokenID: yes, price: 0.7, size: 10, side: SELL });
    expect(back).toMatchObject({ success: true, status: 'live' });
    expect(await alice.client.cancelOrder({ orderID: rests.orderID })).toMatchObject({ canceled: [rests.orderID] });
  }
});

test('versions: the client signs for its wallet in the nested form', async () => {
  proves('@polymarket/clob-client-v2', 'limit');
  const { depositWallet } = (await signed(venue, alice, 'GET', '/account')) as { readonly depositWallet: string };
  const funded = { signatureType: SignatureTypeV2.POLY_1271, funderAddress: depositWallet };
  const { client } = await openTrader(venue, 'a', funded);
  const placed = await client.createAndPostOrder({ tokenID: binary.yes, price: 0.1, size: 10, side: BUY });
  expect(placed).toMatchObject({ success: true, status: 'live' });
  expect(await client.getOrder(placed.orderID)).toMatchObject({ maker_address: depositWallet });
});

test('versions: an order of exact amounts that the client signs for version 3 is taken', async () => {
  proves('@polymarket/clob-client-v2', 'limit');
  const { client } = await openTrader(venue, 'a');
  const order = await client.createExchangeV3OrderFromAmounts({
    tokenID: negRisk.yes,
    side: BUY,
    makerAmount: '2000000',
    takerAmount: '10000000',
  });
  expect(await client.postOrder(order)).toMatchObject({ success: true, status: 'live' });
});

test('versions: what it signs for version 3 is refused in a market of version v1, with the domain it was for', async () => {
  proves('@polymarket/clob-client-v2');
  const v1 = await addMarket(venue, 'Of version 1');
  const placed = alice.client.createAndPostOrder({ tokenID: v1.yes, price: 0.4, size: 10, side: BUY });
  expect(await refusalOf(placed)).toMatch(/^400 invalid signature.*markets of version v2 of this venue/);
});
