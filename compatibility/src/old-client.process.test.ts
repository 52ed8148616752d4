/**
 * The old trading client, unmodified. It reads, has keys and cancels; its orders are of version 1, which the venue
 * refuses.
 */
import { type Chain, ClobClient, OrderType, type PriceHistoryInterval, Side } from '@polymarket/clob-client';
import { beforeAll, expect, test } from 'vitest';
import { proves } from './proves.ts';
import { openStage, type Stage, sharedVenue } from './stage.ts';

let stage: Stage;
let old: ClobClient;

beforeAll(async () => {
  stage = await openStage(await sharedVenue());
  const { venue, alice } = stage;
  const chain = 80_002 as Chain;
  const creds = await new ClobClient(venue.url, chain, alice.signer).createOrDeriveApiKey();
  old = new ClobClient(venue.url, chain, alice.signer, creds);
});

test('old client: its keys are those of the newer one', async () => {
  proves('@polymarket/clob-client', 'keys');
  expect(old.creds).toEqual(stage.alice.credentials);
  expect((await old.getApiKeys()).apiKeys).toEqual([stage.alice.credentials.key]);
  expect(await old.getClosedOnlyMode()).toEqual({ closed_only: false });
  expect(await old.getReadonlyApiKeys()).toEqual([]);
});

test('old client: it reads markets, books, prices, and what its account has', async () => {
  proves('@polymarket/clob-client', 'catalog', 'books', 'balances');
  const { yes, conditionId } = stage.plain;
  expect(await old.getOk()).toBe('OK');
  for (const page of [await old.getMarkets(), await old.getSamplingMarkets()])
    expect(page.data.length).toBeGreaterThan(3);
  expect(await old.getMarket(conditionId)).toMatchObject({ condition_id: conditionId });
  const bid = { tokenID: yes, price: 0.4, size: 10, side: Side.BUY as never };
  const { orderID } = await stage.alice.client.createAndPostOrder(bid);
  const book = await old.getOrderBook(yes);
  expect(book.bids).toEqual([{ price: '0.4', size: '10' }]);
  expect(await old.getOrderBookHash({ ...book })).toBe(book.hash);
  expect(await old.getPrice(yes, 'BUY')).toEqual({ price: '0.4' });
  expect([await old.getTickSize(yes), await old.getNegRisk(yes)]).toEqual(['0.01', false]);
  expect(await old.getFeeRateBps(yes)).toBe(0);
  expect((await old.getOpenOrders({ market: conditionId })).map(({ id }) => id)).toEqual([orderID]);
  expect(await old.getOrder(orderID)).toMatchObject({ id: orderID, status: 'LIVE' });
  expect([await old.getTrades(), await old.getNotifications()]).toEqual([[], []]);
  expect((await old.getBalanceAllowance({ asset_type: 'COLLATERAL' as never })).balance).toBe('10000000000');
  expect(await old.cancelOrder({ orderID })).toMatchObject({ canceled: [orderID] });
});

test('old client: it cancels some, a market’s and all, and keeps its heartbeat', async () => {
  proves('@polymarket/clob-client', 'cancel', 'cancel-all');
  const { yes, conditionId } = stage.plain;
  const place = async (price: number) =>
    (await stage.alice.client.createAndPostOrder({ tokenID: yes, price, size: 10, side: Side.BUY as never })).orderID;
  const ids = [await place(0.1), await place(0.11), await place(0.12)];
  expect(await old.cancelOrders(ids.slice(0, 1))).toMatchObject({ canceled: ids.slice(0, 1) });
  expect(await old.cancelMarketOrders({ market: conditionId })).toMatchObject({ not_canceled: {} });
  expect(await old.getOpenOrders()).toEqual([]);
  const last = await place(0.1);
  expect(await old.cancelAll()).toMatchObject({ canceled: [last] });
  expect(await old.postHeartbeat(null)).toMatchObject({ heartbeat_id: expect.any(String) });
});

test('old client: it sees the fills of its account, as maker and as taker, and past prices', async () => {
  proves('@polymarket/clob-client', 'fill-maker', 'fill-taker', 'history');
  const { alice, bob, charged, venue } = stage;
  const order = { tokenID: charged.yes, price: 0.4, size: 10, side: Side.BUY as never };
  const rested = await alice.client.createAndPostOrder(order);
  const taken = await bob.client.createAndPostOrder({ ...order, tokenID: charged.no, price: 0.6 });
  const [id] = taken.tradeIDs ?? [];
  const theirs = new ClobClient(venue.url, 80_002 as Chain, bob.signer, bob.credentials);
  const filter = { market: charged.conditionId };
  expect(await old.getTrades(filter)).toMatchObject([{ id, trader_side: 'MAKER', status: 'CONFIRMED' }]);
  expect(await theirs.getTrades(filter)).toMatchObject([{ id, trader_side: 'TAKER', size: '10', price: '0.6' }]);
  expect(await old.getOrder(rested.orderID)).toMatchObject({ size_matched: '10', associate_trades: [id] });
  const interval = 'max' as PriceHistoryInterval;
  const past = (await old.getPricesHistory({ market: charged.yes, interval, fidelity: 1 })) as unknown as {
    readonly history: readonly { readonly p: number }[];
  };
  expect(past.history.at(-1)?.p).toBe(0.4);
});

test('old client: an order of version 1 is refused with what to do, alone and in a batch [S12]', async () => {
  proves('@polymarket/clob-client');
  const order = await old.createOrder({ tokenID: stage.plain.yes, price: 0.4, size: 10, side: Side.BUY });
  const text =
    'order_version_mismatch: the order has the fields of version 1; this venue takes version 2, as GET /version says: ' +
    'sign it with a client for version 2, such as @polymarket/clob-client-v2 or @polymarket/client';
  expect(await old.postOrder(order, OrderType.GTC)).toMatchObject({ status: 400, error: text });
  const batch = await old.postOrders([{ order, orderType: OrderType.GTC }]);
  expect(JSON.stringify(batch)).toContain('order_version_mismatch');
  expect(await old.getOpenOrders()).toEqual([]);
});
